"""The rules of two toy games with plugins of their own, and positions by the answers that lead there."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import stoneage_rules as sa
from stoneage_rules.testing import play
from toy import auction, secrets

HERE = Path(__file__).parent


def fields(players: int = 3) -> sa.Ruleset:
    return sa.load(players=players, modules=[str(HERE / "fields")], plugins=[auction.MECHANISM])


@cache
def curios(players: int = 3) -> sa.Ruleset:
    return sa.load(players=players, modules=[str(HERE / "curios")], plugins=[secrets.MECHANISM])


def begun(rules: sa.Ruleset, *answers: str) -> sa.State:
    """A new game after these answers."""
    return play(rules.initial_state(), *answers)
