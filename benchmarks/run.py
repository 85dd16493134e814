"""Benchmark of random play, copies, memory, starts, loading and saving: `python benchmarks/run.py`, see README.md.

Here belong the parts, their tables and the command; measuring is in workers.py, taking turns in turns.py.
"""

from __future__ import annotations

import argparse
import json
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from figures import Column, aligned, machine, machine_line, paired, spread, table_of, version_of
from starts import STARTS
from turns import Samples, parser_of, serve, take_turns
from workers import PEER_COPIES, STATE_COPIES, WORKERS

HERE = Path(__file__).resolve()
CATANATRON = "catanatron"
PEERS = {CATANATRON: "Catanatron, 4 players", "chess": "python-chess"}
OURS = {"base": "base, 4 players", "all": "all modules, 5 players"}


class Part(NamedTuple):
    """Workers that take turns, and the tables of what they measured."""

    titles: dict[str, str]
    """The name of each worker's line."""
    tables: dict[str, tuple[Column, ...]]
    """The columns of each table by its heading."""


def lines(suffixes: dict[str, str], *peers: str) -> dict[str, str]:
    """Makes the lines of the two tables of play, for each way of the library, and those of the peers."""
    ours = {f"{table}-{suffix}": title + words for table, title in OURS.items() for suffix, words in suffixes.items()}
    return ours | {name: PEERS[name.removesuffix("-copies")] for name in peers}


PLAYED = {f"{table}-{way}" for table in OURS for way in ("loop", "play-out")}


def rate(what: str, digits: int, *peers: str) -> tuple[Column, ...]:
    """Makes the columns of a rate: itself, and how often the library's has that of each peer."""
    key = f"{what}s_per_second"
    compared = (Column(f"x {peer}", key, 1, peer, only=frozenset(PLAYED)) for peer in peers)
    return Column(f"{what}s/s", key, digits), *compared


def cost(title: str, key: str, digits: int) -> tuple[Column, ...]:
    """Makes the two columns of a cost of copies: itself and how often it goes into Catanatron's."""
    return Column(title, key, digits), Column("x less than Catanatron", key, 1, "catanatron-copies", inverse=True)


BARE = {f"{table}-{way}": f"{table}-loop" for table in OURS for way in ("game", "simulate", "play-out")}

PARTS = {
    "play": Part(
        lines({"loop": ": legal, apply, sample", "play-out": ": play_out"}, *PEERS),
        {
            "Random play of whole games": (
                *rate("choice", 0, *PEERS),
                *rate("game", 1, CATANATRON),
                *rate("decision", 0, CATANATRON),
            ),
            "What a choice costs, and how many there are": (
                Column("µs per choice", "us_per_choice", 2),
                Column("choices per game", "choices_per_game", 0),
                Column("decisions per game", "decisions_per_game", 0),
            ),
        },
    ),
    "copies": Part(
        lines({"copies": ""}, "catanatron-copies", "chess-copies"),
        {
            f"Copies of a state in mid-game, in µs; kept: {STATE_COPIES:,} in a list, {PEER_COPIES:,} of the peers": (
                *cost("dropped", "us_dropped", 2),
                *cost("kept", "us_kept", 2),
                *cost("kept, one answer later", "us_answered", 2),
            ),
            "Memory of a kept copy, in bytes": (
                *cost("as it is", "bytes_kept", 0),
                *cost("one answer later", "bytes_answered", 0),
            ),
        },
    ),
    "start": Part(
        {name: start.title for name, start in STARTS.items()},
        {
            "Cold start: CPU time of a whole process": (
                Column("ms", "start_ms", 0),
                Column("x of catanatron", "start_ms", 2, "start-catanatron"),
            )
        },
    ),
    "load": Part(
        lines({"load": ""}),
        {
            "Loading in a process that has loaded the same table before, in ms": (
                Column("nothing changed", "again_ms", 1),
                Column("with a pack that is new", "anew_ms", 1),
            )
        },
    ),
    "shell": Part(
        lines({"loop": ": legal, apply, sample", "game": ": Game.run", "simulate": ": stoneage simulate"}),
        {
            "Random policies, beside the bare loop": (
                Column("games/s", "games_per_second", 1),
                *(
                    Column(
                        f"x the loop, {title}",
                        "games_per_second",
                        2,
                        f"{table}-loop",
                        only=frozenset(name for name, loop in BARE.items() if loop == f"{table}-loop"),
                    )
                    for table, title in OURS.items()
                ),
            )
        },
    ),
    "saving": Part(
        lines({"saving": ""}),
        {
            "Looking at a state in mid-game, saving it, and reading it back, in µs": (
                Column("view", "us_view", 1),
                Column("to_dict", "us_to_dict", 0),
                Column("state_from_dict", "us_state_from_dict", 0),
            )
        },
    ),
}

NEEDED = {"catanatron": "catanatron", "chess": "chess", "simulate": "cyclopts", "check": "cyclopts"}
"""The module that workers need, by a word of their names."""


def available(part: Part) -> tuple[list[str], list[str]]:
    """Returns the workers of a part that can work here, and a sentence for each one that cannot."""
    names, notes = [], []
    for name, title in part.titles.items():
        missing = [module for word, module in NEEDED.items() if word in name.split("-") and not find_spec(module)]
        if missing:
            notes.append(f"{missing[0]} is not installed, so this is left out: {title}")
        else:
            names.append(name)
    return names, notes


def headline(samples: Samples) -> str:
    """Writes how the library's play compares with Catanatron's, by the choice and by the game."""
    sentences = []
    for name, title in PARTS["play"].titles.items():
        choice = paired(samples, Column("", "choices_per_second", 1, CATANATRON), name)
        game = paired(samples, Column("", "games_per_second", 1, CATANATRON), name)
        if name.partition("-")[0] in OURS and choice and game:
            sentences.append(f"{title}: {spread(choice, 1)} times Catanatron per choice and {spread(game, 1)} times per game")
    return "\n".join(sentences)


def show(name: str, samples: Samples) -> None:
    """Prints the tables of a part."""
    part = PARTS[name]
    for heading, columns in part.tables.items():
        print(f"\n{heading}\n{aligned(table_of(samples, part.titles, columns))}")
    if name == "play" and CATANATRON in samples:
        print(f"\n{headline(samples)}")


def measure_all(arguments: argparse.Namespace) -> dict[str, Any]:
    """Measures and shows one part after the other; returns every number."""
    measured: dict[str, Any] = {}
    for name in arguments.only or PARTS:
        names, notes = available(PARTS[name])
        for note in notes:
            print(note, file=sys.stderr)
        measured[name] = take_turns(HERE, names, arguments.rounds, arguments.seconds)
        show(name, measured[name])
        sys.stdout.flush()
    return measured


def main() -> None:
    """Runs the command."""
    arguments = parser_of("Measure stoneage-rules beside its peers.", WORKERS, PARTS, seconds=2.0).parse_args()
    if serve(WORKERS, arguments):
        return
    versions = {name: version_of(name) for name in ("stoneage-rules", *PEERS) if find_spec(name.replace("-rules", "_rules"))}
    print(f"{machine_line()}\n{', '.join(f'{name} {number}' for name, number in versions.items())}")
    print(
        f"{arguments.rounds} rounds of {arguments.seconds:g} s of CPU time: median (smallest-largest); ratios within each round"
    )
    measured = measure_all(arguments)
    if arguments.json:
        shown = {"machine": machine(), "versions": versions, "seconds": arguments.seconds, "rounds": measured}
        arguments.json.write_text(json.dumps(shown, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
