"""One effect out of several, wherever effects stand: offered, chosen, refused, saved in the middle, played to the end."""

from __future__ import annotations

import pytest

import stoneage_rules as sa
from dealt import assert_no_state, resolved
from mechanics.games import chosen, hunting, whole_games
from stoneage_rules.policies import sensible_policy
from stoneage_rules.testing import play, position
from writing import base_with

EVERYWHERE = """
[[patch.card]]
where = {}
append.effects = [
    { do = "one-of", effects = [{ do = "gain", good = "gold" }, { do = "figure" }] },
    { do = "points", amount = 1 },
]

[[patch.building]]
where = {}
set.effects = [
    { do = "one-of", effects = [
        { do = "points", amount = 90 },
        { do = "one-of", effects = [{ do = "tool" }, { do = "choose", of = "resource", amount = 1 }, { do = "figure" }] },
        { do = "points", amount = { paid = "value" } },
    ] },
]

[[patch.location]]
target = "base:hunt"
set.effects = [{ do = "one-of", effects = [
    { do = "roll", divide = 2, yields = ["food"] },
    { do = "gain", good = "food", amount = 3 },
] }]

[[patch.dice_table]]
target = "base:finds"
set.faces.1 = [{ do = "one-of", effects = [{ do = "gain", good = "wood" }, { do = "gain", good = "food", amount = 2 }] }]

[[phase]]
id = "gifts"
effects = [{ do = "each-seat", effects = [
    { do = "one-of", effects = [{ do = "gain", good = "wood" }, { do = "points", amount = 1 }] },
] }]

[[patch.course]]
target = "base:order-of-play"
insert.phases = { value = "gifts", after = "feed-tribe" }

[[add_on]]
id = "nugget"
applies = ["card"]
cost = { wood = 1 }
effects = [{ do = "one-of", effects = [{ do = "gain", good = "gold" }, { do = "tool" }] }]

[[patch.card]]
target = "base:civ-36"
set.anytime = [{ do = "one-of", effects = [{ do = "gain", good = "gold" }, { do = "gain", good = "wood", amount = 2 }] }]

[[patch.card]]
target = "base:civ-02"
set.standing = [{ at_start_of = "take-actions", effects = [
    { do = "one-of", effects = [{ do = "gain", good = "clay" }, { do = "points", amount = 1 }] },
] }]
"""


@pytest.fixture
def rules() -> sa.Ruleset:
    return base_with(EVERYWHERE)


def test_points_are_told_only_if_no_choice_decides_them(rules: sa.Ruleset) -> None:
    assert rules.item("bld-01").points is None
    assert rules.item("civ-17").points == 1


def offered(rules: sa.Ruleset, **seat: object) -> sa.State:
    """Seat 0 has paid for a card that brings food, and then gold or a figure, and a point."""
    return resolved(rules, "card-1", "pay 1 wood", item="civ-17", **{"goods": {"wood": 1}, **seat})


def built(rules: sa.Ruleset) -> sa.State:
    """Seat 0 has paid for a building whose second effect is a further choice."""
    return resolved(rules, "building-1", "pay 2 wood, 1 clay", item="bld-01", goods={"wood": 2, "clay": 1})


# --- choosing ---------------------------------------------------------------------------------------------------


def test_the_choice_is_told_by_its_number_and_its_words(rules: sa.Ruleset) -> None:
    state = offered(rules)
    state._noted = []
    play(state, "choose 2")
    assert state._noted[0] == ("choose", 0, 2, "a figure")


@pytest.mark.parametrize(("seat", "told"), [(0, "6 points"), (1, "11 points")])
def test_a_choice_is_described_with_the_numbers_of_the_seat_that_is_asked(seat: int, told: str) -> None:
    """The value of what it has paid, and what it has itself."""
    worth = '{ do = "points", amount = { paid = "value", plus = { goods = "food" } } }'
    text = (
        f'[[patch.card]]\ntarget = "base:civ-17"\nset.effects = [{{ do = "one-of", effects = [{worth}, {{ do = "tool" }}] }}]\n'
    )
    seats = {0: {"goods": {"wood": 1, "food": 3}}, 1: {"goods": {"wood": 1, "food": 8}}}
    figures = {"card-1": [1 - seat, seat], "clay-pit": [seat, 1 - seat]}
    given = {"phase": "take-actions", "first": seat, "figures": figures, "spaces": {"card-1": "civ-17"}, "seats": seats}
    state = position(base_with(text), given)
    play(state, "resolve card-1", "pay 1 wood")
    assert state.rules.describe(state.legal()[0], state) == told


def test_the_choice_of_a_place_does_not_lie_above_a_question(rules: sa.Ruleset) -> None:
    state = position(rules, {"phase": "take-actions", "figures": {"hunt": [3, 0], "fields": [1, 0], "clay-pit": [0, 1]}})
    asked, saved = state.copy(), state.to_dict()
    play(asked, "resolve hunt")
    saved["stack"].append(asked.to_dict()["stack"][-1])
    assert_no_state(rules, saved, "a frame one-of cannot lie above a frame resolve-place")


def test_what_can_be_had_at_any_time_counts_for_a_price(rules: sa.Ruleset) -> None:
    """The options of a choice never add up: gold or two wood, not both."""
    (card,) = (item for item in rules.items if item.id == "civ-36")
    named = {
        tuple(good for good, amount in zip(rules.goods, amounts, strict=True) for _ in range(amount)) for amounts in card.bonus
    }
    assert named == {("gold",), ("wood", "wood")}


# --- refusing ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [0, 3, 9])
def test_a_number_that_is_not_there(rules: sa.Ruleset, number: int) -> None:
    state = offered(rules)
    action = rules.parse(f"choose {number}")
    assert isinstance(action, sa.Action)
    (reason,) = state.why_not(action)
    assert (reason.check, reason.needed) == ("choice.listed", "a number from 1 to 2")
    assert reason.found == f"there is no effect {number}"
    with pytest.raises(sa.IllegalAction, match="from 1 to 2"):
        state.apply(action)


def test_the_notation_is_read_back(rules: sa.Ruleset) -> None:
    for number in (1, 2, 3):
        action = rules.parse(f"choose {number}")
        assert (action.text, rules.parse(action.text), rules.action("choose", number)) == (f"choose {number}", action, action)
    assert len(rules.actions_of("choose")) == 3, "as many as the longest list has"
    with pytest.raises(sa.InvalidAction, match="choose NUMBER"):
        rules.parse("choose gold")


def test_one_effect_is_no_choice() -> None:
    text = '[[patch.card]]\ntarget = "base:civ-17"\nset.effects = [{ do = "one-of", effects = [{ do = "figure" }] }]\n'
    with pytest.raises(sa.ContentError, match="one effect is no choice"):
        base_with(text)


# --- saving -----------------------------------------------------------------------------------------------------


def test_a_choice_that_could_not_be_asked_is_refused(rules: sa.Ruleset) -> None:
    saved = hunting(rules).to_dict()
    *frame, place, n = saved["stack"][-1]
    assert (frame[0], place, n) == ("one-of", "hunt", 4)
    for wrong in ([*frame, "forest", 4], [*frame, "hunt", 0], [*frame, "hunt", 99], [frame[0], 0, 999, "hunt", 4]):
        assert_no_state(rules, saved, top=wrong)


# --- whole games ------------------------------------------------------------------------------------------------


def test_whole_games_keep_every_law(rules: sa.Ruleset) -> None:
    whole_games(rules, 3, "one-of")


def test_sensible_play_is_recorded_and_told(rules: sa.Ruleset) -> None:
    game = sa.Game(rules, seed=3)
    game.run([sensible_policy(1), sensible_policy(2)])
    assert game.state.is_over
    assert any("chooses: 1 wood" in sentence for sentence in game.log)


def test_the_sensible_policy_takes_what_is_worth_more(rules: sa.Ruleset) -> None:
    state = built(rules)
    assert chosen(state) == {"choose 1"}, "ninety points are worth more than a tool, a good or a figure"


@pytest.mark.parametrize(
    ("effects", "brings"),
    [
        ('{ do = "tool" }, { do = "figure" }', None),
        ('{ do = "gain", good = "gold" }, { do = "figure" }', {(0, 0, 0, 0, 1), (0,) * 5}),
        ('{ do = "gain", good = "gold" }, { do = "gain", good = "gold", id = "again" }', {(0, 0, 0, 0, 1)}),
    ],
)
def test_what_a_choice_brings_is_known_if_one_of_its_effects_says(effects: str, brings: object) -> None:
    text = f'[[patch.card]]\ntarget = "base:civ-36"\nset.effects = [{{ do = "one-of", effects = [{effects}] }}]\n'
    rules = base_with(text)
    (card,) = [entry.record for entry in rules.content.of("card") if entry.name == "civ-36"]
    gains = card.effects[0].gains(rules.linker)
    assert (gains and {*gains}) == brings


def test_each_choice_is_described_by_its_own_effects() -> None:
    """Whatever the place where it stands, and however many choices there are."""
    for other in ("hunt", "river"):
        text = "".join(
            f'[[patch.location]]\ntarget = "base:{place}"\nset.effects = [{{ do = "one-of", effects = [{{ do = "points", '
            f'amount = {points} }}, {{ do = "gain", good = "{good}" }}] }}]\n'
            for place, points, good in (("forest", 4, "gold"), (other, 7, "clay"))
        )
        rules = base_with(text)
        for place, told in (("forest", ["4 points", "1 gold"]), (other, ["7 points", "1 clay"])):
            state = resolved(rules, place)
            assert [rules.describe(action, state) for action in state.legal()] == told
