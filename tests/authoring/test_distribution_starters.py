"""New distributions, a package of TOML and a plugin: complete or not there at all, with tests of their own that pass.

With `CI` set their own tests run, and pip installs, updates and pins a package in a fresh environment. `.ci/run` installs both
beside the wheel and runs all their tests there.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import tomli

import stoneage_rules as sa
from command import main
from long_profile import SLOW
from sources import ROOT
from writing import replace, write_metadata

HERE = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PYTEST"))}


def run(folder: Path, *command: object, code: int = 0, **environment: str) -> str:
    """Runs a command, outside this repository's environment variables; returns what it writes."""
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, cwd=folder, env={**HERE, **environment})
    assert done.returncode == code, done.stdout[-4000:] + done.stderr[-4000:]
    return done.stdout + done.stderr


def written(folder: Path, *words: str, kind: str = "package") -> Path:
    """Writes a new distribution by the command."""
    assert main(["new", "--kind", kind, str(folder), *words]) == 0
    return folder


def text_of(made: Path) -> str:
    text = "".join(path.read_text("utf-8") for path in made.rglob("*") if path.is_file())
    assert re.findall(r"@(?:id|name|package)", text) == []
    return text


def entry_point(made: Path) -> str:
    points = tomli.loads((made / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"]["stoneage.modules"]
    return "\n".join(f"{name} = {value}" for name, value in points.items())


def test_it_is_a_module_of_data_alone_that_can_be_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = written(tmp_path / "folder", "--id", "early-frost")
    write_metadata(tmp_path / "metadata", "early_frost", entry_point(made))
    for folder in (tmp_path / "metadata", made / "src"):
        monkeypatch.syspath_prepend(str(folder))
    assert sa.load(players=2, modules=["early-frost"]).packs == ("base", "early-frost")
    assert "early_frost" not in sys.modules, "nothing of it is run"
    python = {path.relative_to(made).as_posix(): path.read_text("utf-8") for path in made.rglob("*.py")}
    assert python == {"src/early_frost/__init__.py": '"""Early frost: a pack, and no Python."""\n'}
    assert "early-frost" in text_of(made)


@pytest.mark.parametrize(
    ("words", "files"),
    [
        ((), {"pack.toml", "rules.toml", "tests/scenarios.toml", "tests/properties.toml"}),
        (("--from", "bakery"), {"pack.toml", "rules.toml", "tests/scenarios.toml"}),
        (("--schemas",), {"pack.toml", "rules.toml", "schemas/pack-1.schema.json"}),
    ],
)
def test_its_pack_is_the_one_that_new_makes_without_a_package(tmp_path: Path, words: tuple[str, ...], files: set[str]) -> None:
    made = written(tmp_path / "early-frost", *words) / "src" / "early_frost"
    assert main(["new", str(tmp_path / "alone"), "--id", "early-frost", *words]) == 0
    bare = {path.relative_to(tmp_path / "alone").as_posix(): path for path in (tmp_path / "alone").rglob("*.*") if path.is_file()}
    assert {*bare} >= files
    assert all((made / name).read_text("utf-8") == path.read_text("utf-8") for name, path in bare.items())


def test_a_plugin_is_written_as_the_library_is_and_says_its_name_everywhere(tmp_path: Path) -> None:
    made = written(tmp_path / "folder", "--id", "late-harvest", kind="plugin")
    assert "Late harvest" in text_of(made)
    assert sum(path.is_file() for path in made.rglob("*")) == 9
    assert (made / "src" / "late_harvest" / "plugin.py").is_file()
    assert "Late harvest" in (made / "README.md").read_text("utf-8")
    assert "==" not in (made / "pyproject.toml").read_text("utf-8")
    assert tomli.loads((made / "pyproject.toml").read_text("utf-8"))["project"]["dynamic"] == ["version"]
    ruff = (sys.executable, "-m", "ruff")
    run(made, *ruff, "check", "--isolated", "--ignore", "RUF012", "--line-length", "130", "--no-cache", ".")
    run(made, *ruff, "format", "--isolated", "--line-length", "130", "--no-cache", "--check", ".")


@pytest.mark.parametrize("kind", ["package", "plugin"])
def test_the_command_tells_what_comes_next(kind: str, tmp_path: Path, stoneage: Callable[..., Any]) -> None:
    out = "".join(stoneage("new", "--kind", kind, tmp_path / "late-harvest").out.split())
    assert f"madethe{kind}" in out
    assert "pipinstall-e'.[test]'&&pytest" in out


@pytest.mark.parametrize(("kind", "id", "said"), [
    ("plugin", "1late", "digits and hyphens, with a letter first"), ("plugin", "class", "cannot be the name of"),
    ("plugin", "stoneage-rules", "there is a Python package `stoneage_rules`"),
    ("package", "random", "there is a Python package `random` already"),
])  # fmt: skip
def test_an_id_that_is_taken_or_none_is_refused(
    kind: str, id: str, said: str, tmp_path: Path, stoneage: Callable[..., Any]
) -> None:
    ran = stoneage("new", "--kind", kind, tmp_path / "new", "--id", id)
    assert (ran.code, said in " ".join(ran.err.split())) == (2, True), ran.err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("kind", "passed"), [("package", "1[0-9] passed"), ("plugin", r"3[0-9] passed, \d skipped")])
@pytest.mark.skipif(not SLOW, reason="takes six seconds; set CI, or see `.ci/run`")
def test_its_own_tests_pass_as_if_it_were_installed(kind: str, passed: str, tmp_path: Path) -> None:
    """Games with each other module are left to where it is installed."""
    made = written(tmp_path / "late-harvest", kind=kind)
    write_metadata(tmp_path / "metadata", "late_harvest", entry_point(made))
    path = os.pathsep.join(map(str, (tmp_path / "metadata", made / "src")))
    plugins = ("-p", "stoneage_rules.pytest_plugin", "-p", "no:cacheprovider")
    out = run(made, sys.executable, "-m", "pytest", *plugins, "-W", "error", "-k", "not together", PYTHONPATH=path)
    assert re.search(passed, out), out
    out = run(made, sys.executable, "-m", "stoneage_rules", "check", "late-harvest", PYTHONPATH=path)
    assert "warning" not in out
    played = ("stoneage_rules", "play", "--module", "late-harvest", "--seed", "7", "--log")
    assert kind == "package" or "feast" in run(tmp_path, sys.executable, "-m", *played, PYTHONPATH=path)
    run(made, sys.executable, "-m", "mypy", "--strict", "src", PYTHONPATH=path)


# --- installed ----------------------------------------------------------------------------------------------------


def git(folder: Path, *words: str) -> str:
    user = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "init.defaultBranch=main")
    return run(folder, "git", *user, *words)


@pytest.mark.skipif(not SLOW or shutil.which("git") is None, reason="takes a minute, fetches packages and asks Git; set CI")
def test_pip_installs_updates_and_pins_it_from_a_folder_a_file_and_a_git_address(tmp_path: Path) -> None:
    made, environment = written(tmp_path / "early-frost"), tmp_path / "environment"
    run(tmp_path, sys.executable, "-m", "venv", environment)
    python = environment / ("Scripts" if os.name == "nt" else "bin") / "python"
    run(tmp_path, python, "-m", "pip", "install", "--quiet", f"{ROOT}[cli]", "hatchling")
    manifest = made / "src" / "early_frost" / "pack.toml"

    def pip(*words: object) -> None:
        run(tmp_path, python, "-m", "pip", "install", "--quiet", "--no-build-isolation", *words)

    def raise_to(old: str, new: str) -> None:
        replace(manifest, f'version = "{old}"', f'version = "{new}"')

    def installed() -> str:
        listed = run(tmp_path, python, "-m", "stoneage_rules", "modules")
        found = re.search(r"^early-frost (\S+): Early frost", listed, re.MULTILINE)
        assert found
        return found[1]

    pip(made)
    assert installed() == "0.1.0"
    (tmp_path / "table.toml").write_text('players = 2\nmodules = ["early-frost"]\nrequires.early-frost = ">=0.2"\n', "utf-8")
    assert "at the table is early-frost 0.1.0" in run(tmp_path, python, "-m", "stoneage_rules", "check", "table.toml", code=1)
    raise_to("0.1.0", "0.2.0")
    run(tmp_path, python, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", tmp_path, made)
    pip(tmp_path / "early_frost-0.2.0-py3-none-any.whl")
    assert installed() == "0.2.0"
    run(tmp_path, python, "-m", "stoneage_rules", "check", "table.toml")

    git(made, "init", "--quiet")
    for old, new in (("0.2.0", "0.3.0"), ("0.3.0", "0.4.0")):
        raise_to(old, new)
        git(made, "add", ".")
        git(made, "commit", "--quiet", "-m", new)
        git(made, "tag", f"v{new}")
    address = f"git+{made.as_uri()}"
    pip(f"{address}@v0.3.0")
    assert installed() == "0.3.0"
    pip("--upgrade", address)
    assert installed() == "0.4.0"
    commit = git(made, "rev-parse", "HEAD").strip()
    assert f"early-frost @ {address}@{commit}" in run(tmp_path, python, "-m", "pip", "freeze")
    pip("--upgrade", f"{address}@v0.3.0")
    assert installed() == "0.3.0"
    run(tmp_path, python, "-m", "stoneage_rules", "test", "early-frost", "--only", "scenarios", "--only", "properties")
