"""Hooks for pytest that run each scenario in a folder `scenarios` as a test; `--rule ID` selects tests by statement.

Import them into a conftest.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from stoneage_rules.loading.load import load
from stoneage_rules.testing.entries import loading_once
from stoneage_rules.testing.scenario import Scenario, read_scenarios

__all__ = [
    "ScenarioCollector",
    "ScenarioTest",
    "pytest_addoption",
    "pytest_collect_file",
    "pytest_collection_modifyitems",
    "pytest_configure",
]

FOLDER = "scenarios"
MARK = "rule"
_load = loading_once(load)
"""Loads the rules of each table once per run."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the option `--rule ID`, which can be repeated."""
    parser.addoption("--rule", action="append", default=[], metavar="ID", help="only tests of this rule statement")


def pytest_configure(config: pytest.Config) -> None:
    """Registers the mark that names the statements a test proves."""
    config.addinivalue_line("markers", f"{MARK}(*ids): the statements of the rules that this test proves, three at most")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselects the tests that prove none of the requested statements."""
    wanted = set(config.getoption("--rule"))
    if wanted:
        chosen = [item for item in items if any(wanted.intersection(mark.args) for mark in item.iter_markers(MARK))]
        config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
        items[:] = chosen


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collects the TOML files of a folder `scenarios`."""
    if file_path.suffix == ".toml" and file_path.parent.name == FOLDER:
        return ScenarioCollector.from_parent(parent, path=file_path)
    return None


class ScenarioCollector(pytest.File):
    """A file of scenarios; each is a test."""

    def collect(self) -> Iterator[pytest.Item]:
        for scenario in read_scenarios(self.path, load=_load):
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
    """Raised for a scenario that fails."""
