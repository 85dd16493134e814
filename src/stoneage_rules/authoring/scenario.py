"""Scenarios: the files that hold them, how they are run, and refusals that they expect."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

import attrs

from stoneage_rules.authoring.invariants import wrongly_refused
from stoneage_rules.authoring.positions import PositionError, answer_in, impossible_in_position, play, state_of, waiting_for
from stoneage_rules.authoring.property_schema import faults_of_rows, vacuous_scenarios
from stoneage_rules.authoring.scenario_schema import (
    SET_UP,
    Message,
    Names,
    Refused,
    ScenarioFile,
    Until,
    message_of,
    messages_of_faults,
    out_of_range,
)
from stoneage_rules.authoring.state_diff import differences
from stoneage_rules.errors import ContentError, StoneAgeError
from stoneage_rules.kernel.actions import Action, Outcome
from stoneage_rules.kernel.legality import Reason
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State
from stoneage_rules.language.faults import Fault
from stoneage_rules.language.forms import Structurer
from stoneage_rules.loading.load import load
from stoneage_rules.loading.table import Table, is_path, table_error, with_source
from stoneage_rules.packs.diagnostics import NOWHERE, Diagnostic
from stoneage_rules.packs.find import GivenSettings, Source, read_source
from stoneage_rules.packs.report import content_error
from stoneage_rules.packs.spans import TomlPath, value_at

# --- entries ------------------------------------------------------------------------------------------------------
#
# Reads the entries of test files as records, each with its table, and loads the rules of a table once.


Loader = Callable[[Table], Ruleset]
"""Returns the rules of a table, as `sa.load` does."""
FileSettings = Callable[[Mapping[str, Any]], Mapping[str, Any]]
"""Returns the table's settings, given those of a test file."""


def loading_once(load: Loader) -> Loader:
    """Returns a loader that calls another only once for each table."""
    loaded: dict[str, Ruleset] = {}

    def load_once(table: Table) -> Ruleset:
        key = repr(table.to_dict())
        if key not in loaded:
            loaded[key] = load(table)
        return loaded[key]

    return load_once


class EntrySettings(Source):
    """The settings of one entry of a file, as the source of diagnostics about them.

    Args:
        source: the file.
        kind: `scenario` or `property`.
        index: the index of the entry in its list.
        settings: adds to the settings of the file's table, or changes them.
        players: the index of the table's player count in a property's list, if it is from there.
    """

    def __init__(self, source: Source, kind: str, index: int, settings: FileSettings, players: int | None = None) -> None:
        entry = source.data[kind][index]
        own = entry.get("table", {})
        data = {**settings(source.data.get("table", {})), **own}
        starts: dict[str, TomlPath] = {key: (kind, index, "table", key) for key in own}
        if players is not None:
            data["players"], starts["players"] = entry["for"]["players"][players], (kind, index, "for", "players", players)
        origins: dict[TomlPath, tuple[Source, TomlPath]] = {(): (source, ("table",))}
        for key, value in data.items():
            start = starts.get(key, ("table", key))
            written = value_at(source.data, start)
            origins[(key,)] = (source, start) if value == written else (GivenSettings(data), (key,))
            if key == "modules" and written:
                places = {("modules", place): module for place, module in enumerate(value) if module in written}
                origins |= {path: (source, (*start, written.index(module))) for path, module in places.items()}
        super().__init__(source.file, source.text, data, origins)
        self.source = source
        self.settings = settings

    @property
    def table(self) -> Table:
        """The settings as a table; paths of packs are relative to the file's folder."""
        table = Table.from_dict(self.data)
        folder = Path(self.file).parent.resolve()
        modules = (str((folder / module).resolve()) if is_path(module) else module for module in table.modules)
        return attrs.evolve(table, modules=tuple(modules))

    def located(self, error: ContentError, table: Table) -> ContentError:
        """Returns the error of a table that was loaded as a value, with the places of its settings in the file."""
        if all(diagnostic.place.span != NOWHERE for diagnostic in error.diagnostics):
            return error
        try:
            load(with_source(table, self))
        except ContentError as same:
            return same
        return error


@attrs.frozen(eq=False)
class FileEntry:
    """A scenario or property of a file."""

    kind: ClassVar[str]
    """The name of the file's table that holds such entries."""

    name: str
    """Its claim, as a sentence."""
    rules: tuple[str, ...]
    """The ids of the statements that it tests."""
    table: Table
    """The table of the game."""
    _entry: Any
    _settings: EntrySettings
    _path: tuple[str, int]
    """The path of the entry in the file."""

    @property
    def where(self) -> str:
        """`file:line` of its name."""
        return self.locate("name")

    def locate(self, *path: str | int) -> str:
        """Returns `file:line` of a part of it, or of the nearest enclosing part that is written."""
        source = self._settings.source
        return f"{source.file}:{source.span((*self._path, *path)).line}"

    @property
    def _written(self) -> Mapping[str, Any]:
        """Returns the entry as the file writes it."""
        entry: Mapping[str, Any] = value_at(self._settings.source.data, self._path)
        return entry

    def _unknown(self, rules: Ruleset) -> Iterator[Fault]:
        """Yields a fault for every name in it that does not exist at a table."""
        yield from Names(rules).unknown(self._entry, self._path)


def read_entries(
    path: Path,
    kind: str,
    model: type,
    check: Callable[[Any, Mapping[str, Any]], Iterable[Fault]],
    settings: FileSettings | None = None,
) -> Iterator[tuple[str, tuple[str, ...], Table, Any, EntrySettings, tuple[str, int]]]:
    """Yields the fields of every entry of a test file: name, statements, table, record, settings and path.

    Args:
        path: the file.
        kind: the name of the table that holds the entries.
        model: the record class of the whole file.
        check: yields further faults of the record of a file, and of its data.
        settings: adds to the settings of the file's table, or changes them.

    Raises:
        ContentError: the file cannot be read, or has the wrong form.
    """
    source, diagnostics, text = read_source(path, str(path))
    if source is None:
        raise content_error(diagnostics, {str(path): text})
    record, faults = Structurer({}, {}, defers=True).structure(source.data, model)
    faults = faults or list(check(record, source.data))
    if faults:
        raise table_error([*map(_told_where, faults)], source)
    for index, entry in enumerate(getattr(record, kind)):
        own = EntrySettings(source, kind, index, settings or dict)
        yield entry.name, entry.rules, own.table, entry, own, (kind, index)


def _told_where(fault: Fault) -> Fault:
    """Adds to the fault of an unknown key the place where the key is known."""
    if fault.code != "SA202" or len(fault.path) != 1 or fault.near:
        return fault
    is_setting = fault.path[0] in attrs.fields_dict(Table)
    content = "content lies beside the folder of tests; in it, properties stand in properties.toml, scenarios in other files"
    help = "settings stand under `[table]`" if is_setting else content
    return attrs.evolve(fault, help=help)


# --- refusals -----------------------------------------------------------------------------------------------------
#
# Asserts that every part of the API refuses an action, and that the state does not change.


def assert_refused(
    state: State,
    action: str,
    rule: str | None = None,
    check: str | None = None,
    *,
    seat: int | None = None,
    needed: str = "",
    found: str = "",
) -> None:
    """Asserts that every part of the API refuses an action for a reason, and that the state does not change.

    Raises:
        AssertionError: it is legal, or no reason names the rule, the check and the texts.
    """
    refused = Refused(action=action, seat=seat, rule=rule, check=check, needed=needed, found=found)
    problems = list(refusal_problems(state, refused))
    if problems:
        raise AssertionError("\n".join(problems))


def refusal_problems(state: State, refused: Refused) -> Iterator[str]:
    """Yields a problem for each expected refusal that is missing or has another reason."""
    try:
        action = state.rules.parse(refused.action)
    except StoneAgeError as error:
        if not refused.unreadable or refused.found not in str(error):
            yield str(error)
        return
    if refused.unreadable:
        yield f"`{refused.action}` must be no action of these rules, but it can be read"
        return
    if not isinstance(action, Action):
        yield f"`{action}` is an outcome of chance; only actions are refused with reasons"
        return
    reasons = state.why_not(action, refused.seat)
    if not any(_fits(reason, refused) for reason in reasons):
        given = "; ".join(f"{reason.check} [{reason.statement}] {reason}" for reason in reasons)
        yield f"`{action}` must be refused by {_wanted(refused)}, but {given or 'it is legal'}"
    if reasons and refused.seat in (None, state.seat):
        yield from wrongly_refused(state, action, reasons)


def _fits(reason: Reason, refused: Refused) -> bool:
    return (
        refused.rule in (None, reason.statement)
        and refused.check in (None, reason.check)
        and refused.needed in reason.needed
        and refused.found in reason.found
    )


def _wanted(refused: Refused) -> str:
    wanted = [f"{key} {value}" for key in ("rule", "check", "needed", "found") if (value := getattr(refused, key))]
    return ", ".join(wanted) or "any rule"


# --- scenario -----------------------------------------------------------------------------------------------------
#
# Reads and runs scenario files; a scenario has a position, actions, and the facts expected afterwards.


PROPERTIES = "properties.toml"
"""The name of files that hold properties instead of scenarios."""


# --- scenarios and their results --------------------------------------------------------------------------------


@attrs.frozen(eq=False)
class Scenario(FileEntry):
    """One scenario of a file, ready to run."""

    kind = "scenario"

    _load: Loader

    def run(self) -> ScenarioResult:
        """Plays the scenario, and returns the result with all problems."""
        notes: list[str] = []
        messages = tuple(self._messages(notes))
        diagnostics = tuple(diagnostic for message in messages for diagnostic in message.diagnostics)
        return ScenarioResult(self, tuple(map(str, messages)), diagnostics, tuple(notes))

    def _messages(self, notes: list[str]) -> Iterator[Message]:
        try:
            rules = self._load(self.table)
        except ContentError as error:
            yield message_of(self._settings.located(error, self.table), "the table cannot be loaded:\n")
            return
        yield from messages_of_faults(self._unknown(rules), self._settings.source) or map(Message, self._played(rules, notes))

    def _unknown(self, rules: Ruleset) -> Iterator[Fault]:
        """Yields a fault for every name in it that does not exist at a table, and every impossible value."""
        names, path, entry = Names(rules), self._path, self._entry
        faults = [
            *names.unknown(entry, path),
            *impossible_in_position(names, entry.given, (*path, "given")),
            *impossible_in_position(names, entry.then, (*path, "then")),
        ]
        faults += faults_of_rows(rules, entry.then.meets, (*path, "then", "meets"))
        for seat, facts in (entry.then.seats or {}).items():
            faults += faults_of_rows(rules, facts.meets, (*path, "then", "seats", str(seat), "meets"))
        for where, refused in entry.refusals:
            if not refused.unreadable:
                faults += names.name("action", refused.action, (*path, *where, "action"))
        yield from faults

    def _played(self, rules: Ruleset, notes: list[str]) -> Iterator[str]:
        watches: list[Until] = []
        watch = (lambda state: watches.append(Until(self._entry.until, state))) if self._entry.until else None
        try:
            state = state_of(rules, self._entry.given, watch)
        except StoneAgeError as error:
            path = error.path if isinstance(error, PositionError) else ()
            yield f"{self.locate('given', *path)}: this position cannot be: {error}"
            return
        problems = [*self._problems_of(state, watches)]
        if problems and not watches and not state.is_over:
            notes.append(waiting_for(state))
        yield from problems

    def _problems_of(self, state: State, watches: Sequence[Until]) -> Iterator[str]:
        """Plays the steps, and yields what goes wrong or differs at the end."""
        for index, step in enumerate(self._entry.do):
            if any(watch.state is not None for watch in watches):
                yield f"{self.locate('do', index)}: `{step}` comes too late: `{self._entry.until}` has come before it"
                return
            try:
                play(state, step)
            except StoneAgeError as error:
                yield f"{self.locate('do', index)}: {error}{'' if index else self._come_before(state, step)}"
                return
            except Exception as error:
                error.add_note(f"at step `{step}`")
                raise
        end = watches[0].state if watches else state
        if end is None:
            yield f"{self.locate('until')}: `{self._entry.until}` does not come: {waiting_for(state)}"
            return
        yield from self._problems_at(end)

    def _come_before(self, state: State, step: str) -> str:
        """Returns the mend for a first step that the set-up has drawn before the position."""
        answer = answer_in(state.rules, step)
        is_early = self._entry.given.phase == SET_UP or answer.text.startswith("draw ")
        if state.is_chance or not isinstance(answer, Outcome) or not is_early:
            return ""
        return f'; draws before the first question have happened: `set_up = ["{answer}", ...]` in `given` says which'

    def _problems_at(self, state: State) -> Iterator[str]:
        """Yields the facts that differ in the state at the end, and refusals that do not come."""
        for path, problem in differences(self._written.get("then", {}), state):
            yield f"{self.locate('then', *path)}: {'.'.join(map(str, path))}: {problem}"
        for where, refused in self._entry.refusals:
            for problem in refusal_problems(state, refused):
                yield f"{self.locate(*where)}: {problem}"


@attrs.frozen
class ScenarioResult:
    """The result of a scenario."""

    scenario: Scenario
    """The scenario that was run."""
    problems: tuple[str, ...]
    """All unmet expectations and errors; each begins with its file and line."""
    findings: tuple[Diagnostic, ...] = ()
    """The diagnostics of the problems that have a code."""
    notes: tuple[str, ...] = ()
    """Facts that help to fix a failing scenario, such as the open question at its end."""

    @property
    def passed(self) -> bool:
        """True if there are no problems."""
        return not self.problems

    def __str__(self) -> str:
        mark = "ok" if self.passed else "FAILED"
        lines = [line for text in (*self.problems, *self.notes) for line in text.splitlines()]
        return "\n".join([f"{mark}  {self.scenario.where}: {self.scenario.name}", *(f"    {line}" for line in lines)])


def run_scenarios(path: str | Path) -> list[ScenarioResult]:
    """Runs every scenario of a file, or of all TOML files of a folder except `properties.toml`.

    Raises:
        ContentError: a file cannot be read, or contains an invalid key or value.
    """
    return [scenario.run() for scenario in read_scenarios(path)]


def read_scenarios(path: str | Path, *, load: Loader = load, settings: FileSettings | None = None) -> tuple[Scenario, ...]:
    """Reads the scenarios of a file, or of a folder's TOML files except `properties.toml`, in the order of names and lines.

    Args:
        path: the file or folder; paths of packs are relative to the file's folder.
        load: loads the rules of a table; called once per table.
        settings: adds to the settings of each file's table, or changes them.

    Raises:
        ContentError: a file cannot be read, or contains an invalid key or value.
    """
    path = Path(path)
    load = loading_once(load)
    files = sorted(file for file in path.rglob("*.toml") if file.name != PROPERTIES) if path.is_dir() else [path]
    return tuple(scenario for file in files for scenario in _read_file(file, load, settings))


def _read_file(path: Path, load: Loader, settings: FileSettings | None) -> Iterator[Scenario]:
    for fields in read_entries(path, "scenario", ScenarioFile, _faults, settings):
        yield Scenario(*fields, load)


def _faults(record: Any, data: Mapping[str, Any]) -> Iterator[Fault]:
    yield from out_of_range(record)
    yield from vacuous_scenarios(data.get("scenario", []))
