"""Reads and runs scenario files; a scenario has a position, actions, and the facts expected afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import attrs

from stoneage_rules.errors import ContentError, IllegalAction, StoneAgeError
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State
from stoneage_rules.loading.load import load
from stoneage_rules.packs.findings.diagnostics import Diagnostic
from stoneage_rules.packs.findings.faults import Fault
from stoneage_rules.testing.entries import EntrySettings, FileEntry, Loader, as_written, loading_once, read_entries
from stoneage_rules.testing.messages import Message, message_of, messages_of_faults
from stoneage_rules.testing.names import Names
from stoneage_rules.testing.position_reader import unknown_in_position
from stoneage_rules.testing.positions import PositionError, state_of
from stoneage_rules.testing.refusals import refusal_problems
from stoneage_rules.testing.scenario_schema import Given, ScenarioFile, Then
from stoneage_rules.testing.state_diff import differences
from stoneage_rules.testing.vacuous import vacuous_scenarios

__all__ = ["PROPERTIES", "Scenario", "ScenarioResult", "play", "read_scenarios", "run_scenarios"]

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
        yield from messages_of_faults(self.unknown(rules), self._source) or map(Message, self._played(rules))

    def unknown(self, rules: Ruleset) -> Iterator[Fault]:
        """Yields a fault for every name in it that does not exist at a table, and every impossible value."""
        names, path = Names(rules), (self.kind, self._index)
        faults = [
            *names.unknown(attrs.evolve(self._entry, given=Given(), then=Then()), path),
            *unknown_in_position(names, self._entry.given, (*path, "given")),
            *unknown_in_position(names, self._entry.then, (*path, "then")),
        ]
        yield from as_written(faults, self._source.data)

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
        for path, problem in differences(self._written.get("then", {}), state):
            yield f"{self.locate('then', *path)}: {'.'.join(map(str, path))}: {problem}"
        for index, refused in enumerate(self._entry.refused):
            for problem in refusal_problems(state, refused):
                yield f"{self.locate('refused', index)}: {problem}"


@attrs.frozen
class ScenarioResult:
    """The result of a scenario."""

    scenario: Scenario
    problems: tuple[str, ...]
    """All unmet expectations and errors; each begins with its file and line."""
    findings: tuple[Diagnostic, ...] = ()
    """The diagnostics of the problems that have a code."""

    @property
    def passed(self) -> bool:
        """True if there are no problems."""
        return not self.problems

    def __str__(self) -> str:
        mark = "ok" if self.passed else "FAILED"
        return "\n".join([f"{mark}  {self.scenario.where}: {self.scenario.name}", *(f"    {p}" for p in self.problems)])


def run_scenarios(path: str | Path) -> list[ScenarioResult]:
    """Runs every scenario of a file, or of all TOML files of a folder except `properties.toml`.

    Raises:
        ContentError: a file cannot be read, or has a key or value that no scenario can have.
    """
    return [scenario.run() for scenario in read_scenarios(path)]


def read_scenarios(path: str | Path, *, load: Loader = load) -> tuple[Scenario, ...]:
    """Reads the scenarios of a file, or of a folder's TOML files except `properties.toml`, in the order of names and lines.

    Args:
        path: the file or folder; paths of packs are relative to the file's folder.
        load: loads the rules of a table; called once per table.

    Raises:
        ContentError: a file cannot be read, or has a key or value that no scenario can have.
    """
    path = Path(path)
    load = loading_once(load)
    files = sorted(file for file in path.rglob("*.toml") if file.name != PROPERTIES) if path.is_dir() else [path]
    return tuple(scenario for file in files for scenario in _read_file(file, load))


def _read_file(path: Path, load: Loader) -> Iterator[Scenario]:
    entries = read_entries(path, "scenario", ScenarioFile, lambda _, data: vacuous_scenarios(data.get("scenario", [])))
    for entry, table, source, index in entries:
        yield Scenario(entry.name, entry.rules, table, entry, source, index, load)


# --- playing ----------------------------------------------------------------------------------------------------


def play(state: State, *steps: str) -> None:
    """Applies actions and outcomes in notation; `1: place ...` requires that seat 1 is the one to choose.

    Raises:
        InvalidAction: a step cannot be read.
        IllegalAction: a step is refused, or it is another seat's choice.
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
