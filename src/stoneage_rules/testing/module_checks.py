"""Named checks of a module's Python: what its methods answer, change, draw from and remember.

They are among the checks of `pack_checks`, and are passed over for packs without Python.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from stoneage_rules.testing.results import CheckLog, Skipped
from stoneage_rules.testing.supervised_games import play_interleaved
from stoneage_rules.testing.trial_tables import Trial
from stoneage_rules.text.wording import counted

__all__ = ["CODE_CHECKS"]


def _found(trial: Trial, log: CheckLog, check: str) -> None:
    """Tells the mistakes of one sort that were seen in supervised games."""
    if not trial.has_python:
        raise Skipped("the pack has no Python")
    findings = trial.findings
    log.count = findings.calls
    log.problems += findings.problems.get(check, ())
    log.summary = f"{counted(log.count, 'call')} of plugins"


def answers(trial: Trial, log: CheckLog) -> None:
    """The methods and hooks of its plugins return what they should, in range: tuples of actions, odds, seats, bits of places."""
    _found(trial, log, "answers")


def quiet(trial: Trial, log: CheckLog) -> None:
    """The methods of its plugins that answer change nothing; only `step`, `resume` and effects do."""
    _found(trial, log, "quiet")


def steady(trial: Trial, log: CheckLog) -> None:
    """Asked twice, the methods and hooks of its plugins answer the same."""
    _found(trial, log, "steady")


def random(trial: Trial, log: CheckLog) -> None:
    """Its plugins draw from no source of chance but the one that `sample` is handed."""
    _found(trial, log, "random")


def operations(trial: Trial, log: CheckLog) -> None:
    """Its plugins change a state by `operations` and by pushing frames alone."""
    _found(trial, log, "operations")


def memory(trial: Trial, log: CheckLog) -> None:
    """Its plugins keep nothing outside the state: a game goes the same way when another one is played in between."""
    if not trial.has_python:
        raise Skipped("the pack has no Python")
    tables = trial.tables[: len(trial.players)]
    found = {trial.name(table): play_interleaved(trial.load(table)) for table in tables}
    log.problems += [f"{name}: {problem}" for name, problem in found.items() if problem]
    log.count = len(tables)
    log.summary = f"games at {counted(log.count, 'table')}, alone and with others in between"


CODE_CHECKS: Mapping[str, Callable[[Trial, CheckLog], None]] = {
    check.__name__: check for check in (answers, quiet, steady, random, operations, memory)
}
"""The checks of Python by name."""
