"""Counts the opcodes and Python calls that a choice takes in `play_out`: `python benchmarks/opcodes.py`, see README.md.

Unlike time they do not depend on the machine or on what else it does; they do depend on the version of Python.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
from collections import Counter
from types import CodeType, FrameType
from typing import Any, NamedTuple

from players import WHOLE_GAME, Player, play_out_player
from workers import TABLES, rules_of, warm_up

WARM_UP = 60
WARM_UP_SEED, SEED = 3, 7
GAMES = 25
"""Enough games that others differ by less than 1 percent; `tests/test_opcodes.py` takes some seconds."""


class Counts(NamedTuple):
    """The counts of some games."""

    games: int
    choices: int
    opcodes: Counter[CodeType]
    calls: Counter[CodeType]

    def summary(self) -> dict[str, float]:
        """Returns the numbers of all functions together."""
        opcodes, calls = self.opcodes.total() / self.choices, self.calls.total() / self.choices
        return {"games": self.games, "choices": self.choices, "opcodes": round(opcodes, 1), "calls": round(calls, 1)}

    def lines(self, most: int) -> list[str]:
        """Returns a line for each of the functions that take the most opcodes."""
        total = self.opcodes.total()
        return [
            f"{count / total:6.1%} {count / self.choices:8.1f} {self.calls[code] / self.choices:7.3f}  "
            f"{code.co_qualname} ({code.co_filename.rpartition('stoneage_rules/')[2]})"
            for code, count in self.opcodes.most_common(most)
        ]


def counted(play: Player, games: int) -> Counts:
    """Plays games and counts the opcodes and calls of every Python function in them."""
    opcodes: Counter[CodeType] = Counter()
    calls: Counter[CodeType] = Counter()

    def on_call(frame: FrameType, event: str, argument: Any) -> Any:
        count, code = 0, frame.f_code
        calls[code] += 1
        frame.f_trace_opcodes, frame.f_trace_lines = True, False

        def in_function(frame: FrameType, event: str, argument: Any) -> Any:
            nonlocal count
            if event == "opcode":
                count += 1
            elif event == "return":
                opcodes[code] += count  # once a call: to look up a code object takes longer than to count
            return in_function

        return in_function

    choices = 0
    sys.settrace(on_call)
    try:
        for _ in range(games):
            choices += play(WHOLE_GAME).choices
    finally:
        sys.settrace(None)
    return Counts(games, choices, opcodes, calls)


def measured(table: str, warm: int, games: int) -> Counts:
    """Loads a table, plays games that are not counted, and counts others."""
    rules = rules_of(table)
    warm_up(play_out_player(rules, WARM_UP_SEED), warm)
    return counted(play_out_player(rules, SEED), games)


def main() -> None:
    """Runs the command."""
    parser = argparse.ArgumentParser(description="Count the opcodes of a choice.")
    parser.add_argument("--only", choices=list(TABLES), action="append", help="one table; can be repeated")
    parser.add_argument("--warm", type=int, default=WARM_UP, help=f"games that are not counted, played first ({WARM_UP})")
    parser.add_argument("--games", type=int, default=GAMES, help=f"games that are counted ({GAMES})")
    parser.add_argument("--functions", type=int, default=0, metavar="N", help="also show the N functions that take the most")
    parser.add_argument("--json", action="store_true", help="write the counts as JSON")
    arguments = parser.parse_args()
    found = {name: measured(name, arguments.warm, arguments.games) for name in arguments.only or TABLES}
    if arguments.json:
        print(json.dumps({name: counts.summary() for name, counts in found.items()}))
        return
    print(f"{platform.python_implementation()} {platform.python_version()}, after {arguments.warm} games of warming up")
    for name, counts in found.items():
        numbers = counts.summary()
        print(f"{name}: {numbers['opcodes']:.0f} opcodes and {numbers['calls']} calls a choice ({numbers['games']} games)")
        print(*counts.lines(arguments.functions), sep="\n", end="\n" if arguments.functions else "")


if __name__ == "__main__":
    main()
