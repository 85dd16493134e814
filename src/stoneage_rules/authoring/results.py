"""Results of checks and tests, as text and data; tests in separate files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from stoneage_rules.authoring.properties import PropertyResult, run_properties
from stoneage_rules.authoring.scenario import FileSettings, Scenario, read_scenarios
from stoneage_rules.authoring.scenario_schema import Message, raised
from stoneage_rules.loading.table import is_path
from stoneage_rules.loading.table_files import read_table
from stoneage_rules.packs.find import read_source
from stoneage_rules.text import counted

NOT_LOADED = "the pack does not load"
MOST_PROBLEMS = 8
"""The number of problems shown for a check by default."""


class Skipped(Exception):
    """Raised by a check that does not apply; the message gives the reason."""


@attrs.frozen
class ResultPart:
    """The result of one scenario or property."""

    name: str
    """Its name."""
    where: str
    """`file:line` of its name."""
    passed: bool
    """True if it has no problem."""
    shown: str = ""
    """All of its problems, as shown to people."""
    problems: tuple[Message, ...] = ()
    """Its problems one by one."""


@attrs.frozen
class Result:
    """The result of one check."""

    name: str
    """The name of the check."""
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
    warnings: tuple[str, ...] = ()
    """Oddities that fail no check."""

    @property
    def passed(self) -> bool:
        """True if the check passed; a skipped check has not."""
        return self.outcome == "passed"

    def told(self, most: int | None = MOST_PROBLEMS) -> str:
        """Formats the result as text, with the first `most` lines of problems, or all of them for None."""
        warnings = [f"    warning: {warning}" for warning in self.warnings]
        if self.outcome != "failed":
            return "\n".join([f"{self.outcome:7} {self.name}: {self.detail}", *warnings])
        texts = _texts(self.problems, self.parts)
        left = 0 if most is None else max(0, len(texts) - most)
        lines = [line for text in texts[:most] for line in text.splitlines()]
        more = [f"and {left} more; `stoneage test PACK --only {self.name} --all` shows them"] if left else []
        return "\n".join([f"{self.outcome:7} {self.name}:", *(f"    {line}" for line in [*lines, *more]), *warnings])

    def __str__(self) -> str:
        return self.told()


@attrs.define
class CheckLog:
    """The count and the problems that a check notes while it runs."""

    problems: list[Message | str] = attrs.field(factory=list)
    parts: list[ResultPart] = attrs.field(factory=list)
    warnings: list[str] = attrs.field(factory=list)
    count: int = 0
    summary: str = ""

    def result(self, name: str) -> Result:
        """Returns the result of the check."""
        problems = tuple(Message(each) if isinstance(each, str) else each for each in self.problems)
        texts = _texts(problems, self.parts)
        detail = "\n".join(texts) or self.summary
        outcome = "failed" if texts else "passed"
        return Result(name, outcome, self.count, detail, problems, tuple(self.parts), tuple(self.warnings))


def _texts(problems: Iterable[Message], parts: Iterable[ResultPart]) -> list[str]:
    """Returns the texts of all problems: problems of the parts, then the others."""
    return [*(part.shown for part in parts if not part.passed), *map(str, problems)]


def part_of_scenario(scenario: Scenario) -> ResultPart:
    """Plays a scenario, and returns the result as a part."""
    try:
        result = scenario.run()
    except Exception as error:  # content and plugins can make the kernel raise anything
        text = f"{scenario.where}: {scenario.name}: {raised(error)}"
        return ResultPart(scenario.name, scenario.where, False, text, (Message(text),))
    # The diagnostics of a scenario are those of all its problems.
    problems = tuple(Message(text, () if index else result.findings) for index, text in enumerate(result.problems))
    return ResultPart(scenario.name, scenario.where, result.passed, str(result).removeprefix("FAILED  "), problems)


def part_of_property(result: PropertyResult) -> ResultPart:
    """Returns the result of a property as a part."""
    problems = () if result.passed else (Message(str(result.failure or result.problem)),)
    shown = str(result).removeprefix("FAILED  ")
    return ResultPart(result.subject.name, result.subject.where, result.passed, shown, problems)


def results_to_json(results: Iterable[Result]) -> Iterator[dict[str, Any]]:
    """Yields an entry for each scenario and property, and for each check without any or with further problems."""
    for result in results:
        entries = [(part.name, "passed" if part.passed else "failed", part.problems, part.where) for part in result.parts]
        if result.problems or result.warnings or not result.parts:
            messages = result.problems if result.outcome == "failed" else (Message(result.detail),)
            entries.append((result.name, result.outcome, messages, ""))
        for name, outcome, problems, where in entries:
            file, _, line = where.rpartition(":")
            yield {
                "check": result.name,
                "name": name,
                "file": file or None,
                "line": int(line) if line else None,
                "outcome": outcome,
                "messages": list(map(str, problems)),
                "warnings": list(result.warnings) if name == result.name else [],
                "diagnostics": [diagnostic.to_dict() for problem in problems for diagnostic in problem.diagnostics],
            }


# --- lone files ---------------------------------------------------------------------------------------------------
#
# Tests a lone file of scenarios or properties, at its own tables with settings from elsewhere.


NOT_OF_TESTS = ("seats", "seed")
"""Settings of a table file that say who plays, which tests do not read."""


def check_file(
    path: str | Path, *, table: str | Path | None = None, players: int | None = None, modules: Sequence[str] = ()
) -> Result:
    """Plays every scenario of a file, or checks every property.

    Args:
        path: the file.
        table: a table file, for what the file's own `[table]` does not say; the modules of both are enabled.
        players: the player count, instead of that of both; a scenario with a count of its own keeps it.
        modules: further modules, by id or by the path of their folder.

    Raises:
        ContentError: a file cannot be read, or has a key or value that it cannot have.
    """
    path, log = Path(path), CheckLog()
    settings = _settings(table, players, modules)
    source, _, _ = read_source(path, str(path))
    has_properties = source is not None and "property" in source.data
    if has_properties:
        results = run_properties(path, settings=settings)
        log.parts += map(part_of_property, results)
        log.summary = f"{counted(len(results), 'property')} in {counted(sum(result.games for result in results), 'game')}"
    else:
        scenarios = read_scenarios(path, settings=settings)
        log.parts += map(part_of_scenario, scenarios)
        log.summary = counted(len(scenarios), "scenario")
    log.count = len(log.parts)
    if not log.parts:
        log.problems.append(f"{path}: there is no scenario and no property in it")
    return log.result("properties" if has_properties else "scenarios")


def _settings(table: str | Path | None, players: int | None, modules: Sequence[str]) -> FileSettings:
    """Returns the function that combines the table of a test file with the given settings."""
    read = {} if table is None else read_table(table).to_dict()
    beside = {key: value for key, value in read.items() if key not in NOT_OF_TESTS}
    more = [str(Path(module).resolve()) if is_path(module) else module for module in modules]

    def together(own: Mapping[str, Any]) -> dict[str, Any]:
        enabled = dict.fromkeys((*beside.get("modules", ()), *own.get("modules", ()), *more))
        options = {**beside.get("options", {}), **own.get("options", {})}
        counted = {} if players is None else {"players": players}
        return {**beside, **own, "modules": [*enabled], "options": options, **counted}

    return together
