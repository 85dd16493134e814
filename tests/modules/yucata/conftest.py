"""Positions with the site's deviations, all three or some, for the tests of their statements.

How a position or a refusal is written is in `stoneage_rules.testing`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

import stoneage_rules as sa
from dealt import dealt
from stoneage_rules.testing import position

DEVIATIONS = ("deferred-dice", "two-resources-now", "hunt-again")


@cache
def yucata(players: int = 4, on: tuple[str, ...] = DEVIATIONS, also: tuple[str, ...] = ()) -> sa.Ruleset:
    """The rules for so many players with some of the deviations and further modules."""
    options = {deviation: deviation in on for deviation in DEVIATIONS}
    return sa.load(players=players, modules=["yucata", *also], options={"yucata": options})


@pytest.fixture(scope="session")
def yucata_for() -> Callable[..., sa.Ruleset]:
    """The rules for a number of players, the deviations that are on, and further modules."""
    return yucata


@pytest.fixture(scope="session")
def at() -> Callable[..., sa.State]:
    """A state from facts in keywords; `players`, `on` and `also` say what is played."""

    def make(players: int = 4, on: tuple[str, ...] = DEVIATIONS, also: tuple[str, ...] = (), **given: Any) -> sa.State:
        return position(yucata(players, on, also), dealt(players, given))

    return make
