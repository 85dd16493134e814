"""Tables at which data from strangers are tried: modules, toys, examples, house rules, and packs made at random.

A name is one of `properties.tables`, the path of a pack and a number of players, or the seed and number of a random pack.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import stoneage_rules as sa
from properties import tables
from sources import ROOT
from toy import auction, secrets
from units.packs.pack_trials import draw_pack
from units.packs.random_values import seeded

FOLDERS = (
    "content/stoneage_examples",
    "tests/authoring/newcomer",
    "tests/authoring/toy",
    "tests/toy",
)
"""Folders of packs."""
PLUGINS: Mapping[str, Sequence[Any]] = {"tests/toy/curios": [secrets.MECHANISM], "tests/toy/fields": [auction.MECHANISM]}
RANDOM = "random"


@cache
def pack_tables(*folders: str) -> tuple[str, ...]:
    """The names of the tables of all packs in folders, each with the fewest players and with one more."""
    return tuple(name for folder in folders for path in _packs(folder) for name in _names(path))


def _packs(folder: str) -> Iterator[str]:
    for path in sorted((ROOT / folder).iterdir()):
        if (path / "pack.toml").exists():
            yield str(path.relative_to(ROOT).as_posix())


def _names(path: str) -> Iterator[str]:
    for players in [players for players in range(1, 6) if _loads(path, players)][:2]:
        yield f"{path} {players}"


def _loads(path: str, players: int) -> bool:
    try:
        return bool(rules_of(f"{path} {players}"))
    except sa.StoneAgeError:
        return False


def random_tables(seed: int, packs: int) -> tuple[str, ...]:
    """The names of the tables of packs made at random, those that could be played."""
    return tuple(name for number in range(packs) for name in [f"{RANDOM} {seed * 10_000_000 + number}"] if _random(name))


@cache
def _random(name: str) -> sa.Ruleset | None:
    with TemporaryDirectory() as folder:
        trial = draw_pack(seeded(int(name.split()[1])), Path(folder) / "random-pack")
        return trial.inspection.rules[0] if trial.inspection else None


@cache
def rules_of(name: str) -> sa.Ruleset:
    """The rules of a table."""
    if name in tables.TABLES:
        return tables.rules_of(name)
    path, players = name.rsplit(" ", 1)
    if path == RANDOM:
        rules = _random(name)
        assert rules is not None
        return rules
    return sa.load(players=int(players), modules=[str(ROOT / path)], plugins=PLUGINS.get(path, ()))
