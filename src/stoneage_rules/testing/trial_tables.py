"""A pack under test and its trial tables, with every player count, options at their extremes, and optional packs.

The checks themselves are in `pack_checks`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

import attrs

from stoneage_rules.errors import ContentError, PluginError, StoneAgeError
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State
from stoneage_rules.loading.dependencies import Dependencies, pack_folder, read_manifest_or_raise
from stoneage_rules.loading.inspection import PLAYERS, first_allowed, player_counts
from stoneage_rules.loading.installed import installed_modules, sound_modules
from stoneage_rules.loading.load import load
from stoneage_rules.loading.table import Table
from stoneage_rules.mechanics.placement.opening import OPENINGS, Opening
from stoneage_rules.packs.reading.find import PackFiles
from stoneage_rules.packs.records.manifest import Option
from stoneage_rules.testing.entries import loading_once
from stoneage_rules.testing.mistakes import Findings
from stoneage_rules.testing.played_games import Looks, PlayedGame, RecordKey
from stoneage_rules.testing.results import Result
from stoneage_rules.testing.scenario import PROPERTIES
from stoneage_rules.testing.supervised_games import play_supervised

__all__ = ["Trial", "extreme_values"]

MOST_CORNERS = 8
"""Maximum number of combinations of extreme options for which all are tried."""
GAMES = 2
"""The number of games at each table with default options; other tables get one."""
MORE_GAMES = 60
"""Maximum number of further games at a table if something was not used."""
MOST_ROUNDS = 100
"""The number of rounds that are looked at for one in which a place opens; games are shorter."""

Options = Mapping[str, Mapping[str, Any]]
"""Chosen options by pack."""
NO_OPTIONS: Options = MappingProxyType({})


class Trial:
    """A pack and its trial tables, each loaded once.

    Args:
        root: the pack's folder or zip file, or the id of an installed module.
        plugins: the pack's Python as objects, if it is not installed.
        games: the number of games at each table; by default two with default options, and one at other tables.

    Raises:
        ContentError: there is no pack, or its manifest cannot be read.
        StoneAgeError: the pack is a module with Python that is installed from another folder.
    """

    def __init__(self, root: Path, *, plugins: Sequence[object] = (), games: int | None = None) -> None:
        root = pack_folder(root)
        self.plugins = plugins
        self.games = games
        self.looks = Looks()
        """The states that were looked at in the games so far."""
        self.results: dict[str, Result] = {}
        """The results of checks by name, as far as they were made."""
        self.root = root.resolve()
        self.tests = root / "tests"
        """The folder of tests, with the path as given for the pack, for messages."""
        self.manifest = read_manifest_or_raise(self.root)
        self._dependencies = Dependencies(self.root, self.manifest)
        self.id = self.manifest.pack.id
        self._load_once = loading_once(partial(load, plugins=plugins))
        self.required = self._dependencies.required
        self.optional = self._dependencies.optional
        self.missing = self._dependencies.missing
        self.before = self._without()
        """A table without the pack and the digest of its rules, loaded before the pack; None if it cannot be loaded."""

    def _without(self) -> tuple[Table, str] | None:
        players, rules = first_allowed(lambda players: load(Table(players=players, modules=self.required)))
        return None if isinstance(rules, ContentError) else (Table(players=players, modules=self.required), rules.digest)

    @property
    def scenario_files(self) -> list[Path]:
        """The files of its scenarios."""
        return [file for file in self._test_files if file.name != PROPERTIES]

    @property
    def property_files(self) -> list[Path]:
        """The files of its properties."""
        return [file for file in self._test_files if file.name == PROPERTIES]

    @property
    def _test_files(self) -> list[Path]:
        return sorted(self.tests.rglob("*.toml")) if self.tests.is_dir() else []

    @cached_property
    def files(self) -> PackFiles:
        """The pack's files, under the names that messages show."""
        files: PackFiles = next(pack.files for pack in self.load(self.tables[0]).content.packs if pack.id == self.id)
        return files

    @property
    def has_python(self) -> bool:
        """True if the pack belongs to an installed module with Python, or plugins were handed over with it."""
        module = installed_modules().get(self.id)
        return bool(self.plugins) or (module is not None and module.has_python)

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
        extremes = {name: extreme_values(option) for name, option in self.manifest.options.items()}
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
        try:
            players, rules = first_allowed(lambda players: self.load(self.table(players, more)))
        except PluginError:
            return PLAYERS[:1]
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
    def failures(self) -> list[tuple[Table, StoneAgeError]]:
        """The tables at which the pack fails to load, with their errors; the first alone if it is a plugin's."""
        failures: list[tuple[Table, StoneAgeError]] = []
        for table in self.tables:
            try:
                self.load(table)
            except ContentError as error:
                failures.append((table, error))
            except PluginError as error:
                return [(table, error)]
        return failures

    # --- playing ------------------------------------------------------------------------------------------------

    @cached_property
    def played(self) -> list[PlayedGame]:
        """Random games at every table."""
        return [
            PlayedGame(self.load(table), self.name(table), seed, self.looks)
            for table in self.tables
            for seed in range(self.games or (1 if table.options else GAMES))
        ]

    @cached_property
    def sought(self) -> list[PlayedGame]:
        """Further games, played only as long as something that the pack adds was not used."""
        games: list[PlayedGame] = []
        first = max(GAMES, self.games or 0)
        for table in self.tables:
            rules = self.load(table)
            closed = _always_closed(rules)
            for seed in range(first, first + MORE_GAMES):
                if self.unused([*self.played, *games], rules) <= closed:
                    break
                games.append(PlayedGame(rules, self.name(table), seed, self.looks))
        return games

    @cached_property
    def findings(self) -> Findings:
        """The mistakes of plugins that supervised games have shown, at tables with different player counts and with options."""
        findings = Findings()
        default, others = self.tables[: len(self.players)], self.tables[len(self.players) :]
        for table in (*default, *others[-1:]):
            play_supervised(self.load(table), findings)
        return findings

    @property
    def others(self) -> list[str]:
        """The ids of the installed modules that can be enabled besides it: neither required, nor excluded, nor a base game."""
        apart = {self.id, *self.required, *self.manifest.conflicts}
        own = self._base_of((*self.required, str(self.root)))
        return [id for id in sound_modules() if id not in apart and self._base_of(self._dependencies.enabling(id)) == own]

    def _base_of(self, modules: Sequence[str]) -> str:
        """Returns the base game among modules; the usual one if there is none."""
        manifests = (read_manifest_or_raise(pack_folder(module)) for module in modules)
        return next((manifest.pack.id for manifest in manifests if manifest.pack.kind == "base"), "base")

    def together_with(self, id: str) -> Table:
        """Returns a table with another module and what that requires, at the first player count."""
        enabling = self._dependencies.enabling(id)
        return self.table(self.players[0], [module for module in enabling if module != self.id])

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


def _always_closed(rules: Ruleset) -> set[RecordKey]:
    """Returns the places that open in no round, for which no game need be played."""
    state, closed = rules.initial_state(), 0
    for opening in rules.entries(OPENINGS):
        if opening.by_round and not any(_holds_in(opening, state, round) for round in range(1, MOST_ROUNDS)):
            closed |= opening.places
    return {place.record for place in rules.places if closed >> place.index & 1}


def _holds_in(opening: Opening, state: State, round: int) -> bool:
    state.round = round
    return opening.held(state, 0, 0)


def extreme_values(option: Option) -> list[Any]:
    """Returns the extreme values of an option; its default if it has no bounds."""
    if option.type == "bool":
        values: list[Any] = [False, True]
    elif option.type == "text":
        values = list(option.choices) or [option.default]
    else:
        values = [value for value in (option.min, option.max) if value is not None] or [option.default]
    return values
