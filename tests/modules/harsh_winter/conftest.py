"""Positions with Harsh Winter, for the tests of its statements.

How a position or a refusal is written is in `stoneage_rules.testing`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

import stoneage_rules as sa
from dealt import resolving
from stoneage_rules.testing import position

CALM = {"card-1": "civ-26", "card-2": "civ-27", "card-3": "civ-28", "card-4": "civ-11"}
"""Cards for points and food: they ask nothing of anybody."""


@cache
def winter(players: int = 4, also: tuple[str, ...] = (), igloos: bool = True, **style: bool | str) -> sa.Ruleset:
    """The rules for so many players, with further modules and with the options that matter here."""
    options: dict[str, Any] = {} if igloos else {"harsh-winter": {"insulate-igloos": False}}
    if "style-is-the-goal" in also:
        options["style-is-the-goal"] = {key.replace("_", "-"): value for key, value in style.items()}
    return sa.load(players=players, modules=["harsh-winter", *also], options=options)


@pytest.fixture(scope="session")
def winter_for() -> Callable[..., sa.Ruleset]:
    """The rules for a number of players, further modules and options."""
    return winter


@pytest.fixture(scope="session")
def acting() -> Callable[..., sa.State]:
    """Seat 0 is about to resolve its figures on some places; what else it has stands in keywords.

    On the card spaces lie cards for points and food where nothing else is said.
    """

    def make(*places: str, players: int = 4, also: tuple[str, ...] = (), table: Any = (), **more: Any) -> sa.State:
        more = {"figures": 10, **more, "spaces": CALM | more.get("spaces", {})}
        return position(winter(players, also, **dict(table)), resolving({place: {0: 1} for place in places}, more))

    return make
