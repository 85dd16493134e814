"""Measurements that take turns: each worker is a process of its own that stays alive, with its tables warm.

Here belong the processes and the order of the rounds; what a worker measures is its own affair.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from time import process_time

__all__ = ["Measure", "Result", "Samples", "Turn", "Workers", "parser_of", "serve", "take_turns", "used"]

Result = dict[str, float]
Samples = dict[str, list[Result]]
"""The results of each worker, one for each round."""
Measure = Callable[[float, int], Result]
"""Measures for so many seconds of CPU time, with the seed of the round."""
Workers = Mapping[str, Callable[[], Measure]]
"""The maker of each worker by name: making one loads, plays until the tables are warm, and times nothing."""


def used() -> float:
    """Returns the CPU seconds of this process and of its children that have ended, system time included."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return process_time() + children.ru_utime + children.ru_stime


class Turn:
    """A worker in a process of its own, which measures once whenever it is asked."""

    def __init__(self, script: Path, name: str, python: str = sys.executable) -> None:
        self.name = name
        command = [python, str(script), "--worker", name, "--turns"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def take(self, request: str) -> str:
        """Sends one line and returns the line that answers it."""
        assert self.process.stdin
        assert self.process.stdout
        try:
            self.process.stdin.write(request + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"the worker {self.name} failed")
        return line

    def end(self) -> None:
        """Lets the process end and waits for it."""
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait()


def take_turns(script: Path, names: Sequence[str], rounds: int, seconds: float) -> Samples:
    """Measures every worker once a round: in their order in odd rounds, the other way round in even ones."""
    turns: list[Turn] = []
    samples: Samples = {name: [] for name in names}
    try:
        for name in names:  # one after the other, so that their preparations do not meet
            show_progress(f"preparing {name}")
            turns.append(Turn(script, name))
            turns[-1].take("")
        for number in range(1, rounds + 1):
            for turn in turns if number % 2 else reversed(turns):
                show_progress(f"round {number} of {rounds}: {turn.name}")
                samples[turn.name].append(json.loads(turn.take(f"{seconds} {number}")))
    finally:
        for turn in turns:
            turn.end()
        show_progress("")
    return samples


def show_progress(text: str) -> None:
    """Shows one line on a terminal in place of the last one."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


# --- the worker's side ----------------------------------------------------------------------------------------------


def answer(measure: Measure, requests: Iterable[str]) -> None:
    """Measures once for every line; an empty one asks only whether the worker is ready."""
    for request in requests:
        seconds, _, seed = request.strip().partition(" ")
        print(json.dumps(measure(float(seconds), int(seed)) if seconds else {}), flush=True)


def serve(workers: Workers, arguments: argparse.Namespace) -> bool:
    """Works as the worker that is asked for, if one is; returns False if none is."""
    if not arguments.worker:
        return False
    measure = workers[arguments.worker]()
    answer(measure, sys.stdin if arguments.turns else [f"{arguments.seconds} {arguments.seed}"])
    return True


def parser_of(description: str, workers: Workers, parts: Iterable[str], seconds: float) -> argparse.ArgumentParser:
    """Makes the command line that all scripts here share."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--rounds", type=positive, default=7)
    parser.add_argument("--seconds", type=positive_seconds, default=seconds, help="of CPU time for each measurement")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every number there")
    parser.add_argument("--only", choices=tuple(parts), action="append", help="one part; can be repeated")
    parser.add_argument("--worker", choices=tuple(workers), metavar="NAME", help="measure this once, print a JSON line")
    parser.add_argument("--seed", type=int, default=1, help="of a worker; a round's number else")
    parser.add_argument("--turns", action="store_true", help=argparse.SUPPRESS)
    return parser


def positive(text: str) -> int:
    """Reads a whole number from 1 on."""
    if (number := int(text)) < 1:
        raise argparse.ArgumentTypeError("it must be 1 or more")
    return number


def positive_seconds(text: str) -> float:
    """Reads a number above 0."""
    if (number := float(text)) <= 0:
        raise argparse.ArgumentTypeError("it must be above 0")
    return number
