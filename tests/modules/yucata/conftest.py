"""Positions with the site's deviations, all three or some, for the tests of their statements.

How a position or a refusal is written is in `stoneage_rules.testing`.
"""

from __future__ import annotations

from functools import cache

import stoneage_rules as sa
from dealt import fixtures_of

DEVIATIONS = ("deferred-dice", "two-resources-now", "hunt-again")


@cache
def yucata(players: int = 4, on: tuple[str, ...] = DEVIATIONS, also: tuple[str, ...] = ()) -> sa.Ruleset:
    """The rules for so many players with some of the deviations and further modules."""
    options = {deviation: deviation in on for deviation in DEVIATIONS}
    return sa.load(players=players, modules=["yucata", *also], options={"yucata": options})


yucata_for, at = fixtures_of(yucata, "on", "also")
