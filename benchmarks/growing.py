"""How the cost of random play grows: with options, players, modules, rounds, packs, and games played before.

Here belong the measurements; their tables are in growth.py.
"""

from __future__ import annotations

import random
import statistics
from collections import defaultdict
from collections.abc import Sequence
from functools import partial
from time import perf_counter_ns
from typing import Any

from house_rules import load_anew
from players import ALL, play_out_player
from turns import Measure, Result, used
from workers import TABLES, play_measure, rules_of, warm_up

__all__ = [
    "GAMES",
    "MODULE_TABLES",
    "OPTIONS",
    "PACKS",
    "PLAYER_TABLES",
    "ROUNDS",
    "WARMTH",
    "options_measure",
    "packs_measure",
    "rounds_measure",
    "table_growth",
    "warmth_measure",
]

FIFTH = "style-is-the-goal"  # the module with pieces of a fifth player
OPTIONS = (1, 2, 5, 10, 20, 50, 100)
"""The smallest number of options of each group of choices."""
ROUNDS = (1, 4, 7, 10, 13)
"""The first round of each part of a game."""
PACKS = (0, 1, 10, 50)
"""Loading is timed from one pack on: a table without any was loaded before."""
WARMTH = (1, 11, 51, 201, 401)
"""The first game of each group, counted from loading the rules on; the last group has as many as the one before."""
BATCH = 20
LOADS = 3
GAMES = 300
"""The games that each worker plays before it is asked; fewer than in run.py, because the workers are many."""


def table_growth(players: int, modules: Sequence[str]) -> Measure:
    """Makes a worker that plays out games at a table."""
    import stoneage_rules as sa

    make_player = partial(play_out_player, sa.load(players=players, modules=list(modules)))
    warm_up(make_player(0), GAMES)
    return play_measure(make_player)


def group_of(number: int, starts: Sequence[int]) -> int:
    """Returns the start of the group in which a number lies."""
    return max(start for start in starts if start <= number)


# --- options --------------------------------------------------------------------------------------------------------


def options_measure(table: str) -> Measure:
    """Makes a worker that times each choice alone, `legal` and `apply` with all that follows, by its number of options."""
    rules = rules_of(table)
    warm_up(play_out_player(rules, 0), GAMES)

    def measure(seconds: float, seed: int) -> Result:
        times: dict[int, list[int]] = defaultdict(list)
        source = random.Random(seed)
        start = used()
        while used() - start < seconds:
            time_choices(rules.initial_state(), source, times)
        every = sum(map(len, times.values()))
        return {f"us_{group}": statistics.median(found) / 1e3 for group, found in times.items()} | {
            f"share_{group}": len(found) / every * 100 for group, found in times.items()
        }

    return measure


def time_choices(state: Any, source: random.Random, times: dict[int, list[int]]) -> None:
    """Plays a game and adds the nanoseconds of each choice to its group, without those of looking at the clock."""
    while not state.is_over:
        if state.is_chance:
            state.apply(state.sample(source))
            continue
        before = perf_counter_ns()
        start = perf_counter_ns()
        legal = state.legal()
        state.apply(legal[int(source.random() * len(legal))])
        end = perf_counter_ns()
        times[group_of(len(legal), OPTIONS)].append(end - start - (start - before))


# --- rounds and games -----------------------------------------------------------------------------------------------


def rounds_measure(table: str) -> Measure:
    """Makes a worker that plays batches of games, a few rounds at a time."""
    rules = rules_of(table)
    warm_up(play_out_player(rules, 0), GAMES)

    def measure(seconds: float, seed: int) -> Result:
        source = random.Random(seed)
        spent: dict[int, float] = defaultdict(float)
        choices: dict[int, int] = defaultdict(int)
        start = used()
        while used() - start < seconds:
            states = [rules.initial_state() for _ in range(BATCH)]
            for first, until in zip(ROUNDS, (*ROUNDS[1:], None), strict=True):
                began = used()
                choices[first] += sum(state.play_out(source, until_round=until) for state in states)
                spent[first] += used() - began
        return {f"us_{first}": spent[first] / choices[first] * 1e6 for first in ROUNDS}

    return measure


def warmth_measure(table: str) -> Measure:
    """Makes a worker that loads the rules anew and times the first games under them, group by group."""

    def measure(seconds: float, seed: int) -> Result:
        rules, _ = load_anew(*TABLES[table], 1)
        source = random.Random(seed)
        found = {}
        for first, until in zip(WARMTH, (*WARMTH[1:], 2 * WARMTH[-1] - WARMTH[-2]), strict=True):
            start = used()
            choices = sum(rules.initial_state().play_out(source) for _ in range(first, until))
            found[f"us_{first}"] = (used() - start) / choices * 1e6
        return found

    return measure


# --- packs ----------------------------------------------------------------------------------------------------------


def packs_measure(number: int) -> Measure:
    """Makes a worker that loads the base game with packs, and plays it."""
    rules, _ = load_anew(4, (), number)
    make_player = partial(play_out_player, rules)
    warm_up(make_player(0), GAMES)
    play = play_measure(make_player)

    def measure(seconds: float, seed: int) -> Result:
        times = [load_anew(4, ("base",), number)[1] for _ in range(LOADS)] if number else []
        return ({"load_ms": statistics.median(times)} if times else {}) | play(seconds, seed)

    return measure


MODULE_TABLES: dict[str, tuple[int, tuple[str, ...]]] = {
    "off": (4, ()),
    **{module: (4, (module,)) for module in ALL},
    "all": (4, ALL),
}
PLAYER_TABLES: dict[str, tuple[int, tuple[str, ...]]] = {
    **{f"base-{players}": (players, ()) for players in (2, 3, 4)},
    **{f"style-{players}": (players, (FIFTH,)) for players in (4, 5)},
    **{f"all-{players}": (players, ALL) for players in (2, 3, 4, 5)},
}
