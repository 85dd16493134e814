"""Scenario files: a position, what is done, and what must be so then; all in the words of the content.

How a position is made of its words is in `positions`; which tests exist is not decided here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import attrs

from stoneage_rules.errors import ContentError, IllegalAction, StoneAgeError
from stoneage_rules.fields import field
from stoneage_rules.kernel.actions import Action
from stoneage_rules.kernel.decisions import Reason
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State
from stoneage_rules.modules import load
from stoneage_rules.packs.diagnostics import nearest
from stoneage_rules.packs.find import Source, read_source
from stoneage_rules.packs.positions import Path as TomlPath
from stoneage_rules.packs.report import refusal
from stoneage_rules.packs.structure import structurer_for
from stoneage_rules.table import Table, is_path, table_error
from stoneage_rules.testing.idle import did_you_mean, idle_scenarios
from stoneage_rules.testing.positions import PositionError, describe, position

__all__ = ["Scenario", "ScenarioResult", "assert_refused", "options", "play", "read_scenarios", "run_scenarios", "table_of"]

PROPERTIES = "properties.toml"
"""The file of a folder of tests that holds no scenarios, but properties."""
Loader = Callable[[Table], Ruleset]
FactPath = tuple[str, ...]


# --- what a file says -------------------------------------------------------------------------------------------


@attrs.frozen
class Refused:
    """An action that must be refused where the scenario ends, and the reason that must be given."""

    action: str = field("the action in notation")
    seat: int | None = field("who asks for it; the seat that must choose, without the key", default=None)
    rule: str | None = field("the statement that a reason must cite", default=None)
    check: str | None = field("the check that a reason must name", default=None)
    needed: str = field("text that the reason's demand contains", default="")
    found: str = field("text that the reason's finding contains", default="")


@attrs.frozen
class Then:
    """What must be so where the scenario ends; what is not named may be anything."""

    round: int | None = field("the round", default=None)
    phase: str | None = field("the phase's id", default=None)
    first: int | None = field("the seat that starts", default=None)
    seats: Mapping[str, Any] = field("facts by seat", factory=dict)
    figures: Mapping[str, Any] = field("figures by place, as a list or by seat", factory=dict)
    spaces: Mapping[str, Any] = field("the item on a space, or `none`", factory=dict)
    piles: Mapping[str, Any] = field("how many lie face down beneath", factory=dict)
    zones: Mapping[str, Any] = field("the items of a zone, or how many there are", factory=dict)
    seat: int | None = field("who must choose, or for whom chance decides", default=None)
    asks: str | None = field("the decision or chance event that is pending, by its frame's name", default=None)
    legal: tuple[str, ...] | None = field("all options, in any order", default=None)
    legal_has: tuple[str, ...] = field("some of the options", default=())
    legal_lacks: tuple[str, ...] = field("actions that are no options", default=())
    scores: tuple[int, ...] | None = field("each seat's points", default=None)
    winners: tuple[int, ...] | None = field("the seats that have won", default=None)
    over: bool | None = field("whether the game has ended", default=None)


@attrs.frozen
class _Entry:
    """One `[[scenario]]`."""

    name: str = field("what it shows, as a sentence")
    rules: tuple[str, ...] = field("the statements that it proves", default=())
    table: Mapping[str, Any] = field("settings that differ from the file's table", factory=dict)
    given: Mapping[str, Any] = field("the position in which it begins", factory=dict)
    do: tuple[str, ...] = field("actions and outcomes in notation; the seat may stand in front", default=())
    then: Then = field("what must be so then", factory=Then)
    refused: tuple[Refused, ...] = field("what must be refused then: a table, or several", default=())


@attrs.frozen
class ScenarioFile:
    """Scenarios of a pack: a position, what is done in it, and what must be so then."""

    table: Mapping[str, Any] = field("players, modules, options, edition, starting_seat", factory=dict)
    scenario: tuple[_Entry, ...] = field("the scenarios", factory=tuple)


# --- scenarios and their results --------------------------------------------------------------------------------


@attrs.frozen(eq=False)
class Scenario:
    """One scenario of a file, ready to run."""

    name: str
    rules: tuple[str, ...]
    """Ids of the statements that it proves."""
    table: Table
    _entry: _Entry
    _source: Source
    _index: int
    _load: Loader

    @property
    def where(self) -> str:
        """`file:line` of its name."""
        return self.locate("name")

    def locate(self, *path: str) -> str:
        """`file:line` of a part of it, or of what is around it."""
        return f"{self._source.file}:{self._source.span(('scenario', self._index, *path)).line}"

    def run(self) -> ScenarioResult:
        """Plays it; whatever is not as it must be is in the result."""
        return ScenarioResult(self, tuple(self._problems()))

    def _problems(self) -> Iterator[str]:
        try:
            rules = self._load(self.table)
        except ContentError as error:
            yield f"the table cannot be loaded:\n{error}"
            return
        try:
            state = position(rules, self._entry.given)
        except StoneAgeError as error:
            path = error.path if isinstance(error, PositionError) else ()
            yield f"{self.locate('given', *path)}: this position cannot be: {error}"
            return
        unknown = (did_you_mean("statement", rule, tuple(rules.sentences)) for rule in self.rules)
        yield from (f"{self.locate('rules')}: {problem}" for problem in unknown if problem)
        for step in self._entry.do:
            try:
                play(state, step)
            except StoneAgeError as error:
                yield f"{self.locate('do')}: {error}"
                return
            except Exception as error:
                error.add_note(f"at step `{step}`")
                raise
        for path, problem in _differences(self._entry.then, state):
            yield f"{self.locate('then', *path)}: {'.'.join(path)}: {problem}"
        for refused in self._entry.refused:
            for problem in _refusal_problems(state, refused):
                yield f"{self.locate('refused')}: {problem}"


@attrs.frozen
class ScenarioResult:
    """What came of a scenario."""

    scenario: Scenario
    problems: tuple[str, ...]
    """Each begins with `file:line`; none when all was as it must be."""

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
        raise table_error(faults, source)
    for index, entry in enumerate(made.scenario):
        table = table_of(made.table, entry.table, ("scenario", index, "table"), source)
        yield Scenario(entry.name, entry.rules, table, entry, source, index, load)


def table_of(common: Mapping[str, Any], own: Mapping[str, Any], own_path: TomlPath, source: Source) -> Table:
    """The settings of one entry of a file: the file's, and on top its own; packs are looked for from the file's folder.

    Raises:
        ContentError: they are no settings of a table.
    """
    made, faults = structurer_for({}, {}).structure({**common, **own}, Table)
    if faults:
        places = [own_path if fault.path and fault.path[0] in own else ("table",) for fault in faults]
        raise table_error([attrs.evolve(f, path=place + f.path) for f, place in zip(faults, places, strict=True)], source)
    assert isinstance(made, Table)
    folder = Path(source.file).parent.resolve()
    modules = (str((folder / module).resolve()) if is_path(module) else module for module in made.modules)
    return attrs.evolve(made, modules=tuple(modules))


def _with_lists(data: Mapping[str, Any]) -> dict[str, Any]:
    """A single `refused` table may stand without a list around it."""
    scenarios = data.get("scenario")
    if not isinstance(scenarios, list):
        return dict(data)
    return {**data, "scenario": [_with_list(entry) if isinstance(entry, dict) else entry for entry in scenarios]}


def _with_list(entry: Mapping[str, Any]) -> dict[str, Any]:
    refused = entry.get("refused")
    return {**entry, "refused": [refused]} if isinstance(refused, dict) else dict(entry)


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


def options(state: State) -> tuple[str, ...]:
    """Every action that may be chosen now, in notation and in its fixed order."""
    return tuple(action.text for action in state.legal())


def _who(state: State) -> str:
    return "the game is over" if state.seat is None else f"it is the turn of seat {state.seat}"


# --- comparing --------------------------------------------------------------------------------------------------


def _differences(then: Then, state: State) -> Iterator[tuple[FactPath, str]]:
    """Every fact that is not as it must be: the path to it, and what is instead."""
    facts = describe(state)
    for key in ("round", "phase", "first"):
        expected = getattr(then, key)
        if expected is not None:
            yield from _compare(expected, facts[key], (key,))
    for key in ("seats", "figures", "spaces", "piles", "zones"):
        yield from _compare(_as_described(key, getattr(then, key)), facts[key], (key,))
    yield from _turn_differences(then, state)
    yield from _end_differences(then, state)


def _as_described(key: str, expected: Mapping[str, Any]) -> Mapping[str, Any]:
    if key != "figures":
        return expected
    return {
        place: {str(seat): count for seat, count in enumerate(counts)} if isinstance(counts, list) else counts
        for place, counts in expected.items()
    }


def _compare(expected: Any, found: Any, path: FactPath) -> Iterator[tuple[FactPath, str]]:
    if isinstance(expected, Mapping):
        if not isinstance(found, Mapping):
            yield path, f"a table is expected, but {found!r} is there"
            return
        for key, part in expected.items():
            if key in found:
                yield from _compare(part, found[key], (*path, key))
            else:
                near = nearest(key, found)
                yield (*path, key), "nothing is called so" + (f"; did you mean `{near}`?" if near else "")
        return
    if type(expected) is int and isinstance(found, list):
        found = len(found)
    if isinstance(expected, list) and isinstance(found, list):
        expected, found = sorted(expected), sorted(found)
    if expected != found or type(expected) is not type(found):
        yield path, f"expected {expected!r}, found {found!r}"


def _turn_differences(then: Then, state: State) -> Iterator[tuple[FactPath, str]]:
    if then.seat is not None:
        yield from _compare(then.seat, state.seat, ("seat",))
    if then.asks is not None:
        pending = state.rules.handlers[state.stack[-1][0]].name if state.stack else None
        yield from _compare(then.asks, pending, ("asks",))
    legal = options(state)
    if then.legal is not None:
        expected = list(_written(state, then.legal))
        more, fewer = _without(legal, expected), _without(expected, legal)
        if more or fewer:
            yield ("legal",), "; ".join(_listed("missing", fewer) + _listed("not expected", more))
    missing = _without(_written(state, then.legal_has), legal)
    if missing:
        yield ("legal_has",), "; ".join(_listed("missing", missing))
    unwanted = [text for text in _written(state, then.legal_lacks) if text in legal]
    if unwanted:
        yield ("legal_lacks",), "; ".join(_listed("not expected", unwanted))


def _written(state: State, texts: Iterable[str]) -> Iterator[str]:
    """Actions in the notation's own spelling."""
    for text in texts:
        try:
            yield state.rules.parse(text).text
        except StoneAgeError:
            yield text


def _without(texts: Iterable[str], others: Iterable[str]) -> list[str]:
    others = set(others)
    return [text for text in texts if text not in others]


def _listed(what: str, texts: Iterable[str]) -> list[str]:
    listed = ", ".join(f"`{text}`" for text in texts)
    return [f"{what}: {listed}"] if listed else []


def _end_differences(then: Then, state: State) -> Iterator[tuple[FactPath, str]]:
    for key, found in (("scores", state.scores), ("winners", state.winners)):
        expected = getattr(then, key)
        if expected is not None and expected != found:
            yield (key,), f"expected {list(expected)}, found {list(found)}"
    if then.over is not None:
        yield from _compare(then.over, state.is_over, ("over",))


# --- refusals ---------------------------------------------------------------------------------------------------


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
    """Asserts that an action is refused for a reason, by every way of asking, and that the state stays as it is.

    Raises:
        AssertionError: it is legal, or no reason names the rule, the check and the texts.
    """
    refused = Refused(action=action, seat=seat, rule=rule, check=check, needed=needed, found=found)
    problems = list(_refusal_problems(state, refused))
    if problems:
        raise AssertionError("\n".join(problems))


def _refusal_problems(state: State, refused: Refused) -> Iterator[str]:
    try:
        action = state.rules.parse(refused.action)
    except StoneAgeError as error:
        yield str(error)
        return
    if not isinstance(action, Action):
        yield f"`{action}` is an outcome of chance; only actions are refused with reasons"
        return
    reasons = state.why_not(action, refused.seat)
    if not any(_fits(reason, refused) for reason in reasons):
        told = "; ".join(f"{reason.check} [{reason.statement}] {reason}" for reason in reasons)
        yield f"`{action}` must be refused by {_wanted(refused)}, but {told or 'it is legal'}"
    if reasons and refused.seat in (None, state.seat):
        yield from _apply_problems(state, action, reasons)


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


def _apply_problems(state: State, action: Action, reasons: tuple[Reason, ...]) -> Iterator[str]:
    """That `apply` refuses with the same reasons and changes nothing, and that the options say the same."""
    if state.is_legal(action):
        yield f"`{action}` is among the options"
    before = state.copy()
    try:
        state.apply(action)
        yield f"`{action}` was carried out"
    except IllegalAction as error:
        if tuple(map(str, error.reasons)) != tuple(map(str, reasons)):
            yield f"`{action}` was refused for other reasons: {error}"
    if state != before:
        yield f"`{action}` was refused, but the state has changed"
