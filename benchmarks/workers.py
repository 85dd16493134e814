"""What the benchmark measures: one worker per row of rounds, each run in a fresh process.
Here belong playing, counting and timing; running the rounds and showing them belongs to run.py."""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any, NamedTuple

COLD_SECONDS = 1.0
STONEAGE_WARM_UP = 1000  # games: tables fill on first use, rare situations come late
MODULE_WARM_UP = 400  # the same for all rows that are compared with each other
OTHER_WARM_UP = 20  # no faster after more of them
CHESS_QUIET_HALF_MOVES = 150  # the 75-move rule
COPIED_STATES = 20
COPY_SWEEPS = 50
STARTS_PER_ROUND = 5
WHOLE_GAME = sys.maxsize

Result = dict[str, float]


class Play(NamedTuple):
    """One game, or the beginning of one: where it stands and how many choices led there."""

    state: Any
    decisions: int  # choices among two options or more
    choices: int  # every choice, the forced ones (a single option) included


# play(limit) plays a fresh game until it is over or `limit` choices were made.
Player = Callable[[int], Play]
MakePlayer = Callable[[int], Player]  # from a seed


# --- the competitors ---


ALL = ("harsh-winter", "igloos", "style-is-the-goal", "wild-animals", "yucata")
MODULE_TABLES = {  # players and modules of each row of the section on modules
    "modules-off": (4, ()),
    **{f"modules-{module}": (4, (module,)) for module in ALL},
    "modules-all": (5, ALL),
}
ALL_MODULES = ["--players", "5", *(word for module in ALL for word in ("--module", module))]
"""As the command line names them."""


def stoneage_player(seed: int, players: int = 4, modules: tuple[str, ...] = ()) -> Player:
    import stoneage_rules

    rules = stoneage_rules.load(players=players, modules=list(modules))
    chance = random.Random(seed)
    pick = random.Random(seed + 1_000_000).random

    def play(limit: int) -> Play:
        decisions = choices = 0
        state = rules.initial_state()
        while choices < limit and not state.is_over:
            if state.is_chance:
                state.apply(state.sample(chance))
                continue
            legal = state.legal()
            options = len(legal)
            if options > 1:
                decisions += 1
            choices += 1
            state.apply(legal[int(pick() * options)])
        return Play(state, decisions, choices)

    return play


def catanatron_player(seed: int) -> Player:
    from catanatron import Color, Game, RandomPlayer
    from catanatron.game import TURNS_LIMIT

    random.seed(seed)  # Game and RandomPlayer draw from the global source
    players = [RandomPlayer(color) for color in Color]

    def play(limit: int) -> Play:
        """The loop of `Game.play`, without the two copies it makes for observers."""
        decisions = choices = 0
        game = Game(players)
        state = game.state
        while choices < limit and game.winning_color() is None and state.num_turns < TURNS_LIMIT:
            if len(state.playable_actions) > 1:
                decisions += 1
            choices += 1
            game.play_tick()
        return Play(game, decisions, choices)

    return play


def chess_player(seed: int) -> Player:
    import chess

    pick = random.Random(seed).random

    def play(limit: int) -> Play:
        decisions = choices = 0
        board = chess.Board()
        while choices < limit and board.halfmove_clock < CHESS_QUIET_HALF_MOVES:
            legal = list(board.legal_moves)
            options = len(legal)
            if not options or board.is_insufficient_material():
                break
            if options > 1:
                decisions += 1
            choices += 1
            board.push(legal[int(pick() * options)])
        return Play(board, decisions, choices)

    return play


# --- speed of random play ---


def play_for(play: Player, seconds: float) -> Result:
    """Whole games until `seconds` of CPU time are used; the last one is finished and counted."""
    games = decisions = choices = 0
    start = now = process_time()
    while now - start < seconds:
        _, more_decisions, more_choices = play(WHOLE_GAME)
        games += 1
        decisions += more_decisions
        choices += more_choices
        now = process_time()
    return rates(games, decisions, choices, now - start)


def rates(games: int, decisions: int, choices: int, elapsed: float) -> Result:
    return {
        "decisions_per_second": decisions / elapsed,
        "forced_per_second": (choices - decisions) / elapsed,
        "choices_per_second": choices / elapsed,
        "games_per_second": games / elapsed,
        "us_per_decision": elapsed / decisions * 1e6,
        "us_per_choice": elapsed / choices * 1e6,
        "decisions_per_game": decisions / games,
        "choices_per_game": choices / games,
    }


def measure_play(make_player: MakePlayer, warm_up_games: int, seconds: float, seed: int) -> Result:
    """A cold first second, then games that nobody times, then the measured seconds."""
    play = make_player(seed)
    cold = play_for(play, COLD_SECONDS)
    for _ in range(warm_up_games):
        play(WHOLE_GAME)
    warm = play_for(play, seconds)
    return warm | {"cold_decisions_per_second": cold["decisions_per_second"]}


# --- copies ---


def mid_game_states(play: Player) -> list[Any]:
    """States of games that are half the usual number of choices old, and not over."""
    half = round(statistics.mean(play(WHOLE_GAME).choices for _ in range(COPIED_STATES)) / 2)
    states: list[Any] = []
    while len(states) < COPIED_STATES:
        state, _, choices = play(half)
        if choices == half:
            states.append(state)
    return states


def plain_copy(state: Any) -> Callable[[], Any]:
    copy: Callable[[], Any] = state.copy
    return copy


def copy_without_stack(board: Any) -> Callable[[], Any]:
    return partial(board.copy, stack=False)


def measure_copy(make_player: MakePlayer, copy_of: Callable[[Any], Callable[[], Any]], seconds: float, seed: int) -> Result:
    copies = [copy_of(state) for state in mid_game_states(make_player(seed))]
    sweeps = 0
    start = now = process_time()
    while now - start < seconds:
        for _ in range(COPY_SWEEPS):
            for copy in copies:
                copy()
        sweeps += COPY_SWEEPS
        now = process_time()
    return {"us_per_copy": (now - start) / (sweeps * len(copies)) * 1e6}


# --- cold starts ---

STONEAGE_START = """
import random
import stoneage_rules
state = stoneage_rules.load(players=4).initial_state()
chance = random.Random(7)
while state.is_chance:
    state.apply(state.sample(chance))
assert state.legal()
"""

CHECK_START = """
from stoneage_rules.cli import main
raise SystemExit(main(["check", *{words}]))
"""

CATANATRON_START = """
from catanatron import Color, Game, RandomPlayer
assert Game([RandomPlayer(color) for color in Color]).state.playable_actions
"""

CHESS_START = """
import chess
assert list(chess.Board().legal_moves)
"""


def process_milliseconds(program: str, environment: dict[str, str]) -> float:
    start = perf_counter()
    subprocess.run([sys.executable, "-c", program], check=True, env=environment, stdout=subprocess.DEVNULL)
    return (perf_counter() - start) * 1e3


def byte_code_in(folder: str) -> dict[str, str]:
    """Byte code of every module is kept there, whatever this process was told about it."""
    kept = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"PYTHONPYCACHEPREFIX": folder}


def measure_start(program: str, seconds: float, seed: int) -> Result:
    """Starts are counted, not timed out; the first one only compiles and fills caches."""
    with TemporaryDirectory() as folder:
        environment = byte_code_in(folder)
        process_milliseconds(program, environment)
        times = [process_milliseconds(program, environment) for _ in range(STARTS_PER_ROUND)]
    return {"start_ms": statistics.median(times)}


# --- by name ---

Worker = Callable[[float, int], Result]

WORKERS: dict[str, Worker] = {
    "stoneage": partial(measure_play, stoneage_player, STONEAGE_WARM_UP),
    "catanatron": partial(measure_play, catanatron_player, OTHER_WARM_UP),
    "chess": partial(measure_play, chess_player, OTHER_WARM_UP),
    "stoneage-copy": partial(measure_copy, stoneage_player, plain_copy),
    "catanatron-copy": partial(measure_copy, catanatron_player, plain_copy),
    "chess-copy": partial(measure_copy, chess_player, copy_without_stack),
    "stoneage-start": partial(measure_start, STONEAGE_START),
    "catanatron-start": partial(measure_start, CATANATRON_START),
    "chess-start": partial(measure_start, CHESS_START),
    "python-start": partial(measure_start, "pass"),
    "import-start": partial(measure_start, "import stoneage_rules"),
    "check-start": partial(measure_start, CHECK_START.format(words=[])),
    "check-all-start": partial(measure_start, CHECK_START.format(words=ALL_MODULES)),
    **{
        name: partial(measure_play, partial(stoneage_player, players=players, modules=modules), MODULE_WARM_UP)
        for name, (players, modules) in MODULE_TABLES.items()
    },
}
