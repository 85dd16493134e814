"""Positions of the base game by number of players, for the tests of its statements.

How a position or a refusal is written is in `stoneage_rules.testing`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

import stoneage_rules as sa
from citing import pytest_runtest_call  # noqa: F401
from dealt import dealt
from stoneage_rules.testing import position


@cache
def base(players: int) -> sa.Ruleset:
    """The base game for so many players."""
    return sa.load(players=players)


@pytest.fixture(scope="session")
def rules() -> sa.Ruleset:
    """The base game for four."""
    return base(4)


@pytest.fixture(scope="session")
def rules_for() -> Callable[[int], sa.Ruleset]:
    """The base game for a number of players."""
    return base


@pytest.fixture(scope="session")
def at() -> Callable[..., sa.State]:
    """A state from facts in keywords; `players` says how many play."""

    def make(players: int = 4, **given: Any) -> sa.State:
        return position(base(players), dealt(players, given))

    return make


@pytest.fixture(scope="session")
def acting() -> Callable[..., sa.State]:
    """Seat 0 is about to resolve its figures on some places; what else it has stands in keywords.

    Seat 1 has a figure on the hunting grounds, so that the phase does not end with seat 0.
    """

    def make(*places: str, figures: int = 1, players: int = 4, **seat: Any) -> sa.State:
        placed = {place: {0: figures} for place in places}
        given: dict[str, Any] = {
            "phase": "take-actions",
            "figures": placed | {"hunt": {1: 1, **placed.get("hunt", {})}},
            "seats": {0: {"figures": 10, **{key: seat.pop(key) for key in list(seat) if key in SEAT_KEYS}}},
        }
        return position(base(players), dealt(players, given | seat))

    return make


SEAT_KEYS = ("points", "goods", "tracks", "tools", "items", "face_down", "unspent")
