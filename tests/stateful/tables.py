"""The tables at which the kernel is proved: a combination of modules is added here, and every proof runs over it.

What is proved stands in the test files; nothing here knows a rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import stoneage_rules as sa

__all__ = ["NAMES", "TABLES", "rules_of"]

TABLES: Mapping[str, Mapping[str, Any]] = {
    "base-2": {"players": 2},
    "base-3": {"players": 3},
    "base-4": {"players": 4},
    "base-3-from-seat-2": {"players": 3, "starting_seat": 2},
    "base-2-edition-2008": {"players": 2, "edition": "2008"},
}
"""Settings for `sa.load` by the name that test ids and playthroughs carry."""

NAMES = tuple(TABLES)


@cache
def rules_of(name: str) -> sa.Ruleset:
    """The rules of a table, loaded once per run."""
    return sa.load(**TABLES[name])
