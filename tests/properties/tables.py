"""The tables that prove the kernel: every proof runs over whatever modules of the library are there.

What is proved stands in the test files; nothing here knows a rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Any

import stoneage_rules as sa
from long_profile import FULL, LONG
from shipped import BASE as GAME
from shipped import HERE, SHIPPED

FEWEST = 2
"""So many can play whatever is enabled; loading says otherwise if that changes."""

VARIANTS: Mapping[str, Mapping[str, Any]] = {
    "base-3-from-seat-2": {"players": 3, "first_seat": 2},
    "base-2-edition-2008": {"players": 2, "edition": "2008"},
}


@cache
def _seats(*module: str) -> range:
    """The numbers of players that the base game, or it and one module, allow."""
    (counts,) = sa.load(players=FEWEST, modules=module).content.of("players")
    return counts.record.player_counts()


def players_of(modules: Sequence[str]) -> range:
    """The numbers of players that modules allow: those that any of them does.  `test_combinations` asks the rules."""
    each = [_seats(), *(_seats(module) for module in modules)]
    return range(min(one.start for one in each), max(one.stop for one in each))


def name_of(modules: Sequence[str], players: int) -> str:
    """Returns what test ids and playthroughs call a table."""
    words = [SHIPPED[module] for module in modules] or [GAME]
    return f"{'all' if len(modules) == len(SHIPPED) else '-'.join(words)}-{players}"


def _combinations() -> Iterator[tuple[str, Mapping[str, Any]]]:
    for size in range(len(HERE) + 1):
        for chosen in combinations(HERE, size):
            for players in players_of(chosen):
                yield name_of(chosen, players), {"players": players, "modules": chosen}


TABLES: Mapping[str, Mapping[str, Any]] = {**dict(_combinations()), **VARIANTS}
"""Settings for `sa.load` by name."""

ALL = tuple(TABLES)
"""Every combination of modules at every player count."""

BASE = tuple(name for name in ALL if not TABLES[name].get("modules"))
"""The base game alone."""


def _is_extreme(name: str) -> bool:
    """Returns whether no fewer can play what is played here, or no more."""
    players = players_of(TABLES[name].get("modules", ()))
    return TABLES[name]["players"] in (players[0], players[-1])


_SIMPLE = tuple(name for name in ALL if len(TABLES[name].get("modules", ())) in (0, 1, len(HERE)))
"""No module, each module alone, all together."""

EXTREMES = tuple(name for name in _SIMPLE if name not in VARIANTS and _is_extreme(name))
"""No module, each module alone, all together: each at the least and at the greatest number of players."""


def _is_one_of_few(name: str) -> bool:
    modules, players = TABLES[name].get("modules", ()), TABLES[name]["players"]
    if not modules:
        return name in EXTREMES
    return players == 3 or (len(modules) == 1 and players > players_of(())[-1])


FEW = tuple(name for name in _SIMPLE if _is_one_of_few(name))
"""One table of each, for what depends little on the number of players; a seat that only a module brings counts."""

MAIN = _SIMPLE if LONG else (*(EXTREMES if FULL else FEW), *VARIANTS)
"""No module, each module alone, all together: at every number of players with the long profile, at the extremes with `full`."""


@cache
def rules_of(name: str) -> sa.Ruleset:
    """The rules of a table, loaded once per run."""
    return sa.load(**TABLES[name])
