"""Other Pythons beside this one: `python benchmarks/pythons.py PYTHON...`, each of which has the library installed.

Each Python plays with the workers of run.py, long enough that a compiler that works while programs run is done.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from statistics import median

from figures import machine_line
from turns import Turn, positive, positive_seconds, show_progress

SCRIPT = Path(__file__).resolve().parent / "run.py"
WORKERS = ("base-play-out", "base-loop", "all-play-out")
VERSION = "import platform as p; print(p.python_implementation(), p.python_version())"


def main() -> None:
    """Runs the command."""
    parser = argparse.ArgumentParser(description="Compare Pythons by the games that they play in a second of CPU time.")
    parser.add_argument("python", nargs="+", help="the command of a Python in which the library is installed")
    parser.add_argument("--rounds", type=positive, default=5)
    parser.add_argument("--seconds", type=positive_seconds, default=2.0, help="of CPU time for each measurement")
    parser.add_argument("--warm", type=positive_seconds, default=60.0, help="seconds of CPU time that are played before")
    parser.add_argument("--only", choices=WORKERS, action="append", help="one way to play; can be repeated")
    arguments = parser.parse_args()
    print(machine_line())
    for worker in arguments.only or WORKERS:
        compare(worker, [sys.executable, *arguments.python], arguments)


def compare(worker: str, pythons: list[str], arguments: argparse.Namespace) -> None:
    """Prints what each Python plays, and how often the first one's that is, by rounds in which they take turns."""
    rates: list[list[float]] = [[] for _ in pythons]
    turns = []
    for python in pythons:
        show_progress(f"{worker}: warming up {python}")
        turns.append(Turn(SCRIPT, worker, python))
        turns[-1].take(f"{arguments.warm} 0")
    for number in range(1, arguments.rounds + 1):
        for rate, turn in zip(rates, turns, strict=True):
            rate.append(json.loads(turn.take(f"{arguments.seconds} {number}"))["games_per_second"])
    for turn in turns:
        turn.end()
    show_progress("")
    for python, rate in zip(pythons, rates, strict=True):
        times = [one / first for one, first in zip(rate, rates[0], strict=True)]
        name = subprocess.run([python, "-c", VERSION], capture_output=True, text=True, check=True).stdout.strip()
        spread = f"{median(times):.2f} ({min(times):.2f}-{max(times):.2f})"
        print(f"{worker:14}{name:20}{median(rate):8.1f} games/s, times this Python: {spread}")


if __name__ == "__main__":
    main()
