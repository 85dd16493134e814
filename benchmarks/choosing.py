"""The CPU time of a policy's choice here, beside that of another checkout: `python benchmarks/choosing.py CHECKOUT`.

Two processes take turns: in each round both play the same games from the same seeds, and the policy is timed wherever it has two
options or more.  Byte-compile both checkouts before (`python -m compileall`).
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
from pathlib import Path
from statistics import median
from time import process_time

from players import ALL

import stoneage_rules as sa

HERE = Path(__file__).resolve()
TABLES = {"two": (2, ()), "base": (4, ()), "all": (5, ALL)}


def timed(rules: sa.Ruleset, name: str, number: int, most: int) -> tuple[float, int]:
    """Plays a game; returns the CPU seconds of the policy's choices, and how many there were, up to a number."""
    policies = sa.policies.make_policies([name] * rules.players, number)
    state, chance, seconds, choices = rules.initial_state(), random.Random(number), 0.0, 0
    while not state.is_over and choices < most:
        legal = state.legal()
        answer = legal[0] if legal else state.sample(chance)
        if len(legal) > 1:
            seat = state.stack[-1][1]
            view, start = state.view(seat), process_time()
            answer = policies[seat](view, legal)
            seconds += process_time() - start
            choices += 1
        state.apply(answer)
    return seconds, choices


def work(table: str, name: str) -> None:
    """Answers each line, the number of a game and of choices, with the microseconds of a choice; plays one game before."""
    players, modules = TABLES[table]
    rules = sa.load(players=players, modules=modules)
    timed(rules, "sensible", 0, 10_000)
    for line in sys.stdin:
        number, games, most = map(int, line.split())
        played = [timed(rules, name, number * games + game, most) for game in range(games)]
        print(json.dumps(1e6 * sum(one for one, _ in played) / sum(count for _, count in played)), flush=True)


def main() -> None:
    """Runs the command."""
    parser = argparse.ArgumentParser(description="Compares what a policy's choices take here and in another checkout.")
    parser.add_argument("checkout", type=Path)
    parser.add_argument("--policy", default="sensible")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--games", type=int, default=6, help="in each round")
    parser.add_argument("--choices", type=int, default=10_000, help="the most of a game that are timed")
    parser.add_argument("--table", choices=tuple(TABLES), action="append")
    parser.add_argument("--work", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.work:
        work(asked.work, asked.policy)
        return
    for table in asked.table or TABLES:
        workers = [worker(root, table, asked.policy) for root in (asked.checkout.resolve(), HERE.parents[1])]
        times: list[list[float]] = [[], []]
        for number in range(asked.rounds):
            for which in (0, 1) if number % 2 else (1, 0):
                times[which].append(ask(workers[which], f"{number + 1} {asked.games} {asked.choices}"))
        ratios = [here / there for there, here in zip(*times, strict=True)]
        print(
            f"{table}: {asked.policy}: {median(times[0]):.1f} us a choice there, {median(times[1]):.1f} here: "
            f"{median(ratios):.3f} ({min(ratios):.3f}-{max(ratios):.3f})",
            flush=True,
        )
        for one in workers:
            one.communicate()


def worker(root: Path, table: str, policy: str) -> subprocess.Popen[str]:
    """Starts a process that plays with the library of a checkout."""
    folders = [str(root / name) for name in ("src", "content", "plugins")]
    command = [sys.executable, str(HERE), ".", "--work", table, "--policy", policy]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(folders), "PYTHONHASHSEED": "0"}
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)


def ask(one: subprocess.Popen[str], line: str) -> float:
    """Sends a line to a process and returns its answer."""
    assert one.stdin
    assert one.stdout
    one.stdin.write(line + "\n")
    one.stdin.flush()
    return float(one.stdout.readline())


if __name__ == "__main__":
    main()
