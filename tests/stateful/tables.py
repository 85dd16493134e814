"""The tables at which the kernel is proved: a new module is named here once, and every proof runs over it.

What is proved stands in the test files; nothing here knows a rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations
from typing import Any

import stoneage_rules as sa

__all__ = ["ALL", "BASE", "FEW", "MAIN", "rules_of"]

MODULES = {
    "harsh-winter": "winter",
    "igloos": "igloos",
    "style-is-the-goal": "style",
    "wild-animals": "animals",
    "yucata": "yucata",
}
"""Every module of the library, and what names of tables call it."""

FIVE_PLAYERS = {"style-is-the-goal"}
"""Modules that seat a fifth player."""

VARIANTS: Mapping[str, Mapping[str, Any]] = {
    "base-3-from-seat-2": {"players": 3, "starting_seat": 2},
    "base-2-edition-2008": {"players": 2, "edition": "2008"},
}


def _combinations() -> Iterator[tuple[str, Mapping[str, Any]]]:
    for size in range(len(MODULES) + 1):
        for chosen in combinations(MODULES, size):
            for players in range(2, 6 if FIVE_PLAYERS & set(chosen) else 5):
                words = [MODULES[module] for module in chosen] or ["base"]
                yield f"{'-'.join(words)}-{players}", {"players": players, "modules": chosen}


TABLES: Mapping[str, Mapping[str, Any]] = {**dict(_combinations()), **VARIANTS}
"""Settings for `sa.load` by the name that test ids and playthroughs carry."""

ALL = tuple(TABLES)
"""Every combination of modules at every player count."""

BASE = tuple(name for name in ALL if name.startswith("base-"))
"""The base game alone."""

MAIN = tuple(name for name in ALL if len(TABLES[name].get("modules", ())) in (0, 1, len(MODULES)))
"""No module, each module alone, all together."""

FEW = tuple(name for name in MAIN if name in ("base-2", "base-4", "style-5") or (name.endswith("-3") and name not in BASE))
"""One table of each, for what depends little on the number of players."""


@cache
def rules_of(name: str) -> sa.Ruleset:
    """The rules of a table, loaded once per run."""
    return sa.load(**TABLES[name])
