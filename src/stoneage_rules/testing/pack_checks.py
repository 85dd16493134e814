"""Named checks for any pack, for example that it loads, has an effect and can be played.

They do not depend on any particular pack.  The tables at which a pack is tried are in `trial_tables`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path

import attrs

from stoneage_rules.errors import ContentError, PluginError, UnknownName
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.loading.dependencies import existing_pack
from stoneage_rules.loading.installed import installed_modules
from stoneage_rules.loading.load import load
from stoneage_rules.loading.table import Table
from stoneage_rules.testing.edit_checks import edits
from stoneage_rules.testing.game_checks import GAME_CHECKS
from stoneage_rules.testing.messages import message_of
from stoneage_rules.testing.module_checks import CODE_CHECKS
from stoneage_rules.testing.played_games import PROBES
from stoneage_rules.testing.properties import run_properties
from stoneage_rules.testing.results import NOT_LOADED, CheckLog, Result, Skipped, part_of_property, part_of_scenario
from stoneage_rules.testing.scenario import PROPERTIES, Scenario, read_scenarios
from stoneage_rules.testing.trial_tables import Trial
from stoneage_rules.text.spelling import unknown
from stoneage_rules.text.wording import counted

__all__ = ["AFTER", "CHECKS", "Result", "check_module", "check_pack", "checked", "checks_of"]


def check_pack(path: str | Path, *, only: Sequence[str] | None = None, games: int | None = None) -> list[Result]:
    """Runs every check on a pack, with the packs that it requires, and of its Python if it is a module that has any.

    Required and optional packs must be installed, or be in the same folder as this one.

    Args:
        path: the pack's folder or zip file, or the id of an installed module.
        only: the names of the checks to run; all checks by default.
        games: the number of random games at each table; a few by default, so that a pack takes some seconds.

    Raises:
        ContentError: there is no pack in the folder, or its manifest cannot be read.
        UnknownName: there is no such folder or module, or a name in `only` is not that of a check.
    """
    _expect_checks(only or ())
    return _run(Trial(existing_pack(path), games=games), only)


def check_module(
    name: str | Path, *, plugins: Sequence[object] = (), only: Sequence[str] | None = None, games: int | None = None
) -> list[Result]:
    """Runs every check on a module: those of its pack, and those of its Python under supervision.

    Args:
        name: the id of an installed module; or, with `plugins`, the folder of its pack.
        plugins: the objects that the module's entry point would name, of a module that is not installed.
        only: the names of the checks to run; all checks by default.
        games: the number of random games at each table; a few by default.

    Raises:
        ContentError: there is no pack, or its manifest cannot be read.
        UnknownName: no module has that id, or a name in `only` is not that of a check.
    """
    installed = installed_modules()
    if not plugins and str(name) not in installed:
        hint = "; a pack in a folder is for `check_pack`" if Path(name).exists() else ""
        raise UnknownName(unknown("module", str(name), installed) + hint)
    _expect_checks(only or ())
    return _run(Trial(Path(name), plugins=plugins, games=games), only)


def _expect_checks(names: Sequence[str]) -> None:
    """Refuses a name that is not that of a check, before any pack is read."""
    for name in names:
        if name not in CHECKS:
            raise UnknownName(unknown("check", name, CHECKS))


def _run(trial: Trial, only: Sequence[str] | None) -> list[Result]:
    return [checked(trial, name) for name in (CHECKS if only else checks_of(trial)) if not only or name in only]


def checks_of(trial: Trial) -> list[str]:
    """Returns the names of the checks that apply to a pack: those of Python, if it has any."""
    return [name for name in CHECKS if trial.has_python or name not in CODE_CHECKS]


def checked(trial: Trial, name: str) -> Result:
    """Returns the result of one check, which is made once, after those without which it would say nothing new."""
    if name not in trial.results:
        failed = [other for other in AFTER.get(name, ()) if checked(trial, other).outcome == "failed"]
        trial.results[name] = _made(trial, name, failed)
    return trial.results[name]


def _made(trial: Trial, name: str, failed: Sequence[str]) -> Result:
    log = CheckLog()
    try:
        if name not in ALWAYS and trial.failures:
            raise Skipped(NOT_LOADED)
        if failed:
            raise Skipped(f"`{failed[0]}` failed, and would make this one fail, too")
        CHECKS[name](trial, log)
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
    anew = partial(load, plugins=trial.plugins[::-1]) if trial.plugins else load
    for table in trial.tables[: len(trial.players)]:
        turned = attrs.evolve(table, modules=table.modules[::-1])
        log.count += 1
        if _outcome(trial.load, table) != _outcome(anew, turned):
            log.problems.append(f"{trial.name(table)}: loaded again with its modules in the other order, it is not the same")
    if trial.failures and not log.problems:
        raise Skipped(NOT_LOADED)
    log.summary = f"the same digest again at {counted(log.count, 'table')}"


def _outcome(load: Callable[[Table], Ruleset], table: Table) -> str:
    """Returns the digest of a table, or the text of its error."""
    try:
        return load(table).digest
    except (ContentError, PluginError) as error:
        return str(error)


def options(trial: Trial, log: CheckLog) -> None:
    """The help of every option says what it does, in more than its name."""
    if not trial.manifest.options:
        raise Skipped("the pack has no options")
    log.count = len(trial.manifest.options)
    for name, option in trial.manifest.options.items():
        words = option.help.lower().split()
        if len(words) < 2 or set(words) <= set(re.split("[-_]", name.lower())):
            log.problems.append(f"option {name}: help = {json.dumps(option.help)} does not say what it does")
    log.summary = counted(log.count, "option")


def scenarios(trial: Trial, log: CheckLog) -> None:
    """Its scenarios pass, and some of them are played with the pack."""
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
    "options": options,
    "edits": edits,
    **CODE_CHECKS,
    **GAME_CHECKS,
    "scenarios": scenarios,
    "properties": properties,
    "apart": apart,
}
"""Every check by its name; the first line of its docstring states the condition that it checks."""

ALWAYS = {"loads", "repeats", "options"}
"""Checks that are also run on a pack that does not load."""

AFTER: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(GAME_CHECKS, tuple(CODE_CHECKS)),
    "memory": ("answers", "quiet", "steady", "random", "operations"),
    "legality": (*CODE_CHECKS, "holds", "asks"),
    "copies": (*CODE_CHECKS, "holds", "asks", "plays"),
    "saves": (*CODE_CHECKS, "holds", "asks", "plays", "legality", "copies"),
    "secrets": (*CODE_CHECKS, "holds", "asks", "plays", "legality", "copies"),
    "replays": (*CODE_CHECKS, "plays", "legality", "copies"),
    "together": (*CODE_CHECKS, "plays", *PROBES),
}
"""The checks before each: where one of them fails, it is passed over, since the same mistake would make it fail, too."""
