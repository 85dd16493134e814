"""Scenario files: a position, what is done, and what must be so then; all in the words of the content.

How a position is made of its words is in `positions`; which tests exist is not decided here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
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
from stoneage_rules.packs.reading.spans import Path as TomlPath
from stoneage_rules.packs.records.structure import structurer_for
from stoneage_rules.testing.names import Names, unknown_statements
from stoneage_rules.testing.positions import PositionError, position
from stoneage_rules.testing.problems import Problem, problems_of_error, problems_of_faults
from stoneage_rules.testing.refusals import refusal_problems
from stoneage_rules.testing.scenario_schema import ScenarioEntry, ScenarioFile
from stoneage_rules.testing.state_diff import differences
from stoneage_rules.testing.test_tables import EntrySettings
from stoneage_rules.testing.vacuous import idle_scenarios

__all__ = ["PROPERTIES", "Scenario", "ScenarioResult", "play", "read_scenarios", "run_scenarios"]

PROPERTIES = "properties.toml"
"""The file of a folder of tests that holds no scenarios, but properties."""
Loader = Callable[[Table], Ruleset]


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
        """`file:line` of a part of it, or of what is around it."""
        return f"{self._source.file}:{self._source.span(('scenario', self._index, *path)).line}"

    def run(self) -> ScenarioResult:
        """Plays it; whatever is not as it must be is in the result."""
        found = tuple(self._problems())
        findings = tuple(finding for problem in found for finding in problem.findings)
        return ScenarioResult(self, tuple(map(str, found)), findings)

    def _problems(self) -> Iterator[Problem]:
        try:
            rules = self._load(self.table)
        except ContentError as error:
            settings = EntrySettings(self._source, "scenario", self._index)
            yield problems_of_error(settings.located(error, self.table), "the table cannot be loaded:\n")
            return
        unknown = problems_of_faults(self.unknown(rules), self._source)
        yield from unknown
        if not unknown:
            yield from map(Problem, self._played(rules))

    def unknown(self, rules: Ruleset) -> Iterator[Fault]:
        """Every word of it that nothing is called by under these rules."""
        path, said, names = ("scenario", self._index), self._said, Names(rules)
        yield from unknown_statements(rules, self.rules, (*path, "rules"))
        yield from names.given(said.get("given", {}), (*path, "given"))
        for index, step in enumerate(said.get("do", ())):
            yield from names.step(step, (*path, "do", index))
        yield from names.then(said.get("then", {}), (*path, "then"))
        refused = said.get("refused", [])
        for index, each in enumerate(refused if isinstance(refused, list) else [refused]):
            yield from names.refused(each, (*path, "refused", *([index] if isinstance(refused, list) else [])))

    @property
    def _said(self) -> Mapping[str, Any]:
        """What the file says, whose form is right."""
        said: Mapping[str, Any] = self._source.data["scenario"][self._index]
        return said

    def _played(self, rules: Ruleset) -> Iterator[str]:
        try:
            state = position(rules, self._said.get("given", {}))
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
        for path, problem in differences(self._said.get("then", {}), state):
            yield f"{self.locate('then', *path)}: {'.'.join(map(str, path))}: {problem}"
        for index, refused in enumerate(self._entry.refused):
            for problem in refusal_problems(state, refused):
                yield f"{self.locate('refused', index)}: {problem}"


@attrs.frozen
class ScenarioResult:
    """What came of a scenario."""

    scenario: Scenario
    problems: tuple[str, ...]
    """Each begins with its file and line; none when all was as it must be."""
    findings: tuple[Diagnostic, ...] = ()
    """Those of them that have a code."""

    @property
    def passed(self) -> bool:
        """Whether all was as it must be."""
        return not self.problems

    def __str__(self) -> str:
        mark = "ok" if self.passed else "FAILED"
        return "\n".join([f"{mark}  {self.scenario.where}: {self.scenario.name}", *(f"    {p}" for p in self.problems)])


def run_scenarios(path: str | Path) -> list[ScenarioResult]:
    """Runs every scenario of a file, or of all TOML files of a folder but `properties.toml`.

    Raises:
        ContentError: a file cannot be read, or says what no scenario can say.
    """
    return [scenario.run() for scenario in read_scenarios(path)]


def read_scenarios(path: str | Path, *, load: Loader = load) -> tuple[Scenario, ...]:
    """The scenarios of a file, or of all TOML files of a folder but `properties.toml`, in the order of names and lines.

    Args:
        path: the file or folder; packs named by a path are looked for from the file's folder.
        load: how rules come of a table; each table is asked for once.

    Raises:
        ContentError: a file cannot be read, or says what no scenario can say.
    """
    path = Path(path)
    once = _loading_once(load)
    files = sorted(file for file in path.rglob("*.toml") if file.name != PROPERTIES) if path.is_dir() else [path]
    return tuple(scenario for file in files for scenario in _read_file(file, once))


def _loading_once(load: Loader) -> Loader:
    loaded: dict[str, Ruleset] = {}

    def load_once(table: Table) -> Ruleset:
        key = repr(table.to_dict())
        if key not in loaded:
            loaded[key] = load(table)
        return loaded[key]

    return load_once


def _read_file(path: Path, load: Loader) -> Iterator[Scenario]:
    source, found, text = read_source(path, str(path))
    if source is None:
        raise refusal(found, {str(path): text})
    made, faults = structurer_for({}, {}).structure(_with_lists(source.data), ScenarioFile)
    faults = faults or list(idle_scenarios(source.data.get("scenario", [])))
    if faults:
        raise table_error([attrs.evolve(fault, path=_as_written(fault.path, source.data)) for fault in faults], source)
    for index, entry in enumerate(made.scenario):
        table = EntrySettings(source, "scenario", index).table
        yield Scenario(entry.name, entry.rules, table, entry, source, index, load)


def _with_lists(data: Mapping[str, Any]) -> dict[str, Any]:
    """A single `refused` table may stand without a list around it."""
    scenarios = data.get("scenario")
    if not isinstance(scenarios, list):
        return dict(data)
    return {**data, "scenario": [_with_list(entry) if isinstance(entry, dict) else entry for entry in scenarios]}


def _with_list(entry: Mapping[str, Any]) -> dict[str, Any]:
    refused = entry.get("refused")
    return {**entry, "refused": [refused]} if isinstance(refused, dict) else dict(entry)


def _as_written(path: TomlPath, data: Mapping[str, Any]) -> TomlPath:
    """The way to what a single `refused` says, as it stands without a list."""
    if len(path) > 3 and path[2] == "refused" and isinstance(data["scenario"][path[1]]["refused"], dict):
        return path[:3] + path[4:]
    return path


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
