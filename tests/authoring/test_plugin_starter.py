"""A new plugin: a distribution that is complete or not there at all, and whose own tests pass.

With `CI` set its own tests run, also after it is installed beside the library in a fresh environment.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import tomli

from command import main
from long_profile import SLOW
from sources import ROOT
from writing import write_metadata


def run(folder: Path, *command: object, **environment: str) -> str:
    """Runs a command that must succeed, outside this repository's environment variables; returns what it writes."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PYTEST"))}
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, cwd=folder, env={**kept, **environment})
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    return done.stdout


def written(folder: Path, *words: str) -> Path:
    """Writes a new plugin by the command."""
    assert main(["new", "--kind", "plugin", str(folder), *words]) == 0
    return folder


@pytest.mark.skipif(not SLOW, reason="takes six seconds; set CI, or see `.ci/run`")
def test_its_own_tests_pass_as_if_it_were_installed(tmp_path: Path) -> None:
    made = written(tmp_path / "late-harvest")
    points = tomli.loads((made / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"]["stoneage.modules"]
    lines = "\n".join(f"{name} = {value}" for name, value in points.items())
    write_metadata(tmp_path / "metadata", "late_harvest", lines)
    path = os.pathsep.join(map(str, (tmp_path / "metadata", made / "src")))
    plugins = ("-p", "stoneage_rules.pytest_plugin", "-p", "no:cacheprovider")
    # Games with each other module are left to where it is installed.
    out = run(made, sys.executable, "-m", "pytest", *plugins, "-W", "error", "-k", "not together", PYTHONPATH=path)
    assert re.search(r"3[0-9] passed, \d skipped", out), out
    out = run(made, sys.executable, "-m", "stoneage_rules", "check", "--module", "late-harvest", PYTHONPATH=path)
    assert "warning" not in out


def test_it_is_written_as_the_library_is_and_says_its_name_everywhere(tmp_path: Path) -> None:
    made = written(tmp_path / "folder", "--id", "late-harvest")
    text = "".join(path.read_text("utf-8") for path in made.rglob("*") if path.is_file())
    assert re.findall(r"@(?:id|name|package)", text) == []
    assert sum(path.is_file() for path in made.rglob("*")) == 9
    assert (made / "src" / "late_harvest" / "plugin.py").is_file()
    assert "Late harvest" in (made / "README.md").read_text("utf-8")
    assert "==" not in (made / "pyproject.toml").read_text("utf-8")
    assert tomli.loads((made / "pyproject.toml").read_text("utf-8"))["project"]["dynamic"] == ["version"]
    run(
        made, sys.executable, "-m", "ruff", "check", "--isolated", "--ignore", "RUF012", "--line-length", "130", "--no-cache", "."
    )
    run(made, sys.executable, "-m", "ruff", "format", "--isolated", "--line-length", "130", "--no-cache", "--check", ".")


def test_the_command_tells_what_comes_next(tmp_path, stoneage):
    out = "".join(stoneage("new", "--kind", "plugin", tmp_path / "late-harvest").out.split())
    assert "madetheplugin" in out
    assert "pipinstall-e'.[test]'&&pytest" in out


@pytest.mark.parametrize(("id", "said"), [
    ("Late", "cannot be the id of a pack"), ("1late", "digits and hyphens, with a letter first"),
    ("base", "the id of an installed module"), ("class", "cannot be the name of"),
    ("random", "there is a Python package `random` already"), ("stoneage-rules", "there is a Python package `stoneage_rules`"),
])  # fmt: skip
def test_an_id_that_is_taken_or_none_is_refused(id: str, said: str, tmp_path: Path, stoneage: Callable[..., Any]) -> None:
    ran = stoneage("new", "--kind", "plugin", tmp_path / "new", "--id", id)
    assert (ran.code, said in " ".join(ran.err.split())) == (2, True), ran.err
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(not SLOW, reason="takes a minute and fetches packages; set CI")
def test_it_installs_beside_the_library_and_passes_its_tests(tmp_path: Path) -> None:
    written(tmp_path / "late-harvest")
    environment = tmp_path / "environment"
    run(tmp_path, sys.executable, "-m", "venv", environment)
    python = environment / ("Scripts" if os.name == "nt" else "bin") / "python"
    run(tmp_path, python, "-m", "pip", "install", "--quiet", f"{ROOT}[cli]", f"{tmp_path / 'late-harvest'}[test]", "mypy")
    out = run(tmp_path / "late-harvest", python, "-m", "pytest", "-p", "no:cacheprovider")
    assert re.search(r"3[0-9] passed, \d skipped", out), out
    assert "feast" in run(tmp_path, python.with_name("stoneage"), "play", "--module", "late-harvest", "--seed", "7", "--log")
    run(tmp_path / "late-harvest", python, "-m", "mypy", "--strict", "src")
