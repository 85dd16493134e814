"""Terms of feeding: goods that are paid once, `must`, `worth` and `figures`; brute force, saving, whole games."""

from __future__ import annotations

from itertools import product

import pytest

import stoneage_rules as sa
from long_profile import some
from mechanics.games import whole_games
from stoneage_rules.testing import legal_texts, play, position
from writing import base_with

RESOURCES = ("wood", "clay", "stone", "gold")
TAX = """
[[location]]
id = "tax"
circles = 1
figures = { exactly = 1 }
effects = [{ do = "feed", good = "wood", instead = "resource", starve = [{ do = "points", amount = -1 }] }]
"""
SECOND = """
[[patch.phase]]
target = "base:feed-tribe"
append.effects.each-seat.effects = [
    { do = "feed", id = "fires", good = "wood", instead = "resource", starve = [{ do = "points", amount = -1 }] },
]
"""


def terms(text: str) -> str:
    """The base game's feeding with other terms."""
    lines = "\n".join(f"set.effects.each-seat.effects.feed.{line}" for line in text.splitlines())
    return f'[[patch.phase]]\ntarget = "base:feed-tribe"\n{lines}\n'


FEEDING = '[[patch.phase]]\ntarget = "base:feed-tribe"\nset.effects.each-seat.'
INCOME = '{ do = "gain", good = "food", amount = { track = "agriculture" } }'
PER_HEAD = 'starve.points.amount = { missing = "food", times = -1 }'
MUST = terms(f"must = true\n{PER_HEAD}")
MUST_TWO = terms(f"must = true\nworth = 2\n{PER_HEAD}")
WHOLE = terms(f'must = "whole"\n{PER_HEAD}')
WHOLE_TWO = terms(f'must = "whole"\nworth = 2\n{PER_HEAD}')
TWO = terms(f"worth = 2\n{PER_HEAD}")
SNACK = """
[[patch.card]]
target = "base:civ-36"
set.anytime = [{ do = "gain", good = "food", amount = 3 }]
"""


def hungry(rules: sa.Ruleset, food: int, figures: int = 5, **goods: int) -> sa.State:
    """Seat 0 feeds with so much food, then seat 1 with enough."""
    seats = {0: {"goods": {"food": food, **goods}, "figures": figures}, 1: {"goods": {"food": 12}}}
    return position(rules, {"phase": "feed-tribe", "seats": seats})


def goods_of(state: sa.State) -> dict[str, int]:
    return {good: count for good, count in state.player(0).goods.items() if count}


# --- nothing is paid twice ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [TAX, SECOND, terms('instead = "food"'), SNACK + terms('instead = "food"')])
def test_no_goods_are_negative_in_any_game(text: str) -> None:
    whole_games(base_with(text, 3), 2)


# --- what comes while the seat is asked -------------------------------------------------------------------------------


def test_food_that_comes_in_the_middle_and_is_too_little() -> None:
    seats = {0: {"goods": {"food": 1, "clay": 1}, "items": ["civ-36"], "unspent": ["civ-36"]}}
    state = position(base_with(SNACK), {"phase": "feed-tribe", "seats": seats})
    play(state, "use civ-36")
    assert legal_texts(state) == ("pay 1 clay", "starve")
    assert state.pending.amount == 1
    play(state, "pay 1 clay")
    assert goods_of(state) == {}


# --- must, worth, figures -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "worth", "must"),
    [("", 1, False), (TWO, 2, False), (MUST, 1, True), (MUST_TWO, 2, True), (WHOLE, 1, "whole"), (WHOLE_TWO, 2, "whole")],
    ids=str,
)
def test_options_against_brute_force(text: str, worth: int, must: bool | str) -> None:
    """Hands up to 2 of each resource, with 1, 2 or 5 missing: paid is for all or, as a must, as much as there is."""
    rules = base_with(text or PER_CARD)
    actions = [action for action in rules.actions if action.kind in ("pay", "starve")]
    for number, (missing, hand) in some(enumerate(product((1, 2, 5), product(range(3), repeat=4))), 4):
        state = hungry(rules, 5 - missing, **dict(zip(RESOURCES, hand, strict=True)))
        expected = {
            "pay " + ", ".join(f"{count} {good}" for count, good in zip(paid, RESOURCES, strict=True) if count)
            for paid in product(*(range(count + 1) for count in hand))
            if sum(paid) and pays(sum(paid), sum(hand), missing, worth, must)
        }
        if not must or (not expected if must == "whole" else not sum(hand)):
            expected.add("starve")
        assert set(legal_texts(state)) == expected
        for action in actions if number % 7 == 0 else ():  # of hands and numbers of all sorts
            assert (not state.why_not(action)) == (str(action) in expected), action


PER_CARD = '[[patch.card]]\nwhere = {}\nappend.effects = [{ do = "points", amount = 1 }]\n'


def pays(paid: int, held: int, missing: int, worth: int, must: bool | str) -> bool:
    """Returns True if so many goods are a payment: enough with none to spare, or all as a must."""
    enough = paid * worth >= missing and (paid - 1) * worth < missing
    return enough or (must is True and paid == held and paid * worth < missing)


def test_who_cannot_pay_all_pays_what_there_is_and_starves_for_the_rest() -> None:
    state = hungry(base_with(MUST), 1, wood=1, gold=1)
    assert legal_texts(state) == ("pay 1 wood, 1 gold",)
    assert state.pending.owed.at_least == state.pending.owed.at_most == 2, "no more than there is"
    assert "-2 points" in state.rules.describe(state.legal()[0], state), "what starving costs is said"
    play(state, "pay 1 wood, 1 gold")
    assert (goods_of(state), state.points[0]) == ({}, -2)


def test_no_payment_has_more_resources_than_can_be_eaten_or_built_with() -> None:
    """Ten figures eat five resources that feed two each; a tile takes seven at the most."""
    rules = base_with(TWO)
    assert max(sum(action.data) for action in rules.actions_of("pay")) == 7


def test_other_figures_can_eat() -> None:
    rules = base_with(terms('figures = { tools = "count" }'))
    state = position(
        rules,
        {"phase": "feed-tribe", "seats": {0: {"tools": [[2, False], [1, False], [1, False]], "goods": {"food": 1, "wood": 2}}}},
    )
    assert goods_of(state) == {"wood": 2}, "what there is has been paid"
    assert legal_texts(state) == ("pay 2 wood", "starve")
    tools = base_with(terms('figures = { tools = "value", times = 9 }'))
    state = position(tools, {"phase": "feed-tribe", "seats": {0: {"tools": [[1, False], [1, False]], "goods": {"food": 7}}}})
    assert state.pending.amount == 3, "never more than the 10 figures of a colour"


@pytest.mark.parametrize("text", [MUST, MUST_TWO, SNACK + MUST, SNACK + terms('figures = { figures = "all" }\nmust = true')])
def test_games_with_terms_keep_every_law(text: str) -> None:
    whole_games(base_with(text, 3), 2)


def test_the_terms_at_their_defaults_leave_the_digest_as_it_was() -> None:
    plain = sa.load(players=2).digest
    feed = (
        '{ do = "feed", good = "food", instead = "resource", must = %s, worth = 1, starve = [{ do = "points", amount = -10 }] }'
    )
    written_out = [f"{FEEDING}effects = [{INCOME}, {feed % must}]" for must in ("false", "true")]
    as_before, other = (base_with(text).digest for number, text in enumerate(written_out))
    assert as_before == plain != other
