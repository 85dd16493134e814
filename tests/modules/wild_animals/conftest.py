"""Positions of a game with animals, for the tests of its statements."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

import stoneage_rules as sa
from dealt import dealt
from stoneage_rules.testing import position


@cache
def rules_with_animals(players: int) -> sa.Ruleset:
    """The base game with animals."""
    return sa.load(players=players, modules=["wild-animals"])


@pytest.fixture(scope="session")
def rules_for() -> Callable[[int], sa.Ruleset]:
    """The rules for a number of players."""
    return rules_with_animals


@pytest.fixture(scope="session")
def at() -> Callable[..., sa.State]:
    """A state from facts in keywords; `active` is the animal on the active card, `on_card` its figures by seat."""

    def make(players: int = 4, active: str | None = None, on_card: Any = None, **given: Any) -> sa.State:
        if active is not None:
            given["spaces"] = {"active-animal": active, **given.get("spaces", {})}
        if on_card is not None:
            given["figures"] = {"active-animal": on_card, **given.get("figures", {})}
        return position(rules_with_animals(players), dealt(players, given))

    return make
