"""Measures what the benchmark shows, by name: each worker plays until its tables are warm, and is then asked once a round.

Here belong timing and counting; the games are in players.py, the tables in run.py.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable
from functools import partial
from typing import Any

from copies import Copier, board_copier, game_copier, measure_dropped, measure_kept, measure_memory, mid_game, state_copier
from house_rules import load_anew
from players import (
    ALL,
    WHOLE_GAME,
    MakePlayer,
    Player,
    catanatron_player,
    chess_player,
    game_player,
    loop_player,
    play_out_player,
    simulate_games,
)
from starts import STARTS, start_measure
from turns import Measure, Result, used

__all__ = [
    "PEER_COPIES",
    "STATE_COPIES",
    "TABLES",
    "WARM_UP",
    "WORKERS",
    "play_for",
    "play_measure",
    "rules_of",
    "table_measure",
    "warm_up",
]

WARM_UP = 1_000  # games of the library by play_out; rare situations come late
PEER_WARM_UP = 20  # no faster after more of them
SHELL_WARM_UP = 50
STATE_COPIES = 100_000
PEER_COPIES = 5_000
MINIMUM_GAMES = 3
LOADS = 3

TABLES = {"base": (4, ()), "all": (5, ALL)}
"""Players and modules of the two tables that everything is measured for."""


def rules_of(table: str) -> Any:
    """Loads the rules of one of the two tables."""
    import stoneage_rules as sa

    players, modules = TABLES[table]
    return sa.load(players=players, modules=list(modules))


# --- play -----------------------------------------------------------------------------------------------------------


def play_for(play: Player, seconds: float) -> Result:
    """Plays whole games until the CPU time is used; the last one is finished and counted."""
    games = choices = decisions = 0
    start = now = used()
    while now - start < seconds or games < MINIMUM_GAMES:
        game = play(WHOLE_GAME)
        games += 1
        choices += game.choices
        decisions += game.decisions
        now = used()
    return rates(games, choices, decisions, now - start)


def rates(games: int, choices: int, decisions: int, elapsed: float) -> Result:
    """Returns what was counted by the second and by the game; counts that are 0 were not made."""
    found = {"games_per_second": games / elapsed}
    for name, count in (("choices", choices), ("decisions", decisions)):
        if count:
            found |= {f"{name}_per_second": count / elapsed, f"{name}_per_game": count / games}
    if choices:
        found["us_per_choice"] = elapsed / choices * 1e6
    return found


def play_measure(make_player: MakePlayer) -> Measure:
    """Makes a worker that plays whole games, each round with a source of its own."""
    return lambda seconds, seed: play_for(make_player(seed), seconds)


def peer_measure(make_player: MakePlayer) -> Measure:
    """Makes a worker that plays games of a peer."""
    warm_up(make_player(0), PEER_WARM_UP)
    return play_measure(make_player)


def table_measure(make: Callable[[Any, int], Player], table: str, games: int = WARM_UP) -> Measure:
    """Makes a worker that plays at one of the two tables."""
    rules = rules_of(table)
    warm_up(play_out_player(rules, 0), games)
    return play_measure(partial(make, rules))


def warm_up(play: Player, games: int) -> None:
    """Plays games that nobody times."""
    for _ in range(games):
        play(WHOLE_GAME)


def simulate_measure(table: str) -> Measure:
    """Makes a worker that runs `stoneage simulate` in this process: the difference of one game and many, for the games alone."""
    players, modules = TABLES[table]
    words = ["--players", str(players), *(word for module in modules for word in ("--module", module))]
    simulate_games(words, SHELL_WARM_UP, 0)
    start = used()
    simulate_games(words, 1 + SHELL_WARM_UP, 0)
    per_game = (used() - start) / SHELL_WARM_UP

    def measure(seconds: float, seed: int) -> Result:
        games = max(MINIMUM_GAMES, round(seconds / per_game))
        times = [used()]
        for number in (1, 1 + games):
            simulate_games(words, number, seed)
            times.append(used())
        one, many = times[1] - times[0], times[2] - times[1]
        return rates(games, 0, 0, max(many - one, 1e-9))

    return measure


# --- copies, loading, saving ----------------------------------------------------------------------------------------


def copy_measure(copier: Copier, make_player: MakePlayer, copies: int) -> Measure:
    """Makes a worker that copies states of the middle of games, other states in each round."""

    def measure(seconds: float, seed: int) -> Result:
        play = make_player(seed)
        states = mid_game(play, play)
        return (
            measure_dropped(copier, states, seconds / 2) | measure_kept(copier, states, copies) | measure_memory(copier, states)
        )

    return measure


def load_measure(table: str) -> Measure:
    """Makes a worker that loads a table again, and with a pack that was not there before; the first time is not counted."""
    rules_of(table)

    def measure(seconds: float, seed: int) -> Result:
        again = per_call(partial(rules_of, table), seconds, at_once=1) * 1e3
        return {"again_ms": again, "anew_ms": statistics.median(load_anew(*TABLES[table], 1)[1] for _ in range(LOADS))}

    return measure


def saving_measure(table: str) -> Measure:
    """Makes a worker that looks at states in the middle of games, saves them and reads them back."""
    rules = rules_of(table)

    def measure(seconds: float, seed: int) -> Result:
        play = loop_player(rules, seed)
        states = mid_game(play, play)
        saved = [state.to_dict() for state in states]
        ways: dict[str, Callable[[], Any]] = {
            "us_view": lambda: [state.view(state.seat or 0) for state in states],
            "us_to_dict": lambda: [state.to_dict() for state in states],
            "us_state_from_dict": lambda: [rules.state_from_dict(data) for data in saved],
        }
        return {key: per_call(way, seconds / 3, at_once=5) / len(states) * 1e6 for key, way in ways.items()}

    return measure


def per_call(call: Callable[[], Any], seconds: float, at_once: int) -> float:
    """Returns the CPU seconds of one call."""
    call()
    calls = 0
    start = now = used()
    while now - start < seconds:
        for _ in range(at_once):
            call()
        calls += at_once
        now = used()
    return (now - start) / calls


# --- by name --------------------------------------------------------------------------------------------------------


def stoneage_copies(table: str) -> Measure:
    """Makes the worker that copies states of one of the two tables."""
    return copy_measure(state_copier, partial(loop_player, rules_of(table)), STATE_COPIES)


WORKERS: dict[str, Callable[[], Measure]] = {
    "catanatron": partial(peer_measure, catanatron_player),
    "chess": partial(peer_measure, chess_player),
    "catanatron-copies": partial(copy_measure, game_copier, catanatron_player, PEER_COPIES),
    "chess-copies": partial(copy_measure, board_copier, chess_player, PEER_COPIES),
    **{name: partial(start_measure, start) for name, start in STARTS.items()},
}
for _table in TABLES:
    WORKERS |= {
        f"{_table}-loop": partial(table_measure, loop_player, _table),
        f"{_table}-play-out": partial(table_measure, play_out_player, _table),
        f"{_table}-game": partial(table_measure, game_player, _table),
        f"{_table}-simulate": partial(simulate_measure, _table),
        f"{_table}-copies": partial(stoneage_copies, _table),
        f"{_table}-load": partial(load_measure, _table),
        f"{_table}-saving": partial(saving_measure, _table),
    }
