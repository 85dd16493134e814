"""For pytest: every TOML file in a folder `scenarios` is a file of tests, and `--rule ID` selects by statement.

Import its hooks into a conftest; what a scenario is stands in `scenario`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.loading.load import load
from stoneage_rules.loading.table import Table
from stoneage_rules.testing.scenario import Scenario, read_scenarios

__all__ = [
    "ScenarioFile",
    "ScenarioTest",
    "pytest_addoption",
    "pytest_collect_file",
    "pytest_collection_modifyitems",
    "pytest_configure",
]

FOLDER = "scenarios"
MARK = "rule"
_loaded: dict[str, Ruleset] = {}


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--rule ID`, as often as one likes."""
    parser.addoption("--rule", action="append", default=[], metavar="ID", help="only tests of this rule statement")


def pytest_configure(config: pytest.Config) -> None:
    """The mark with which a test says what statements it proves."""
    config.addinivalue_line("markers", f"{MARK}(*ids): the statements of the rules that this test proves, three at most")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves the tests of the statements asked for."""
    wanted = set(config.getoption("--rule"))
    if wanted:
        chosen = [item for item in items if any(wanted.intersection(mark.args) for mark in item.iter_markers(MARK))]
        config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
        items[:] = chosen


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """A file of scenarios."""
    if file_path.suffix == ".toml" and file_path.parent.name == FOLDER:
        return ScenarioFile.from_parent(parent, path=file_path)
    return None


class ScenarioFile(pytest.File):
    """A file of scenarios; each is a test."""

    def collect(self) -> Iterator[pytest.Item]:
        for scenario in read_scenarios(self.path, load=_load_once):
            yield ScenarioTest.from_parent(self, name=scenario.name, scenario=scenario)


class ScenarioTest(pytest.Item):
    """One scenario as a test, with its statements as marks."""

    def __init__(self, *, scenario: Scenario, **more: Any) -> None:
        super().__init__(**more)
        self.scenario = scenario
        self.add_marker(pytest.mark.rule(*scenario.rules))

    def runtest(self) -> None:
        result = self.scenario.run()
        if not result.passed:
            raise ScenarioFailure(str(result))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, ScenarioFailure):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, int(self.scenario.where.rpartition(":")[2]) - 1, self.name


class ScenarioFailure(AssertionError):
    """A scenario in which something is not as it must be."""


def _load_once(table: Table) -> Ruleset:
    """Rules for a table, loaded once in a run."""
    key = repr(table.to_dict())
    if key not in _loaded:
        _loaded[key] = load(table)
    return _loaded[key]
