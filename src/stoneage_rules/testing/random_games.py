"""Seeded random games: the same seed means the same game, on every machine.

What is looked for in them is the business of properties and of the checks of packs.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from stoneage_rules.errors import StoneAgeError
from stoneage_rules.kernel.actions import Action, Outcome
from stoneage_rules.kernel.frames import LONGEST
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State

__all__ = ["LONGEST", "RandomGame", "raised"]

Listener = Callable[[State, tuple[Any, ...]], None]


class RandomGame:
    """A game in which every choice and every outcome comes from one seeded source.

    Args:
        rules: what is played.
        seed: the seed of the source.
        listen: is told every event in the very moment in which the kernel notes it, with the state as it is then.
    """

    def __init__(self, rules: Ruleset, seed: int, listen: Listener | None = None) -> None:
        self.seed = seed
        self.state = rules.initial_state(listen=True)
        self.steps: list[tuple[int | None, Action | Outcome]] = []
        """Every answer so far, and who gave it; None for chance."""
        self._source = random.Random(seed)
        early = self.state.events or []
        self.state.events = None
        if listen is not None:
            for event in early:
                listen(self.state, event)
            self.state.events = _Notes(self.state, listen)

    def step(self) -> None:
        """One answer to whatever is pending, every option equally likely."""
        state = self.state
        answer: Action | Outcome
        if state.is_chance:
            answer, seat = state.sample(self._source), None
        else:
            legal = state.legal()
            answer, seat = legal[int(self._source.random() * len(legal))], state.seat
        self.steps.append((seat, answer))
        try:
            state.apply(answer)
        except Exception as error:
            # The error stays what it is; whoever meets it can play the game again up to here.
            error.add_note(f"in the random game with seed {self.seed} at step {len(self.steps)}, `{self.texts[-1]}`")
            raise

    def play(self, longest: int = LONGEST) -> bool:
        """Plays to the end; whether it came within so many steps."""
        while not self.state.is_over and len(self.steps) < longest:
            self.step()
        return self.state.is_over

    @property
    def texts(self) -> tuple[str, ...]:
        """The answers in notation, as scenarios write them under `do`."""
        return tuple(answer.text if seat is None else f"{seat}: {answer.text}" for seat, answer in self.steps)


class _Notes(list[tuple[Any, ...]]):
    """A state's list of events that passes each on and keeps none."""

    def __init__(self, state: State, listen: Listener) -> None:
        super().__init__()
        self._state = state
        self._listen = listen

    def append(self, event: tuple[Any, ...]) -> None:
        self._listen(self._state, event)


def raised(error: Exception) -> str:
    """An exception on one line, with where in a game it came if that was noted."""
    what = str(error) if isinstance(error, StoneAgeError) else f"{type(error).__name__}: {error}"
    return ", ".join([what, *getattr(error, "__notes__", ())])
