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
from dealt import dealt, fixtures_of, resolving
from stoneage_rules.testing import position

rules_for, at = fixtures_of(cache(lambda players: sa.load(players=players)))


@pytest.fixture(scope="session")
def rules(rules_for: Callable[[int], sa.Ruleset]) -> sa.Ruleset:
    """The base game for four."""
    return rules_for(4)


@pytest.fixture(scope="session")
def acting(rules_for: Callable[[int], sa.Ruleset]) -> Callable[..., sa.State]:
    """Seat 0 is about to resolve its figures on some places; what else it has stands in keywords."""

    def make(*places: str, figures: int = 1, players: int = 4, **more: Any) -> sa.State:
        more.setdefault("figures", 10)
        return position(rules_for(players), dealt(players, resolving({place: {0: figures} for place in places}, more)))

    return make
