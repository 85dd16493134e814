"""Named checks that look at random games of a pack.  They are among the checks of `pack_checks`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

import attrs

from stoneage_rules.errors import ContentError, PluginError
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.loading.load import load
from stoneage_rules.loading.table import Table
from stoneage_rules.testing.messages import raised
from stoneage_rules.testing.met_conditions import conditions_met
from stoneage_rules.testing.played_games import PlayedGame, RecordKey
from stoneage_rules.testing.results import CheckLog, Skipped
from stoneage_rules.testing.trial_tables import Trial
from stoneage_rules.text.wording import counted

__all__ = ["GAME_CHECKS"]

ALONE = 3
"""The number of games in which a module without the pack is looked at, if it fails with the pack."""


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
    games = [*trial.played, *trial.sought]
    unused = {record for table in trial.tables for record in trial.unused(games, trial.load(table))}
    log.count = len(additions)
    log.problems += [problem for game in trial.sought for problem in game.problems]
    log.problems += [f"{additions[record]}: used in none of {len(games)} games" for record in sorted(unused)]
    log.summary = "; ".join([f"{counted(log.count, 'addition')}, in {counted(len(games), 'game')}", *conditions])


def _looked_at(trial: Trial, log: CheckLog, check: str) -> None:
    """Tells the problems of one sort of the states that were looked at."""
    log.count = sum(game.probed for game in trial.played)
    log.problems += [problem for game in trial.played for problem in game.broken[check]]
    log.summary = f"{counted(log.count, 'state')} of {counted(len(trial.played), 'game')}"


def holds(trial: Trial, log: CheckLog) -> None:
    """Nothing is negative, lost or in two places, somebody is asked until the end, and score sheets add up."""
    _looked_at(trial, log, "holds")


def asks(trial: Trial, log: CheckLog) -> None:
    """Asking changes nothing, and every question and answer can be told in words and as JSON."""
    _looked_at(trial, log, "asks")


def odds(trial: Trial, log: CheckLog) -> None:
    """The outcomes of every chance event are distinct, possible, and together certain."""
    _looked_at(trial, log, "odds")


def legality(trial: Trial, log: CheckLog) -> None:
    """Options, `is_legal`, reasons and what is carried out agree, and every option can be written and read."""
    _looked_at(trial, log, "legality")


def copies(trial: Trial, log: CheckLog) -> None:
    """Copies of states are equal and independent."""
    _looked_at(trial, log, "copies")


def saves(trial: Trial, log: CheckLog) -> None:
    """Saved or pickled and read again, a state is the same, and goes on in the same way."""
    _looked_at(trial, log, "saves")


def secrets(trial: Trial, log: CheckLog) -> None:
    """No seat can tell, by views, options, texts, events or policies, what only another one may know; views fit `seen_by`."""
    _looked_at(trial, log, "secrets")


def replays(trial: Trial, log: CheckLog) -> None:
    """Played again from its notation, and from its record, a game ends as before."""
    first = {game.table: game for game in reversed(trial.played)}
    log.count = len(first)
    for number, game in enumerate(first.values()):
        problem = game.replay() or (game.replay_record() if number < len(trial.players) else "")
        log.problems += [problem] * bool(problem)
    log.summary = f"{counted(log.count, 'game')} played again"


def together(trial: Trial, log: CheckLog) -> None:
    """With each other installed module that it can be combined with, a game can be played; others are told with the reason."""
    others = [id for id in trial.others if id not in trial.optional]
    if not others:
        raise Skipped("no other module is installed that could be combined with it")
    refused, faulty = [], []
    for id in others:
        table = trial.together_with(id)
        try:
            problems = _problems_at(trial.load, table, trial.name(table), 0, trial.looks)
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
    """Returns what is wrong with a game at a table, or with a plugin without which it cannot begin."""
    try:
        played = PlayedGame(load(table), *game)
    except PluginError as error:
        return [raised(error)]
    return played.problems or [problem for problems in played.broken.values() for problem in problems]


def _fault_of(id: str, trial: Trial, table: Table, problems: Sequence[str]) -> str:
    """Returns the problem for which another module is to blame: that names it, or that it also has without the pack."""
    named = [problem for problem in problems if f"plugin {id} (" in problem or f"module {id} " in problem]
    alone = attrs.evolve(table, modules=tuple(module for module in table.modules if module != str(trial.root)))
    for seed in () if named else range(ALONE):
        with suppress(ContentError):  # a module that requires the pack is never alone
            named += _problems_at(load, alone, f"{trial.name(alone)}, without {trial.id}", seed)
    return next(iter(named), "")


GAME_CHECKS: Mapping[str, Callable[[Trial, CheckLog], None]] = {
    check.__name__: check for check in (plays, used, holds, asks, odds, legality, copies, saves, replays, secrets, together)
}
"""The checks of games by name."""
