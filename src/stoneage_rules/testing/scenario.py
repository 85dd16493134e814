"""Reads and runs scenario files; a scenario has a position, actions, and the facts expected afterwards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import attrs

from stoneage_rules.errors import ContentError, StoneAgeError
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State
from stoneage_rules.loading.load import load
from stoneage_rules.packs.findings.diagnostics import Diagnostic
from stoneage_rules.packs.findings.faults import Fault
from stoneage_rules.testing.entries import EntrySettings, FileEntry, Loader, Settings, as_written, loading_once, read_entries
from stoneage_rules.testing.messages import Message, message_of, messages_of_faults
from stoneage_rules.testing.names import Names
from stoneage_rules.testing.pasted_position import as_scenario
from stoneage_rules.testing.position_reader import unknown_in_position
from stoneage_rules.testing.positions import PositionError, state_of
from stoneage_rules.testing.quantity_rows import faults_of_rows
from stoneage_rules.testing.refusals import refusal_problems
from stoneage_rules.testing.scenario_schema import Given, ScenarioFile, Then
from stoneage_rules.testing.state_diff import differences
from stoneage_rules.testing.steps import play, waiting_for
from stoneage_rules.testing.until import Until, phase_of
from stoneage_rules.testing.vacuous import vacuous_scenarios

__all__ = ["PROPERTIES", "Scenario", "ScenarioResult", "read_scenarios", "run_scenarios"]

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
            settings = EntrySettings(self._source, "scenario", self._index)
            yield message_of(settings.located(error, self.table), "the table cannot be loaded:\n")
            return
        yield from messages_of_faults(self.unknown(rules), self._source) or map(Message, self._played(rules, notes))

    def unknown(self, rules: Ruleset) -> Iterator[Fault]:
        """Yields a fault for every name in it that does not exist at a table, and every impossible value."""
        names, path, entry = Names(rules), (self.kind, self._index), self._entry
        faults = [
            *names.unknown(attrs.evolve(entry, given=Given(), then=Then()), path),
            *unknown_in_position(names, entry.given, (*path, "given")),
            *unknown_in_position(names, entry.then, (*path, "then")),
            *(names.name("moment", phase, (*path, "until")) if (phase := phase_of(entry.until or "")) else ()),
        ]
        faults += faults_of_rows(rules, entry.then.meets, (*path, "then", "meets"))
        for seat, facts in (entry.then.seats or {}).items():
            faults += faults_of_rows(rules, facts.meets, (*path, "then", "seats", str(seat), "meets"))
        for index, refused in enumerate(entry.refused):
            if not refused.unreadable:
                faults += names.name("action", refused.action, (*path, "refused", index, "action"))
        yield from as_written(faults, self._source.data)

    def _played(self, rules: Ruleset, notes: list[str]) -> Iterator[str]:
        watches: list[Until] = []
        watch = (lambda state: watches.append(Until(self._entry.until, state))) if self._entry.until else None
        try:
            state = state_of(rules, self._entry.given, watch)
        except StoneAgeError as error:
            path = error.path if isinstance(error, PositionError) else ()
            yield f"{self.locate('given', *path)}: this position cannot be: {error}"
            return
        states = [state.copy()]
        problems = [*self._problems_of(state, watches, states)]
        if problems and not watches and not state.is_over:
            notes.append(waiting_for(state))
        if problems:
            notes += self._pasted(states)
        yield from problems

    def _problems_of(self, state: State, watches: Sequence[Until], states: list[State]) -> Iterator[str]:
        """Plays the steps, with a copy of the state after each, and yields what goes wrong or differs at the end."""
        for index, step in enumerate(self._entry.do):
            if any(watch.state is not None for watch in watches):
                yield f"{self.locate('do', index)}: `{step}` comes too late: `{self._entry.until}` has come before it"
                return
            try:
                play(state, step)
            except StoneAgeError as error:
                yield f"{self.locate('do', index)}: {error}"
                return
            except Exception as error:
                error.add_note(f"at step `{step}`")
                raise
            states.append(state.copy())
        end = watches[0].state if watches else state
        if end is None:
            yield f"{self.locate('until')}: `{self._entry.until}` does not come: {waiting_for(state)}"
            return
        yield from self._problems_at(end)

    def _pasted(self, states: Sequence[State]) -> Iterator[str]:
        """Yields the position after the last step as a scenario to paste, if that is another one than it began with."""
        steps = self._entry.do[: len(states) - 1]
        own = {"table": self._written["table"]} if "table" in self._written else {}
        pasted = as_scenario(states, steps, self._written.get("given", {}), **own) if steps else ""
        if pasted:
            yield f"a scenario that begins where this one ends:\n{pasted}"

    def _problems_at(self, state: State) -> Iterator[str]:
        """Yields the facts that differ in the state at the end, and refusals that do not come."""
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
    notes: tuple[str, ...] = ()
    """Facts that help to mend a scenario that fails, such as what the game waits for where it ends."""

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
        ContentError: a file cannot be read, or has a key or value that no scenario can have.
    """
    return [scenario.run() for scenario in read_scenarios(path)]


def read_scenarios(path: str | Path, *, load: Loader = load, settings: Settings | None = None) -> tuple[Scenario, ...]:
    """Reads the scenarios of a file, or of a folder's TOML files except `properties.toml`, in the order of names and lines.

    Args:
        path: the file or folder; paths of packs are relative to the file's folder.
        load: loads the rules of a table; called once per table.
        settings: adds to the settings of each file's table, or changes them.

    Raises:
        ContentError: a file cannot be read, or has a key or value that no scenario can have.
    """
    path = Path(path)
    load = loading_once(load)
    files = sorted(file for file in path.rglob("*.toml") if file.name != PROPERTIES) if path.is_dir() else [path]
    return tuple(scenario for file in files for scenario in _read_file(file, load, settings))


def _read_file(path: Path, load: Loader, settings: Settings | None) -> Iterator[Scenario]:
    vacuous = lambda _, data: vacuous_scenarios(data.get("scenario", []))  # noqa: E731
    entries = read_entries(path, "scenario", ScenarioFile, vacuous, settings)
    for entry, table, source, index in entries:
        yield Scenario(entry.name, entry.rules, table, entry, source, index, load)
