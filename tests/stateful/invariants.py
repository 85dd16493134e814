"""The invariants of the kit under the names by which tests ask them, with what holds of our own content besides."""

from __future__ import annotations

import stoneage_rules as sa
from stoneage_rules.testing.invariants import check_state as check_all
from stoneage_rules.testing.invariants import odds_are_certain as check_odds
from stoneage_rules.testing.invariants import positions_hold, score_sheets_add_up
from stoneage_rules.testing.invariants import somebody_is_asked as check_pending

__all__ = ["check_all", "check_odds", "check_pending", "check_position", "check_sheets"]


def check_position(state: sa.State) -> None:
    """Asserts that the numbers of a state agree with each other."""
    for name in positions_hold.__all__:
        getattr(positions_hold, name)(state)


def check_sheets(state: sa.State) -> None:
    """Asserts that score sheets add up, and that every line cites a statement and has its points from somewhere."""
    score_sheets_add_up(state)
    for seat in range(state.rules.players):
        assert all(line.parts or not line.points for line in state.score_sheet(seat).lines)
    for seat in range(state.rules.players):
        for line in state.score_sheet(seat).lines:
            assert bool(line.parts) == bool(line.points), f"{line}"
            assert line.statements
