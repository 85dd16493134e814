"""Tests a lone file of scenarios or properties, at its own tables with settings from elsewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from stoneage_rules.loading.table import is_path
from stoneage_rules.loading.table_files import read_table
from stoneage_rules.packs.reading.find import read_source
from stoneage_rules.testing.entries import Settings
from stoneage_rules.testing.properties import run_properties
from stoneage_rules.testing.results import CheckLog, Result, part_of_property, part_of_scenario
from stoneage_rules.testing.scenario import read_scenarios
from stoneage_rules.text.wording import counted

__all__ = ["check_file"]

NOT_OF_TESTS = ("seats", "seed")
"""Settings of a table file that say who plays, which no test asks."""


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
    if source is not None and "property" in source.data:
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
    return log.result("properties" if source is not None and "property" in source.data else "scenarios")


def _settings(table: str | Path | None, players: int | None, modules: Sequence[str]) -> Settings:
    """Returns the function that puts a table together from that of a test file and what is given beside it."""
    read = {} if table is None else read_table(table)[0].to_dict()
    beside = {key: value for key, value in read.items() if key not in NOT_OF_TESTS}
    more = [str(Path(module).resolve()) if is_path(module) else module for module in modules]

    def together(own: Mapping[str, Any]) -> dict[str, Any]:
        enabled = dict.fromkeys((*beside.get("modules", ()), *own.get("modules", ()), *more))
        options = {**beside.get("options", {}), **own.get("options", {})}
        counted = {} if players is None else {"players": players}
        lists = {"modules": [*enabled]} if enabled else {}
        return {**beside, **own, **lists, **({"options": options} if options else {}), **counted}

    return together
