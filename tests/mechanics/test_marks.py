"""Marks for a round and for the game: given and taken by effects, counted, told, saved, and wiped when their time is over."""

from __future__ import annotations

from itertools import takewhile

import pytest

import stoneage_rules as sa
from dealt import assert_no_state
from mechanics.games import read_again
from properties.invariants import check_all
from properties.play import random_game, replayed, states
from stoneage_rules.plugin import IfRow, Phrases
from stoneage_rules.testing import inspect_pack, play, position
from writing import base_pack, base_with

CAMP = """
[[mark]]
id = "tired"
[[mark]]
id = "pioneer"
lasts = "game"

[[location]]
id = "trail"
circles = 4
again = true
effects = [{ do = "mark", mark = "pioneer" }, { do = "mark", mark = "tired" }]

[[location]]
id = "bed"
circles = 4
effects = [{ do = "unmark", mark = "pioneer" }]

[[patch.phase]]
target = "base:feed-tribe"
append.effects = [{ do = "each-seat", id = "rest", effects = [{ do = "points", amount = { mark = "tired", times = 3 } }] }]

[[score]]
id = "pioneers"
count = { mark = "pioneer" }
each = 7
"""


@pytest.fixture
def rules() -> sa.Ruleset:
    return base_with(CAMP)


def acting(rules: sa.Ruleset, place: str, **marks: list[str]) -> sa.State:
    """Seat 0 with a figure on a place, seat 1 with one on the trail, when places act."""
    figures = {place: {0: 1}, "trail": {1: 1}} if place != "trail" else {"trail": {0: 1, 1: 1}}
    seats = {0: {"marks": marks.get("of_0", []), "goods": {"food": 20}}, 1: {"goods": {"food": 20}}}
    return position(rules, {"phase": "take-actions", "figures": figures, "seats": seats})


def test_a_mark_that_is_there_is_no_event_and_one_that_is_not_is_not_lost(rules: sa.Ruleset) -> None:
    for given, place, told in (
        ([], "trail", ["seat 0 gets the mark pioneer", "seat 0 gets the mark tired"]),
        (["pioneer"], "trail", ["seat 0 gets the mark tired"]),
        (["pioneer"], "bed", ["seat 0 loses the mark pioneer"]),
        ([], "bed", []),
    ):
        state = acting(rules, place, of_0=given)
        state._noted = []
        play(state, f"resolve {place}")
        lines = [str(line) for line in sa.Narrator(rules).tell(state.events)]
        assert [line for line in lines if " mark " in line] == told


ROWS = {
    "with the mark tired": {"min": 1},
    "without the mark tired": {"max": 0},
    "if a seat has the mark tired": {"seats": "all", "min": 1},
    "if no seat has the mark tired": {"seats": "all", "max": 0},
    "if another seat has the mark tired": {"seats": "others", "min": 1},
    "if no other seat has the mark tired": {"seats": "others", "min": 0, "max": 0},
    "if the mark tired (1 or 0) is 1 or less": {"max": 1},
    "if the mark tired (1 or 0) is a multiple of 2": {"every": 2},
    "if the mark tired (1 or 0) + 1 is 2 or more": {"plus": 1, "min": 2},
    "if the mark tired (1 or 0) of the seat with most is 1 or more": {"seats": "most", "min": 1},
}


@pytest.mark.parametrize("words", ROWS)
def test_rows_about_marks_are_told_in_words(rules: sa.Ruleset, words: str) -> None:
    assert rules.service(Phrases).row(IfRow("mark", "tired", **ROWS[words])) == words


def test_boards_and_views_show_marks_to_everybody(rules: sa.Ruleset) -> None:
    state = acting(rules, "bed", of_0=["pioneer", "tired"])
    assert "marks: seat 0 tired, pioneer" in str(state) or "marks: seat 0 pioneer, tired" in str(state)
    assert "marks" not in str(rules.initial_state())
    assert state.view(1).to_dict()["seats"][0]["marks"] == state.to_dict()["seats"][0]["marks"]


@pytest.mark.parametrize("seed", range(4))
def test_games_with_marks_are_whole_in_every_state(rules: sa.Ruleset, seed: int) -> None:
    """Saved in every state, played again, and with no mark of a round left when one begins."""
    seen, before = 0, 0
    for step, state in enumerate(states(rules, seed)):
        seen |= state.marks[0] | state.marks[1]
        if state.round != before:
            before = state.round
            assert not any(marks & ~rules.lasting_marks for marks in state.marks)
        if step % 20 == 0:
            read_again(state)
            check_all(state)
    assert seen == 3, "both marks were given"
    assert replayed(rules, random_game(rules, seed)[1]) == state


FARMERS = '[[mark]]\nid = "tiller"\n{mark}[[location]]\nid = "farm"\ncircles = 2\neffects = [{effects}]\n{more}'
GIVE, TAKE = '{ do = "mark", mark = "tiller" }', '{ do = "unmark", mark = "tiller" }'
ASK = '[[score]]\nid = "tillers"\ncount = { mark = "tiller" }\n'
LINT = {
    "given and asked": ([GIVE], ASK, []),
    "given, taken and asked": ([GIVE, TAKE], ASK, []),
    "given, and nothing asks": ([GIVE], "", ["SA517"]),
    "asked, and nothing gives it": (['{ do = "tool" }'], ASK, ["SA517"]),
    "taken, and nothing gives it": ([TAKE], ASK, ["SA514", "SA517"]),
    "taken, and nothing gives it or asks": ([TAKE], "", ["SA514"]),
    "left by a placement": (['{ do = "tool" }'], f'[[patch.location]]\ntarget = "farm"\nset.mark = "tiller"\n{ASK}', []),
}


@pytest.mark.parametrize("case", LINT)
def test_marks_that_nobody_gets_or_asks_for_are_told(case: str) -> None:
    effects, more, codes = LINT[case]
    text = FARMERS.format(mark="", effects=", ".join(effects), more=more)
    assert sorted(f.code for f in inspect_pack(base_pack(text)).findings) == codes


def test_an_edit_can_make_a_mark_last() -> None:
    text = FARMERS.format(mark="", effects=GIVE, more=f'{ASK}[[patch.mark]]\ntarget = "tiller"\nset.lasts = "game"\n')
    rules = base_with(text)
    assert rules.lasting_marks == 1


# --- the mark that a placement leaves ----------------------------------------------------------------------------

INN = """
[[mark]]
id = "guest"
{lasts}
[[location]]
id = "inn"
circles = 4
mark = "guest"
{stays}
effects = [{{ do = "tool" }}]
[[score]]
id = "guests"
count = {{ mark = "guest" }}
{more}
"""
WIPED = '[[patch.phase]]\ntarget = "base:placing"\nappend.effects = [{ do = "refresh", id = "late" }]\n'
LEAVING = '[[location]]\nid = "gate"\neffects = [{ do = "unmark", mark = "guest" }]\n'
SOME_ACT = '[[patch.phase]]\ntarget = "base:take-actions"\nset.effects.each-seat.{}if = [{{ goods = "food", min = 1 }}]\n'
STILL_HAS_IT = {
    "where nothing takes it": ("", "", "", True),
    "where some of another round are wiped": ('lasts = "game"', "", WIPED, True),
    "where an effect takes it": ("", "", LEAVING, False),
    "where it is wiped before figures act": ("", "", WIPED, True),
    "where not every seat acts": ("", "", SOME_ACT.format(""), True),
    "where not every seat resolves": ("", "", SOME_ACT.format("effects.resolve."), True),
    "where figures stay": ("", "stays = true", "", False),
}


@pytest.mark.parametrize("name", STILL_HAS_IT)
def test_who_stands_on_a_place_has_its_mark(name: str) -> None:
    """A position gives it; a saved state without it is refused, unless the mark can have gone."""
    lasts, stays, more, has_it = STILL_HAS_IT[name]
    text = INN.format(lasts=lasts, stays=stays, more=more)
    rules = base_with(text)
    given = {"phase": "take-actions", "figures": {"inn": {0: 1}, "hunt": {0: 1, 1: 1}}}
    state = position(rules, given)
    assert [state.player(seat).marks for seat in (0, 1)] == [("guest",), ()]
    assert position(rules, {**given, "seats": {0: {"points": 1}}}).player(0).marks == ("guest",)
    saved = state.to_dict()
    assert rules.state_from_dict(saved) == state
    saved["seats"][0]["marks"] = []
    if has_it:
        refused = "seat 0 has figures on inn, but not the mark that a placement there leaves"
        assert_no_state(rules, saved, refused)
        with pytest.raises(sa.InvalidState, match=refused):
            position(rules, {**given, "seats": {0: {"marks": []}}})
    else:
        assert rules.state_from_dict(saved).player(0).marks == ()
        assert position(rules, {**given, "seats": {0: {"marks": []}}}).player(0).marks == ()


def test_who_stays_on_a_place_keeps_its_mark_when_marks_are_wiped() -> None:
    text = INN.format(lasts="", stays="", more=WIPED)
    rules = base_with(text)
    for seed in range(4):
        for state in takewhile(lambda state: state.round < 5, states(rules, seed)):
            there = [seat for seat in (0, 1) if state.figures_at("inn")[seat]]
            assert all("guest" in state.player(seat).marks for seat in there)
            read_again(state)
