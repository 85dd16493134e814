"""A new plugin: a distribution that is complete or not there at all, and whose own tests pass.

With `CI` set its own tests run, also after it is installed beside the library in a fresh environment.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import tomli

from command import main
from long_profile import SLOW
from sources import ROOT
from stoneage_rules import StoneAgeError
from stoneage_rules.authoring.starters import FILES, write_plugin_starter


def run(folder: Path, *command: object, **environment: str) -> str:
    """Runs a command that must succeed, outside this repository's environment variables; returns what it writes."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PYTEST"))}
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, cwd=folder, env={**kept, **environment})
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    return done.stdout


@pytest.mark.skipif(not SLOW, reason="takes six seconds; set CI, or see `.ci/run`")
def test_its_own_tests_pass_as_if_it_were_installed(tmp_path: Path) -> None:
    made = tmp_path / "late-harvest"
    files = write_plugin_starter(made)
    assert set(files) == {path for path in made.rglob("*") if path.is_file()}
    assert len(files) == len(FILES)
    info = tmp_path / "metadata" / "late_harvest-0.1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: late-harvest\nVersion: 0.1.0\n", "utf-8")
    points = tomli.loads((made / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"]["stoneage.modules"]
    lines = "\n".join(f"{name} = {value}" for name, value in points.items())
    (info / "entry_points.txt").write_text(f"[stoneage.modules]\n{lines}\n", "utf-8")
    path = os.pathsep.join(map(str, (info.parent, made / "src")))
    plugins = ("-p", "stoneage_rules.pytest_plugin", "-p", "no:cacheprovider")
    # Games with each other module are left to where it is installed.
    out = run(made, sys.executable, "-m", "pytest", *plugins, "-W", "error", "-k", "not together", PYTHONPATH=path)
    assert re.search(r"3[0-9] passed, \d skipped", out), out
    out = run(made, sys.executable, "-m", "stoneage_rules", "check", "--module", "late-harvest", PYTHONPATH=path)
    assert "warning" not in out


def test_it_is_written_as_the_library_is_and_says_its_name_everywhere(tmp_path: Path) -> None:
    made = tmp_path / "folder"
    write_plugin_starter(made, "late-harvest")
    text = "".join(path.read_text("utf-8") for path in made.rglob("*") if path.is_file())
    assert re.findall(r"@(?:id|name|package)", text) == []
    assert (made / "src" / "late_harvest" / "plugin.py").is_file()
    assert "Late harvest" in (made / "README.md").read_text("utf-8")
    assert "==" not in (made / "pyproject.toml").read_text("utf-8")
    run(
        made, sys.executable, "-m", "ruff", "check", "--isolated", "--ignore", "RUF012", "--line-length", "130", "--no-cache", "."
    )
    run(made, sys.executable, "-m", "ruff", "format", "--isolated", "--line-length", "130", "--no-cache", "--check", ".")


def test_the_command_tells_what_comes_next(tmp_path, capsys):
    assert main(["new", "--kind", "plugin", str(tmp_path / "late-harvest")]) == 0
    out = "".join(capsys.readouterr().out.split())
    assert "madetheplugin" in out
    assert "pipinstall-e'.[test]'&&pytest" in out


@pytest.mark.parametrize(("id", "said"), [
    ("Late", "cannot be the id of a pack"), ("1late", "digits and hyphens, with a letter first"),
    ("base", "the id of an installed module"), ("class", "cannot be the name of"),
    ("random", "there is a Python package `random` already"), ("stoneage-rules", "there is a Python package `stoneage_rules`"),
])  # fmt: skip
def test_an_id_that_is_taken_or_none_is_refused(id: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(StoneAgeError, match=said):
        write_plugin_starter(tmp_path / "new", id)
    assert not list(tmp_path.iterdir())


def test_what_exists_is_never_touched(tmp_path: Path) -> None:
    (tmp_path / "late-harvest").mkdir()
    with pytest.raises(StoneAgeError, match="exists already"):
        write_plugin_starter(tmp_path / "late-harvest")
    assert list(tmp_path.rglob("*")) == [tmp_path / "late-harvest"]


@pytest.mark.skipif(not SLOW, reason="takes a minute and fetches packages; set CI")
def test_it_installs_beside_the_library_and_passes_its_tests(tmp_path: Path) -> None:
    write_plugin_starter(tmp_path / "late-harvest")
    environment = tmp_path / "environment"
    run(tmp_path, sys.executable, "-m", "venv", environment)
    python = environment / ("Scripts" if os.name == "nt" else "bin") / "python"
    run(tmp_path, python, "-m", "pip", "install", "--quiet", f"{ROOT}[cli]", f"{tmp_path / 'late-harvest'}[test]", "mypy")
    out = run(tmp_path / "late-harvest", python, "-m", "pytest", "-p", "no:cacheprovider")
    assert re.search(r"3[0-9] passed, \d skipped", out), out
    assert "feast" in run(tmp_path, python.with_name("stoneage"), "play", "--module", "late-harvest", "--seed", "7")
    run(tmp_path / "late-harvest", python, "-m", "mypy", "--strict", "src")
