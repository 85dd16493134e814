"""A pack under test and its trial tables, with every player count, options at their extremes, and optional packs.

The checks themselves are in `pack_checks`.
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
from stoneage_rules.testing.entries import loading_once
from stoneage_rules.testing.played_games import PlayedGame, RecordKey

__all__ = ["Trial"]

MOST_CORNERS = 8
"""Maximum number of combinations of extreme options for which all are tried."""
GAMES = 2
"""The number of games at each table with default options; other tables get one."""
MORE_GAMES = 60
"""Maximum number of further games at a table if something was not used."""

Options = Mapping[str, Mapping[str, Any]]
"""Chosen options by pack."""
NO_OPTIONS: Options = MappingProxyType({})


class Trial:
    """A pack and its trial tables, each loaded once.

    Args:
        root: the pack's folder or zip file, or the id of an installed module.
    """

    def __init__(self, root: Path) -> None:
        root = pack_folder(root)
        self.root = root.resolve()
        self.tests = root / "tests"
        """The folder of tests, with the path as given for the pack, for messages."""
        self.manifest = read_manifest_or_raise(self.root)
        self._dependencies = Dependencies(self.root, self.manifest)
        self.id = self.manifest.pack.id
        self._load_once = loading_once(load)
        self.required = self._dependencies.required
        self.optional = self._dependencies.optional
        self.missing = self._dependencies.missing
        self.before = self._without()
        """A table without the pack and the digest of its rules, loaded before the pack; None if it cannot be loaded."""

    def _without(self) -> tuple[Table, str] | None:
        players, rules = first_allowed(lambda players: load(Table(players=players, modules=self.required)))
        return None if isinstance(rules, ContentError) else (Table(players=players, modules=self.required), rules.digest)

    @cached_property
    def files(self) -> PackFiles:
        """The pack's files, under the names that messages show."""
        files: PackFiles = next(pack.files for pack in self.load(self.tables[0]).content.packs if pack.id == self.id)
        return files

    def table(self, players: int, more: Sequence[str] = (), options: Options = NO_OPTIONS) -> Table:
        """Returns a table with the pack, what it requires and further modules."""
        modules = dict.fromkeys((*self.required, *more, str(self.root)))
        return Table(players=players, modules=tuple(modules), options={id: chosen for id, chosen in options.items() if chosen})

    def name(self, table: Table) -> str:
        """Describes a table in a few words, without the parts common to all tables."""
        others = [f"with {Path(module).name}" for module in table.modules if module != str(self.root)]
        chosen = [f"{name} = {json.dumps(value)}" for values in table.options.values() for name, value in values.items()]
        return ", ".join([f"{table.players} players", *others, *chosen])

    # --- tables -------------------------------------------------------------------------------------------------

    def corners(self) -> Iterator[dict[str, Any]]:
        """Yields the defaults, and the options at their extremes: in every combination, or one by one and all together."""
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
        tables = [self.table(players) for players in self.players]
        tables += [self.table(players, (), {self.id: corner}) for corner in corners[:2] for players in others]
        tables += [self.table(first, (), {self.id: corner}) for corner in corners]
        for more in self._optional_modules():
            tables += [self.table(players, more) for players in self._players(more)]
        return tuple(tables)

    def _optional_modules(self) -> list[tuple[str, ...]]:
        """Returns the modules of each optional pack, and those of all together."""
        each = list(self.optional.values())
        together = tuple(dict.fromkeys(module for modules in each for module in modules))
        return [*each, together] if len(each) > 1 else each

    # --- loading ------------------------------------------------------------------------------------------------

    def load(self, table: Table) -> Ruleset:
        """Returns the rules of a table, loaded once however its modules are listed."""
        if str(self.root) in table.modules:
            # Required packs need not be listed: without them nothing loads.
            others = {*table.modules, *self.required} - {str(self.root)}
            table = attrs.evolve(table, modules=(*sorted(others), str(self.root)))
        return self._load_once(table)

    @cached_property
    def failures(self) -> list[tuple[Table, ContentError]]:
        """The tables at which the pack fails to load, with their errors."""
        failures = []
        for table in self.tables:
            try:
                self.load(table)
            except ContentError as error:
                failures.append((table, error))
        return failures

    # --- playing ------------------------------------------------------------------------------------------------

    @cached_property
    def played(self) -> list[PlayedGame]:
        """Random games at every table, and further ones if something that the pack adds was not used."""
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

    def additions(self, rules: Ruleset) -> dict[RecordKey, str]:
        """Returns the items and locations that the pack adds, with their addresses."""
        content = rules.content
        entries = [*content.items(), *content.of("location")]
        return {(entry.kind, entry.name): entry.address for entry in entries if entry.pack == self.id}

    def unused(self, games: Sequence[PlayedGame], rules: Ruleset) -> set[RecordKey]:
        """Returns the records that the pack adds under given rules and that no game has used."""
        owned = {kind for game in games for kind in game.owned_kinds}
        # Items of a kind that no seat ever owns count as used when they lie open.
        laid = {record for game in games for record in game.laid if record[0] not in owned}
        return set(self.additions(rules)).difference(laid, *(game.used for game in games))


def _extremes(option: Option) -> list[Any]:
    """Returns the extreme values of an option; its default if it has no bounds."""
    if option.type == "bool":
        values: list[Any] = [False, True]
    elif option.type == "text":
        values = list(option.choices) or [option.default]
    else:
        values = [value for value in (option.min, option.max) if value is not None] or [option.default]
    return values
