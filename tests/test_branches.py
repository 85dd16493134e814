"""The command that measures branches names those that nothing takes, and counts what other processes take."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from branches import Room, Untaken, problems_of, rooms_of, stale, untaken
from sources import ROOT

STEPS = """
import sys


def halve(n):
    if n % 2:
        return None
    return n // 2


def sign(n):
    if n < 0:
        return "-"
    return "+"


if __name__ == "__main__":
    halve(int(sys.argv[1]))
"""
STARTS = """
import subprocess, sys
from stoneage_rules.kernel.steps import sign
sign(1)
subprocess.run([sys.executable, "-m", "stoneage_rules.kernel.steps", sys.argv[1]], check=True)
"""


def measured(folder: Path, argument: str) -> subprocess.CompletedProcess[str]:
    """Runs a program with a tiny library of the same name under coverage, and then the command."""
    room = folder / "src" / "stoneage_rules" / "kernel"
    room.mkdir(parents=True)
    (room.parent / "__init__.py").touch()
    (room / "__init__.py").touch()
    (room / "steps.py").write_text(STEPS, "utf-8")
    (folder / "starts.py").write_text(STARTS, "utf-8")
    # An outer measurement goes on in commands by its variables; this one is alone.
    kept = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")}
    environment = kept | {"PYTHONPATH": os.pathsep.join([str(room.parents[1]), str(ROOT / "tests")])}
    run = [sys.executable, "-m", "coverage", "run", f"--rcfile={ROOT / 'pyproject.toml'}", "starts.py", argument]
    first = subprocess.run(run, cwd=folder, env=environment, capture_output=True, text=True)
    assert (first.returncode, first.stderr) == (0, "")
    command = [sys.executable, "-m", "branches", "--missing", "kernel"]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)


FILE = "src/stoneage_rules/kernel/steps.py"


def test_a_branch_that_no_process_takes_is_named_by_file_and_line(tmp_path: Path) -> None:
    done = measured(tmp_path, "1")
    assert done.stdout.splitlines()[1:] == [
        "kernel                      66.7 %   4 of 6",
        f"    {FILE}:6 never goes to line 8",
        f"    {FILE}:12 never goes to line 13",
    ]
    assert done.stderr == "kernel: 66.7 % of the branches are tested, and 100 % should be\n"
    assert done.returncode == 1


def report(folder: Path, *missing: tuple[int, int]) -> dict[str, Any]:
    """The data of coverage for a file with four branches."""
    path = folder / FILE
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(STEPS, "utf-8")
    return {"files": {str(path): {"missing_branches": missing, "summary": {"covered_branches": 4 - len(missing)}}}}


def test_a_branch_that_is_excepted_does_not_count(tmp_path: Path) -> None:
    some = report(tmp_path, (6, 8), (12, -11))
    room = rooms_of(some, [Untaken(FILE, "if n % 2:", "nobody halves an even number")])["kernel"]
    assert (room.branches, room.taken, [*map(str, room.missing)]) == (3, 2, [f"{FILE}:12 never goes out"])
    assert problems_of({"kernel": room}) == ["kernel: 66.7 % of the branches are tested, and 100 % should be"]


def test_an_exception_whose_branches_are_taken_is_told(tmp_path: Path) -> None:
    known = [Untaken(FILE, "if n % 2:", "..."), Untaken(FILE, "if n < 0:", "..."), Untaken("src/not_measured.py", "if n:", "...")]
    assert stale(known, report(tmp_path, (6, 8))) == [f"untaken.toml: {FILE}: if n < 0:: tests take it"]


def test_a_room_is_at_fault_below_its_mark_alone() -> None:
    rooms = {"kernel": Room(1000, 1000, ()), "packs": Room(100, 95, ()), "cli": Room(100, 94, ()), "errors": Room(0, 0, ())}
    assert problems_of(rooms) == ["cli: 94.0 % of the branches are tested, and 95 % should be"]


def test_every_exception_names_a_line_and_has_a_reason() -> None:
    lines = {entry: [line.strip() for line in (ROOT / entry.file).read_text("utf-8").splitlines()] for entry in untaken()}
    assert [entry for entry in lines if entry.at not in lines[entry] or len(entry.reason) < 20] == []
