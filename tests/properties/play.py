"""Playing with seeded random choices: the only way that proofs move a state forward.

Choices use `random.Random(seed).random()` alone, so that a seed means the same game on every Python.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import stoneage_rules as sa

Answer = sa.Action | sa.Outcome

LONGEST = 20_000
"""Steps of the longest game."""

Choose = Callable[[sa.State, random.Random], Answer]
"""A choice among a state's options by a source of chance."""


def pick(state: sa.State, source: random.Random) -> Answer:
    """An answer to what is pending, each option of a decision equally likely."""
    if state.is_chance:
        return state.sample(source)
    legal = state.legal()
    return legal[int(source.random() * len(legal))]


def play(state: sa.State, source: random.Random, steps: int = LONGEST) -> list[Answer]:
    """Plays on, at most `steps` steps; returns the answers given.

    Raises:
        AssertionError: the game does not end within the bound.
    """
    given: list[Answer] = []
    while not state.is_over and len(given) < steps:
        given.append(pick(state, source))
        state.apply(given[-1])
    assert state.is_over or steps < LONGEST, f"a game of more than {LONGEST} steps"
    return given


def states(rules: sa.Ruleset, seed: int, choose: Choose = pick) -> Iterator[sa.State]:
    """Every state of one game, set-up and end included, random unless a choice is given; the same object each time."""
    state = rules.initial_state()
    source = random.Random(seed)
    for _ in range(LONGEST):
        yield state
        if state.is_over:
            return
        state.apply(pick(state, source) if state.is_chance else choose(state, source))
    raise AssertionError(f"a game of more than {LONGEST} steps")


def apart(state: sa.State) -> tuple[list[sa.Action], list[sa.Action]]:
    """The items that can be used now, and the other options, at least one."""
    uses, others = ([action for action in state.legal() if (action.kind == "use") is used] for used in (True, False))
    assert others, f"nothing but items to use: {state!r}"
    return uses, others


def with_items(share: Callable[[sa.State], float]) -> Choose:
    """A choice that uses an item in a share of the states where one can be used."""

    def choose(state: sa.State, source: random.Random) -> sa.Action:
        uses, others = apart(state)
        among = uses if uses and source.random() < share(state) else others
        return among[int(source.random() * len(among))]

    return choose


def random_game(rules: sa.Ruleset, seed: int) -> tuple[sa.State, list[Answer]]:
    """A finished random game and its answers."""
    state = rules.initial_state()
    return state, play(state, random.Random(seed))


def replayed(rules: sa.Ruleset, answers: list[Answer]) -> sa.State:
    """A new game with these answers, read back from their texts."""
    state = rules.initial_state()
    for answer in answers:
        state.apply(rules.parse(str(answer)))
    return state
