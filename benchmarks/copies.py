"""Copies of states in the middle of a game: dropped, kept, kept after one more answer, and their memory."""

from __future__ import annotations

import gc
import random
import statistics
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from players import WHOLE_GAME, Player
from turns import Result, used

__all__ = [
    "Copier",
    "board_copier",
    "game_copier",
    "measure_dropped",
    "measure_kept",
    "measure_memory",
    "mid_game",
    "state_copier",
]

STATES = 20
SWEEPS = 50
MEASURED_COPIES = 500  # for their memory


class Copier(NamedTuple):
    """The ways of one library to copy a state and to answer in the copy."""

    copy: Callable[[Any], Any]
    answers: Callable[[Any], Sequence[Any]]
    after: Callable[[Any, Any], Any]


def answers_of(state: Any) -> Sequence[Any]:
    """Returns the actions of a state's seat, or some outcomes of chance."""
    source = random.Random(7)
    return [state.sample(source) for _ in range(8)] if state.is_chance else state.legal()


state_copier = Copier(lambda state: state.copy(), answers_of, lambda state, answer: state.after(answer))


def game_after(game: Any, action: Any) -> Any:
    """Returns a copy of a game of Catanatron in which an action was executed, without checking it."""
    copy = game.copy()
    copy.execute(action, False)
    return copy


game_copier = Copier(lambda game: game.copy(), lambda game: game.state.playable_actions, game_after)


def board_after(board: Any, move: Any) -> Any:
    """Returns a copy of a chess board, without its history, on which a move was made."""
    copy = board.copy(stack=False)
    copy.push(move)
    return copy


board_copier = Copier(lambda board: board.copy(stack=False), lambda board: list(board.legal_moves), board_after)


def mid_game(play: Player, lengths: Player) -> list[Any]:
    """Returns states that are half as many choices old as a game usually has, and not over."""
    half = round(statistics.mean(lengths(WHOLE_GAME).choices for _ in range(STATES)) / 2)
    states: list[Any] = []
    while len(states) < STATES:
        game = play(half)
        if game.choices == half:
            states.append(game.state)
    return states


def measure_dropped(copier: Copier, states: Sequence[Any], seconds: float) -> Result:
    """Times copies that nobody keeps."""
    copy = copier.copy
    sweeps = 0
    start = now = used()
    while now - start < seconds:
        for _ in range(SWEEPS):
            for state in states:
                copy(state)
        sweeps += SWEEPS
        now = used()
    return {"us_dropped": (now - start) / (sweeps * len(states)) * 1e6}


def measure_kept(copier: Copier, states: Sequence[Any], number: int) -> Result:
    """Times copies that are all kept in a list, with the collector on: as they are, and after one more answer."""
    sweeps = number // len(states)
    gc.collect()
    start = used()
    plain = [copier.copy(state) for _ in range(sweeps) for state in states]
    kept = used() - start
    del plain
    answers = [(state, copier.answers(state)) for state in states]
    pairs = [(state, possible[sweep % len(possible)]) for state, possible in answers for sweep in range(sweeps)]
    random.Random(1).shuffle(pairs)
    gc.collect()
    start = used()
    grown = [copier.after(state, answer) for state, answer in pairs]
    answered = used() - start
    return {"us_kept": kept / (sweeps * len(states)) * 1e6, "us_answered": answered / len(grown) * 1e6}


def measure_memory(copier: Copier, states: Sequence[Any]) -> Result:
    """Returns the bytes that a kept copy takes, as it is and after one more answer; what copies share counts once."""
    pairs = [(state, answer) for state in states for answer in copier.answers(state)]
    random.Random(1).shuffle(pairs)
    pairs = (pairs * (MEASURED_COPIES // len(pairs) + 1))[:MEASURED_COPIES]
    for state, answer in pairs:
        copier.after(state, answer)  # fills tables that are no part of a state
    return {
        "bytes_kept": bytes_of(lambda: [copier.copy(state) for state, _ in pairs]),
        "bytes_answered": bytes_of(lambda: [copier.after(state, answer) for state, answer in pairs]),
    }


def bytes_of(make: Callable[[], list[Any]]) -> float:
    """Returns the bytes of each object in a list that is made."""
    import tracemalloc  # which PyPy does not have

    gc.collect()
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    made = make()
    gc.collect()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return (after - before) / len(made)
