"""How the cost of random play grows, and how fast Python could go: `python benchmarks/growth.py`, see README.md.

Here belong the parts, their tables and the command; measuring is in growing.py and limit.py.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path

from figures import Column, aligned, machine_line, table_of
from growing import (
    GAMES,
    MODULE_TABLES,
    OPTIONS,
    PACKS,
    PLAYER_TABLES,
    ROUNDS,
    WARMTH,
    options_measure,
    packs_measure,
    rounds_measure,
    table_growth,
    warmth_measure,
)
from limit import limit_measure
from players import play_out_player
from turns import Measure, parser_of, serve, take_turns
from workers import TABLES, table_measure

OURS = {"base": "base, 4 players", "all": "all modules, 5 players"}

WORKERS: dict[str, Callable[[], Measure]] = {
    **{f"players-{name}": partial(table_growth, *table) for name, table in PLAYER_TABLES.items()},
    **{f"modules-{name}": partial(table_growth, *table) for name, table in MODULE_TABLES.items()},
    **{f"packs-{number}": partial(packs_measure, number) for number in PACKS},
}
for _name in TABLES:
    WORKERS |= {
        f"options-{_name}": partial(options_measure, _name),
        f"rounds-{_name}": partial(rounds_measure, _name),
        f"warmth-{_name}": partial(warmth_measure, _name),
        f"limit-{_name}": partial(limit_measure, _name),
        f"real-{_name}": partial(table_measure, play_out_player, _name, GAMES),
    }


def title_of(name: str) -> str:
    """Writes what a worker plays."""
    part, _, words = name.partition("-")
    if part == "players":
        table, _, players = words.rpartition("-")
        return f"{ {'base': 'base', 'style': 'style-is-the-goal', 'all': 'all modules'}[table] }, {players} players"
    if part == "modules":
        return {"off": "base, modules off", "all": "all modules"}.get(words, words) + ", 4 players"
    if part == "packs":
        return f"{words} packs"
    return OURS[words] + {"limit": ": without rules", "real": ": play_out"}.get(part, "")


def grouped(prefix: str, starts: Sequence[int], digits: int = 1) -> tuple[Column, ...]:
    """Makes a column for each group of choices."""
    ends = [f"-{end - 1}" if end - 1 > start else "" for start, end in pairwise(starts)]
    names = [f"{start}{end}" for start, end in zip(starts, [*ends, "-"], strict=True)]
    return tuple(Column(name, f"{prefix}_{start}", digits) for name, start in zip(names, starts, strict=True))


def beside(reference: str) -> tuple[Column, ...]:
    """Makes the columns of tables that are compared with one of them."""
    return (
        Column("µs per choice", "us_per_choice", 2),
        Column("x per choice", "us_per_choice", 2, reference),
        Column("x games/s", "games_per_second", 2, reference),
        Column("choices per game", "choices_per_game", 0),
    )


BESIDE_PLAY = tuple(
    Column(f"x {title}", "us_per_choice", 2, f"real-{name}", inverse=True, only=frozenset({f"limit-{name}"}))
    for name, title in OURS.items()
)

PARTS: dict[str, dict[str, tuple[Column, ...]]] = {
    "options": {
        "µs of a choice with so many options, legal and apply": grouped("us", OPTIONS),
        "percent of all choices that have so many options": grouped("share", OPTIONS),
    },
    "players": {"Players, beside base with 4": beside("players-base-4")},
    "modules": {"Modules, beside base with all off": beside("modules-off")},
    "rounds": {"µs of a choice in these rounds of the game": grouped("us", ROUNDS, 2)},
    "warmth": {"µs of a choice in so many games after loading": grouped("us", WARMTH, 2)},
    "packs": {
        "Packs of one edit each, beside none": (
            Column("load, ms", "load_ms", 1),
            Column("x load of 1", "load_ms", 2, "packs-1"),
            Column("µs per choice", "us_per_choice", 2),
            Column("x per choice", "us_per_choice", 2, "packs-0"),
        )
    },
    "limit": {
        "The loop of play_out without rules": (
            Column("µs per choice", "us_per_choice", 2),
            *BESIDE_PLAY,
            Column("µs with as many calls", "us_with_calls", 2),
            Column("calls per choice", "calls_per_choice", 1),
        )
    },
}


def workers_of(part: str) -> list[str]:
    """Returns the workers of a part."""
    beginnings = ("limit-", "real-") if part == "limit" else (f"{part}-",)
    return [name for name in WORKERS if name.startswith(beginnings)]


def main() -> None:
    """Runs the command."""
    arguments = parser_of("Measure how the cost of play grows.", WORKERS, PARTS, seconds=1.0).parse_args()
    if serve(WORKERS, arguments):
        return
    print(f"{machine_line()}\n{arguments.rounds} rounds of {arguments.seconds:g} s of CPU time: median (smallest-largest)")
    measured = {}
    for part in arguments.only or PARTS:
        names = workers_of(part)
        measured[part] = samples = take_turns(Path(__file__).resolve(), names, arguments.rounds, arguments.seconds)
        for heading, columns in PARTS[part].items():
            print(f"\n{heading}\n{aligned(table_of(samples, {name: title_of(name) for name in names}, columns))}", flush=True)
    if arguments.json:
        arguments.json.write_text(json.dumps(measured, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
