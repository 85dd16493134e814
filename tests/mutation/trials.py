"""Mutants meet tests: each in a forked child, until one fails; those first that killed others of its file, then the fastest."""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path

import attrs
import pytest

from mutation.children import Tell, answers, limit_time, lines_of
from mutation.in_memory import Functions, functions_of_library, put_in, put_in_before_import
from mutation.mutants import Mutant
from mutation.sessions import MOST_SECONDS, OF_WORDS, SUITE, collect, forget, measured, run_until_failure

KILLED, STOPPED, SURVIVED = "killed", "time limit", "survived"
WHOLE_GAMES = "tests/playthroughs"
OF_CONTENT = ("tests/rules", "tests/scenarios", "tests/modules", "tests/mechanics/test_lost_meanwhile.py", WHOLE_GAMES)
"""The tests that mutants of content meet: those that prove statements, and whole games."""


@attrs.frozen
class Verdict:
    """The end of a mutant."""

    key: str
    end: str
    """`killed`, `time limit` (by a test that took far longer than it does) or `survived`."""
    by: str = ""
    """The test that failed or took too long."""
    met: int = 0
    """How many tests it met, of how many."""
    of: int = 0
    seconds: float = 0

    def to_text(self) -> str:
        """Returns the verdict as one line."""
        return json.dumps(attrs.astuple(self))

    @classmethod
    def of_text(cls, text: str) -> Verdict:
        """Returns the verdict that `to_text` wrote."""
        return cls(*json.loads(text))


def try_mutants(mutants: Sequence[Mutant], paths: Sequence[str], most_seconds: float, tell: Tell) -> None:
    """Has mutants meet tests and tells each verdict.

    Args:
        mutants: the mutants.
        paths: the tests that they meet; if empty, those of rules and play.
        most_seconds: the processor time of all tests that one mutant meets at most.
        tell: takes the texts of verdicts.
    """
    by_key = {mutant.key: mutant for mutant in mutants}
    late = [mutant for mutant in mutants if mutant.owner or mutant.file.endswith(".toml")]
    early = [mutant for mutant in mutants if mutant not in set(late)]
    # The library is imported in a child, for this process must not have it when the others are tried.
    for line in lines_of([partial(_try_late, late, paths, most_seconds)] if late else []):
        if line.startswith(EARLY):
            early.append(by_key[line.removeprefix(EARLY)])
        elif line.startswith("error"):
            raise RuntimeError(line)
        else:
            tell(line)
    trials = _Trials(most_seconds, tell)
    for mutant in early:
        trials.before_import(mutant, [paths] if paths else [OF_WORDS, SUITE])


EARLY = "early: "


def _try_late(mutants: Sequence[Mutant], paths: Sequence[str], most_seconds: float, tell: Tell) -> None:
    """Tries mutants once the library is imported; tells verdicts, and the keys of those that must be there before."""
    trials = _Trials(most_seconds, tell)
    has_code = any(mutant.file.endswith(".py") for mutant in mutants)
    problem = collect(paths or (SUITE if has_code else OF_CONTENT), lambda items: trials.after_import(items, mutants))
    if problem:
        raise RuntimeError(problem)


@attrs.define(eq=False)
class _Trials:
    most_seconds: float
    tell: Tell
    seconds: Mapping[str, float] = attrs.Factory(dict)
    """The usual processor time of each test."""
    killers: Counter[tuple[str, str]] = attrs.Factory(Counter)
    """How many mutants of a file a test has killed: it is asked first for the next one."""

    def after_import(self, items: Sequence[pytest.Item], mutants: Iterable[Mutant]) -> None:
        """Tries mutants in children of this process; tells those that must be there when the library is imported."""
        functions = functions_of_library()
        forget()
        self.seconds = measured(items)
        sound = [item for item in items if item.nodeid in self.seconds]
        for mutant in mutants:
            chosen = sorted(sound, key=partial(_of_content if mutant.file.endswith(".toml") else self._of_code, mutant))
            verdict = self._judge(mutant, partial(self._meet, mutant, functions, chosen), len(chosen))
            self.tell(f"{EARLY}{mutant.key}" if verdict is None else verdict.to_text())

    def before_import(self, mutant: Mutant, suites: Iterable[Sequence[str]]) -> None:
        """Tries a mutant in children that import the library with it, a suite of tests after the other."""
        for paths in suites:
            verdict = self._judge(mutant, partial(self._meet_early, mutant, paths))
            if verdict is None or verdict.end != SURVIVED:
                break
        if verdict is not None:
            self.tell(verdict.to_text())

    def _of_code(self, mutant: Mutant, item: pytest.Item) -> tuple[bool, int, bool, float]:
        """Sorts tests: those that killed mutants of this file, then those of its name, then the fastest; whole games last."""
        room = Path(mutant.file).stem.replace("plugin", Path(mutant.file).parent.name.removeprefix("stoneage_"))
        killed = self.killers[mutant.file, item.nodeid]
        return item.nodeid.startswith(WHOLE_GAMES), -killed, room not in item.nodeid.partition("::")[0], self.seconds[item.nodeid]

    def _judge(self, mutant: Mutant, action: partial[None], count: int = 0) -> Verdict | None:
        """Runs a trial and returns its verdict; None if the mutant must be there when the library is imported."""
        start = time.monotonic()
        lines = answers(action)
        took = round(time.monotonic() - start, 2)
        last = lines[-1] if lines else ""
        if last == "import":
            return None
        names = [line for line in lines if "::" in line or line == "collecting"]
        by = names[-1] if names else "import"
        if last.startswith("error"):
            raise RuntimeError(f"{mutant.place}: {last}")
        if last == "passed" or last == "enough":
            return Verdict(mutant.key, SURVIVED, "", len(names), count, took)
        self.killers[mutant.file, by] += 1
        return Verdict(mutant.key, KILLED if last == "failed" else STOPPED, by, len(names), count, took)

    def _meet(self, mutant: Mutant, functions: Functions, items: Sequence[pytest.Item], tell: Tell) -> None:
        if put_in(mutant, functions):
            run_until_failure(items, self._seconds, tell, self.most_seconds)
        else:
            tell("import")

    def _meet_early(self, mutant: Mutant, paths: Sequence[str], tell: Tell) -> None:
        limit_time(60)
        if "stoneage_rules" in sys.modules:
            raise RuntimeError("the library is imported already")
        put_in_before_import(mutant)
        tell("collecting")
        if collect(paths, lambda items: run_until_failure(items, self._seconds, tell, self.most_seconds)):
            tell("failed")

    def _seconds(self, item: pytest.Item) -> float:
        return 3 + 5 * self.seconds.get(item.nodeid, MOST_SECONDS)


def _of_content(mutant: Mutant, item: pytest.Item) -> tuple[bool, bool, bool]:
    """Sorts tests for a mutant of content: those of its statements first, whole games last."""
    package = Path(mutant.file).parent.name.removeprefix("stoneage_")
    proves = any(set(mutant.rules).intersection(mark.args) for mark in item.iter_markers("rule"))
    of_module = item.nodeid.startswith("tests/modules")
    own = item.nodeid.startswith(f"tests/modules/{package}") or (package == "base" and not of_module)
    return item.nodeid.startswith(WHOLE_GAMES), not proves, not own
