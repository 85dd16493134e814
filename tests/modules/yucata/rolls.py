"""A position with two waiting rolls, for the tests of picking and of saving."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import stoneage_rules as sa
from dealt import settle
from stoneage_rules.testing import play

SPACES = {"card-1": "civ-01", "card-2": "civ-02", "card-3": "civ-27", "card-4": "civ-28"}


def two_rolls(at: Callable[..., sa.State], **given: Any) -> sa.State:
    """Seats 2 and 3 have bought a dice card each; seats 0 and 1 wait for two dice, seat 2 for one."""
    seats = {**{seat: {"goods": {"wood": 2}} for seat in range(4)}, **given.pop("seats", {})}
    figures = {"card-1": {2: 1}, "card-2": {3: 1}, "hunt": [1, 1, 0, 0]}
    state = at(phase="take-actions", figures=figures, seats=seats, **{"spaces": SPACES, **given})
    play(state, "0: resolve hunt", "roll 1", "1: resolve hunt", "roll 1")
    play(state, "2: resolve card-1", "pay 1 wood", "roll 1 1 2 2", "2: pick 1")
    play(state, "3: pick 2", "3: resolve card-2", "pay 2 wood", "roll 3 3 4 4", "3: pick 4")
    settle(state)
    return state
