"""Positions with Style is the Goal, for the tests of its statements.

How a position or a refusal is written is in `stoneage_rules.testing`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

import stoneage_rules as sa
from dealt import dealt, resolving
from stoneage_rules.testing import position

MODULE = "style-is-the-goal"
CALM = {"card-1": "civ-26", "card-2": "civ-27", "card-3": "civ-28", "card-4": "civ-11", "card-5": "civ-12"}
"""Cards for points and food: they ask nothing of anybody."""


@cache
def style(players: int = 4, also: tuple[str, ...] = (), **options: Any) -> sa.Ruleset:
    """The rules for so many players, with further modules and with the module's own options."""
    named = {key.replace("_", "-"): value for key, value in options.items()}
    return sa.load(players=players, modules=[MODULE, *also], options={MODULE: named} if named else {})


@pytest.fixture(scope="session")
def style_for() -> Callable[..., sa.Ruleset]:
    """The rules for a number of players, further modules and options."""
    return style


@pytest.fixture(scope="session")
def at() -> Callable[..., sa.State]:
    """A state from facts in keywords; `players`, `also` and `options` say what is played."""

    def make(players: int = 4, also: tuple[str, ...] = (), options: tuple[tuple[str, Any], ...] = (), **given: Any) -> sa.State:
        return position(style(players, also, **dict(options)), dealt(players, given))

    return make


@pytest.fixture(scope="session")
def acting(at: Callable[..., sa.State]) -> Callable[..., sa.State]:
    """Seat 0 is about to resolve its figures on some places; what else it has stands in keywords.

    On the card spaces lie cards for points and food where nothing else is said.
    """

    def make(*places: str, count: int = 1, **more: Any) -> sa.State:
        more["spaces"] = CALM | more.get("spaces", {})
        placed = {place: {0: 2 if place in ("hut", "trader-post") else count} for place in places}
        return at(**resolving(placed, {"figures": 10, **more}))

    return make
