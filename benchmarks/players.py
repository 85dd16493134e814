"""Games that play themselves at random: the library's in several ways, and those of its peers, each in its own bare loop.

Here belong the loops and what they count; timing them belongs to workers.py.
"""

from __future__ import annotations

import contextlib
import io
import random
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

__all__ = [
    "ALL",
    "WHOLE_GAME",
    "MakePlayer",
    "Play",
    "Player",
    "catanatron_player",
    "chess_player",
    "game_player",
    "loop_player",
    "play_out_player",
    "simulate_games",
]

ALL = ("harsh-winter", "igloos", "style-is-the-goal", "wild-animals", "yucata")
CHESS_QUIET_HALF_MOVES = 150  # the 75-move rule
WHOLE_GAME = sys.maxsize


class Play(NamedTuple):
    """One game, or the beginning of one: where it stands and how many choices led there."""

    state: Any
    choices: int  # every choice, the forced ones (a single option) included
    decisions: int = 0  # choices among two options or more; 0 where they are not counted


Player = Callable[[int], Play]
"""Plays a fresh game until it is over or so many choices were made."""
MakePlayer = Callable[[int], Player]
"""Makes a player from a seed."""


def loop_player(rules: Any, seed: int) -> Player:
    """Plays by `legal`, `apply` and `sample`, as a program of a user would."""
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
        return Play(state, choices, decisions)

    return play


def play_out_player(rules: Any, seed: int) -> Player:
    """Plays whole games by `State.play_out`."""
    source = random.Random(seed)

    def play(limit: int) -> Play:
        state = rules.initial_state()
        return Play(state, state.play_out(source))

    return play


def game_player(rules: Any, seed: int) -> Player:
    """Plays whole games by `Game.run` with random policies; their choices are counted by the others."""
    import stoneage_rules as sa

    seeds = random.Random(seed)

    def play(limit: int) -> Play:
        game = sa.Game(rules, seed=seeds.randrange(2**32))
        game.run([sa.policies.random_policy(seeds.randrange(2**32)) for _ in range(rules.players)])
        return Play(game.state, 0)

    return play


def simulate_games(words: list[str], games: int, seed: int) -> None:
    """Plays games by the command `stoneage simulate` with random policies, in this process, and shows nothing."""
    from stoneage_rules.cli import main

    command = ["simulate", *words, "--policy", "random", "--games", str(games), "--seed", str(seed)]
    with contextlib.redirect_stdout(io.StringIO()) as shown:
        code = main(command)
    if code:
        raise SystemExit(f"stoneage {' '.join(command)} ended with {code}:\n{shown.getvalue()}")


def catanatron_player(seed: int) -> Player:
    """Plays Catanatron with four players; a game ends where `Game.play` ends it."""
    from catanatron import Color, Game, RandomPlayer
    from catanatron.game import TURNS_LIMIT

    random.seed(seed)  # Game draws from the global source
    players = [RandomPlayer(color) for color in Color]
    pick = random.Random(seed + 1_000_000).random

    def play(limit: int) -> Play:
        decisions = choices = 0
        game = Game(players)
        state = game.state
        while choices < limit and game.winning_color() is None and state.num_turns < TURNS_LIMIT:
            legal = state.playable_actions
            options = len(legal)
            if options > 1:
                decisions += 1
            choices += 1
            game.execute(legal[int(pick() * options)], False)
        return Play(game, choices, decisions)

    return play


def chess_player(seed: int) -> Player:
    """Plays chess until no move is legal, no mate is possible, or the 75-move rule ends it."""
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
        return Play(board, choices, decisions)

    return play
