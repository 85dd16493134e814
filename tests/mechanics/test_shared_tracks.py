"""Tracks with one marker for all seats: moved, told, drawn, saved, and refused where seats would be compared."""

from __future__ import annotations

import pytest

import stoneage_rules as sa
from dealt import assert_no_state
from mechanics.games import read_again, whole_games
from stoneage_rules.testing import inspect_pack, play, position
from writing import base_pack, base_with

DOOM = """
[[track]]
id = "doom"
top = 6
shared = true

[[location]]
id = "altar"
circles = 4
again = true
effects = [%s]

[[score]]
id = "dread"
count = { track = "doom" }
each = -1
"""
ON, BACK = '{ do = "advance", track = "doom", steps = 2 }', '{ do = "lose", track = "doom" }'


def at_altar(effects: str, doom: int) -> sa.State:
    """Seat 0 has resolved the altar, at a table of three."""
    rules = base_with(DOOM % effects, 3)
    given = {"phase": "take-actions", "figures": {"altar": {0: 1}, "hunt": {1: 1}}, "seats": {2: {"tracks": {"doom": doom}}}}
    state = position(rules, given)
    state._noted = []
    return play(state, "resolve altar")


@pytest.mark.parametrize(
    ("effects", "before", "after", "told"),
    [
        (ON, 1, 3, "seat 0 goes 2 forward on doom, to 3"),
        (ON, 5, 6, "seat 0 goes 1 forward on doom, to 6"),
        (BACK, 5, 4, "seat 0 goes 1 back on doom, to 4"),
        (BACK, 0, 0, ""),
    ],
)
def test_any_seat_moves_the_marker_of_all(effects: str, before: int, after: int, told: str) -> None:
    state = at_altar(effects, before)
    assert [state.track(seat, "doom") for seat in range(3)] == [after] * 3
    lines = [str(line) for line in sa.Narrator(state.rules).tell(state.events)]
    assert [line for line in lines if "doom" in line] == ([told] if told else [])
    read_again(state)
    assert not [line for line in str(state).splitlines() if line.startswith("seat ") and "doom" in line]
    assert f"for all seats: doom {after} of 6" in str(state)
    assert sa.svg(state).count('data-track="doom"') == 1


def test_seats_that_disagree_are_refused() -> None:
    state = at_altar(ON, 1)
    saved = state.to_dict()
    saved["seats"][1]["tracks"]["doom"] = 5
    assert_no_state(state.rules, saved, "doom has one marker for all seats")
    with pytest.raises(ValueError, match="doom has one marker for all seats"):
        position(state.rules, {"phase": "placing", "seats": {0: {"tracks": {"doom": 1}}, 1: {"tracks": {"doom": 2}}}})


FAULTS = {
    "seats compared": '{ do = "points", amount = 1, if = [{ track = "doom", of = "most", min = 2 }] }',
    "others lose": '{ do = "lose", track = "doom", from = "others" }',
    "the seat with most loses": '{ do = "lose", track = "doom", from_most = { goods = "food" } }',
}


@pytest.mark.parametrize("case", FAULTS)
def test_words_for_several_markers_are_refused(case: str) -> None:
    findings = inspect_pack(base_pack(DOOM % f"{ON}, {FAULTS[case]}")).findings
    assert [finding.code for finding in findings] == ["SA207"]


def test_games_with_a_shared_track_are_whole() -> None:
    whole_games(base_with(DOOM % f"{ON}, {BACK}", 3), 3)
