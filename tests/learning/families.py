"""Tables that share spaces."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import stoneage_rules as sa
from properties.tables import BASE, TABLES, name_of, players_of
from shipped import HERE
from toy import secrets

TOY = Path(__file__).parent.parent / "toy"


@cache
def toys() -> tuple[sa.Ruleset, ...]:
    """Two games that have nothing of the base game in them: of no items, and of sealed bids."""
    curios = sa.load(players=3, modules=[str(TOY / "curios")], plugins=[secrets.MECHANISM])
    return sa.load(players=2, modules=[str(TOY / "pool")]), curios


@cache
def family() -> tuple[sa.Ruleset, ...]:
    """The table of all modules, the base game at every number of players, and the toys."""
    return (*[sa.load(**TABLES[name]) for name in (name_of(HERE, players_of(HERE)[-1]), *BASE)], *toys())


SMALL = {"players": 2}
LARGE = {"players": players_of(HERE)[-1], "modules": [*HERE]}

FULL = 0
"""The place of the table of all modules in the family."""
