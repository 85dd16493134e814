"""A copy of the project without some modules, installed into a separate environment, and its tests run there.

    PYTHONPATH=tests python tests/modules/taking_away.py FOLDER MODULE ...

The new environment has no packages but the copy, and looks for the rest in the one that runs this; so nothing is fetched.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterable, Sequence
from pathlib import Path

from shipped import SHIPPED
from sources import ROOT

LEFT_BEHIND = {"__pycache__", "build", "dist", ".git", ".hypothesis"}
SWITCHES = {"CI", "HYPOTHESIS_PROFILE", "STONEAGE_SLOW", "STONEAGE_GAMES"}
"""The variables that make a run of the tests longer."""


def copy_without(modules: Iterable[str], folder: Path) -> Path:
    """Copies the project without these modules: their packages, their tests, their lines in pyproject.toml."""
    copy = folder / "project"
    shutil.copytree(ROOT, copy, ignore=_left_behind)
    settings = copy / "pyproject.toml"
    for module in modules:
        package = f"stoneage_{SHIPPED[module]}"
        shutil.rmtree(copy / "plugins" / package)
        shutil.rmtree(copy / "tests" / "modules" / SHIPPED[module])
        lines = settings.read_text("utf-8").splitlines(keepends=True)
        settings.write_text("".join(line for line in lines if package not in line), "utf-8")
    return copy


def _left_behind(folder: str, names: list[str]) -> set[str]:
    """Caches, what git keeps, and environments."""
    return {
        name for name in names if name in LEFT_BEHIND or name.endswith("_cache") or (Path(folder) / name / "pyvenv.cfg").is_file()
    }


def installed_into(folder: Path, copy: Path) -> Path:
    """Installs a copy of the project for editing; the interpreter of its environment."""
    venv.create(folder, with_pip=True)
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    where = [str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    own = Path(subprocess.run(where, capture_output=True, text=True, check=True).stdout.strip())
    # Paths in a .pth file are searched last, and .pth files in what they name are not read: the library there stays away.
    (own / "others.pth").write_text("\n".join(path for path in sys.path if path.endswith("-packages")), "utf-8")
    command = [str(python), "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "-e", str(copy)]
    subprocess.run(command, check=True)
    return python


def run_tests(copy: Path, python: Path, arguments: Sequence[str] = ()) -> subprocess.CompletedProcess[str]:
    """Runs all tests of a copy, as they run when nobody asks for more."""
    environment = {name: value for name, value in os.environ.items() if name not in SWITCHES and not name.startswith("PYTEST")}
    command = [str(python), "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=copy, env=environment, check=False)


if __name__ == "__main__":
    target = Path(sys.argv[1])
    project = copy_without(sys.argv[2:], target)
    done = run_tests(project, installed_into(target / "environment", project), ["-n", "2", "-rs"])
    print(done.stdout[-20_000:], done.stderr[-2000:])
    sys.exit(done.returncode)
