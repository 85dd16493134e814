"""All checks of a pack and of a module: it loads, its edits do something, it can be played, its own tests pass."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any

import attrs

from stoneage_rules.authoring.properties import run_properties
from stoneage_rules.authoring.results import (
    MOST_PROBLEMS,
    NOT_LOADED,
    CheckLog,
    Result,
    Skipped,
    part_of_property,
    part_of_scenario,
)
from stoneage_rules.authoring.scenario import PROPERTIES, Scenario, read_scenarios
from stoneage_rules.authoring.scenario_schema import message_of, raised
from stoneage_rules.authoring.supervision import play_interleaved
from stoneage_rules.authoring.trial_tables import PlayedGame, RecordName, Trial
from stoneage_rules.errors import ContentError, PluginError, UnknownName
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.loading.installed import existing_pack, installed_modules
from stoneage_rules.loading.load import load
from stoneage_rules.loading.table import Table
from stoneage_rules.packs.edit import Edit
from stoneage_rules.packs.find import Source
from stoneage_rules.packs.options import only_if_names
from stoneage_rules.packs.patching import gather_edits
from stoneage_rules.packs.spans import TomlPath
from stoneage_rules.text import counted, listed, unknown

# --- edit checks --------------------------------------------------------------------------------------------------
# Checks that every edit of a pack changes something, and that every record exists.


GUARD = {"target", "where", "when", "why", "expect"}
"""The keys of an edit that only states an expectation and changes nothing."""


def edits(trial: Trial, log: CheckLog) -> None:
    """Every edit changes something, and every record exists, at some table."""
    written = [*_edits(trial), *_records(trial)]
    if not written and trial.has_python:
        raise Skipped("the pack has no records and no edits")
    log.problems += [] if written else [f"the pack has no records and no edits: `stoneage check {trial.root.name}` says more"]
    effects = _effects(trial, [trial.load(table) for table in trial.tables])
    for part in written:
        if (part.source.file, part.path) in effects or _needs_missing(trial, part.source):
            continue
        if (part.source.file, part.path) not in _effects(trial, _asked_for(trial, part.when, part.source)):
            line = f"{part.source.file}:{part.source.span(part.path).line}"
            effect = "does this edit change anything" if part.is_edit else "is this record there"
            log.problems.append(f"{line}: at no table that was tried {effect}")
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
    edits = [edit for rules in loaded for edit in rules.content.applied if edit.pack == trial.id]
    entries = [entry for rules in loaded for entry in rules.content if entry.pack == trial.id]
    return {
        *((edit.source.file, edit.path[:3]) for edit in edits),
        *((entry.source.file, entry.path) for entry in entries),
    }


def _needs_missing(trial: Trial, source: Source) -> bool:
    """Returns whether a file applies only with a pack that is missing."""
    one_of = only_if_names(source, "any")
    is_none_there = bool(one_of) and all(id in trial.missing for id in one_of)
    return is_none_there or any(id in trial.missing for id in only_if_names(source, "packs"))


def _asked_for(trial: Trial, rows: Any, source: Source) -> list[Ruleset]:
    """Loads a table at which rows of `when`, and their file, apply; returns an empty list if it cannot be loaded."""
    players = list(trial.players)
    options: dict[str, dict[str, Any]] = {}
    named = [*only_if_names(source, "packs"), *[id for id in only_if_names(source, "any") if id not in trial.missing][:1]]
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


# --- game checks --------------------------------------------------------------------------------------------------
#
# Named checks that look at random games of a pack.


PackCheck = Callable[[Trial, CheckLog], None]

ALONE = 3
"""The number of games of a module without the pack, if it fails with the pack."""


def plays(trial: Trial, log: CheckLog) -> None:
    """Random games offer choices until they end, with a verdict."""
    for game in trial.played:
        log.count += 1
        log.problems += game.problems
    log.summary = f"{counted(log.count, 'game')} at {counted(len(trial.tables), 'table')}"


def used(trial: Trial, log: CheckLog) -> None:
    """Every item and location that it adds is used in some game; a warning names effects and conditions that no game reaches."""
    additions: dict[RecordName, str] = {}
    for table in trial.tables:
        additions |= trial.additions(trial.load(table))
    games = [*trial.played, *trial.sought]
    if not additions and not trial.reached:
        raise Skipped("the pack adds no items and no locations, and has no effects and conditions")
    unused = {record for table in trial.tables for record in trial.unused(games, trial.load(table))}
    log.problems += [problem for game in trial.sought for problem in game.problems]
    log.problems += [f"{additions[record]}: used in none of {len(games)} games" for record in sorted(unused)]
    log.warnings += _unreached(trial)
    effects = sum(thing.sort == "effect" for thing in trial.reached)
    conditions = len({thing.where for thing in trial.reached if thing.sort == "condition"})
    log.count = len(additions) + effects + conditions
    parts = counted(len(additions), "addition"), counted(effects, "effect"), counted(conditions, "condition")
    log.summary = f"{', '.join(parts)}, in {counted(len(games), 'game')}"


KEPT = re.compile(r"#\s*stoneage:\s*allow\s+unreached\s+\S")
"""A comment that allows effects that no game reaches, with the reason."""


def _unreached(trial: Trial) -> Iterator[str]:
    """Yields each line with effects and conditions that none of enough games has reached, unless a comment keeps it."""
    packs = {pack.id: pack for table in trial.tables for pack in trial.load(table).content.packs}
    lines = {file: text.splitlines() for pack in packs.values() for file, text in pack.files.texts.items()}
    for (where, games), things in groupby(trial.unreached, key=lambda thing: (thing.where, trial.reached[thing][0])):
        names = [thing.name for thing in things]
        file, _, line = where.rpartition(":")
        if not any(map(KEPT.search, lines[file][max(0, int(line) - 2) : int(line)])):
            yield f"{where}: in none of {games} games: {', '.join(names)}"


class ToldCheck:
    """A check that reports findings in states of random games, or in supervised games."""

    def __init__(self, name: str, sentence: str) -> None:
        self.name = name
        self.__doc__ = sentence

    def __call__(self, trial: Trial, log: CheckLog) -> None:
        if trial.has_python:
            log.problems += trial.findings.problems.get(self.name, ())
        if self.name in OF_STATES:
            log.count = sum(game.probed for game in trial.played)
            log.problems = log.problems or [problem for game in trial.played for problem in game.broken[self.name]]
            log.summary = f"{counted(log.count, 'state')} of {counted(len(trial.played), 'game')}"
        elif trial.has_python:
            log.count = trial.findings.calls
            log.summary = f"{counted(log.count, 'call')} of plugins"
        else:
            raise Skipped("the pack has no Python")


OF_STATES = {
    "holds": "Nothing is negative, lost or in two places, there is an open question until the end, and score sheets add up.",
    "asks": "Questions change nothing; each question and answer has words and JSON; a policy can answer.",
    "odds": "The outcomes of every chance event are possible and their odds sum to 1; `sample` and `accepts` agree with them.",
    "legality": "Options, `is_legal`, reasons and `apply` agree, and every option can be written and read.",
    "copies": "Copies of states are equal and independent.",
    "saves": "A state that is saved and read again is the same, and continues in the same way.",
    "secrets": "Views, options, texts and events reveal no secrets of other seats; views agree with `seen_by`.",
}


def replays(trial: Trial, log: CheckLog) -> None:
    """Replayed from its answers or its record, a game ends as before."""
    # Games differ by their state alone: the fewest players and the last options show it.
    again = [*dict.fromkeys((trial.played[0], trial.played[-1]))]
    log.count = len(again)
    log.problems += filter(None, (game.replay() for game in again))
    log.summary = f"{counted(log.count, 'game')} played again"


def together(trial: Trial, log: CheckLog) -> None:
    """A game can be played with each other compatible installed module; for others the reason is given."""
    others = [id for id in trial.others if id not in trial.optional]
    if not others:
        raise Skipped("no other module is installed that could be combined with it")
    refused, faulty = [], []
    for id in others:
        table = trial.together_with(id)
        try:
            problems = _problems_at(trial.load, table, trial.name(table), 0)
            fault = _fault_of(id, trial, table, problems) if problems else ""
        except ContentError as error:
            first = error.diagnostics[0]
            refused.append(f"{id} ({first.code}: {first.title})")
            continue
        if fault:
            faulty.append(f"{id} ({fault})")
        else:
            log.problems += [f"{problem}; without {trial.id}, {id} has no fault" for problem in problems]
    log.count = len(others) - len(refused) - len(faulty)
    faults = f"; at fault themselves: {', '.join(faulty)}" if faulty else ""
    if not log.count:
        raise Skipped(f"it cannot be combined with {', '.join(refused)}{faults}" if refused else faults[2:])
    log.summary = f"a game with each of {counted(log.count, 'other module')}"
    log.summary += f"; skipped, as it cannot be combined: {', '.join(refused)}" if refused else ""
    log.summary += faults


def _problems_at(load: Callable[[Table], Ruleset], table: Table, *game: Any) -> list[str]:
    """Returns the fault of a game at a table, or of a plugin that it needs to begin."""
    try:
        played = PlayedGame(load(table), *game)
    except PluginError as error:
        return [raised(error)]
    return played.problems or [problem for problems in played.broken.values() for problem in problems]


def _fault_of(id: str, trial: Trial, table: Table, problems: Sequence[str]) -> str:
    """Returns the first problem that is the fault of another module: it names that module, or occurs without the pack as well."""
    named = [problem for problem in problems if f"plugin {id} (" in problem or f"module {id} " in problem]
    alone = attrs.evolve(table, modules=tuple(module for module in table.modules if module != str(trial.root)))
    for seed in () if named else range(ALONE):
        with suppress(ContentError):  # a module that requires the pack is never alone
            named += _problems_at(load, alone, f"{trial.name(alone)}, without {trial.id}", seed)
    return next(iter(named), "")


GAME_CHECKS: Mapping[str, PackCheck] = {
    "plays": plays,
    "used": used,
    **{name: ToldCheck(name, sentence) for name, sentence in OF_STATES.items()},
    "replays": replays,
    "together": together,
}
"""The checks of games by name."""

# --- module checks ------------------------------------------------------------------------------------------------
#
# Named checks of a module's Python: what its methods answer, change, draw from and remember.
#
# They are passed over for packs without Python.


OF_PYTHON = {
    "answers": "The methods and hooks of its plugins return valid values: tuples of actions, odds, seats, places.",
    "quiet": "Only `step`, `resume` and effects of its plugins change anything.",
    "steady": "Called twice, the methods and hooks of its plugins return the same.",
    "random": "Its plugins use no random source except the argument of `sample`.",
    "operations": "Its plugins change a state only by `operations` and by pushing frames.",
}


def memory(trial: Trial, log: CheckLog) -> None:
    """Its plugins store nothing outside the state: playing another game in between changes nothing."""
    if not trial.has_python:
        raise Skipped("the pack has no Python")
    tables = trial.tables[: len(trial.players)]
    found = {trial.name(table): play_interleaved(trial.load(table)) for table in tables}
    log.problems += [f"{name}: {problem}" for name, problem in found.items() if problem]
    log.count = len(tables)
    log.summary = f"games at {counted(log.count, 'table')}, alone and with others in between"


CODE_CHECKS: Mapping[str, PackCheck] = {
    **{name: ToldCheck(name, sentence) for name, sentence in OF_PYTHON.items()},
    "memory": memory,
}
"""The checks of Python by name."""

# --- pack checks --------------------------------------------------------------------------------------------------
#
# Named checks for any pack, for example that it loads, has an effect and can be played.
#
# They do not depend on any particular pack.  The tables at which a pack is tried are in `trial_tables`.


def check_pack(path: str | Path, *, only: Sequence[str] | None = None, games: int | None = None) -> list[Result]:
    """Runs every check on a pack with its required packs, including checks of a module's Python.

    Required and optional packs must be installed, or be in the same folder as this one.

    Args:
        path: the pack's folder or zip file, or the id of an installed module.
        only: the names of the checks to run; all checks by default.
        games: the number of random games at each table; a few by default, so that a pack takes some seconds.

    Raises:
        ContentError: there is no pack in the folder, or its manifest cannot be read.
        UnknownName: there is no such folder or module, or no check has a name in `only`.
    """
    _expect_checks(only or ())
    return _run(Trial(existing_pack(path), games=games), only)


def check_module(
    name: str | Path, *, plugins: Sequence[object] = (), only: Sequence[str] | None = None, games: int | None = None
) -> list[Result]:
    """Runs every check on a module: on its pack, and on its Python under supervision.

    Args:
        name: the id of an installed module; or, with `plugins`, the folder of its pack.
        plugins: the objects that its entry point would name, for a module that is not installed.
        only: the names of the checks to run; all checks by default.
        games: the number of random games at each table; a few by default.

    Raises:
        ContentError: there is no pack, or its manifest cannot be read.
        UnknownName: no module has that id, or no check has a name in `only`.
    """
    installed = installed_modules()
    if not plugins and str(name) not in installed:
        hint = "; a pack in a folder is for `check_pack`" if Path(name).exists() else ""
        raise UnknownName(unknown("module", str(name), installed) + hint)
    _expect_checks(only or ())
    return _run(Trial(Path(name), plugins=plugins, games=games), only)


def _expect_checks(names: Sequence[str]) -> None:
    """Refuses an unknown name of a check, before any pack is read."""
    for name in names:
        if name not in PACK_CHECKS:
            raise UnknownName(unknown("check", name, PACK_CHECKS))


def _run(trial: Trial, only: Sequence[str] | None) -> list[Result]:
    return [checked(trial, name) for name in (PACK_CHECKS if only else checks_of(trial)) if not only or name in only]


def checks_of(trial: Trial) -> list[str]:
    """Returns the names of the checks that apply to a pack; checks of Python only if it has any."""
    return [name for name in PACK_CHECKS if trial.has_python or name not in CODE_CHECKS]


def checked(trial: Trial, name: str) -> Result:
    """Returns the result of one check, which is made once, after those without which it would say nothing new."""
    if name not in trial.results:
        failed = [other for other in AFTER.get(name, ()) if checked(trial, other).outcome == "failed"]
        trial.results[name] = _made(trial, name, failed)
    return trial.results[name]


def _made(trial: Trial, name: str, failed: Sequence[str]) -> Result:
    log = CheckLog()
    try:
        if name not in RUN_UNLOADED and trial.failures:
            raise Skipped(NOT_LOADED)
        if failed:
            raise Skipped(f"`{failed[0]}` failed, and would make this one fail, too")
        PACK_CHECKS[name](trial, log)
    except Skipped as reason:
        return Result(name, "skipped", 0, str(reason))
    except Exception as error:
        log.problems.append(message_of(error))
    return log.result(name)


# --- the checks -------------------------------------------------------------------------------------------------


def loads(trial: Trial, log: CheckLog) -> None:
    """It loads with its required packs, at every player count and at the extremes of its options, and with its optional packs."""
    log.problems += [message_of(error, f"{trial.name(table)}:\n") for table, error in trial.failures]
    log.count = len(trial.tables)
    players = ", ".join(map(str, trial.players))
    log.summary = f"{counted(log.count, 'table')}: {players} players" + _listed("options", trial.manifest.options)
    log.summary += _listed("also with", trial.optional) + _listed("not there, so not tried:", trial.missing)
    if not trial.failures and (found := [f"{each.code} at {each.place.file}:{each.place.span.line}" for each in trial.warnings]):
        more = [f"{len(found) - MOST_PROBLEMS} more"] if len(found) > MOST_PROBLEMS else []
        log.warnings.append(f"`stoneage check {trial.root.name}` warns of {listed([*found[:MOST_PROBLEMS], *more])}")


def _listed(label: str, names: Iterable[str]) -> str:
    return f"; {label} {', '.join(names)}" if names else ""


def repeats(trial: Trial, log: CheckLog) -> None:
    """Loaded again, with the table's modules in reverse order, it gives the same rules or the same errors."""
    anew = partial(load, plugins=trial.plugins[::-1]) if trial.plugins else load
    table, log.count = trial.tables[0], 1
    turned = attrs.evolve(table, modules=table.modules[::-1])
    if _outcome(trial.load, table) != _outcome(anew, turned):
        log.problems.append(f"{trial.name(table)}: loaded again with its modules in the other order, it is not the same")
    elif trial.failures:
        raise Skipped(NOT_LOADED)
    log.summary = f"{trial.name(table)}: the same digest again"


def _outcome(load: Callable[[Table], Ruleset], table: Table) -> str:
    """Returns the digest of a table, or the text of its error."""
    try:
        return load(table).digest
    except (ContentError, PluginError) as error:
        return str(error)


def options(trial: Trial, log: CheckLog) -> None:
    """The help of every option says more than its name."""
    if not trial.manifest.options:
        raise Skipped("the pack has no options")
    log.count = len(trial.manifest.options)
    for name, option in trial.manifest.options.items():
        words = option.help.lower().split()
        if len(words) < 2 or set(words) <= set(re.split("[-_]", name.lower())):
            log.problems.append(f"option {name}: help = {json.dumps(option.help)} does not say what it does")
    log.summary = counted(log.count, "option")


def scenarios(trial: Trial, log: CheckLog) -> None:
    """Its scenarios pass, and at least one uses the pack."""
    files = trial.scenario_files
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
    files = trial.property_files
    if not files:
        raise Skipped(f"no {PROPERTIES} in {trial.root.name}/tests")
    results = [result for file in files for result in run_properties(file, load=trial.load)]
    log.count = len(results)
    log.parts += map(part_of_property, results)
    if not any(str(trial.root) in result.subject.table.modules for result in results):
        log.problems.append('no property is looked at with the pack; the file needs [table] modules = [".."]')
    games = sum(result.games for result in results)
    log.summary = f"{counted(log.count, 'property')} in {counted(games, 'game')}"


def apart(trial: Trial, log: CheckLog) -> None:
    """Loading the pack does not change later games without it."""
    if trial.before is None:
        raise Skipped("without the pack nobody can play")
    table, digest = trial.before
    log.count = 1
    if load(table).digest != digest:
        log.problems.append(f"{trial.name(table)}: the rules without the pack have changed since the pack was loaded")
    log.summary = f"{trial.name(table)}: the same digest before and after"


PACK_CHECKS: Mapping[str, PackCheck] = {
    "loads": loads,
    "repeats": repeats,
    "options": options,
    "edits": edits,
    **CODE_CHECKS,
    **GAME_CHECKS,
    "scenarios": scenarios,
    "properties": properties,
    "apart": apart,
}
"""Every check by its name; the first line of its docstring states the condition that it checks."""

RUN_UNLOADED = {"loads", "repeats", "options"}
"""Checks that are also run on a pack that does not load."""

AFTER: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(GAME_CHECKS, tuple(CODE_CHECKS)),
    "used": (*CODE_CHECKS, "plays"),
    "memory": ("answers", "quiet", "steady", "random", "operations"),
    "legality": (*CODE_CHECKS, "holds", "asks"),
    "copies": (*CODE_CHECKS, "holds", "asks", "plays"),
    "saves": (*CODE_CHECKS, "holds", "asks", "plays", "legality", "copies"),
    "secrets": (*CODE_CHECKS, "holds", "asks", "plays", "legality", "copies"),
    "replays": (*CODE_CHECKS, "plays", "legality", "copies"),
    "together": (*CODE_CHECKS, "plays", *OF_STATES),
}
"""The checks before each: where one of them fails, it is passed over, since the same mistake would make it fail, too."""
