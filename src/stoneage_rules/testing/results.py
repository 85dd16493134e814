"""Results of the checks of a pack, as text for people and as JSON for other programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import attrs

from stoneage_rules.packs.findings.render import to_json
from stoneage_rules.testing.messages import Message, raised
from stoneage_rules.testing.properties import PropertyResult
from stoneage_rules.testing.scenario import Scenario

__all__ = [
    "NOT_LOADED",
    "CheckLog",
    "Result",
    "ResultPart",
    "Skipped",
    "part_of_property",
    "part_of_scenario",
    "results_to_json",
]

NOT_LOADED = "the pack does not load"
SHOWN = 8
"""The number of problems shown for a check by default."""


class Skipped(Exception):
    """Raised by a check that does not apply; the message gives the reason."""


@attrs.frozen
class ResultPart:
    """The result of one scenario or property."""

    name: str
    where: str
    """`file:line` of its name."""
    passed: bool
    shown: str = ""
    """All of its problems, as shown to people."""
    problems: tuple[Message, ...] = ()


@attrs.frozen
class Result:
    """The result of one check."""

    name: str
    outcome: str
    """`passed`, `failed` or `skipped`."""
    count: int
    """The number of things that were checked."""
    detail: str
    """A summary of what was checked, the reason for skipping it, or all problems, line by line."""
    problems: tuple[Message, ...] = ()
    """The problems that belong to none of its parts."""
    parts: tuple[ResultPart, ...] = ()
    """The results of its scenarios or properties."""

    @property
    def passed(self) -> bool:
        """True if the check passed; a skipped check has not."""
        return self.outcome == "passed"

    def told(self, most: int | None = SHOWN) -> str:
        """Formats the result as text, with the first `most` lines of problems, or all of them for None."""
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
class CheckLog:
    """The count and the problems that a check notes while it runs."""

    problems: list[Message | str] = attrs.field(factory=list)
    parts: list[ResultPart] = attrs.field(factory=list)
    count: int = 0
    summary: str = ""

    def result(self, name: str) -> Result:
        """Returns the result of the check."""
        problems = tuple(Message(each) if isinstance(each, str) else each for each in self.problems)
        texts = _texts(problems, self.parts)
        detail = "\n".join(texts) if texts else self.summary
        return Result(name, "failed" if texts else "passed", self.count, detail, problems, tuple(self.parts))


def _texts(problems: Iterable[Message], parts: Iterable[ResultPart]) -> list[str]:
    """Returns the texts of all problems: those of the parts, then the remaining ones."""
    return [*(part.shown for part in parts if not part.passed), *map(str, problems)]


def part_of_scenario(scenario: Scenario) -> ResultPart:
    """Plays a scenario, and returns the result as a part."""
    try:
        result = scenario.run()
    except Exception as error:  # content and plugins can make the kernel raise anything
        text = f"{scenario.where}: {scenario.name}: {raised(error)}"
        return ResultPart(scenario.name, scenario.where, False, text, (Message(text),))
    # The diagnostics of a scenario are those of all of its problems.
    problems = tuple(Message(text, () if index else result.findings) for index, text in enumerate(result.problems))
    return ResultPart(scenario.name, scenario.where, result.passed, str(result).removeprefix("FAILED  "), problems)


def part_of_property(result: PropertyResult) -> ResultPart:
    """Returns the result of a property as a part."""
    problems = () if result.passed else (Message(str(result.failure or result.problem)),)
    shown = str(result).removeprefix("FAILED  ")
    return ResultPart(result.subject.name, result.subject.where, result.passed, shown, problems)


def results_to_json(results: Iterable[Result]) -> list[dict[str, Any]]:
    """Returns an entry for each scenario and property, and for each check without any or with further problems."""
    return [entry for result in results for entry in _entries(result)]


def _entries(result: Result) -> Iterator[dict[str, Any]]:
    for part in result.parts:
        file, _, line = part.where.rpartition(":")
        yield _entry(result, part.name, "passed" if part.passed else "failed", part.problems, file, int(line))
    if result.problems or not result.parts:
        messages = result.problems if result.outcome == "failed" else (Message(result.detail),)
        yield _entry(result, result.name, result.outcome, messages)


def _entry(
    result: Result, name: str, outcome: str, problems: Iterable[Message], file: str | None = None, line: int | None = None
) -> dict[str, Any]:
    return {
        "check": result.name,
        "name": name,
        "file": file,
        "line": line,
        "outcome": outcome,
        "messages": list(map(str, problems)),
        "diagnostics": to_json(diagnostic for problem in problems for diagnostic in problem.diagnostics),
    }
