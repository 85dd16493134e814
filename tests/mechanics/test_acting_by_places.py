"""Places that act one after the other, for all seats or for one."""

from __future__ import annotations

import pytest

import stoneage_rules as sa
from dealt import assert_no_state
from gallery import example
from mechanics.games import against, chosen, read_again, whole_games
from stoneage_rules.testing import position

FIGURES = {"fields": [0, 1, 0], "hunt": [1, 2, 0], "forest": [2, 0, 1], "river": [1, 0, 0], "toolmaker-hut": [1, 0, 0]}


def acting(name: str, **given: object) -> sa.State:
    return position(example(name, 3), {"phase": "take-actions", "figures": FIGURES, **given})


@pytest.mark.parametrize("name", ["left-to-right", "hunt-first", "day-and-night"])
def test_games_whose_places_act_in_order_end_and_can_be_saved(name: str) -> None:
    whole_games(example(name, 3), 6, "resolve-next-among", "resolve-among", every=30)


def test_each_entry_acts_for_all_seats_before_the_next() -> None:
    state = acting("left-to-right", first=1)
    asked = []
    while state.phase == "take-actions":
        state = read_again(state)
        answer = state.outcomes()[0][0] if state.is_chance else state.legal()[0]
        if answer.kind == "resolve":
            asked.append(f"{state.seat} {answer.args[0]}")
        state.apply(answer)
    assert asked == ["0 toolmaker-hut", "1 fields", "1 hunt", "0 hunt", "2 forest", "0 forest", "0 river"]


def test_of_a_group_the_seat_chooses_and_is_told_so() -> None:
    state = acting("day-and-night")
    assert (state.seat, state.pending.kind, state.pending.among) == (0, "resolve-among", ("forest", "river"))
    (reason,) = against(state, "resolve hunt")
    assert (reason.check, reason.needed, reason.found) == (
        "resolve.turn", "resource-place acts now", "hunt acts at another time",
    )  # fmt: skip
    assert {reason.check for reason in against(state, "resolve quarry")} == {"resolve.standing"}
    assert chosen(state) <= {"resolve forest", "resolve river"}


def test_a_position_can_begin_with_any_seat_of_the_first_entry() -> None:
    figures = {"toolmaker-hut": [0, 0, 1], "fields": [1, 0, 0]}
    assert acting("left-to-right", figures=figures, acting=2).seat == 2
    with pytest.raises(sa.InvalidState, match="seat 1 is asked nothing"):
        acting("left-to-right", figures=figures, acting=1)


@pytest.mark.parametrize(
    ("frame", "number", "value", "message"),
    [
        ("each-seat", 3, 3, "seats that are done: 3 is no number from 0 to 2"),
        ("resolve-next-among", 2, 1, "places that do not act now"),
        ("resolve-among", 2, 1, "places that do not act now"),
        ("resolve-among", 1, 1, "places that do not act now"),
    ],
)
def test_places_that_cannot_act_are_refused(frame: str, number: int, value: int, message: str) -> None:
    state = acting("left-to-right")
    saved = state.to_dict()
    next(each for each in saved["stack"] if each[0] == frame)[number] = value
    assert_no_state(state.rules, saved, message)


def test_a_question_without_its_list_is_refused() -> None:
    state = acting("left-to-right")
    saved = state.to_dict()
    saved["stack"] = [each for each in saved["stack"] if each[0] != "resolve-next-among"]
    assert_no_state(state.rules, saved, "places that do not act now")
