"""The patterns of docs/patterns.md: each is a pack that check passes, that plays to the end, and that does what it is for."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import stoneage_rules as sa
from properties.play import random_game, replayed, states
from stoneage_rules.testing import inspect_pack, play, position
from writing import write_pack

PAGE = Path(__file__).parents[2] / "docs" / "patterns.md"
PATTERNS = dict(re.findall("^```toml ([a-z-]+)\n(.*?)^```$", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE))


def pack(folder: Path, name: str) -> Path:
    return write_pack(folder, {"rules.toml": PATTERNS[name]}, requires="base", id="my-rules")


def load(folder: Path, name: str, players: int = 2) -> sa.Ruleset:
    return sa.load(players=players, modules=[str(pack(folder, name))])


def points(state: sa.State) -> list[int]:
    return [state.player(seat).points for seat in range(state.rules.players)]


@pytest.mark.parametrize("name", PATTERNS)
def test_a_pattern_is_a_pack_that_plays(name: str, tmp_path: Path) -> None:
    found = inspect_pack(pack(tmp_path, name))
    assert [str(finding) for finding in found.findings] == []
    for rules in (found.rules[0], found.rules[-1]):
        state, answers = random_game(rules, seed=3)
        assert replayed(rules, answers) == state


def test_hunger_grows(tmp_path: Path) -> None:
    starving = {"phase": "feed-tribe", "seats": {0: {"goods": {"food": 0}, "tracks": {"hungry": 2}}}}
    state = position(load(tmp_path, "growing-hunger"), starving)
    play(state, "starve")
    assert points(state)[0] == -15


def test_begging_costs_points_at_the_end(tmp_path: Path) -> None:
    at = {"phase": "take-actions", "figures": {"crossroads": {0: 1}, "hunt": {1: 1}}}
    state = position(load(tmp_path, "begging"), at)
    play(state, "resolve crossroads")
    assert {line.name: line.points for line in state.score_sheet(0).lines}["begged"] == -3


def test_goals_are_hidden_and_count(tmp_path: Path) -> None:
    rules = load(tmp_path, "hidden-goals")
    state = position(rules, {"phase": "placing", "seats": {0: {"face_down": ["host-2"], "goods": {"food": 9}}}})
    assert state.view(1).player(0).face_down == ()
    assert {line.name: line.points for line in state.score_sheet(0).lines}["a point for each 2 food, for each feast"] == 8


def test_ties_are_broken_in_order(tmp_path: Path) -> None:
    rules = load(tmp_path, "ordered-tie-breaks")
    assert [entry.id for entry in rules.content.of("tie_break")] == ["gold", "buildings", "tool-values"]


def test_one_can_play_alone(tmp_path: Path) -> None:
    state, _ = random_game(load(tmp_path, "solo", players=1), seed=1)
    assert state.is_over
    assert state.winners == (0,)


def test_figures_are_placed_twice_in_a_round(tmp_path: Path) -> None:
    phases = {state.phase for state in states(load(tmp_path, "second-placing"), seed=1)}
    assert {"placing", "evening", "evening-actions"} <= phases


def _first(state: sa.State) -> list[tuple[str, ...]]:
    return [state.player(seat).marks for seat in range(2)]


def test_only_the_first_farmer_has_the_points(tmp_path: Path) -> None:
    rules = load(tmp_path, "first-farmer")
    both = {seat: {"tracks": {"agriculture": 4}, "goods": {"food": 20}} for seat in (0, 1)}
    state = position(rules, {"phase": "honours", "seats": both})
    assert (points(state), _first(state)) == ([5, 0], [("first-farmer",), ()])
    later: Callable[[int], dict[str, object]] = lambda seat: {"tracks": {"agriculture": 9}, "goods": {"food": 20}}  # noqa: E731
    state = position(rules, {"phase": "honours", "seats": {0: later(0), 1: {**later(1), "marks": ["first-farmer"]}}})
    assert points(state) == [0, 0], "the seat that comes later has nothing"


def test_the_hut_is_closed_for_one_round(tmp_path: Path) -> None:
    rules = load(tmp_path, "no-hut-twice")
    hut = rules.parse("place hut 2")
    for marks, open_ in ((["was-in-the-hut"], False), ([], True)):
        state = position(rules, {"phase": "placing", "seats": {0: {"marks": marks}}})
        assert state.is_legal(hut) is open_
    state = position(rules, {"phase": "remember", "seats": {0: {"marks": ["in-the-hut"]}, 1: {"marks": ["was-in-the-hut"]}}})
    assert [state.player(seat).marks for seat in range(2)] == [("was-in-the-hut",), ()]
