"""Igloos: laying them out, placing on them, taking them, and what they do not do."""

from __future__ import annotations

import pytest

from models.values import IGLOOS
from stoneage_rules.testing import legal_texts

SPACES = ["igloo-1", "igloo-2", "igloo-3", "igloo-4"]


# --- set-up and placing -------------------------------------------------------------------------------------------


@pytest.mark.rule("igloos.setup")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_four_lie_beside_the_board_from_the_start(at, players):
    state = at(players)
    assert [place for place in state.rules.place_index if place.startswith("igloo")] == SPACES
    assert sorted(state.item_on(space) for space in SPACES) == sorted(IGLOOS)
    assert state.unseen("igloos-aside") == ()
    assert [option for option in legal_texts(state) if "igloo" in option] == [f"place {space} 1" for space in SPACES]


@pytest.mark.rule("igloos.setup")
def test_no_chance_decides_where_an_igloo_lies(rules_for):
    state = rules_for(2).initial_state()
    drawn = set()
    while state.phase is None:
        drawn |= {state.rules.items[outcome.data].id for outcome, _ in state.outcomes()}
        state.apply(state.outcomes()[0][0])
    assert not drawn & set(IGLOOS)


# --- what they do not do ------------------------------------------------------------------------------------------


@pytest.mark.rule("igloos.no-builder")
def test_igloos_are_no_buildings_for_builders(at):
    def builders(*more):
        state = at(seats={0: {"items": ["civ-26", "bld-01", *more]}})
        return next(line for line in state.score_sheet(0).lines if line.id == "builders")

    assert builders().factors == (3, 1)
    assert builders("igloo-a", "igloo-d").factors == (3, 1)
    assert builders("igloo-a", "bld-02").points == 3 * 2
