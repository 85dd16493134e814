"""Prices that are read from the game: of items, places, add-ons and `pay`, asked, refused, told, saved and played."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

import stoneage_rules as sa
from dealt import assert_no_state, resolved
from mechanics.games import chosen, read_again, whole_games
from stoneage_rules.mechanics.buying import asking_price
from stoneage_rules.mechanics.payments import PRICES, Price
from stoneage_rules.policies import sensible_policy
from stoneage_rules.testing import legal_texts, play, position
from writing import base_with

CHANGING = """
[[patch.building]]
target = "base:bld-01"
set.cost.wood = { track = "agriculture", times = -1, plus = 2 }
set.cost.clay = { round = "now", at_most = 3 }

[[patch.location]]
target = "base:card-1"
set.cost.amount = { round = "now", plus = -1, at_most = 3 }

[[patch.location]]
target = "base:card-2"
unset = ["cost"]
set.cost = { of = "resource", at_least = { track = "agriculture", at_most = 3 }, at_most = { round = "now", at_most = 2 } }

[[location]]
id = "shrine"
circles = 1
figures = { exactly = 1 }
effects = [{ do = "pay", cost = { clay = { tools = "value", times = -1, plus = 3 } }, times = 3, effects = [
    { do = "points", amount = { paid = "count" } },
    { do = "tool" },
] }]

[[add_on]]
id = "gilding"
applies = ["building"]
cost = { gold = { round = "now", at_most = 2 } }
effects = [{ do = "points", amount = 1 }]
"""


@pytest.fixture
def rules() -> sa.Ruleset:
    return base_with(CHANGING)


def at(rules: sa.Ruleset, place: str, goods: Mapping[str, int], round: int = 1, item: str = "", **seat: object) -> sa.State:
    """Seat 0 has just resolved a place in a round, with these goods."""
    return resolved(rules, place, item=item, round=round, goods=goods, **seat)


RICH = {"wood": 3, "clay": 3, "stone": 3, "gold": 3}


@pytest.mark.parametrize(
    ("round", "agriculture", "price"),
    [(1, 0, "2 wood, 1 clay"), (2, 1, "1 wood, 2 clay"), (3, 2, "3 clay"), (9, 10, "3 clay")],
)
def test_an_item_costs_what_its_quantities_come_to(rules: sa.Ruleset, round: int, agriculture: int, price: str) -> None:
    """Below nothing there is nothing to pay."""
    state = at(rules, "building-1", RICH, round, "bld-01", tracks={"agriculture": agriculture})
    assert legal_texts(state) == (f"pay {price}", "decline")
    assert (str(state.pending.owed), state.pending.among) == (price, tuple(word.split()[1] for word in price.split(", ")))


def test_what_is_free_is_taken_by_paying_nothing(rules: sa.Ruleset) -> None:
    state = at(rules, "card-1", {}, 1, "civ-17")
    assert legal_texts(state) == ("pay nothing", "decline")
    assert state.pending.prompt == "whether to pay nothing for civ-17"
    assert state.pending.to_dict()["owed"] == {"fixed": {}}
    zone, card = rules.zones_of(0)[0], rules.item_index["civ-17"]
    assert card not in state.zones[zone]
    play(state, "pay nothing")
    assert card in state.zones[zone]
    assert rules.parse("pay nothing").index >= 0


def test_an_add_on_costs_what_its_quantity_comes_to(rules: sa.Ruleset) -> None:
    for round in (1, 2, 3):
        state = at(rules, "building-1", RICH, round, "bld-01")
        play(state, legal_texts(state)[0])
        assert legal_texts(state) == ("add gilding", "skip gilding")
        read_again(state)
        assert str(state.pending.owed) == f"{min(round, 2)} gold"
        play(state, "add gilding")
        assert state.good(0, "gold") == 3 - min(round, 2)


def test_a_late_add_on_costs_what_its_quantity_comes_to() -> None:
    late = CHANGING.replace('applies = ["building"]', 'applies = ["building"]\noffered = "after"')
    rules = base_with(late)
    state = at(rules, "building-1", RICH | {"gold": 1}, 1, "bld-01")
    play(state, legal_texts(state)[0])
    while legal_texts(state) != ("add gilding", "skip gilding"):
        play(state, legal_texts(state)[0]) if legal_texts(state) else state.apply(state.outcomes()[0][0])
    assert (state.pending.kind, str(state.pending.owed)) == ("add-late", "1 gold")
    play(state, "add gilding")
    assert state.good(0, "gold") == 0


# --- refusing ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cost", "message"),
    [
        ('{ wood = { goods = "food" } }', "can come to any number"),
        ('{ of = "resource", amount = { track = "agriculture", times = 2 } }', "can come to 20"),
        ('{ wood = { round = "now", at_most = 60 }, clay = { round = "now", at_most = 60 } }', "make 3721 different ones"),
        ('{ wood = { missing = "food" } }', "means nothing here"),
        ('{ wood = { trakc = "agriculture" } }', "quantity that does not exist"),
        ('{ of = "resource", kinds = { round = "now" } , amount = 2 }', "whole number"),
        ('{ wood = { goods = "fodo", at_most = 3 } }', "fodo"),
        ('{ wood = { goods = "food", times = 0, at_most = 3 } }', "0"),
    ],
)
def test_prices_without_an_end_and_other_nonsense_are_refused(cost: str, message: str) -> None:
    with pytest.raises(sa.ContentError, match=message):
        base_with(f'[[patch.building]]\ntarget = "base:bld-01"\nunset = ["cost"]\nset.cost = {cost}\n')


def test_an_add_on_paid_at_another_price_than_any_is_no_saved_state(rules: sa.Ruleset) -> None:
    state = at(rules, "building-1", RICH, 1, "bld-01")
    play(state, legal_texts(state)[0])
    saved = state.to_dict()
    *frame, _, bill = saved["stack"][-1]
    for text, is_price in (("pay 2 wood, 1 clay", True), ("pay 1 clay", True), ("pay 1 gold", False), ("decline", False)):
        wrong = saved | {"stack": [*saved["stack"][:-1], [*frame, rules.parse(text).index, bill]]}
        if is_price:
            rules.state_from_dict(wrong)
        else:
            assert_no_state(rules, wrong, "does not pay")


# --- telling ----------------------------------------------------------------------------------------------------


def test_a_price_that_changes_is_shown_as_content_writes_it(rules: sa.Ruleset) -> None:
    (gilding,) = [entry.record for entry in rules.content.of("add_on") if entry.id == "gilding"]
    assert str(gilding.cost) == 'gold, as many as { round = "now", at_most = 2 }'


def test_rules_are_told_in_words_and_prices_of_now_in_a_game(rules: sa.Ruleset) -> None:
    words = "wood, as many as 2 - the position on agriculture, clay, as many as the round, at most 3"
    assert words in rules.item("bld-01").words
    assert "of any resource, as many as the round - 1, at most 3" in rules.location("card-1").words
    given = {"round": 3, "phase": "take-actions", "figures": {"building-1": [1, 0]}, "spaces": {"building-1": "bld-01"}}
    state = position(rules, given)
    for shown in (str(state), str(state.view(0)), rules.describe(rules.parse("resolve building-1"), state)):
        assert "2 wood, 3 clay" in shown


def test_each_seat_is_told_its_own_price(rules: sa.Ruleset) -> None:
    """Seat 1 has come further in agriculture."""
    given = {"phase": "take-actions", "figures": {"hunt": [1, 1]}, "spaces": {"building-1": "bld-01"}}
    state = position(rules, given | {"seats": {1: {"tracks": {"agriculture": 2}}}})
    assert "2 wood, 1 clay" in str(state.view(0))
    assert "2 wood, 1 clay" not in str(state.view(1))
    place = rules.place("building-1").index
    prices: tuple[Price, ...] = rules.entries(PRICES)
    assert [str(prices[asking_price(state, seat, place)].cost) for seat in (0, 1)] == ["2 wood, 1 clay", "1 clay"]


# --- whole games ------------------------------------------------------------------------------------------------


def test_whole_games_keep_every_law(rules: sa.Ruleset) -> None:
    whole_games(rules, 3, "buy", "pay-or-decline")


def test_sensible_play_takes_what_is_free(rules: sa.Ruleset) -> None:
    state = at(rules, "card-1", {}, 1, "civ-17")
    assert chosen(state) == {"pay nothing"}
    game = sa.Game(rules, seed=3)
    game.run([sensible_policy(1), sensible_policy(2)])
    assert game.state.is_over


def test_fixed_prices_have_no_reader(rules: sa.Ruleset) -> None:
    assert all(price.changing is None for price in sa.load(players=2).entries(PRICES))
    assert sum(price.changing is not None for price in rules.entries(PRICES)) == 5


def test_what_is_never_asked_for_is_no_payment_either() -> None:
    """A number that is 0 at the most asks for nothing, now and at any time."""
    cost = 'cost = { wood = 1, food = { owned = "card", times = -1 } }'
    rules = base_with(f'[[patch.building]]\ntarget = "base:bld-01"\nunset = ["cost"]\nset.{cost}\n')
    assert not [action.text for action in rules.actions_of("pay") if "food" in action.text]
