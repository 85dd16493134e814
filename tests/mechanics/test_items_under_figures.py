"""Items beneath figures: they do not slide, and one seat may take what another still stands on."""

from __future__ import annotations

import pytest

from mechanics.games import read_again, whole_games
from stoneage_rules.testing import play, position
from writing import base_with, toy_with

SLIDES_EARLY = """
[[patch.course]]
target = "meadow:seasons"
drop = { phases = ["dusk"] }
insert = { phases = { value = "dusk", after = "go" } }
"""
ROOM_FOR_TWO = """
[[patch.location]]
target = "meadow:stall"
set.circles = 2
"""
CARDS_SLIDE_HERE = """
[[patch.phase]]
target = "base:take-actions"
insert.effects = { value = { do = "slide", row = "card-row" }, before = "each-seat" }
"""


@pytest.mark.parametrize("text", [SLIDES_EARLY, ROOM_FOR_TWO], ids=["a slide before the purchase", "two seats at one item"])
def test_whole_games_keep_every_law(text: str) -> None:
    whole_games(toy_with(text), 20, every=1)


def test_an_item_on_which_figures_stand_does_not_slide() -> None:
    rules = base_with(CARDS_SLIDE_HERE)
    spaces = {"card-1": "none", "card-2": "civ-02", "card-3": "civ-03", "card-4": "civ-04"}
    state = position(rules, {"phase": "placing", "figures": {"hunt": [4, 4], "card-3": [0, 1]}, "spaces": spaces})
    play(state, "place fields 1")
    assert [state.item_on(f"card-{number}") for number in (1, 2, 3, 4)] == ["civ-02", "civ-04", "civ-03", None]


def test_whoever_comes_second_finds_nothing() -> None:
    rules = toy_with(ROOM_FOR_TWO)
    given = {"phase": "work", "figures": {"stall-1": [1, 1]}, "spaces": {"stall-1": "acorn", "stall-2": "shell"}}
    state = position(rules, given)
    play(state, "resolve stall-1", "pay 1 berry")
    read_again(state)
    assert rules.describe(rules.parse("resolve stall-1"), state).endswith("nothing lies there")
    play(state, "resolve stall-1")
    assert state.is_chance, "the stalls are being filled again, and the second seat was asked nothing"
