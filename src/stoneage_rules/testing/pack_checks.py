"""Named checks for any pack, for example that it loads, has an effect and can be played.

They do not depend on any particular pack.  The tables at which a pack is tried are in `trial_tables`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from stoneage_rules.errors import ContentError, UnknownName
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.loading.load import load
from stoneage_rules.loading.table import Table
from stoneage_rules.packs.editing.edit import Edit
from stoneage_rules.packs.editing.gather import gather_edits
from stoneage_rules.packs.reading.find import Source
from stoneage_rules.packs.reading.spans import Path as TomlPath
from stoneage_rules.testing.messages import message_of
from stoneage_rules.testing.met_conditions import conditions_met
from stoneage_rules.testing.played_games import RecordKey
from stoneage_rules.testing.properties import run_properties
from stoneage_rules.testing.results import NOT_LOADED, CheckLog, Result, part_of_property, part_of_scenario
from stoneage_rules.testing.scenario import PROPERTIES, Scenario, read_scenarios
from stoneage_rules.testing.trial_tables import Trial
from stoneage_rules.text.spelling import unknown
from stoneage_rules.text.wording import counted

__all__ = ["CHECKS", "Result", "check_pack"]

GUARD = {"target", "where", "when", "why", "expect"}
"""The keys of an edit that only states an expectation and changes nothing."""


class Skipped(Exception):
    """Raised by a check that does not apply; the message gives the reason."""


def check_pack(path: str | Path, *, only: Sequence[str] = ()) -> list[Result]:
    """Runs every check on a pack, with the packs that it requires.

    Required and optional packs must be installed, or be in the same folder as this one.

    Args:
        path: the pack's folder or zip file.
        only: the names of the checks to run; all checks by default.

    Raises:
        ContentError: there is no pack, or its manifest cannot be read.
        UnknownName: a name in `only` is not that of a check.
    """
    for name in only:
        if name not in CHECKS:
            raise UnknownName(unknown("check", name, CHECKS))
    trial = Trial(Path(path))
    return [_checked(trial, name, check) for name, check in CHECKS.items() if not only or name in only]


def _checked(trial: Trial, name: str, check: Check) -> Result:
    log = CheckLog()
    try:
        if name not in ALWAYS and trial.failures:
            raise Skipped(NOT_LOADED)
        check(trial, log)
    except Skipped as reason:
        return Result(name, "skipped", 0, str(reason))
    except Exception as error:
        log.problems.append(message_of(error))
    return log.result(name)


# --- the checks -------------------------------------------------------------------------------------------------

Check = Callable[[Trial, CheckLog], None]


def loads(trial: Trial, log: CheckLog) -> None:
    """It loads with what it requires, at every player count and at the extremes of its options, and with what is optional."""
    log.problems += [message_of(error, f"{trial.name(table)}:\n") for table, error in trial.failures]
    log.count = len(trial.tables)
    players = ", ".join(map(str, trial.players))
    log.summary = f"{counted(log.count, 'table')}: {players} players" + _listed("options", trial.manifest.options)
    log.summary += _listed("also with", trial.optional) + _listed("not there, so not tried:", trial.missing)


def _listed(label: str, names: Iterable[str]) -> str:
    return f"; {label} {', '.join(names)}" if names else ""


def repeats(trial: Trial, log: CheckLog) -> None:
    """Loaded again, with the table's modules in the other order, it is the same, or the same is wrong with it."""
    for table in trial.tables[: len(trial.players)]:
        turned = attrs.evolve(table, modules=table.modules[::-1])
        log.count += 1
        if _outcome(trial.load, table) != _outcome(load, turned):
            log.problems.append(f"{trial.name(table)}: loaded again with its modules in the other order, it is not the same")
    log.summary = f"the same digest again at {counted(log.count, 'table')}"


def _outcome(load: Callable[[Table], Ruleset], table: Table) -> str:
    """Returns the digest of a table, or the text of its error."""
    try:
        return load(table).digest
    except ContentError as error:
        return str(error)


def edits(trial: Trial, log: CheckLog) -> None:
    """Every edit changes something, and every record is there, at some table."""
    written = [*_edits(trial), *_records(trial)]
    if not written:
        raise Skipped("the pack has no records and no edits")
    effects = _effects(trial, [trial.load(table) for table in trial.tables])
    for part in written:
        if (part.source.file, part.path) in effects or _needs_missing(trial, part.source):
            continue
        if (part.source.file, part.path) not in _effects(trial, _asked_for(trial, part.when, part.source)):
            line = f"{part.source.file}:{part.source.span(part.path).line}"
            log.problems.append(f"{line}: at no table that was tried {part.effect}")
    log.count = len(written)
    edits = sum(part.is_edit for part in written)
    log.summary = f"{counted(edits, 'edit')}, {counted(len(written) - edits, 'record')}"


@attrs.frozen(eq=False)
class _WrittenPart:
    """An edit or a record as written in a file."""

    source: Source
    path: TomlPath
    when: Any
    is_edit: bool

    @property
    def effect(self) -> str:
        """A clause that denies its intended effect."""
        return "does this edit change anything" if self.is_edit else "is this record there"


def _edits(trial: Trial) -> Iterator[_WrittenPart]:
    content = trial.load(trial.tables[0]).content
    for source in trial.files.content:
        kinds = {kind: content.kinds.model(kind) for kind in (*content.entries, *source.data.get("patch", {}))}
        for edit in gather_edits(trial.id, source, kinds):
            if isinstance(edit, Edit) and not (edit.word == "patch" and set(edit.data) <= GUARD):
                yield _WrittenPart(source, edit.path, edit.data.get("when"), True)


def _records(trial: Trial) -> Iterator[_WrittenPart]:
    for source in trial.files.content:
        for kind, tables in source.data.items():
            if isinstance(tables, list):
                yield from (_WrittenPart(source, (kind, index), data.get("when"), False) for index, data in enumerate(tables))


def _effects(trial: Trial, loaded: Sequence[Ruleset]) -> set[tuple[str, TomlPath]]:
    """Returns the file and path of each edit that changed something, and of each record in the content."""
    origins = [edit.origin for rules in loaded for edit in rules.content.applied if edit.origin.pack == trial.id]
    entries = [entry for rules in loaded for entry in rules.content if entry.pack == trial.id]
    return {
        *((origin.source.file, origin.path[:3]) for origin in origins),
        *((entry.source.file, entry.path) for entry in entries),
    }


def _needs_missing(trial: Trial, source: Source) -> bool:
    """Returns whether a file applies only with a pack that is missing."""
    return any(id in trial.missing for id in source.data.get("only_if", {}).get("packs", ()))


def _asked_for(trial: Trial, rows: Any, source: Source) -> list[Ruleset]:
    """Loads a table at which rows of `when`, and their file, apply; returns an empty list if it cannot be loaded."""
    players = list(trial.players)
    options: dict[str, dict[str, Any]] = {}
    named = list(source.data.get("only_if", {}).get("packs", ()))
    for row in rows or ():
        players = [count for count in players if count in (row.get("players") or players)]
        named.append(row.get("module", ""))
        if "option" in row:
            pack, _, name = row["option"].rpartition(":")
            named.append(pack)
            options.setdefault(pack or trial.id, {})[name] = row.get("is", True)
    more = [module for id in named for module in trial.optional.get(id, ())]
    try:
        return [trial.load(trial.table(count, more, options)) for count in players[:1]]
    except ContentError:
        return []


def plays(trial: Trial, log: CheckLog) -> None:
    """Random games end, with choices until then, and with winners."""
    for game in trial.played:
        log.count += 1
        log.problems += game.problems
    log.summary = f"{counted(log.count, 'game')} at {counted(len(trial.tables), 'table')}"


def used(trial: Trial, log: CheckLog) -> None:
    """Every item and location that it adds is used in some game; conditions that never or always held are told."""
    additions: dict[RecordKey, str] = {}
    for table in trial.tables:
        additions |= trial.additions(trial.load(table))
    conditions = conditions_met(trial)
    if not additions and not conditions:
        raise Skipped("the pack adds no items and no locations")
    games = trial.played
    unused = {record for table in trial.tables for record in trial.unused(games, trial.load(table))}
    log.count = len(additions)
    log.problems += [f"{additions[record]}: used in none of {len(games)} games" for record in sorted(unused)]
    log.summary = "; ".join([f"{counted(log.count, 'addition')}, in {counted(len(games), 'game')}", *conditions])


def saves(trial: Trial, log: CheckLog) -> None:
    """States are saved and read again, and games played again from their notation."""
    first = {game.table: game for game in reversed(trial.played)}
    log.count = sum(game.saved for game in trial.played)
    log.problems += [problem for game in trial.played for problem in game.unsaved]
    for game in first.values():
        problem = game.replay()
        log.problems += [problem] * bool(problem)
    log.summary = f"states of {counted(len(trial.played), 'game')}, {counted(len(first), 'game')} played again"


def secrets(trial: Trial, log: CheckLog) -> None:
    """No seat can tell, by views, options, texts, events or policies, what only another one may know."""
    log.count = sum(game.probed for game in trial.played)
    log.problems += [problem for game in trial.played for problem in game.leaked]
    log.summary = f"{counted(log.count, 'state')} of {counted(len(trial.played), 'game')}"


def scenarios(trial: Trial, log: CheckLog) -> None:
    """Its scenarios pass, and some of them are played with the pack."""
    files = [file for file in _tests(trial) if file.name != PROPERTIES]
    if not files:
        raise Skipped(f"no scenarios in {trial.root.name}/tests")
    every = [scenario for file in files for scenario in _read(file, trial, log)]
    log.count = len(every)
    log.parts += map(part_of_scenario, every)
    if every and not any(str(trial.root) in scenario.table.modules for scenario in every):
        log.problems.append('no scenario is played with the pack; the files need [table] modules = [".."]')
    log.summary = counted(log.count, "scenario")


def _read(file: Path, trial: Trial, log: CheckLog) -> Sequence[Scenario]:
    """Reads the scenarios of a file; reports a file that cannot be read as a problem, so that other files are still checked."""
    try:
        return read_scenarios(file, load=trial.load)
    except ContentError as error:
        log.problems.append(message_of(error))
        return ()


def properties(trial: Trial, log: CheckLog) -> None:
    """Its properties hold."""
    files = [file for file in _tests(trial) if file.name == PROPERTIES]
    if not files:
        raise Skipped(f"no {PROPERTIES} in {trial.root.name}/tests")
    results = [result for file in files for result in run_properties(file, load=trial.load)]
    log.count = len(results)
    log.parts += map(part_of_property, results)
    if not any(str(trial.root) in result.subject.table.modules for result in results):
        log.problems.append('no property is looked at with the pack; the file needs [table] modules = [".."]')
    games = sum(result.games for result in results)
    log.summary = f"{counted(log.count, 'property')} in {counted(games, 'game')}"


def _tests(trial: Trial) -> list[Path]:
    return sorted(trial.tests.rglob("*.toml")) if trial.tests.is_dir() else []


def apart(trial: Trial, log: CheckLog) -> None:
    """Without the pack the game is the same, whether the pack has been loaded before or not."""
    if trial.before is None:
        raise Skipped("without the pack nobody can play")
    table, digest = trial.before
    log.count = 1
    if load(table).digest != digest:
        log.problems.append(f"{trial.name(table)}: the rules without the pack have changed since the pack was loaded")
    log.summary = f"{trial.name(table)}: the same digest before and after"


CHECKS: Mapping[str, Check] = {
    "loads": loads,
    "repeats": repeats,
    "edits": edits,
    "plays": plays,
    "used": used,
    "saves": saves,
    "secrets": secrets,
    "scenarios": scenarios,
    "properties": properties,
    "apart": apart,
}
"""Every check by its name; the first line of its docstring states the condition that it checks."""

ALWAYS = {"loads", "repeats"}
"""Checks that are also run on a pack that does not load."""
