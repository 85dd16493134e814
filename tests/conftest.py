"""Scenario files as tests, and the mark `rule` with which a test says what statement it proves.

Fixtures of one folder belong into that folder's own conftest.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import stoneage_rules as sa
from stoneage_rules.table import Table
from stoneage_rules.testing import Scenario, read_scenarios

SCENARIOS = "scenarios"
_loaded: dict[str, sa.Ruleset] = {}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rule", action="append", default=[], metavar="ID", help="only tests of this rule statement")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(id, ...): the rule statements, three at most, that the test proves")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    wanted = set(config.getoption("--rule"))
    if not wanted:
        return
    kept = [item for item in items if any(wanted.intersection(mark.args) for mark in item.iter_markers("rule"))]
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = kept


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if file_path.suffix == ".toml" and file_path.parent.name == SCENARIOS:
        return ScenarioFile.from_parent(parent, path=file_path)
    return None


class ScenarioFile(pytest.File):
    """A file of scenarios; each is a test."""

    def collect(self) -> Iterator[pytest.Item]:
        for scenario in read_scenarios(self.path, load=load_once):
            yield ScenarioTest.from_parent(self, name=scenario.name, scenario=scenario)


class ScenarioTest(pytest.Item):
    """One scenario as a test, with its rules as marks."""

    def __init__(self, *, scenario: Scenario, **more: object) -> None:
        super().__init__(**more)  # type: ignore[arg-type]
        self.scenario = scenario
        self.add_marker(pytest.mark.rule(*scenario.rules))

    def runtest(self) -> None:
        result = self.scenario.run()
        if not result.passed:
            raise ScenarioFailure(str(result))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> object:
        if isinstance(excinfo.value, ScenarioFailure):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, int(self.scenario.where.rpartition(":")[2]) - 1, self.name


class ScenarioFailure(Exception):
    """A scenario in which something is not as it must be."""


def load_once(table: Table) -> sa.Ruleset:
    """Rules for a table, loaded once in a test run."""
    key = repr(table.to_dict())
    if key not in _loaded:
        _loaded[key] = sa.load(table)
    return _loaded[key]
