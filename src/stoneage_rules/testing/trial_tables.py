"""A pack and the tables at which it is tried: every player count, options at their extremes, with and without company.

What must be so there is in `packs`; what is looked at in a game is in `played`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any

import attrs

from stoneage_rules.errors import ContentError
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.loading.dependencies import Dependencies, pack_folder, read_manifest_or_raise
from stoneage_rules.loading.inspection import first_allowed, player_counts
from stoneage_rules.loading.load import load
from stoneage_rules.loading.table import Table
from stoneage_rules.packs.reading.find import PackFiles
from stoneage_rules.packs.records.manifest import Option
from stoneage_rules.testing.played_games import PlayedGame, Record

__all__ = ["Trial"]

MOST_CORNERS = 8
"""Up to so many combinations of extreme options are tried in full."""
GAMES = 2
"""Games at every table; one where options are not at their defaults."""
MORE_GAMES = 60
"""Further games at a table where something was not used, until all has been."""

Options = Mapping[str, Mapping[str, Any]]
"""Chosen options by pack."""
NO_OPTIONS: Options = MappingProxyType({})


class Trial:
    """A pack and the tables at which it is tried; each is loaded once."""

    def __init__(self, root: Path) -> None:
        root = pack_folder(root)
        self.root = root.resolve()
        self.tests = root / "tests"
        """As it was named, so that messages name it so."""
        self.manifest = read_manifest_or_raise(self.root)
        self._dependencies = Dependencies(self.root, self.manifest)
        self.id = self.manifest.pack.id
        self._loaded: dict[str, Ruleset] = {}
        self.required = self._dependencies.required
        self.company = self._dependencies.optional
        self.missing = self._dependencies.missing
        self.before = self._without()
        """A table without the pack and the digest of its rules, loaded before the pack ever is; None where nobody can play it."""

    def _without(self) -> tuple[Table, str] | None:
        players, rules = first_allowed(lambda players: load(Table(players=players, modules=self.required)))
        return None if isinstance(rules, ContentError) else (Table(players=players, modules=self.required), rules.digest)

    @cached_property
    def files(self) -> PackFiles:
        """The pack's files, by the names that messages show."""
        found: PackFiles = next(pack.files for pack in self.load(self.tables[0]).content.packs if pack.id == self.id)
        return found

    def table(self, players: int, more: Sequence[str] = (), options: Options = NO_OPTIONS) -> Table:
        """A table with the pack, what it requires and further modules."""
        modules = dict.fromkeys((*self.required, *more, str(self.root)))
        return Table(players=players, modules=tuple(modules), options={id: chosen for id, chosen in options.items() if chosen})

    def name(self, table: Table) -> str:
        """A table in a few words, without what every table has."""
        others = [f"with {Path(module).name}" for module in table.modules if module != str(self.root)]
        chosen = [f"{name} = {json.dumps(value)}" for values in table.options.values() for name, value in values.items()]
        return ", ".join([f"{table.players} players", *others, *chosen])

    # which tables

    def corners(self) -> Iterator[dict[str, Any]]:
        """The defaults, and the options at their extremes: in every combination, or one by one and all together."""
        extremes = {name: _extremes(option) for name, option in self.manifest.options.items()}
        yield {}
        combinations: list[dict[str, Any]] = [{}]
        for name, values in extremes.items():
            combinations = [{**before, name: value} for before in combinations for value in values]
            if len(combinations) > MOST_CORNERS:
                break
        if len(combinations) <= MOST_CORNERS:
            yield from (corner for corner in combinations if corner)
            return
        yield {name: values[0] for name, values in extremes.items()}
        yield {name: values[-1] for name, values in extremes.items()}
        yield from ({name: value} for name, values in extremes.items() for value in values)

    @cached_property
    def players(self) -> tuple[int, ...]:
        """The player counts at which the pack can be played."""
        return self._players(())

    def _players(self, more: Sequence[str]) -> tuple[int, ...]:
        players, rules = first_allowed(lambda players: self.load(self.table(players, more)))
        return (players,) if isinstance(rules, ContentError) else tuple(player_counts(rules))

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """Every table at which the pack is tried, those with all defaults first."""
        first, *others = self.players
        corners = list(self.corners())[1:]
        found = [self.table(players) for players in self.players]
        found += [self.table(players, (), {self.id: corner}) for corner in corners[:2] for players in others]
        found += [self.table(first, (), {self.id: corner}) for corner in corners]
        for more in self._companies():
            found += [self.table(players, more) for players in self._players(more)]
        return tuple(found)

    def _companies(self) -> list[tuple[str, ...]]:
        alone = list(self.company.values())
        together = tuple(dict.fromkeys(module for modules in alone for module in modules))
        return [*alone, together] if len(alone) > 1 else alone

    # loading

    def load(self, table: Table) -> Ruleset:
        """The rules of a table, loaded once however its modules are listed."""
        if str(self.root) in table.modules:
            # What the pack requires makes no difference where it is: it is there, or nothing loads.
            others = {*table.modules, *self.required} - {str(self.root)}
            table = attrs.evolve(table, modules=(*sorted(others), str(self.root)))
        key = repr(table.to_dict())
        if key not in self._loaded:
            self._loaded[key] = load(table)
        return self._loaded[key]

    @cached_property
    def failures(self) -> list[tuple[Table, ContentError]]:
        """The tables at which the pack cannot be loaded."""
        failures = []
        for table in self.tables:
            try:
                self.load(table)
            except ContentError as error:
                failures.append((table, error))
        return failures

    # playing

    @cached_property
    def played(self) -> list[PlayedGame]:
        """Random games at every table, and more where something the pack adds has not been used."""
        games = [
            PlayedGame(self.load(table), self.name(table), seed)
            for table in self.tables
            for seed in range(1 if table.options else GAMES)
        ]
        for table in self.tables:
            rules = self.load(table)
            for seed in range(GAMES, GAMES + MORE_GAMES):
                if not self.unused(games, rules):
                    break
                games.append(PlayedGame(rules, self.name(table), seed))
        return games

    def additions(self, rules: Ruleset) -> dict[Record, str]:
        """The items and locations that the pack adds, and their addresses."""
        content = rules.content
        entries = [*content.items(), *content.of("location")]
        return {(entry.kind, entry.name): entry.address for entry in entries if entry.pack == self.id}

    def unused(self, games: Sequence[PlayedGame], rules: Ruleset) -> set[Record]:
        """What the pack adds under some rules and no game has used."""
        owned = {kind for game in games for kind in game.owned_kinds}
        # What no seat ever owns is used when it lies open.
        laid = {record for game in games for record in game.laid if record[0] not in owned}
        return set(self.additions(rules)).difference(laid, *(game.used for game in games))


def _extremes(option: Option) -> list[Any]:
    """The values of an option that are furthest apart, without its default where there are others."""
    if option.type == "bool":
        values: list[Any] = [False, True]
    elif option.type == "text":
        values = list(option.choices) or [option.default]
    else:
        values = [value for value in (option.min, option.max) if value is not None] or [option.default]
    return values
