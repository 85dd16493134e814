"""Games played at random, and the events of a state for listeners."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from stoneage_rules.kernel.actions import Action, Outcome
from stoneage_rules.kernel.frames import LONGEST
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import RandomSource, State

# --- event relay --------------------------------------------------------------------------------------------------
#
# A list of events that passes each of them on, so that a state can be looked at in the middle of a move.


class EventRelay(list[tuple[Any, ...]]):
    """A list that passes each event on instead of storing it; `state._noted` can be one.

    Args:
        listen: called for every event when the kernel notes it.
    """

    def __init__(self, listen: Callable[[tuple[Any, ...]], None]) -> None:
        super().__init__()
        self._listen = listen

    def append(self, event: tuple[Any, ...]) -> None:
        self._listen(event)


# --- random games -------------------------------------------------------------------------------------------------
#
# Seeded random games: the same seed means the same game, on every machine.


def pick(state: State, source: RandomSource) -> Action | Outcome:
    """Returns an answer to the pending question, each option of a decision equally likely.

    It draws by `random()` alone, so that a seed means the same answer on every machine.
    """
    if state.is_chance:
        return state.sample(source)
    legal = state.legal()
    return legal[int(source.random() * len(legal))]


def play_at_random(state: State, source: RandomSource, steps: int = LONGEST) -> list[Action | Outcome]:
    """Plays a state on at random, to the end or for `steps` answers at the most; returns the answers."""
    answers: list[Action | Outcome] = []
    while not state.is_over and len(answers) < steps:
        answers.append(pick(state, source))
        state.apply(answers[-1])
    return answers


class RandomGame:
    """A game that takes every choice and outcome from one seeded source.

    Args:
        rules: the rules of the game.
        seed: the seed of the source.
        listen: called for every event when the kernel notes it, with the state at that moment.
        source: a source of chance in place of the seeded one.
    """

    def __init__(
        self,
        rules: Ruleset,
        seed: int,
        listen: Callable[[State, tuple[Any, ...]], None] | None = None,
        source: RandomSource | None = None,
    ) -> None:
        self.seed = seed
        self.state = rules.initial_state(listen=True)
        self.steps: list[tuple[int | None, Action | Outcome]] = []
        """Every answer so far, with the seat that gave it, or None for chance."""
        self._source = source or random.Random(seed)
        early = self.state._noted or []
        self.state._noted = None
        if listen is not None:
            for event in early:
                listen(self.state, event)
            self.state._noted = EventRelay(lambda event: listen(self.state, event))

    def step(self) -> None:
        """Answers the pending decision or chance event; each option of a decision is equally likely."""
        state = self.state
        seat = None if state.is_chance else state.seat
        answer = pick(state, self._source)
        self.steps.append((seat, answer))
        try:
            state.apply(answer)
        except Exception as error:
            # The note says how to replay the game up to this point.
            error.add_note(f"in the random game with seed {self.seed} at step {len(self.steps)}, `{self.texts[-1]}`")
            raise

    @property
    def texts(self) -> tuple[str, ...]:
        """The answers in notation, in the form of `do` in scenarios."""
        return tuple(answer.text if seat is None else f"{seat}: {answer.text}" for seat, answer in self.steps)
