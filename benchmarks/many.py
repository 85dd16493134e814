"""Measures what many games cost: the CPU of all processes by two jobs beside one, and of a study beside the games alone.

The commands take turns, in the opposite order in every second round.  Needs `pip install -e '.[cli]'`; Parquet the extra `study`.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from importlib.util import find_spec
from statistics import median
from tempfile import TemporaryDirectory

COUNTED = """
import resource, subprocess, sys
subprocess.run([sys.executable, "-m", "stoneage_rules", *sys.argv[1:]], check=True, stdout=subprocess.DEVNULL)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime)
"""


def cpu(words: list[str]) -> float:
    """Returns the CPU seconds of a command, in a new folder, and of all that it starts."""
    run = [sys.executable, "-c", COUNTED, *words]
    with TemporaryDirectory() as folder:
        return float(subprocess.run(run, check=True, capture_output=True, text=True, cwd=folder).stdout)


def measure(commands: dict[str, list[str]], rounds: int) -> None:
    """Prints how many times the CPU of the first command each of the others takes."""
    first, found = next(iter(commands)), []
    for number in range(rounds):
        order = list(commands) if number % 2 == 0 else [*reversed(commands)]
        found.append({name: cpu(commands[name]) for name in order})
    print(f"{first:12}{median(each[first] for each in found):7.1f} s")
    for name in [*commands][1:]:
        times = [each[name] / each[first] for each in found]
        print(f"{name:12}{median(times):7.2f} times that ({min(times):.2f}-{max(times):.2f})", flush=True)


def main() -> None:
    """Plays `sensible` at the base table with four players."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--games", type=int, default=1_600, help="the games with one job and with two")
    parser.add_argument("--studied", type=int, default=500, help="the games of a study")
    asked = parser.parse_args()
    words = ["--players", "4", "--seed", "1", "--policy", "sensible", "--games"]
    played = ["simulate", *words, str(asked.games)]
    measure({"one job": played, "two jobs": [*played, "--jobs", "2"]}, asked.rounds)
    forms = {"CSV": ["--csv"], "JSON": ["--json"], **({"Parquet": []} if find_spec("polars") else {})}
    study = ["study", "--to", "study", *words, str(asked.studied)]
    measure(
        {"games alone": ["simulate", *words, str(asked.studied)], **{form: [*study, *option] for form, option in forms.items()}},
        asked.rounds,
    )


if __name__ == "__main__":
    main()
