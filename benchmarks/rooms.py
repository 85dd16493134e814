"""Shows the time of random play by room of the library: `python benchmarks/rooms.py`, see README.md.

A timer of CPU time interrupts `play_out` every millisecond; each sample is the file of the function that runs, and the
file of the handler that the loop had called. Python answers the timer at the next call or turn of a loop, so single
functions would be blurred; rooms are large enough.
"""

from __future__ import annotations

import random
import signal
from collections import Counter
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

from figures import Table, aligned, machine_line, spread, summary
from turns import Measure, Result, Samples, parser_of, serve, take_turns, used
from workers import TABLES, WARM_UP, rules_of

INTERVAL = 0.001
LOOP = ("kernel/state.py", "kernel/frames.py")
ROOMS = {
    "the loop": LOOP,
    "operations": ("kernel/operations.py",),
    "placing and resolving": ("mechanics/placement", "mechanics/locations.py"),
    "rolling": ("mechanics/rolling.py", "kernel/chance.py"),
    "belongings": ("mechanics/belongings.py", "kernel/nouns.py"),
    "paying": ("mechanics/payments.py", "mechanics/paying.py"),
    "buying": ("mechanics/buying.py", "mechanics/add_ons.py"),
    "trading": ("mechanics/trading.py", "mechanics/trade_checks.py"),
    "feeding": ("mechanics/feeding.py",),
    "rows and draws": ("mechanics/rows.py", "mechanics/drawing.py", "mechanics/items.py"),
    "effects": ("mechanics/effect_lists.py", "mechanics/choosing.py"),
    "rounds": ("mechanics/rounds.py",),
    "scoring": ("mechanics/scoring.py",),
    "other mechanisms": ("mechanics/",),
    "other kernel": ("kernel/",),
    "elsewhere": ("",),
}
"""The files of each room, as their paths within the library begin; the first room that fits has a file."""


def room_of(file: str) -> str:
    """Returns the room of a file."""
    path = file.rpartition("stoneage_rules/")[2] if "stoneage_rules/" in file else ""
    return next(room for room, beginnings in ROOMS.items() if path.startswith(beginnings))


def sampled(frame: FrameType | None) -> tuple[str, str]:
    """Returns the room that runs and that of the handler which the loop had called."""
    own = handler = ""
    while frame is not None:
        file = frame.f_code.co_filename
        if not own:
            own = file
        if file.endswith(LOOP):
            break
        handler = file
        frame = frame.f_back
    return room_of(own), room_of(handler) if handler else "the loop"


def rooms_measure(table: str) -> Measure:
    """Makes a worker that plays out games and counts samples, in percent."""
    rules = rules_of(table)
    warm = random.Random(0)
    for _ in range(WARM_UP):
        rules.initial_state().play_out(warm)

    def measure(seconds: float, seed: int) -> Result:
        counts: Counter[str] = Counter()

        def count(number: int, frame: FrameType | None) -> None:
            own, handler = sampled(frame)
            counts.update((f"own {own}", f"from {handler}", "all"))

        source = random.Random(seed)
        signal.signal(signal.SIGPROF, count)
        signal.setitimer(signal.ITIMER_PROF, INTERVAL, INTERVAL)
        start = used()
        while used() - start < seconds:
            rules.initial_state().play_out(source)
        signal.setitimer(signal.ITIMER_PROF, 0)
        return {f"{way} {room}": counts[f"{way} {room}"] / counts["all"] * 100 for way in ("own", "from") for room in ROOMS}

    return measure


WORKERS = {table: partial(rooms_measure, table) for table in TABLES}


def table_of_rooms(samples: Samples) -> Table:
    """Makes a table of one line for each room that was seen."""
    titles = {"own": "its own code", "from": "with all it calls"}
    table = [["percent of samples", *(f"{name}: {title}" for name in samples for title in titles.values())]]
    for room in ROOMS:
        found = [summary(result[f"{way} {room}"] for result in results) for results in samples.values() for way in titles]
        if any(value["median"] >= 0.5 for value in found):
            table.append([room, *(spread(value, 0) for value in found)])
    return table


def main() -> None:
    """Runs the command."""
    arguments: Any = parser_of("Show where the time of play goes.", WORKERS, WORKERS, seconds=2.0).parse_args()
    if serve(WORKERS, arguments):
        return
    names = arguments.only or list(WORKERS)
    samples = take_turns(Path(__file__).resolve(), names, arguments.rounds, arguments.seconds)
    print(f"{machine_line()}\n\n{aligned(table_of_rooms(samples))}")


if __name__ == "__main__":
    main()
