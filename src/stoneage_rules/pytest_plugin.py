"""The plugin of pytest that is installed with the library: it tests the packs that a project names in its settings.

    [tool.pytest.ini_options]
    stoneage_packs = ["."]

In a project without this setting it adds nothing, and imports nothing of the library beyond this file.
"""

from __future__ import annotations

from pathlib import Path

import pytest

PACKS = "stoneage_packs"
"""The setting that lists packs: folders and zip files by their path from the settings file, installed modules by id."""
RULES = "stoneage_rule"
"""The name of the option `--stoneage-rule` in `config.option`."""
FOLDER = "scenarios"
MARK = "rule"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the setting `stoneage_packs`, and the option `--stoneage-rule ID`, which can be repeated."""
    packs = "packs for stoneage-rules that are tested: folders by their path from here, installed modules by their id"
    parser.addini(PACKS, packs, type="linelist", default=None)
    group = parser.getgroup("stoneage-rules")
    group.addoption(
        "--stoneage-rule", action="append", default=[], dest=RULES, metavar="ID", help="run only tests of this rule statement"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Registers the mark that names the statements a test proves, and has the file of the settings collected."""
    packs = config.getini(PACKS)
    if packs is None:
        return
    config.addinivalue_line("markers", f"{MARK}(*ids): the statements of the rules that this test proves, three at most")
    file = config.inipath
    if packs and file is not None and config.args_source is config.ArgsSource.TESTPATHS:
        root = config.invocation_params.dir
        if not any(file.is_relative_to((root / argument).resolve()) for argument in config.args):
            config.args.append(str(file))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselects the tests that prove none of the requested statements."""
    wanted = set(config.getoption(RULES))
    if wanted:
        chosen = [item for item in items if any(wanted.intersection(mark.args) for mark in item.iter_markers(MARK))]
        config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
        items[:] = chosen


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collects the packs that the settings name from the file of the settings, and the TOML files of folders `scenarios`."""
    packs = parent.config.getini(PACKS)
    is_settings = bool(packs) and file_path == parent.config.inipath
    is_scenarios = packs is not None and file_path.suffix == ".toml" and file_path.parent.name == FOLDER
    if not (is_settings or is_scenarios):
        return None
    # Imported here, because a project without packs would wait for it in vain.
    from stoneage_rules.authoring.pytest_items import PackList, ScenarioCollector, is_of_pack

    if is_settings:
        return PackList.from_parent(parent, path=file_path, packs=packs)
    return None if is_of_pack(file_path, packs, parent.config.rootpath) else ScenarioCollector.from_parent(parent, path=file_path)
