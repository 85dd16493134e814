"""The share of branches that the tests take, by room; a room below its mark is at fault.

python -m coverage erase; python -m coverage run -m pytest -q; python -m branches --missing kernel mechanics
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs
import coverage

ROOT = Path(__file__).parents[1]
SOURCE = "src/stoneage_rules/"

MARKS = {"kernel": 100.0, "mechanics": 100.0}
"""Percent of the branches of a room that the tests must take; of every other room `MARK`."""
MARK = 95.0
ROOT_FILES = "(files beside the rooms)"


@attrs.frozen
class Room:
    """The branches of a folder of the library: how many there are and were taken, and those that were not, as `file:line`."""

    branches: int
    taken: int
    missing: Sequence[str]

    @property
    def percent(self) -> float:
        """The share that was taken; 100 of a room that has no branches."""
        return 100.0 * self.taken / self.branches if self.branches else 100.0


def rooms_of(report: Mapping[str, Any]) -> dict[str, Room]:
    """Returns the rooms by name, of a report of `coverage json`."""
    files: dict[str, list[tuple[str, Mapping[str, Any]]]] = {}
    for name, each in sorted(report["files"].items()):
        path = Path(name).as_posix().split(SOURCE)[-1]
        files.setdefault(path.split("/")[0] if "/" in path else ROOT_FILES, []).append((path, each))
    return {room: _room(some) for room, some in files.items()}


def _room(files: Sequence[tuple[str, Mapping[str, Any]]]) -> Room:
    totals = [each["summary"] for _, each in files]
    missing = [place for path, each in files for place in _places(path, each)]
    return Room(sum(some["num_branches"] for some in totals), sum(some["covered_branches"] for some in totals), missing)


def _places(path: str, file: Mapping[str, Any]) -> Iterator[str]:
    for source, target in file["missing_branches"]:
        yield f"{path}:{source} never goes " + ("out" if target < 0 else f"to line {target}")


def problems_of(rooms: Mapping[str, Room]) -> list[str]:
    """Returns a line for each room below its mark."""
    marks = {name: MARKS.get(name, MARK) for name in rooms}
    return [
        f"{name}: {room.percent:.1f} % of the branches are tested, and {marks[name]:.0f} % should be"
        for name, room in rooms.items()
        if room.percent < marks[name]
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
    rooms = rooms_of(_report())
    for name, room in rooms.items():
        print(f"{name:<26}{room.percent:6.1f} %   {room.taken} of {room.branches}")
        if name in asked.missing:
            print(*(f"    {place}" for place in room.missing), sep="\n")
    problems = problems_of(rooms)
    print(*problems, sep="\n", file=sys.stderr)
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main())
