"""What comes of the checks of a pack: for people, and for other programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import attrs

from stoneage_rules.errors import ContentError
from stoneage_rules.packs.findings.render import to_json
from stoneage_rules.testing.problems import Problem
from stoneage_rules.testing.properties import PropertyResult
from stoneage_rules.testing.random_games import raised
from stoneage_rules.testing.scenario import Scenario

__all__ = ["NOT_LOADED", "Found", "Part", "Result", "part_of_property", "part_of_scenario", "problem_of", "results_to_json"]

NOT_LOADED = "the pack does not load"
SHOWN = 8
"""How many problems of a check are shown where not all are wanted."""


@attrs.frozen
class Part:
    """What came of one scenario or property."""

    name: str
    where: str
    """`file:line` of its name."""
    passed: bool
    shown: str = ""
    """All that is wrong with it, as people are shown it."""
    problems: tuple[Problem, ...] = ()


@attrs.frozen
class Result:
    """What came of one check."""

    name: str
    outcome: str
    """`passed`, `failed` or `skipped`."""
    count: int
    """How many things were looked at."""
    detail: str
    """What was looked at; why it was skipped; or everything that is wrong, line by line."""
    problems: tuple[Problem, ...] = ()
    """What is wrong besides its parts."""
    parts: tuple[Part, ...] = ()
    """The scenarios or properties that it is made of."""

    @property
    def passed(self) -> bool:
        """Whether nothing is wrong; a check that was skipped has not passed."""
        return self.outcome == "passed"

    def told(self, most: int | None = SHOWN) -> str:
        """The result in words, with no more problems than so many."""
        if self.outcome != "failed":
            return f"{self.outcome:7} {self.name}: {self.detail}"
        texts = _texts(self.problems, self.parts)
        left = 0 if most is None else max(0, len(texts) - most)
        lines = [line for text in texts[:most] for line in text.splitlines()]
        more = [f"and {left} more; `stoneage test PACK --only {self.name} --all` shows them"] if left else []
        return "\n".join([f"{self.outcome:7} {self.name}:", *(f"    {line}" for line in [*lines, *more])])

    def __str__(self) -> str:
        return self.told()


@attrs.define
class Found:
    """What a check has found so far."""

    problems: list[Problem | str] = attrs.field(factory=list)
    parts: list[Part] = attrs.field(factory=list)
    count: int = 0
    what: str = ""

    def result(self, name: str) -> Result:
        """What came of the check in the end."""
        problems = tuple(Problem(each) if isinstance(each, str) else each for each in self.problems)
        texts = _texts(problems, self.parts)
        detail = "\n".join(texts) if texts else self.what
        return Result(name, "failed" if texts else "passed", self.count, detail, problems, tuple(self.parts))


def _texts(problems: Iterable[Problem], parts: Iterable[Part]) -> list[str]:
    """Everything that is wrong, part by part and then the rest."""
    return [*(part.shown for part in parts if not part.passed), *map(str, problems)]


def problem_of(error: Exception) -> Problem:
    """What a check could not bear: a file that cannot be read, or whatever a game raises that is played."""
    return Problem(raised(error), error.diagnostics if isinstance(error, ContentError) else ())


def part_of_scenario(scenario: Scenario) -> Part:
    """A scenario, played."""
    try:
        result = scenario.run()
    except Exception as error:  # as in any other game of a check
        told = f"{scenario.where}: {scenario.name}: {raised(error)}"
        return Part(scenario.name, scenario.where, False, told, (Problem(told),))
    problems = tuple(map(Problem, result.problems))
    if problems and result.findings:
        problems = (attrs.evolve(problems[0], findings=result.findings), *problems[1:])
    return Part(scenario.name, scenario.where, result.passed, str(result).removeprefix("FAILED  "), problems)


def part_of_property(result: PropertyResult) -> Part:
    """A property, looked at."""
    told = str(result.failure) if result.failure is not None else result.problem
    problems = () if result.passed else (Problem(told),)
    return Part(result.subject.name, result.subject.where, result.passed, str(result).removeprefix("FAILED  "), problems)


def results_to_json(results: Iterable[Result]) -> list[dict[str, Any]]:
    """An entry for each scenario and property, and for each check that has none or finds more than they do."""
    return [entry for result in results for entry in _entries(result)]


def _entries(result: Result) -> Iterator[dict[str, Any]]:
    for part in result.parts:
        file, _, line = part.where.rpartition(":")
        yield _entry(result, part.name, "passed" if part.passed else "failed", part.problems, file, int(line))
    if result.problems or not result.parts:
        messages = result.problems if result.outcome == "failed" else (Problem(result.detail),)
        yield _entry(result, result.name, result.outcome, messages)


def _entry(
    result: Result, name: str, outcome: str, problems: Iterable[Problem], file: str | None = None, line: int | None = None
) -> dict[str, Any]:
    return {
        "check": result.name,
        "name": name,
        "file": file,
        "line": line,
        "outcome": outcome,
        "messages": list(map(str, problems)),
        "diagnostics": to_json(finding for problem in problems for finding in problem.findings),
    }
