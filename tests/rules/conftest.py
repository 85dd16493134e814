"""Rules of the base game by number of players, for the tests of its statements.

How a position or a refusal is written is in `stoneage_rules.testing`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest
import stoneage_rules as sa
from stoneage_rules.testing import position

At = Callable[..., sa.State]


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
def at() -> At:
    """A state from facts in keywords; `players` says how many play."""

    def make(players: int = 4, **given: object) -> sa.State:
        return position(base(players), given)

    return make
