"""The invariants of the kit under the names that tests use, and further ones of our own content."""

from __future__ import annotations

import stoneage_rules as sa
from stoneage_rules.testing import invariants

check_all = invariants.check_state
check_odds = invariants.odds_are_certain
check_pending = invariants.somebody_is_asked


def check_sheets(state: sa.State) -> None:
    """Asserts that score sheets add up, and that every line cites a statement and has its points from somewhere."""
    invariants.score_sheets_add_up(state)
    for seat in range(state.rules.players):
        assert all(line.parts or not line.points for line in state.score_sheet(seat).lines)
    for seat in range(state.rules.players):
        for line in state.score_sheet(seat).lines:
            assert bool(line.parts) == bool(line.points), f"{line}"
            assert line.statements
