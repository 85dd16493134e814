"""The tables that try a pack, and the games played there."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from itertools import cycle
from math import isqrt
from pathlib import Path
from types import MappingProxyType
from typing import Any

import attrs

from stoneage_rules.authoring.inspection import (
    PLAYERS,
    first_allowed,
    is_between_others,
    optional_packs_needed,
    optional_tables,
    player_counts,
    test_files,
    warnings_of,
)
from stoneage_rules.authoring.invariants import CHEAP, OF_CHECKS
from stoneage_rules.authoring.measured_coverage import EffectWatcher, Thing
from stoneage_rules.authoring.random_games import RandomGame
from stoneage_rules.authoring.results import Result
from stoneage_rules.authoring.scenario import PROPERTIES, loading_once
from stoneage_rules.authoring.scenario_schema import raised
from stoneage_rules.authoring.supervision import Findings, play_supervised
from stoneage_rules.errors import ContentError, PluginError, StoneAgeError
from stoneage_rules.kernel.frames import LONGEST
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State
from stoneage_rules.loading.installed import Dependencies, installed_modules, pack_folder, read_manifest_or_raise, sound_modules
from stoneage_rules.loading.load import load
from stoneage_rules.loading.table import Table
from stoneage_rules.packs.content import Option
from stoneage_rules.packs.diagnostics import Diagnostic
from stoneage_rules.packs.find import PackFiles
from stoneage_rules.play.game import Game
from stoneage_rules.play.playback import replay
from stoneage_rules.text import counted

# --- played games -------------------------------------------------------------------------------------------------
#
# Plays random games of a pack under test, and records the content used and the problems found.


RecordName = tuple[str, str]
"""The kind and name of a record."""

MOST_LOOKS = 60
"""The number of states of a pack's games that are looked at, unless it has more games or more kinds of question."""


class Looks:
    """Shares out the looks at states among the games of a pack: the first of a kind of question, then ever more seldom.

    Args:
        games: the number of games.
    """

    def __init__(self, games: int) -> None:
        self._left = MOST_LOOKS
        self._games = games
        self._of_game = 0
        """The looks that are left for the game that is played."""
        self._asked: Counter[str] = Counter()

    def begin_game(self) -> None:
        """Gives the next game its share of the looks; its end takes one."""
        self._of_game = self._left // self._games - 1
        self._games -= 1
        self._left -= 1

    def are_due(self, question: str) -> bool:
        """Counts a question; returns True for the first of its kind, and for the 4th, 9th, 16th... if the game has looks left."""
        self._asked[question] += 1
        asked = self._asked[question]
        is_due = asked == 1 or (self._of_game > 0 and isqrt(asked) ** 2 == asked)
        self._of_game -= is_due
        self._left -= is_due
        return is_due


class PlayedGame:
    """A random game, with the content used and the problems found.

    Args:
        rules: the rules of the game.
        table: the table, in a few words.
        seed: the seed of the game.
        looks: says which states are looked at; without it, the last one is, for what holds at any moment.
        watcher: notes the effects and conditions that the game reaches.
    """

    def __init__(
        self, rules: Ruleset, table: str, seed: int, looks: Looks | None = None, watcher: EffectWatcher | None = None
    ) -> None:
        self.rules = rules
        self.table = table
        self.name = f"{table}, seed {seed}"
        self.used: set[RecordName] = set()
        """Locations with figures, and items that became a seat's."""
        self.problems: list[str] = []
        self.probed = 0
        """The number of states that were looked at."""
        self.broken: dict[str, list[str]] = {check: [] for check in OF_CHECKS}
        """The problems of these states, by check; at most one of each for a game."""
        self.laid: set[RecordName] = set()
        """Items that lay face up."""
        self.owned_kinds: set[str] = set()
        """Kinds of item that a seat has owned."""
        self.chosen = False
        """True if any seat had several options to choose from."""
        self._looks = looks
        self._watcher = watcher
        self.game: RandomGame | None = None
        try:
            self.game = RandomGame(watcher.rules if watcher else rules, seed, self._listen)
            self._play(self.game)
        except Exception as error:  # content and plugins can make the kernel raise anything
            self.problems.append(f"{self.name}: it breaks off after {self._steps}: {raised(error)}")

    def _listen(self, state: State, event: tuple[Any, ...]) -> None:
        if event[0] == "put":
            self.used.add(self.rules.places[event[2]].record)
        elif event[0] in ("own", "own-hidden"):
            self.used.add(record := self._record(event[-1]))
            self.owned_kinds.add(record[0])
        elif event[0] == "turn-up":
            self.used.add(self._record(event[2]))
        elif event[0] == "lay":
            self.laid.add(self._record(event[3]))
            if not (place := self.rules.places[event[2]]).room:
                self.used.add(place.record)

    def _record(self, item: int) -> RecordName:
        return self.rules.kinds[self.rules.items[item].kind], self.rules.item_ids[item]

    @property
    def _steps(self) -> str:
        """Returns the number of steps in words."""
        return counted(len(self.game.steps) if self.game else 0, "step")

    def _play(self, game: RandomGame) -> None:
        if self._looks:
            self._looks.begin_game()
        while not game.state.is_over and len(game.steps) < LONGEST:
            legal = game.state.legal()
            self.chosen |= len(legal) > 1
            if not game.state.is_chance and not legal:
                self.problems.append(f"{self.name}: after {len(game.steps)} steps seat {game.state.seat} has no choice at all")
                return
            if self._looks and self._looks.are_due(self.rules.handlers[game.state.stack[-1][0]].name):
                self._look(game)
            if self._watcher:
                self._watcher.look(game.state)
            game.step()
        self._look(game)
        self._end(game.state)

    def _look(self, game: RandomGame) -> None:
        """Asks the invariants of a state, all if states are looked at; none again that has failed in this game."""
        self.probed += 1
        state = game.state.copy()
        for check, invariants in (OF_CHECKS if self._looks else {"holds": CHEAP.values()}).items():
            for invariant in invariants:
                if self.broken[check]:
                    break
                try:
                    invariant(state)
                except AssertionError as error:
                    self.broken[check].append(f"{self.name}: after {len(game.steps)} steps, {error}")
                except Exception as error:  # as above
                    self.broken[check].append(
                        f"{self.name}: after {len(game.steps)} steps, {invariant.__name__}: {raised(error)}"
                    )

    def _end(self, state: State) -> None:
        if not state.is_over:
            self.problems.append(f"{self.name}: not over after {LONGEST} steps, in round {state.round}")
        elif state.legal() or not state.verdict:
            self.problems.append(f"{self.name}: over, but with actions left or without a verdict")
        elif not self.chosen:
            self.problems.append(f"{self.name}: it ends before anybody has chosen anything")

    def replay(self) -> str:
        """Plays the game again, and then from its record; returns the problem, or an empty text."""
        if self.game is None:
            return f"{self.name}: it cannot be played again: it does not begin"
        step = "the beginning"
        try:
            game = Game(self.game.state.rules, 0, auto_chance=False)
            for number, (_, answer) in enumerate(self.game.steps, 1):
                step = f"step {number}, `{answer.text}`"
                game.play(answer)
            step = "its record"
            again = replay(str(game.record), rules=self.rules, allow_unfinished=True)
        except Exception as error:  # as above
            return f"{self.name}: it cannot be played again: at {step}: {raised(error)}"
        return "" if again.state == game.state == self.game.state else f"{self.name}: played again it ends otherwise"


# --- trial tables -------------------------------------------------------------------------------------------------
#
# A pack under test and its trial tables, with every player count, options at their extremes, and optional packs.
#
# The checks themselves are in `pack_checks`.


GAMES = 2
"""The number of games at each table with default options; other tables get one."""
MORE_GAMES = 60
"""Maximum number of further games at a table if something was not used."""
ENOUGH = 30
"""The number of games before an unreached effect or condition is reported."""

ChosenOptions = Mapping[str, Mapping[str, Any]]
"""Chosen options by pack."""
NO_OPTIONS: ChosenOptions = MappingProxyType({})


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
        self.reached: dict[Thing, tuple[int, bool]] = {}
        """The effects and conditions of records that it adds or edits: the number of games, and True if any reached it."""
        self._watchers: dict[str, EffectWatcher | None] = {}
        self.results: dict[str, Result] = {}
        """The results of the checks made so far, by name."""
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
        return test_files(self.tests.parent)

    @cached_property
    def files(self) -> PackFiles:
        """The pack's files, under the names that messages show."""
        files: PackFiles = next(pack.files for pack in self.load(self.tables[0]).content.packs if pack.id == self.id)
        return files

    @cached_property
    def has_python(self) -> bool:
        """True if the pack belongs to an installed module with Python, or plugins were handed over with it."""
        module = installed_modules().get(self.id)
        return bool(self.plugins) or (module is not None and module.has_python)

    def table(self, players: int, more: Sequence[str] = (), options: ChosenOptions = NO_OPTIONS) -> Table:
        """Returns a table with the pack, its requirements and further modules."""
        modules = dict.fromkeys((*self.required, *more, str(self.root)))
        return Table(players=players, modules=tuple(modules), options={id: chosen for id, chosen in options.items() if chosen})

    def name(self, table: Table) -> str:
        """Describes a table in a few words, without the parts common to all tables."""
        others = [f"with {Path(module).name}" for module in table.modules if module != str(self.root)]
        chosen = [f"{name} = {json.dumps(value)}" for values in table.options.values() for name, value in values.items()]
        return ", ".join([f"{table.players} players", *others, *chosen])

    # --- tables -------------------------------------------------------------------------------------------------

    def corners(self) -> list[dict[str, Any]]:
        """Returns the extremes of each option, one at a time."""
        options = self.manifest.options.items()
        return [{name: value} for name, option in options for value in extreme_values(option) if value != option.default]

    @cached_property
    def players(self) -> tuple[int, ...]:
        """The player counts that can play the pack."""
        return self._players(())

    def _players(self, more: Sequence[str]) -> tuple[int, ...]:
        try:
            players, rules = first_allowed(lambda players: self.load(self.table(players, more)))
        except PluginError:
            return PLAYERS[:1]
        if isinstance(rules, ContentError):
            are_apart = more not in ((), *self.optional.values()) and is_between_others(rules, self.id)
            return () if are_apart else (players,)
        return tuple(player_counts(rules))

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """Every table that tries the pack, tables with all defaults first."""
        tables = [self.table(players) for players in self.players]
        tables += [self.table(count, (), {self.id: corner}) for count, corner in zip(cycle(self.players), self.corners())]
        for more in self._optional_modules():
            tables += [self.table(players, more) for players in self._players(more)]
        return tuple(tables)

    def _optional_modules(self) -> list[tuple[str, ...]]:
        """Returns the modules of each optional pack, of packs that are needed together, and of all."""
        sets = optional_tables(self._dependencies, optional_packs_needed(self._dependencies))[1:]
        modules = [tuple(dict.fromkeys(module for id in ids for module in self.optional[id])) for ids in (*sets, self.optional)]
        return [*dict.fromkeys(filter(None, modules))]

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
        """The tables where the pack fails to load, with their errors; the first alone if it is a plugin's."""
        failures: list[tuple[Table, StoneAgeError]] = []
        for table in self.tables:
            try:
                self.load(table)
            except ContentError as error:
                failures.append((table, error))
            except PluginError as error:
                return [(table, error)]
        return failures

    @property
    def warnings(self) -> list[Diagnostic]:
        """The warnings of `stoneage check`."""
        rules = [self.load(table) for table in self.tables if not table.options]
        return warnings_of(self.tests.parent, rules, self._dependencies)

    # --- playing ------------------------------------------------------------------------------------------------

    @cached_property
    def played(self) -> list[PlayedGame]:
        """Random games at every table."""
        seeds = [(table, seed) for table in self.tables for seed in range(self.games or (1 if table.options else GAMES))]
        looks = Looks(len(seeds))
        return [self._play(table, seed, looks) for table, seed in seeds]

    @cached_property
    def sought(self) -> list[PlayedGame]:
        """Further games, played only as long as something was not used that the pack adds, or not reached."""
        games: list[PlayedGame] = []
        first = max(GAMES, self.games or 0)
        for seed in range(first, first + MORE_GAMES):
            for table in self.tables:
                if self._is_missing(table) or self.unused([*self.played, *games], self.load(table)):
                    games.append(self._play(table, seed))
        return games

    def _play(self, table: Table, seed: int, looks: Looks | None = None) -> PlayedGame:
        """Plays a game, and notes what it reaches."""
        watcher = self._watcher(table)
        game = PlayedGame(self.load(table), self.name(table), seed, looks, watcher)
        for thing, has_come in watcher.things() if watcher else ():
            games, reached = self.reached.get(thing, (0, False))
            self.reached[thing] = games + 1, reached or has_come
        return game

    def _watcher(self, table: Table) -> EffectWatcher | None:
        """Returns what notes the effects and conditions of the pack at a table; None if it has none there."""
        key = repr(table.to_dict())
        if key not in self._watchers:
            watcher = EffectWatcher(self.load(table), self.id)
            self._watchers[key] = watcher if any(watcher.things()) else None
        return self._watchers[key]

    def _is_missing(self, table: Table) -> bool:
        """Returns whether something at a table was not reached yet, and in too few games to say so."""
        watcher = self._watcher(table)
        met = [self.reached[thing] for thing, _ in watcher.things()] if watcher else []
        return any(games < ENOUGH and not has_come for games, has_come in met)

    @property
    def unreached(self) -> list[Thing]:
        """The effects and conditions that none of enough games has reached, in the order of files and lines."""
        unreached = [thing for thing, (games, has_come) in self.reached.items() if games >= ENOUGH and not has_come]
        return sorted(unreached, key=lambda thing: (thing.file_and_line, thing.name))

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

    def additions(self, rules: Ruleset) -> dict[RecordName, str]:
        """Returns the items and locations that the pack adds, with their addresses."""
        content = rules.content
        entries = [*content.items(), *content.of("location")]
        return {(entry.kind, entry.name): entry.address for entry in entries if entry.pack == self.id}

    def unused(self, games: Sequence[PlayedGame], rules: Ruleset) -> set[RecordName]:
        """Returns the records that the pack adds under given rules and that no game has used."""
        owned = {kind for game in games for kind in game.owned_kinds}
        # Items of a kind that no seat ever owns count as used when they are open.
        laid = {record for game in games for record in game.laid if record[0] not in owned}
        return set(self.additions(rules)).difference(laid, *(game.used for game in games))


def extreme_values(option: Option) -> list[Any]:
    """Returns the extreme values of an option; its default if it has no bounds."""
    if option.type == "bool":
        return [False, True]
    values = option.choices if option.type == "text" else (option.min, option.max)
    return [value for value in values if value is not None] or [option.default]
