"""The share of branches that the tests take, by room; a room below its mark is at fault.

python -m coverage erase; python -m coverage run -m pytest -q -n 2; PYTHONPATH=tests python -m branches --missing kernel mechanics

What no test can take is entered in `untaken.toml` with its reason, and does not count.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs
import coverage
import tomli

ROOT = Path(__file__).parents[1]
PATH = re.compile(r"(src/stoneage_rules/(?P<room>\w+(?=/))?|(?P<plugins>plugins)/).*")

MARKS = {"kernel": 100.0, "mechanics": 100.0}
"""Percent of the branches of a room that the tests must take; of every other room `MARK`."""
MARK = 95.0
ROOT_FILES = "(files beside the rooms)"


@attrs.frozen
class Branch:
    """A way from a line that no test takes."""

    file: str
    line: int
    at: str
    """The text of the line."""
    target: int
    """The line that is never come to; a negative one stands for the way out of the function."""

    def __str__(self) -> str:
        return f"{self.file}:{self.line} never goes " + ("out" if self.target < 0 else f"to line {self.target}")


@attrs.frozen
class Untaken:
    """An entry of `untaken.toml`: the branches of a line that no test can take."""

    file: str
    at: str
    reason: str

    def names(self, branch: Branch) -> bool:
        """Returns whether a branch is meant."""
        return (self.file, self.at) == (branch.file, branch.at)


@attrs.frozen
class Room:
    """The branches of a folder of the library: how many tests should take and how many they took, and those that they did not."""

    branches: int
    taken: int
    missing: Sequence[Branch]

    @property
    def percent(self) -> float:
        """The share that was taken; 100 of a room that has no branches."""
        return 100.0 * self.taken / self.branches if self.branches else 100.0


def untaken() -> list[Untaken]:
    """Returns the branches that no test can take."""
    text = Path(__file__).with_name("untaken.toml").read_text("utf-8")
    return [Untaken(**entry) for entry in tomli.loads(text).get("untaken", [])]


def rooms_of(report: Mapping[str, Any], known: Sequence[Untaken]) -> dict[str, Room]:
    """Returns the rooms by name, of a report of `coverage json`; what is known not to be taken does not count."""
    rooms: dict[str, Room] = {}
    for name, file in sorted(report["files"].items()):
        path = PATH.search(Path(name).as_posix())
        assert path, name
        room = rooms.get(each := path["plugins"] or path["room"] or ROOT_FILES, Room(0, 0, ()))
        missing = list(_missing(path[0], Path(name), file))
        some = [branch for branch in missing if not any(entry.names(branch) for entry in known)]
        taken = file["summary"]["covered_branches"]
        rooms[each] = Room(room.branches + taken + len(some), room.taken + taken, (*room.missing, *some))
    return rooms


def _missing(file: str, path: Path, report: Mapping[str, Any]) -> Iterator[Branch]:
    lines = path.read_text("utf-8").splitlines()
    for source, target in report["missing_branches"]:
        yield Branch(file, source, lines[source - 1].strip(), target)


def problems_of(rooms: Mapping[str, Room]) -> list[str]:
    """Returns a line for each room below its mark."""
    marks = {name: MARKS.get(name, MARK) for name in rooms}
    return [
        f"{name}: {room.percent:.1f} % of the branches are tested, and {marks[name]:.0f} % should be"
        for name, room in rooms.items()
        if room.percent < marks[name]
    ]


def stale(known: Sequence[Untaken], report: Mapping[str, Any]) -> list[str]:
    """Returns a line for each entry whose branches tests take."""
    missing = [branch for room in rooms_of(report, ()).values() for branch in room.missing]
    files = {path[0] for name in report["files"] if (path := PATH.search(Path(name).as_posix()))}
    return [
        f"untaken.toml: {entry.file}: {entry.at}: tests take it"
        for entry in known
        if entry.file in files and not any(map(entry.names, missing))
    ]


def _report() -> Mapping[str, Any]:
    """Combines what the processes have measured, and returns it as `coverage json` tells it."""
    data = coverage.Coverage(config_file=str(ROOT / "pyproject.toml"))
    data.combine(keep=True)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "coverage.json")
        data.json_report(outfile=str(path))
        report: Mapping[str, Any] = json.loads(path.read_bytes())
        return report


def main() -> int:
    """Prints the rooms; returns 1 if one is below its mark."""
    parser = argparse.ArgumentParser(prog="branches", description="the share of branches that the tests take, by room")
    parser.add_argument("--missing", nargs="+", default=[], metavar="ROOM", help="also list the branches that no test takes")
    asked = parser.parse_args()
    report, known = _report(), untaken()
    rooms = rooms_of(report, known)
    for name, room in rooms.items():
        print(f"{name:<26}{room.percent:6.1f} %   {room.taken} of {room.branches}")
        if name in asked.missing:
            print(*(f"    {branch}" for branch in room.missing), sep="\n")
    problems = [*problems_of(rooms), *stale(known, report)]
    print(*problems, sep="\n", file=sys.stderr)
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main())
