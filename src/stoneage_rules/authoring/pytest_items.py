"""Tests for pytest: each check, scenario and property of a pack, and the scenarios of files that belong to no pack.

`stoneage_rules.pytest_plugin` collects them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import pytest

from stoneage_rules.authoring.pack_checks import checked, checks_of
from stoneage_rules.authoring.properties import read_properties
from stoneage_rules.authoring.results import Result
from stoneage_rules.authoring.scenario import FileEntry, Scenario, loading_once, read_scenarios
from stoneage_rules.authoring.trial_tables import Trial
from stoneage_rules.errors import StoneAgeError
from stoneage_rules.loading.installed import pack_folder
from stoneage_rules.loading.load import load

_load = loading_once(load)
"""Loads the rules of each table once per run."""


class FailedCheck(AssertionError):
    """Raised for a test that fails; its text is all that is shown."""


class TextTest(pytest.Item):
    """A test whose failures are texts, without a traceback."""

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        return str(excinfo.value) if isinstance(excinfo.value, FailedCheck) else super().repr_failure(excinfo, style)


class EntryTest(TextTest):
    """An entry of a file as a test, with its statements as marks."""

    def __init__(self, *, entry: FileEntry, **more: Any) -> None:
        super().__init__(**more)
        self.entry = entry
        self.add_marker(pytest.mark.rule(*entry.rules))

    def reportinfo(self) -> tuple[Path, int, str]:
        file, _, line = self.entry.where.rpartition(":")
        return Path(file), int(line) - 1, self.name


# --- packs --------------------------------------------------------------------------------------------------------


class PackList(pytest.File):
    """The file of the settings; each pack that it names is a collector."""

    def __init__(self, *, packs: Sequence[str], **more: Any) -> None:
        super().__init__(**more)
        self.packs = packs

    def collect(self) -> Iterator[pytest.Collector]:
        for name in self.packs:
            path = self.config.rootpath / name
            yield PackCollector.from_parent(self, name=path.resolve().name if path.exists() else name, entry=name)


def is_of_pack(file: Path, packs: Iterable[str], folder: Path) -> bool:
    """Returns True if a file is one of the own tests of a pack, which that collects.

    Args:
        file: the file.
        packs: the packs as the settings name them.
        folder: the folder of the settings.
    """
    return any(file.is_relative_to(_pack_of(folder, name).resolve() / "tests") for name in packs)


@cache
def _pack_of(folder: Path, name: str) -> Path:
    path = folder / name
    return path if path.exists() else pack_folder(name)


class PackCollector(pytest.Collector):
    """A pack; each of its checks, scenarios and properties is a test."""

    def __init__(self, *, entry: str, **more: Any) -> None:
        super().__init__(**more)
        self.entry = entry

    def collect(self) -> Iterator[pytest.Item]:
        if not _pack_of(self.config.rootpath, self.entry).exists():
            missing = f"the pack `{self.entry}`, named in {self.path.name}, is no folder from there, and no module of this id"
            raise self.CollectError(f"{missing} is installed; is it that of this repository? `pip install -e .` installs it")
        try:
            for check in checks_of(self.trial):
                yield CheckTest.from_parent(self, name=check)
                for entry in self._entries(check):
                    name = f"{Path(entry.where).name.rpartition(':')[0]}: {entry.name}"
                    yield PartTest.from_parent(self, name=name, entry=entry)
        except StoneAgeError as error:
            raise self.CollectError(f"the pack `{self.entry}`, named in {self.path.name}, cannot be tested: {error}") from None

    def _entries(self, check: str) -> Iterator[FileEntry]:
        """Yields the scenarios or properties that a check looks at; none for other checks."""
        if check == "scenarios":
            for file in self.trial.scenario_files:
                yield from read_scenarios(file, load=self.trial.load)
        if check == "properties":
            for file in self.trial.property_files:
                yield from read_properties(file)

    @cached_property
    def trial(self) -> Trial:
        """The pack under test; its rules are loaded once for all checks."""
        return Trial(_pack_of(self.config.rootpath, self.entry))

    def result(self, check: str) -> Result:
        """Returns the result of a check, which is made once."""
        return checked(self.trial, check)


class CheckTest(TextTest):
    """One check of a pack; scenarios and properties report their own faults."""

    def runtest(self) -> None:
        assert isinstance(self.parent, PackCollector)
        result = self.parent.result(self.name)
        if result.outcome == "skipped":
            pytest.skip(result.detail)
        if result.problems:
            raise FailedCheck("\n".join(map(str, result.problems)))

    def reportinfo(self) -> tuple[Path, int | None, str]:
        return self.path, None, f"{self.parent.name if self.parent else ''}: {self.name}"


class PartTest(EntryTest):
    """One scenario or property of a pack."""

    def runtest(self) -> None:
        assert isinstance(self.parent, PackCollector)
        result = self.parent.result("scenarios" if isinstance(self.entry, Scenario) else "properties")
        if result.outcome == "skipped":
            pytest.skip(result.detail)
        part = next((part for part in result.parts if part.where == self.entry.where), None)
        if part is None:
            raise FailedCheck(result.detail)
        if not part.passed:
            raise FailedCheck(part.shown)


# --- scenarios of no pack -----------------------------------------------------------------------------------------


class ScenarioCollector(pytest.File):
    """A file of scenarios; each is a test."""

    def collect(self) -> Iterator[pytest.Item]:
        try:
            scenarios = read_scenarios(self.path, load=_load)
        except StoneAgeError as error:
            raise self.CollectError(str(error)) from None
        for scenario in scenarios:
            yield ScenarioTest.from_parent(self, name=scenario.name, entry=scenario)


class ScenarioTest(EntryTest):
    """One scenario as a test."""

    entry: Scenario

    def runtest(self) -> None:
        result = self.entry.run()
        if not result.passed:
            raise FailedCheck(str(result))
