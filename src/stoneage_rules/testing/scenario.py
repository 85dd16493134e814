"""Scenario files: reads and runs scenarios, each a position, actions, and what must be so then, in the words of the content."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import attrs

from stoneage_rules.errors import ContentError, IllegalAction, StoneAgeError
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State
from stoneage_rules.loading.load import load
from stoneage_rules.loading.table import Table, table_error
from stoneage_rules.packs.findings.diagnostics import Diagnostic
from stoneage_rules.packs.findings.faults import Fault
from stoneage_rules.packs.findings.report import refusal
from stoneage_rules.packs.reading.find import Source, read_source
from stoneage_rules.packs.records.structure import structurer_for
from stoneage_rules.testing.entry_settings import EntrySettings, Loader, loading_once
from stoneage_rules.testing.messages import Message, message_of, messages_of_faults
from stoneage_rules.testing.names import Names
from stoneage_rules.testing.positions import PositionError, state_of
from stoneage_rules.testing.refusals import refusal_problems
from stoneage_rules.testing.scenario_schema import ScenarioEntry, ScenarioFile
from stoneage_rules.testing.state_diff import differences
from stoneage_rules.testing.vacuous import vacuous_scenarios

__all__ = ["PROPERTIES", "Scenario", "ScenarioResult", "play", "read_scenarios", "run_scenarios"]

PROPERTIES = "properties.toml"
"""The name of the files that hold properties and no scenarios."""


# --- scenarios and their results --------------------------------------------------------------------------------


@attrs.frozen(eq=False)
class Scenario:
    """One scenario of a file, ready to run."""

    name: str
    rules: tuple[str, ...]
    """Ids of the statements that it proves."""
    table: Table
    _entry: ScenarioEntry
    _source: Source
    _index: int
    _load: Loader

    @property
    def where(self) -> str:
        """`file:line` of its name."""
        return self.locate("name")

    def locate(self, *path: str | int) -> str:
        """Returns `file:line` of a part of it, or of the nearest part around it that is written."""
        return f"{self._source.file}:{self._source.span(('scenario', self._index, *path)).line}"

    def run(self) -> ScenarioResult:
        """Plays the scenario; the result has whatever is not as it must be."""
        messages = tuple(self._messages())
        diagnostics = tuple(diagnostic for message in messages for diagnostic in message.diagnostics)
        return ScenarioResult(self, tuple(map(str, messages)), diagnostics)

    def _messages(self) -> Iterator[Message]:
        try:
            rules = self._load(self.table)
        except ContentError as error:
            settings = EntrySettings(self._source, "scenario", self._index)
            yield message_of(settings.located(error, self.table), "the table cannot be loaded:\n")
            return
        unknown = Names(rules).unknown(self._entry, ScenarioEntry, ("scenario", self._index))
        messages = messages_of_faults(_as_written(unknown, self._source.data), self._source)
        yield from messages or map(Message, self._played(rules))

    def _played(self, rules: Ruleset) -> Iterator[str]:
        try:
            state = state_of(rules, self._entry.given)
        except StoneAgeError as error:
            path = error.path if isinstance(error, PositionError) else ()
            yield f"{self.locate('given', *path)}: this position cannot be: {error}"
            return
        for index, step in enumerate(self._entry.do):
            try:
                play(state, step)
            except StoneAgeError as error:
                yield f"{self.locate('do', index)}: {error}"
                return
            except Exception as error:
                error.add_note(f"at step `{step}`")
                raise
        for path, problem in differences(self._source.data["scenario"][self._index].get("then", {}), state):
            yield f"{self.locate('then', *path)}: {'.'.join(map(str, path))}: {problem}"
        for index, refused in enumerate(self._entry.refused):
            for problem in refusal_problems(state, refused):
                yield f"{self.locate('refused', index)}: {problem}"


@attrs.frozen
class ScenarioResult:
    """The result of a scenario."""

    scenario: Scenario
    problems: tuple[str, ...]
    """Everything that is not as it must be; each begins with its file and line."""
    findings: tuple[Diagnostic, ...] = ()
    """Those of them that have a code."""

    @property
    def passed(self) -> bool:
        """True if all was as it must be."""
        return not self.problems

    def __str__(self) -> str:
        mark = "ok" if self.passed else "FAILED"
        return "\n".join([f"{mark}  {self.scenario.where}: {self.scenario.name}", *(f"    {p}" for p in self.problems)])


def run_scenarios(path: str | Path) -> list[ScenarioResult]:
    """Runs every scenario of a file, or of all TOML files of a folder but `properties.toml`.

    Raises:
        ContentError: a file cannot be read, or has a key or value that no scenario can have.
    """
    return [scenario.run() for scenario in read_scenarios(path)]


def read_scenarios(path: str | Path, *, load: Loader = load) -> tuple[Scenario, ...]:
    """Reads the scenarios of a file, or of all TOML files of a folder but `properties.toml`, in the order of names and lines.

    Args:
        path: the file or folder; packs named by a path are looked for from the file's folder.
        load: makes rules of a table; each table is asked for once.

    Raises:
        ContentError: a file cannot be read, or has a key or value that no scenario can have.
    """
    path = Path(path)
    load = loading_once(load)
    files = sorted(file for file in path.rglob("*.toml") if file.name != PROPERTIES) if path.is_dir() else [path]
    return tuple(scenario for file in files for scenario in _read_file(file, load))


def _read_file(path: Path, load: Loader) -> Iterator[Scenario]:
    source, diagnostics, text = read_source(path, str(path))
    if source is None:
        raise refusal(diagnostics, {str(path): text})
    record, faults = structurer_for({}, {}).structure(_with_lists(source.data), ScenarioFile)
    faults = faults or list(vacuous_scenarios(source.data.get("scenario", [])))
    if faults:
        raise table_error(list(_as_written(faults, source.data)), source)
    for index, entry in enumerate(record.scenario):
        table = EntrySettings(source, "scenario", index).table
        yield Scenario(entry.name, entry.rules, table, entry, source, index, load)


def _with_lists(data: Mapping[str, Any]) -> dict[str, Any]:
    """Returns a file's data with a list around every single `refused` table."""
    scenarios = data.get("scenario")
    if not isinstance(scenarios, list):
        return dict(data)
    return {
        **data,
        "scenario": [
            {**entry, "refused": [entry["refused"]]} if isinstance(entry, dict) and _is_single(entry) else entry
            for entry in scenarios
        ],
    }


def _is_single(entry: Mapping[str, Any]) -> bool:
    return isinstance(entry.get("refused"), dict)


def _as_written(faults: Iterable[Fault], data: Mapping[str, Any]) -> Iterator[Fault]:
    """Yields faults with the paths that the file has: without the list around a single `refused`."""
    for fault in faults:
        path = fault.path
        if len(path) > 3 and path[2] == "refused" and _is_single(data["scenario"][path[1]]):
            fault = attrs.evolve(fault, path=path[:3] + path[4:])
        yield fault


# --- doing ------------------------------------------------------------------------------------------------------


def play(state: State, *steps: str) -> None:
    """Applies actions and outcomes in notation; `1: place ...` says that seat 1 must be the one who chooses.

    Raises:
        InvalidAction: a step cannot be read.
        IllegalAction: a step is refused, or another seat must choose.
    """
    for step in steps:
        seat, colon, text = step.partition(":")
        if not colon:
            seat, text = "", step
        elif seat.strip() != str(state.seat):
            raise IllegalAction(f"`{step}`: {_who(state)}, not seat {seat.strip()}")
        state.apply(state.rules.parse(text.strip()))


def _who(state: State) -> str:
    return "the game is over" if state.seat is None else f"it is the turn of seat {state.seat}"
