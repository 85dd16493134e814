"""Mutants meet tests: each in a forked child, the fastest tests first, until one fails."""

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
from mutation.map_of_tests import TestMap
from mutation.mutants import Mutant
from mutation.sessions import OF_WORDS, ONE_BY_ONE, SUITE, collect, forget, run_until_failure, unit_of

KILLED, STOPPED, SURVIVED = "killed", "time limit", "survived"
WHOLE_GAMES = "tests/playthroughs"
OF_CONTENT = ("tests/rules", "tests/scenarios", "tests/modules", "tests/mechanics/test_lost_meanwhile.py", WHOLE_GAMES)
"""The tests that mutants of content meet: those that prove statements, and whole games."""
MOST_FILES = 30
"""Files of tests that are collected again for one mutant that must be there when the library is imported."""


@attrs.frozen
class Verdict:
    """The end of a mutant."""

    key: str
    end: str
    """`killed`, `time limit` (by a test that took far longer than it does) or `survived`."""
    by: str = ""
    """The test that failed or took too long."""
    met: int = 0
    """How many tests it met, of how many that there are for it."""
    of: int = 0
    seconds: float = 0

    def to_text(self) -> str:
        """Returns the verdict as one line."""
        return json.dumps(attrs.astuple(self))

    @classmethod
    def of_text(cls, text: str) -> Verdict:
        """Returns the verdict that `to_text` wrote."""
        return cls(*json.loads(text))


def try_mutants(mutants: Sequence[Mutant], tests: TestMap, paths: Sequence[str], most_seconds: float, tell: Tell) -> None:
    """Has mutants meet tests and tells each verdict.

    Args:
        mutants: the mutants.
        tests: the map.
        paths: the only tests that they meet, whatever the map says; empty for those of the map.
        most_seconds: the processor time of all tests that one mutant meets at most.
        tell: takes the texts of verdicts.
    """
    by_key = {mutant.key: mutant for mutant in mutants}
    late = [mutant for mutant in mutants if mutant.owner or mutant.file.endswith(".toml")]
    early = [mutant for mutant in mutants if mutant not in set(late)]
    # The library is imported in a child, for this process must not have it when the others are tried.
    for line in lines_of([partial(_try_late, late, tests, paths, most_seconds)] if late else []):
        if line.startswith(EARLY):
            early.append(by_key[line.removeprefix(EARLY)])
        elif line.startswith("error"):
            raise RuntimeError(line)
        else:
            tell(line)
    trials = _Trials(tests, tuple(paths), most_seconds, tell)
    for mutant in early:
        trials.before_import(mutant)


EARLY = "early: "


def _try_late(mutants: Sequence[Mutant], tests: TestMap, paths: Sequence[str], most_seconds: float, tell: Tell) -> None:
    """Tries mutants once the library is imported; tells verdicts, and the keys of those that must be there before."""
    trials = _Trials(tests, tuple(paths), most_seconds, tell)
    has_code = any(mutant.file.endswith(".py") for mutant in mutants)
    problem = collect(paths or (SUITE if has_code else OF_CONTENT), lambda items: trials.after_import(items, mutants))
    if problem:
        raise RuntimeError(problem)


@attrs.frozen(eq=False)
class _Trials:
    tests: TestMap
    paths: tuple[str, ...]
    most_seconds: float
    tell: Tell
    killers: Counter[tuple[str, str]] = attrs.Factory(Counter)
    """How many mutants of a file a unit has killed: it is asked first for the next one."""

    def after_import(self, items: Sequence[pytest.Item], mutants: Iterable[Mutant]) -> None:
        """Tries mutants in children of this process; tells those that must be there when the library is imported."""
        functions = functions_of_library()
        forget()
        by_unit: dict[str, list[pytest.Item]] = {}
        for item in items:
            by_unit.setdefault(unit_of(item), []).append(item)
        for mutant in mutants:
            units = list(by_unit) if self.paths else self._units_for(mutant, by_unit)
            chosen = [item for unit in self._sorted(mutant, units) for item in by_unit.get(unit, ())]
            verdict = self._judge(mutant, len(chosen), partial(self._meet, mutant, functions, chosen))
            # What has run already, when modules of tests were imported, may be noticed by those that run it there.
            if verdict is None or (verdict.end == SURVIVED and not self.paths and self.tests.runs_on_import(mutant)):
                self.tell(f"{EARLY}{mutant.key}")
            else:
                self.tell(verdict.to_text())

    def _units_for(self, mutant: Mutant, by_unit: Mapping[str, Sequence[pytest.Item]]) -> list[str]:
        return _for_content(mutant, by_unit) if mutant.file.endswith(".toml") else self.tests.units_for(mutant)

    def before_import(self, mutant: Mutant) -> None:
        """Tries a mutant in a child that imports the library with it."""
        if self.paths:
            self._judge_early(mutant, self.paths, ())
            return
        units = self.tests.units_for(mutant)
        if not units or not mutant.owner:
            of_file = [bit for (file, _), some in self.tests.by_function.items() if file == mutant.file for _, bit in some]
            units = self.tests.running(sum(of_file)) or list(self.tests.units)
        if not mutant.owner:
            units = list(dict.fromkeys([*(unit for unit in self.tests.units if unit.startswith(OF_WORDS)), *units]))
        units = self._sorted(mutant, units)
        files = list(dict.fromkeys(unit.partition("::")[0] for unit in units))[:MOST_FILES]
        chosen = [unit for unit in units if unit.partition("::")[0] in files]
        self._judge_early(mutant, files, chosen)

    def _judge_early(self, mutant: Mutant, files: Sequence[str], units: Sequence[str]) -> None:
        verdict = self._judge(mutant, len(units), partial(self._meet_early, mutant, files, units))
        self.tell(verdict.to_text())

    def _sorted(self, mutant: Mutant, units: Iterable[str]) -> list[str]:
        """Sorts units: those that killed mutants of this file, then those of its name, then the fastest; whole games come last.

        Mutants of what a class declares meet the tests of words first.  Mutants of content keep their order, which is that of
        their statements.
        """
        units = list(units)
        if mutant.file.endswith(".toml"):
            return units
        room = Path(mutant.file).stem.replace("plugin", Path(mutant.file).parent.name.removeprefix("stoneage_"))

        def order(unit: str) -> tuple[bool, bool, int, bool, float]:
            known = self.tests.units.get(unit)
            is_of_room = room in unit.partition("::")[0]
            killed = self.killers[mutant.file, unit]
            is_of_words = not mutant.owner and unit.startswith(OF_WORDS)
            return not is_of_words, unit.startswith(WHOLE_GAMES), -killed, not is_of_room, known.seconds if known else 0

        return sorted(units, key=order)

    def _judge(self, mutant: Mutant, count: int, action: partial[None]) -> Verdict | None:
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
        self.killers[mutant.file, by if by.startswith(ONE_BY_ONE) else by.partition("[")[0]] += 1
        return Verdict(mutant.key, KILLED if last == "failed" else STOPPED, by, len(names), count, took)

    def _meet(self, mutant: Mutant, functions: Functions, items: Sequence[pytest.Item], tell: Tell) -> None:
        if put_in(mutant, functions):
            run_until_failure(items, self._seconds, tell, self.most_seconds)
        else:
            tell("import")

    def _meet_early(self, mutant: Mutant, files: Sequence[str], units: Sequence[str], tell: Tell) -> None:
        limit_time(60)
        if "stoneage_rules" in sys.modules:
            raise RuntimeError("the library is imported already")
        put_in_before_import(mutant)
        tell("collecting")

        def serve(items: list[pytest.Item]) -> None:
            place = {unit: number for number, unit in enumerate(units)}
            chosen = [item for item in items if not place or unit_of(item) in place]
            chosen.sort(key=lambda item: place.get(unit_of(item), 0))
            run_until_failure(chosen, self._seconds, tell, self.most_seconds)

        if collect(files, serve):
            tell("failed")

    def _seconds(self, item: pytest.Item) -> float:
        known = self.tests.units.get(unit_of(item))
        return 3 + 5 * (known.seconds if known else 1)


def _for_content(mutant: Mutant, by_unit: Mapping[str, Sequence[pytest.Item]]) -> list[str]:
    """Returns the units that a mutant of content meets: those of its statements first, whole games last."""
    rules = set(mutant.rules)
    package = Path(mutant.file).parent.name.removeprefix("stoneage_")

    def order(unit: str) -> tuple[bool, bool, bool]:
        proves = any(rules.intersection(mark.args) for mark in by_unit[unit][0].iter_markers("rule"))
        own = unit.startswith(f"tests/modules/{package}") or (package == "base" and not unit.startswith("tests/modules"))
        return unit.startswith(WHOLE_GAMES), not proves, not own

    return sorted((unit for unit in by_unit if unit.startswith(OF_CONTENT)), key=order)
