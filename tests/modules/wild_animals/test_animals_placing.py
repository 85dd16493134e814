"""Figures on the active animal's card: placing them, and their staying there without food."""

from __future__ import annotations

import pytest

from stoneage_rules.testing import assert_refused, legal_texts, play

# --- placing ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("animals.place")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_card_has_a_circle_for_each_player(at, players):
    state = at(players, active="wolf")
    assert state.rules.place("active-animal").circles == players
    for seat in range(players):
        play(state, f"{seat}: place active-animal 1")
    assert state.figures_at("active-animal") == (1,) * players
    assert "place active-animal 1" not in legal_texts(state)
    assert_refused(
        state, "place active-animal 1", check="placement.circles",
        needed=f"active-animal has {players} circles", found="all are taken",
    )  # fmt: skip
