"""Playing with seeded random choices: the one way in which the proofs move a state forward.

Choices use `random.Random(seed).random()` alone, so that a seed means the same game on every Python.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import stoneage_rules as sa
from stoneage_rules.testing.random_games import LONGEST, pick, play_on

__all__ = ["LONGEST", "Answer", "pick", "play", "random_game", "replayed", "states", "swap_hidden"]

Answer = sa.Action | sa.Outcome


def play(state: sa.State, source: random.Random, steps: int = LONGEST) -> list[Answer]:
    """Plays on, at most `steps` steps; returns the answers given.

    Raises:
        AssertionError: the game does not end within the bound.
    """
    given = play_on(state, source, steps)
    assert state.is_over or steps < LONGEST, f"a game of more than {LONGEST} steps"
    return given


def states(rules: sa.Ruleset, seed: int) -> Iterator[sa.State]:
    """Every state of one random game, set-up and end included; the same object each time."""
    state = rules.initial_state()
    source = random.Random(seed)
    for _ in range(LONGEST):
        yield state
        if state.is_over:
            return
        state.apply(pick(state, source))
    raise AssertionError(f"a game of more than {LONGEST} steps")


def random_game(rules: sa.Ruleset, seed: int) -> tuple[sa.State, list[Answer]]:
    """A finished random game and its answers."""
    state = rules.initial_state()
    return state, play(state, random.Random(seed))


def replayed(rules: sa.Ruleset, answers: list[Answer]) -> sa.State:
    """A new game in which these answers are given, read back from their texts."""
    state = rules.initial_state()
    for answer in answers:
        state.apply(rules.parse(str(answer)))
    return state


def swap_hidden(state: sa.State, seat: int, zone: str, owned: str, drawn: str) -> sa.State:
    """The same position but for one secret: a seat's face-down item changes places with one still unseen in a zone."""
    saved = state.to_dict()
    hand, unseen = saved["seats"][seat]["face_down"], saved["zones"][zone]
    hand[hand.index(owned)] = drawn
    unseen[unseen.index(drawn)] = owned
    unseen.sort(key=list(state.rules.item_ids).index)
    return state.rules.state_from_dict(saved)
