"""Rolls with a number added, rolls made again for a price, and effects that read the total."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import stoneage_rules as sa
from dealt import assert_no_state, noted
from gallery import example
from mechanics.games import against, chosen, read_again, whole_games
from stoneage_rules.testing import legal_texts, play, position
from writing import base_with

OMENS = """
[[location]]
id = "omen"
circles = 2
effects = [
    { do = "roll", dice = 2, plus = { track = "agriculture", times = -2 }, divide = 2, yields = ["wood", "clay"], effects = [
        { do = "points", amount = { rolled = "total" } },
        { do = "pay", cost = { food = 1 }, effects = [{ do = "points", amount = { paid = "count", times = 50 } }] },
        { do = "each-seat", effects = [{ do = "gain", good = "gold" }] },
    ] },
    { do = "points", amount = 100 },
]
"""
"""A roll for two goods, with effects of every sort behind, and one effect more in the list outside."""


def resolving(rules: sa.Ruleset, place: str, **seat: Any) -> sa.State:
    """Seat 0 acts on a place; seat 1 hunts afterwards."""
    given = {"phase": "take-actions", "figures": {place: [1, 0], "hunt": [0, 1]}, "seats": {0: seat}}
    return play(position(rules, given), f"resolve {place}")


def omen(**seat: Any) -> sa.State:
    return resolving(base_with(OMENS), "omen", points=0, **seat)


@pytest.mark.parametrize("name", ["better-hunters", "roll-again", "gambler"])
def test_games_with_such_rolls_end_and_can_be_saved(name: str) -> None:
    asked = ("roll-for-total",) if name == "better-hunters" else ("roll-again",)
    whole_games(example(name, 3), 6, *asked, every=30)


def test_games_whose_effects_follow_a_roll_end_and_can_be_saved() -> None:
    whole_games(base_with(OMENS), 6, "split-yield", "pay-or-decline", every=30)


def test_effects_follow_the_goods_and_read_the_total() -> None:
    state = omen(goods={"food": 3})
    play(state, "roll 3 4")
    assert read_again(state).pending.kind == "split-yield"
    assert state.points[0] == 0
    play(state, "take 2 wood, 1 clay")
    state = read_again(state)
    assert (state.points[0], state.pending.kind, state.pending.place) == (7, "pay-or-decline", None)
    play(state, "pay 1 food")
    assert (state.points[0], state.player(1).goods["gold"]) == (7 + 50 + 100, 1)


def test_a_total_is_never_below_zero() -> None:
    state = omen(tracks={"agriculture": 6}, goods={"food": 0})
    play(state, "roll 3 4", "decline")
    assert (state.points[0], state.seat) == (100, 1)


def test_tools_are_added_to_the_number_and_told_so() -> None:
    state = omen(tracks={"agriculture": 1}, tools=[[1, False], [1, False]])
    play(state, "roll 3 4")
    assert (state.pending.kind, state.pending.total) == ("use-tools", 5)
    assert state.rules.describe(state.rules.parse("tools 1+1"), state) == "7 / 2 = 3 wood or clay"
    assert state.rules.describe(state.rules.parse("tools none"), state) == "5 / 2 = 2 wood or clay"


def test_a_roll_is_made_again_for_a_price_before_tools_are_added() -> None:
    state = resolving(example("roll-again", 2), "forest", goods={"food": 2}, tools=[[1, False]])
    play(state, "roll 1")
    state = read_again(state)
    assert legal_texts(state) == ("pay 1 food", "decline")
    assert state.pending.prompt == "whether to pay 1 food and roll again, after 1 on the dice"
    assert {reason.check for reason in against(state, "pay 2 food")} == {"payment.form"}
    play(state, "pay 1 food", "roll 2", "pay 1 food", "roll 4")
    assert (state.pending.kind, state.player(0).goods["food"]) == ("use-tools", 0)


def test_what_a_roll_without_goods_came_to_is_told() -> None:
    state = resolving(example("gambler", 2), "gambler", goods={"gold": 0})
    state._noted = []
    play(state, "roll 3 4")
    assert [dict(event)["total"] for event in noted(state, "total")] == [7]


def test_the_policy_rolls_again_what_is_bad() -> None:
    def asked(dice: str) -> set[str]:
        given = {"goods": {"gold": 1, "food": 30}}
        return chosen(play(resolving(example("gambler", 2), "gambler", **given), f"roll {dice}"))

    assert (asked("1 1"), asked("6 6")) == ({"pay 1 gold"}, {"decline"})


AGAIN = play(resolving(example("gambler", 2), "gambler", goods={"gold": 1}), "roll 3 4")
OMEN = play(omen(goods={"food": 3}), "roll 3 4")
NO_STATES: dict[str, tuple[sa.State, Callable[[list[Any]], object], str]] = {
    "fewer than the dice": (AGAIN, lambda stack: stack[-1].__setitem__(3, 1), "a total: 1 is no number from 2 to 12"),
    "more than the dice": (AGAIN, lambda stack: stack[-1].__setitem__(3, 13), "a total: 13 is no number from 2 to 12"),
    "no dice": (AGAIN, lambda stack: stack[-1].__setitem__(4, 0), "dice: 0"),
    "another roll": (AGAIN, lambda stack: stack[-1].__setitem__(2, 0), "a roll that is not made again"),
    "a total that no dice make": (OMEN, lambda stack: stack[-2].__setitem__(4, 300), "what effects are about"),
    "a roll of a place": (OMEN, lambda stack: stack[-2].__setitem__(3, "omen"), "effects of a roll at a place"),
}


@pytest.mark.parametrize("name", NO_STATES)
def test_rolls_that_cannot_be_are_refused(name: str) -> None:
    state, change, message = NO_STATES[name]
    saved = state.to_dict()
    change(saved["stack"])
    assert_no_state(state.rules, saved, message)
