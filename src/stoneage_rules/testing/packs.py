"""Checks that any pack can be put to, each by its name: does it load, does it do something, can it be played.

The checks know no pack, whatever its kind; what a scenario or a property is stands in files of their own.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import attrs

from stoneage_rules.errors import ContentError, StoneAgeError
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State
from stoneage_rules.modules import installed_modules, load
from stoneage_rules.packs.edits import Edit, gather_edits
from stoneage_rules.packs.find import Source, read_pack
from stoneage_rules.packs.manifest import Manifest, Option
from stoneage_rules.table import Table
from stoneage_rules.testing.playing import LONGEST, RandomGame, counted
from stoneage_rules.testing.properties import PROPERTIES, PropertyResult, run_properties
from stoneage_rules.testing.scenario import ScenarioResult, read_scenarios

__all__ = ["CHECKS", "Result", "check_pack"]

PLAYERS = (4, 3, 2, 5, 1, 6, 7, 8, 9)
"""Player counts in the order in which they are tried, until one is allowed."""
MOST_CORNERS = 8
"""Up to so many combinations of extreme options are tried in full."""
GAMES = 2
"""Games at every table; one where options are not at their defaults."""
MORE_GAMES = 60
"""Further games at the first table in which something was not used, until all has been."""
SAVED_EVERY = 60
"""Of so many states of a game one is saved and read again."""
GUARD = {"target", "where", "when", "why", "expect"}
"""The keys of an edit that only says what it expects, and has nothing to change."""
SHOWN = 8
"""How many problems of a check are shown."""
REFUSED_PLAYERS = "SA302"


@attrs.frozen
class Result:
    """What came of one check."""

    name: str
    outcome: str
    """`passed`, `failed` or `skipped`."""
    count: int
    """How many things were looked at."""
    detail: str
    """What was looked at; why it was skipped; or everything that is wrong, line by line."""

    @property
    def passed(self) -> bool:
        """Whether nothing is wrong; a check that was skipped has not passed."""
        return self.outcome == "passed"

    def __str__(self) -> str:
        if self.outcome != "failed":
            return f"{self.outcome:7} {self.name}: {self.detail}"
        return "\n".join([f"{self.outcome:7} {self.name}:", *(f"    {line}" for line in self.detail.splitlines())])


Record = tuple[str, str]
"""Kind and name of a record."""


class Skipped(Exception):
    """A check has nothing to look at; the message says why."""


def check_pack(path: str | Path, *, only: Sequence[str] = ()) -> list[Result]:
    """Puts a pack to every check, with the packs that it requires.

    A pack that is required or optional must be installed, or lie beside this one.

    Args:
        path: the pack's folder or zip file.
        only: the names of the checks to be made; all of them without it.

    Raises:
        ContentError: there is no pack, or its manifest cannot be read.
        StoneAgeError: no check has a name given in `only`.
    """
    for name in only:
        if name not in CHECKS:
            raise StoneAgeError(f"no check is called `{name}`; checks are {', '.join(CHECKS)}")
    kit = _Kit(Path(path))
    return [_checked(kit, name, check) for name, check in CHECKS.items() if not only or name in only]


def _checked(kit: _Kit, name: str, check: Check) -> Result:
    found = _Found()
    try:
        if name not in ALWAYS and kit.failures:
            raise Skipped("the pack does not load")
        check(kit, found)
    except Skipped as reason:
        return Result(name, "skipped", 0, str(reason))
    except ContentError as error:
        found.problems.append(str(error))
    if found.problems:
        shown = found.problems[:SHOWN]
        more = [f"and {len(found.problems) - SHOWN} more"] if len(found.problems) > SHOWN else []
        return Result(name, "failed", found.count, "\n".join([*shown, *more]))
    return Result(name, "passed", found.count, found.what)


@attrs.define
class _Found:
    """What a check has found so far."""

    problems: list[str] = attrs.field(factory=list)
    count: int = 0
    what: str = ""


# --- tables -----------------------------------------------------------------------------------------------------


class _Kit:
    """A pack and the tables at which it is tried; each is loaded once."""

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()
        self.tests = root / "tests"
        """As it was named, so that messages name it so."""
        self.files = read_pack(self.root, self.root.name)
        self.manifest = _manifest(self.root)
        self.id = self.manifest.pack.id
        self._neighbours = _neighbours(self.root)
        self._loaded: dict[str, Ruleset] = {}
        self.before = self._without()
        """A table without the pack and the digest of its rules, loaded before the pack ever is; None where nobody can play it."""

    def _without(self) -> tuple[Table, str] | None:
        for players in PLAYERS:
            table = Table(players=players, modules=self.required)
            try:
                return table, load(table).digest
            except ContentError as error:
                if not _refuses_players(error):
                    return None
        return None

    def table(self, players: int, more: Sequence[str] = (), options: Mapping[str, Any] | None = None) -> Table:
        """A table with the pack, what it requires and further modules."""
        modules = dict.fromkeys((*self.required, *more, str(self.root)))
        return Table(players=players, modules=tuple(modules), options={self.id: options} if options else {})

    def name(self, table: Table) -> str:
        """A table in a few words, without what every table has."""
        others = [f"with {Path(module).name}" for module in table.modules if module != str(self.root)]
        chosen = [f"{name} = {json.dumps(value)}" for values in table.options.values() for name, value in values.items()]
        return ", ".join([f"{table.players} players", *others, *chosen])

    # which packs

    def where(self, id: str) -> str | None:
        """What a table calls a pack: its id where it is installed, else the path of its folder; None where it is neither."""
        installed = installed_modules().get(id)
        if installed is not None and installed.root is not None:
            return id
        return self._neighbours.get(id)

    def needed(self, manifest: Manifest) -> list[str]:
        """What a table calls everything that a pack requires, near or far."""
        found: list[str] = []
        for id in manifest.requires:
            name = self.where(id)
            if name is None:
                continue
            installed = installed_modules().get(id)
            root = installed.root if installed is not None and installed.root is not None else Path(name)
            for module in (*self.needed(_manifest(root)), name):
                if module not in found:
                    found.append(module)
        return found

    @cached_property
    def required(self) -> tuple[str, ...]:
        """The modules that the pack cannot do without."""
        return tuple(self.needed(self.manifest))

    @cached_property
    def company(self) -> dict[str, tuple[str, ...]]:
        """For each optional pack that is there, the modules that bring it."""
        found = {}
        for id in self.manifest.optional:
            name = self.where(id)
            if name is not None:
                installed = installed_modules().get(id)
                root = installed.root if installed is not None and installed.root is not None else Path(name)
                found[id] = tuple(dict.fromkeys((*self.required, *self.needed(_manifest(root)), name)))
        return found

    @property
    def missing(self) -> list[str]:
        """Optional packs that are not there, so that nothing can be said about them."""
        return [id for id in self.manifest.optional if id not in self.company]

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
        for players in PLAYERS:
            try:
                seats = self.load(self.table(players, more)).content.of("seats")[0].record
            except ContentError as error:
                if _refuses_players(error):
                    continue
                return (players,)
            return tuple(range(seats.least, seats.most + 1))
        return PLAYERS[:1]

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """Every table at which the pack is tried, those with all defaults first."""
        first, *others = self.players
        corners = list(self.corners())[1:]
        found = [self.table(players) for players in self.players]
        found += [self.table(players, (), corner) for corner in corners[:2] for players in others]
        found += [self.table(first, (), corner) for corner in corners]
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
    def played(self) -> list[_Played]:
        """Random games at every table, and more where something the pack adds has not been used."""
        games = [
            _Played(self.load(table), self.name(table), seed)
            for table in self.tables
            for seed in range(1 if table.options else GAMES)
        ]
        for table in self.tables:
            rules = self.load(table)
            for seed in range(GAMES, GAMES + MORE_GAMES):
                if not self.unused(games, rules):
                    break
                games.append(_Played(rules, self.name(table), seed))
        return games

    def additions(self, rules: Ruleset) -> dict[Record, str]:
        """The items and locations that the pack adds, and their addresses."""
        content = rules.content
        entries = [*content.items(), *content.of("location")]
        return {(entry.kind, entry.name): entry.address for entry in entries if entry.pack == self.id}

    def unused(self, games: Sequence[_Played], rules: Ruleset) -> set[Record]:
        """What the pack adds under some rules and no game has used."""
        return set(self.additions(rules)).difference(*(game.used for game in games))


def _refuses_players(error: ContentError) -> bool:
    """Whether nothing else is wrong than the number of players."""
    return {diagnostic.code for diagnostic in error.diagnostics} == {REFUSED_PLAYERS}


def _manifest(root: Path) -> Manifest:
    from stoneage_rules.packs.build import read_manifest
    from stoneage_rules.packs.report import Report
    from stoneage_rules.packs.structure import structurer_for

    report = Report()
    manifest = read_manifest(read_pack(root, root.name), structurer_for({}, {}), report)
    report.check()
    assert manifest is not None, "a manifest that is not there is reported"
    return manifest


def _neighbours(root: Path) -> dict[str, str]:
    """The packs that lie beside a pack, by their ids."""
    found = {}
    for folder in sorted(root.parent.iterdir()):
        if folder != root and (folder / "pack.toml").is_file():
            try:
                found[_manifest(folder).pack.id] = str(folder)
            except ContentError:
                continue  # it is not the pack that is checked
    return found


def _extremes(option: Option) -> list[Any]:
    """The values of an option that are furthest apart, without its default where there are others."""
    if option.type == "bool":
        values: list[Any] = [False, True]
    elif option.type == "text":
        values = list(option.choices) or [option.default]
    else:
        values = [value for value in (option.min, option.max) if value is not None] or [option.default]
    return values


# --- one random game --------------------------------------------------------------------------------------------


class _Played:
    """One random game: what was used in it, and everything that is not as it must be in any game."""

    def __init__(self, rules: Ruleset, table: str, seed: int) -> None:
        self.rules = rules
        self.table = table
        self.name = f"{table}, seed {seed}"
        self.used: set[Record] = set()
        self.problems: list[str] = []
        self.saved = 0
        """How many states were saved and read again."""
        self.unsaved: list[str] = []
        """What is wrong with them."""
        self._laid: set[int] = set()
        self._owned_kinds: set[int] = set()
        self.game = RandomGame(rules, seed, self._listen)
        self._play()

    def _listen(self, state: State, event: tuple[Any, ...]) -> None:
        items, places = self.rules.items, self.rules.places
        if event[0] == "put":
            self.used.add(places[event[2]].record)
        elif event[0] in ("own", "own-hidden"):
            self.used.add(self._record(event[2]))
            self._owned_kinds.add(items[event[2]].kind)
        elif event[0] == "lay":
            self._laid.add(event[3])

    def _record(self, item: int) -> Record:
        made = self.rules.items[item]
        return self.rules.kinds[made.kind], made.id

    def _play(self) -> None:
        game = self.game
        while not game.state.is_over and len(game.steps) < LONGEST:
            if not game.state.is_chance and not game.state.legal():
                self.problems.append(f"{self.name}: after {len(game.steps)} steps seat {game.state.seat} has no choice at all")
                return
            if len(game.steps) % SAVED_EVERY == 0:
                self._save()
            game.step()
        self._end()
        # What no seat ever owns is used when it lies open.
        self.used |= {self._record(item) for item in self._laid if self.rules.items[item].kind not in self._owned_kinds}

    def _save(self) -> None:
        state = self.game.state
        self.saved += 1
        try:
            again = self.rules.state_from_dict(json.loads(json.dumps(state.to_dict())))
            problem = "" if again == state else "it is read as another one"
        except StoneAgeError as error:
            problem = f"it cannot be read: {error}"
        if problem:
            self.unsaved.append(f"{self.name}: saved after {len(self.game.steps)} steps, {problem}")

    def _end(self) -> None:
        state = self.game.state
        if not state.is_over:
            self.problems.append(f"{self.name}: not over after {LONGEST} steps, in round {state.round}")
        elif state.legal() or not state.winners:
            self.problems.append(f"{self.name}: over, but with actions left or without winners")

    def replay(self) -> str:
        """Plays the game again from its texts; what is wrong, or nothing."""
        state = self.rules.initial_state()
        for _, answer in self.game.steps:
            state.apply(self.rules.parse(answer.text))
        return "" if state == self.game.state else f"{self.name}: played again from its notation it ends otherwise"


# --- the checks -------------------------------------------------------------------------------------------------

Check = Callable[[_Kit, _Found], None]


def loads(kit: _Kit, found: _Found) -> None:
    """It loads with what it requires, at every player count and at the extremes of its options, and with what is optional."""
    found.problems += [f"{kit.name(table)}:\n{error}" for table, error in kit.failures]
    found.count = len(kit.tables)
    players = ", ".join(map(str, kit.players))
    found.what = f"{counted(found.count, 'table')}: {players} players" + _listed("options", kit.manifest.options)
    found.what += _listed("also with", kit.company) + _listed("not there, so not tried:", kit.missing)


def _listed(what: str, names: Any) -> str:
    return f"; {what} {', '.join(names)}" if names else ""


def repeats(kit: _Kit, found: _Found) -> None:
    """Loaded again, with the table's modules in the other order, it is the same, or the same is wrong with it."""
    for table in kit.tables[: len(kit.players)]:
        turned = attrs.evolve(table, modules=table.modules[::-1])
        found.count += 1
        if _outcome(kit.load, table) != _outcome(load, turned):
            found.problems.append(f"{kit.name(table)}: loaded again with its modules in the other order, it is not the same")
    found.what = f"the same digest again at {counted(found.count, 'table')}"


def _outcome(load: Callable[[Table], Ruleset], table: Table) -> str:
    """The digest of a table, or what is wrong with it."""
    try:
        return load(table).digest
    except ContentError as error:
        return str(error)


def edits(kit: _Kit, found: _Found) -> None:
    """Every edit changes something, and every record is there, at some table."""
    wanted = list(_edits(kit))
    records = list(_records(kit))
    if not wanted and not records:
        raise Skipped("the pack has no records and no edits")
    found.count = len(wanted) + len(records)
    done, there = _effects(kit, [kit.load(table) for table in kit.tables])
    for edit in [edit for edit in wanted if _place(edit.source, edit.path) not in done]:
        if _needs_missing(kit, edit.source):
            continue
        if _place(edit.source, edit.path) not in _effects(kit, _asked_for(kit, edit.data.get("when"), edit.source))[0]:
            found.problems.append(f"{_line(edit.source, edit.path)}: this edit changes nothing at any table that was tried")
    for source, path, data in records:
        if _place(source, path) in there or _needs_missing(kit, source):
            continue
        if _place(source, path) not in _effects(kit, _asked_for(kit, data.get("when"), source))[1]:
            found.problems.append(f"{_line(source, path)}: this record is there at no table that was tried")
    found.what = f"{counted(len(wanted), 'edit')}, {counted(len(records), 'record')}"


def _edits(kit: _Kit) -> Iterator[Edit]:
    kinds = kit.load(kit.tables[0]).content.entries
    for source in kit.files.content:
        for edit in gather_edits(kit.id, source, [*kinds, *source.data.get("patch", {})]):
            if isinstance(edit, Edit) and not (edit.word == "patch" and set(edit.data) <= GUARD):
                yield edit


def _records(kit: _Kit) -> Iterator[tuple[Source, tuple[Any, ...], Mapping[str, Any]]]:
    for source in kit.files.content:
        for kind, tables in source.data.items():
            if isinstance(tables, list):
                for index, data in enumerate(tables):
                    yield source, (kind, index), data


def _effects(kit: _Kit, loaded: Sequence[Ruleset]) -> tuple[set[Any], set[Any]]:
    """The places of the edits that have changed something, and of the records that are there."""
    done = {
        _place(touch.origin.source, touch.origin.path[:3])
        for rules in loaded
        for touch in rules.content.touches
        if touch.origin.pack == kit.id
    }
    there = {_place(entry.source, entry.path) for rules in loaded for entry in rules.content if entry.pack == kit.id}
    return done, there


def _place(source: Source, path: tuple[Any, ...]) -> tuple[str, tuple[Any, ...]]:
    return Path(source.file).name, tuple(path)


def _line(source: Source, path: tuple[Any, ...]) -> str:
    return f"{source.file}:{source.span(path).line}"


def _needs_missing(kit: _Kit, source: Source) -> bool:
    """Whether a file counts only with a pack that is not there."""
    return any(id in kit.missing for id in source.data.get("only_if", {}).get("packs", ()))


def _asked_for(kit: _Kit, rows: Any, source: Source) -> list[Ruleset]:
    """The table that some rows of `when` ask for, if it can be loaded."""
    players, options = kit.players[0], dict[str, Any]()
    named = list(source.data.get("only_if", {}).get("packs", ()))
    for row in rows or ():
        players = row.get("players", [players])[0]
        named.append(row.get("module", ""))
        if "option" in row and ":" not in row["option"]:
            options[row["option"]] = row.get("is", True)
    more = [module for id in named for module in kit.company.get(id, ())]
    try:
        return [kit.load(kit.table(players, more, options))]
    except ContentError:
        return []


def plays(kit: _Kit, found: _Found) -> None:
    """Random games end, always with a choice until then, and with winners."""
    for game in kit.played:
        found.count += 1
        found.problems += game.problems
    found.what = f"{counted(found.count, 'game')} at {counted(len(kit.tables), 'table')}"


def used(kit: _Kit, found: _Found) -> None:
    """Every item and location that it adds is used in some game."""
    additions: dict[Record, str] = {}
    for table in kit.tables:
        additions |= kit.additions(kit.load(table))
    if not additions:
        raise Skipped("the pack adds no items and no locations")
    games = kit.played
    unused = set(additions).difference(*(game.used for game in games))
    found.count = len(additions)
    found.problems += [f"{additions[record]}: used in none of {len(games)} games" for record in sorted(unused)]
    found.what = f"all {found.count} additions, in {len(games)} games"


def saves(kit: _Kit, found: _Found) -> None:
    """States are saved and read again, and games played again from their notation."""
    first = {game.table: game for game in reversed(kit.played)}
    found.count = sum(game.saved for game in kit.played)
    found.problems += [problem for game in kit.played for problem in game.unsaved]
    for game in first.values():
        try:
            problem = game.replay()
        except StoneAgeError as error:
            problem = f"{game.name}: it cannot be played again: {error}"
        found.problems += [problem] * bool(problem)
    found.what = f"states of {counted(len(kit.played), 'game')}, {counted(len(first), 'game')} played again"


def scenarios(kit: _Kit, found: _Found) -> None:
    """Its scenarios pass, and some of them are played with the pack."""
    files = [file for file in _tests(kit) if file.name != PROPERTIES]
    if not files:
        raise Skipped(f"no scenarios in {kit.root.name}/tests")
    every = [scenario for file in files for scenario in read_scenarios(file, load=kit.load)]
    results = [scenario.run() for scenario in every]
    found.count = len(results)
    found.problems += [_shown(result) for result in results if not result.passed]
    if not any(str(kit.root) in scenario.table.modules for scenario in every):
        found.problems.append('no scenario is played with the pack; the files need [table] modules = [".."]')
    found.what = counted(found.count, "scenario")


def properties(kit: _Kit, found: _Found) -> None:
    """Its properties hold."""
    files = [file for file in _tests(kit) if file.name == PROPERTIES]
    if not files:
        raise Skipped(f"no {PROPERTIES} in {kit.root.name}/tests")
    results = [result for file in files for result in run_properties(file, load=kit.load)]
    found.count = len(results)
    found.problems += [_shown(result) for result in results if not result.passed]
    if not any(str(kit.root) in result.subject.table.modules for result in results):
        found.problems.append('no property is looked at with the pack; the file needs [table] modules = [".."]')
    games = sum(result.games for result in results)
    found.what = f"{counted(found.count, 'property')} in {counted(games, 'game')}"


def _tests(kit: _Kit) -> list[Path]:
    return sorted(kit.tests.rglob("*.toml")) if kit.tests.is_dir() else []


def _shown(result: ScenarioResult | PropertyResult) -> str:
    return str(result).removeprefix("FAILED  ")


def apart(kit: _Kit, found: _Found) -> None:
    """Without the pack the game is the same, whether the pack has been loaded before or not."""
    if kit.before is None:
        raise Skipped("without the pack nobody can play")
    table, digest = kit.before
    found.count = 1
    if load(table).digest != digest:
        found.problems.append(f"{kit.name(table)}: the rules without the pack have changed since the pack was loaded")
    found.what = f"{kit.name(table)}: the same digest before and after"


CHECKS: Mapping[str, Check] = {
    "loads": loads,
    "repeats": repeats,
    "edits": edits,
    "plays": plays,
    "used": used,
    "saves": saves,
    "scenarios": scenarios,
    "properties": properties,
    "apart": apart,
}
"""Every check by its name; the first line of its docstring says what must be so."""

ALWAYS = {"loads", "repeats"}
"""Checks that say something about a pack that does not load, too."""
