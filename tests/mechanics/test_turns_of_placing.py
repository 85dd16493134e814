"""Turns of placing that are counted, bounded and sorted by a quantity."""

from __future__ import annotations

from typing import Any

import pytest

import stoneage_rules as sa
from dealt import assert_no_state
from gallery import example
from mechanics.games import against, read_again, whole_games
from stoneage_rules.policies import sensible_policy
from stoneage_rules.testing import legal_texts, play, position
from writing import base_with

AGAIN = ("harbour-again", "four-turns", "one-at-a-time", "snake-by-points")
BY_HAND = """
[[patch.phase]]
target = "base:placing"
set.effects.place.turns = { goods = "wood" }
set.effects.place.figures = { goods = "clay" }
"""
"""Turns by the wood of a seat, and figures by its clay: either may be none."""


def placing(wood: tuple[int, ...], clay: tuple[int, ...]) -> sa.State:
    seats = {seat: {"goods": {"wood": wood[seat], "clay": clay[seat]}} for seat in range(3)}
    return position(base_with(BY_HAND, 3), {"seats": seats})


@pytest.mark.parametrize("name", AGAIN)
def test_games_with_such_turns_end_and_can_be_saved(name: str) -> None:
    whole_games(example(name, 3), 6, "next-in-order", "place-or-pass", every=30)


def test_a_seat_without_turns_or_without_figures_is_passed_over() -> None:
    state = placing((1, 0, 3), (2, 5, 1))
    assert (state.seat, state.pending.amount) == (0, 2)
    assert {"place hut 2", "place hunt 2"} <= {*legal_texts(state)}
    play(state, "0: place hunt 2")
    assert (state.seat, state.pending.amount) == (2, 1)
    play(state, "2: place hunt 1", "2: place forest 1", "2: place river 1")
    assert state.phase == "take-actions"


def test_who_asks_for_more_figures_is_told_of_the_phase() -> None:
    state = placing((1, 1, 1), (1, 1, 1))
    (reason,) = against(state, "place hunt 3")
    assert (reason.check, str(reason.needed), str(reason.found)) == (
        "placement.turn", "a placement of this turn has at most 1 figure", "3 were named",
    )  # fmt: skip
    (reason,) = against(state, "pass")
    assert (reason.check, reason.found) == ("placement.must", "you can `place hunt 1`, for one")


def test_ties_go_clockwise_from_the_starting_player() -> None:
    rules = example("snake-by-points", 3)
    state = position(rules, {"first": 2, "seats": {1: {"points": 3}}})
    play(state, "2: place hunt 1", "0: place hunt 1")
    assert read_again(state).seat == 1


def test_the_order_is_that_of_the_beginning() -> None:
    rules = base_with('[[patch.phase]]\ntarget = "base:placing"\nset.effects.place.most_first = { figures = "home" }\n', 3)
    state = position(rules, {"seats": {1: {"figures": 7}, 2: {"figures": 6}}})
    play(state, "1: place hunt 6", "2: place hunt 1")
    assert state.seat == 0, "seat 1 has fewest at home by now"
    play(state, "0: place hunt 1")
    assert state.seat == 1


SNAKE = position(example("snake-by-points", 3), {"seats": {0: {"points": 2}, 1: {"points": 1}}})
NO_STATES: dict[str, tuple[int, Any, str]] = {
    "a turn too far": (3, 6, "turn: 6 is no number from 0 to 5"),
    "an order too far": (4, 48, "seats"),
    "somebody has passed": (4, SNAKE.stack[-2][4] + 1, "nobody can pass here"),
    "another's turn": (3, 2, "it is not the turn of seat 2"),
}


@pytest.mark.parametrize("name", NO_STATES)
def test_turns_that_cannot_be_are_refused(name: str) -> None:
    number, value, message = NO_STATES[name]
    saved = SNAKE.to_dict()
    frame = next(frame for frame in saved["stack"] if frame[0] == "next-in-order")
    frame[number] = value
    assert_no_state(SNAKE.rules, saved, message)


def test_an_order_that_the_table_fixes_is_no_other() -> None:
    state = position(example("four-turns", 3), {})
    saved = state.to_dict()
    frame = next(frame for frame in saved["stack"] if frame[0] == "next-in-order")
    frame[4] += 1 << 3
    assert_no_state(state.rules, saved, "seats that place in another order")


def test_the_sensible_policy_wants_to_place_first() -> None:
    state = example("wake-up", 3).initial_state()
    while state.is_chance:
        state.apply(state.outcomes()[0][0])
    assert state.pending is not None
    assert state.pending.kind == "one-of"
    assert {sensible_policy(seed)(state.view(state.stack[-1][1]), state.legal()).text for seed in range(5)} == {"choose 1"}
