"""The library's plugin of pytest: two lines make the repository of a pack test itself; elsewhere nothing is noticed."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from running import python
from sources import ROOT
from stoneage_rules.authoring import trial_tables
from stoneage_rules.testing import write_starter
from writing import replace

SETTINGS = '[tool.pytest.ini_options]\nstoneage_packs = ["."]\n'
"""The two lines."""
STRICT = '[tool.pytest.ini_options]\naddopts = ["--strict-markers", "--strict-config"]\nfilterwarnings = ["error"]\n'
CHECKS = ("loads", "repeats", "edits", "plays", "saves", "secrets", "apart")


pytest_plugins = ["pytester"]

Run = Callable[..., tuple[int, str]]


@pytest.fixture
def run(pytester: pytest.Pytester) -> Run:
    """Runs pytest in a folder, with the plugin as an installation has it; returns its exit code, and what it writes."""

    def run_pytest(folder: Path, *arguments: str) -> tuple[int, str]:
        os.chdir(folder)
        plugins = ["-p", "stoneage_rules.pytest_plugin", "-p", "no:cacheprovider"]
        result = pytester.runpytest_inprocess(*plugins, *arguments, f"--rootdir={folder}", "-c", "pyproject.toml")
        return int(result.ret), result.stdout.str() + result.stderr.str()

    return run_pytest


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """The repository of a pack, which is its root, with the two lines."""
    folder = tmp_path / "my-rules"
    write_starter(folder)
    (folder / "pyproject.toml").write_text(SETTINGS, "utf-8")
    return folder


def test_two_lines_make_a_repository_test_itself(run, repository, monkeypatch):
    monkeypatch.setattr(trial_tables, "GAMES", 1)
    code, out = run(repository, "-v")
    assert code == 0, out
    for check in CHECKS:
        assert f"pyproject.toml::my-rules::{check} PASSED" in out
    assert "A figure in the fields brings a step and a food PASSED" in out
    assert "Nobody ever has less than no food PASSED" in out
    assert "19 passed, 1 skipped" in out


def test_a_pack_below_is_tested_whatever_testpaths_say_and_a_named_file_alone(run, tmp_path):
    write_starter(tmp_path / "my-rules")
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_own.py").write_text("def test_own():\n    pass\n", "utf-8")
    lines = '[tool.pytest.ini_options]\nstoneage_packs = ["my-rules"]\ntestpaths = ["tests"]\n'
    (tmp_path / "pyproject.toml").write_text(lines, "utf-8")
    _, out = run(tmp_path, "-q", "--collect-only")
    assert "pyproject.toml::my-rules::loads" in out
    assert "test_own.py::test_own" in out
    assert "pyproject.toml" not in run(tmp_path, "-q", "--collect-only", "tests")[1]
    assert run(tmp_path, "pyproject.toml::my-rules::loads", "-q")[1].startswith(".")
    assert "1 passed" in run(tmp_path, "-q", "-k", "harvest or brings")[1]


def test_with_workers_each_test_runs_once(run, repository):
    code, out = run(repository, "-n", "1", "-q", "-k", "loads or edits or scenarios")
    assert code == 0, out
    assert "4 passed" in out


def test_tests_are_chosen_by_the_statement_that_they_prove(run, repository):
    assert "1 passed" in run(repository, "-q", "--stoneage-rule", "my-rules.fields")[1]


def test_a_failure_shows_what_is_wrong_and_no_traceback(run, repository):
    replace(repository / "tests" / "scenarios.toml", "food = 13", "food = 14")
    replace(repository / "tests" / "properties.toml", "min = 0", "min = 5")
    code, out = run(repository, "-k", "scenarios or properties")
    assert code == 1
    assert "tests/scenarios.toml:12: seats.0.goods.food: expected 14, found 13" in out
    assert ": the number of food: expected 5 or more, found " in out
    assert "2 failed, 2 passed" in out
    assert "Traceback" not in out
    assert "pytest_items.py" not in out


NOT_INSTALLED = "no module of this id is installed; is it that of this repository? `pip install -e .`"


@pytest.mark.parametrize(("file", "old", "new", "ends", "said"), [
    ("rules.toml", "base:fields", "base:feilds", 1,
     ["did you mean `base:fields`?", "pyproject.toml::my-rules::loads", "1 failed"]),
    ("pyproject.toml", '["."]', '["nowhere"]', 2, [NOT_INSTALLED]),
    ("pyproject.toml", '["."]', '["tests"]', 2, ["no pack.toml"]),
])  # fmt: skip
def test_a_pack_that_does_not_load_or_is_not_there_is_told_once(run, repository, file, old, new, ends, said):
    replace(repository / file, old, new)
    code, out = run(repository)
    assert (code, [part for part in said if part not in out], "Traceback" in out) == (ends, [], False)


def test_files_in_folders_of_scenarios_are_tests(run, repository):
    folder = repository.parent / "scenarios"
    folder.mkdir()
    text = (repository / "tests" / "scenarios.toml").read_text("utf-8")
    (folder / "more.toml").write_text(text.replace('".."', '"../my-rules"'), "utf-8")
    (folder / "broken.toml").write_text("[[scenario]]\nnaem = 1\n", "utf-8")
    (repository.parent / "pyproject.toml").write_text('[tool.pytest.ini_options]\nstoneage_packs = ["my-rules"]\n', "utf-8")
    code, out = run(repository.parent, "-q", "scenarios/more.toml")
    assert (code, "1 passed" in out) == (0, True)
    code, out = run(repository.parent, "-q", "scenarios")
    assert code == 2
    assert "naem" in out
    assert "Traceback" not in out


# --- where there is no pack ---------------------------------------------------------------------------------------


@pytest.fixture
def stranger(tmp_path: Path) -> Path:
    """A project that has nothing to do with the library, though its words are alike, and is strict."""
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "other.toml").write_text("scenario = 1\n", "utf-8")
    (tmp_path / "pyproject.toml").write_text(STRICT, "utf-8")
    (tmp_path / "conftest.py").write_text('def pytest_addoption(parser):\n    parser.addoption("--rule")\n', "utf-8")
    lines = [
        "import sys",
        "def test_nothing_is_imported():",
        "    ours = {name for name in sys.modules if name.partition('.')[0] == 'stoneage_rules'}",
        "    assert ours == {'stoneage_rules', 'stoneage_rules.pytest_plugin'}",
        "    assert {'attr', 'pluggy._tracing', 'tomli'} - set(sys.modules) >= {'attr', 'tomli'}",
    ]
    (tmp_path / "test_it.py").write_text("\n".join(lines) + "\n", "utf-8")
    return tmp_path


def test_a_project_without_packs_notices_nothing(stranger):
    """No import, no mark, no test and no output is added, and a further option `--rule` does not clash."""
    command = ["-m", "pytest", "-p", "stoneage_rules.pytest_plugin", "-p", "no:cacheprovider"]
    done = python(*command, folder=stranger)
    with_plugin = done.stdout + done.stderr
    assert [line for line in with_plugin.splitlines() if "stoneage" in line and not line.startswith("plugins:")] == []
    assert "collected 1 item" in with_plugin
    assert "@pytest.mark.rule" not in python(*command, "--markers", folder=stranger).stdout


def test_it_is_installed_under_the_name_of_its_module():
    """Otherwise `-p stoneage_rules.pytest_plugin` would be a second plugin, with the same options again."""
    lines = (ROOT / "pyproject.toml").read_text("utf-8")
    assert '"stoneage_rules.pytest_plugin" = "stoneage_rules.pytest_plugin"' in lines
