"""Positions of a game with animals, for the tests of its statements."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

import stoneage_rules as sa
from dealt import fixtures_of

rules_for, plainly = fixtures_of(cache(lambda players: sa.load(players=players, modules=["wild-animals"])))


@pytest.fixture(scope="session")
def at(plainly: Callable[..., sa.State]) -> Callable[..., sa.State]:
    """A state from facts in keywords; `active` is the animal on the active card, `on_card` its figures by seat."""

    def make(players: int = 4, active: str | None = None, on_card: Any = None, **given: Any) -> sa.State:
        if active is not None:
            given["spaces"] = {"active-animal": active, **given.get("spaces", {})}
        if on_card is not None:
            given["figures"] = {"active-animal": on_card, **given.get("figures", {})}
        return plainly(players, **given)

    return make
