"""Positions of a game with igloos, for the tests of its statements."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

import stoneage_rules as sa
from dealt import dealt
from stoneage_rules.testing import position


@cache
def rules_with_igloos(players: int) -> sa.Ruleset:
    """The base game with igloos."""
    return sa.load(players=players, modules=["igloos"])


@pytest.fixture(scope="session")
def rules_for() -> Callable[[int], sa.Ruleset]:
    """The rules for a number of players."""
    return rules_with_igloos


@pytest.fixture(scope="session")
def at() -> Callable[..., sa.State]:
    """A state from facts in keywords; `players` says how many play."""

    def make(players: int = 4, **given: Any) -> sa.State:
        return position(rules_with_igloos(players), dealt(players, given))

    return make
