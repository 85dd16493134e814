"""A game as adapters play it: chance by a seed, vectors and masks as arrays of numpy, rewards."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stoneage_rules.errors import check_type
from stoneage_rules.kernel.position import find
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State, View
from stoneage_rules.learning.observation import Observation
from stoneage_rules.learning.spaces import ActionSpace, distinct_rules, unknown_table
from stoneage_rules.loading.load import TableLike
from stoneage_rules.mechanics.rounds import WINS
from stoneage_rules.text import shortened

Values = Callable[[State], Sequence[float]]
"""Returns the worth of a state to each seat; a step is rewarded with the difference that it makes."""


def winning(state: State) -> Sequence[float]:
    """Returns 1 for a seat that has won alone, sums of 0 over all seats, and 0 while the game runs."""
    seats, winners = state.rules.players, state.winners
    if not winners:
        return (0.0,) * seats
    return [((seat in winners) * seats / len(winners) - 1) / (seats - 1 or 1) for seat in range(seats)]


def points(state: State) -> Sequence[float]:
    """Returns the points of each seat: on the track while the game runs, with final scoring once it is over."""
    return state.scores


def outcome(state: State) -> Sequence[float]:
    """Returns 1 for each seat that has won, and 0 for the others and while the game runs."""
    return [float(seat in state.winners) for seat in range(state.rules.players)]


REWARDS: dict[str, Values] = {"win": winning, "points": points, "outcome": outcome}


def shared_end(rules: Ruleset) -> str:
    """Returns why wins at a table have no sum of 0; empty if they have."""
    wins: Sequence[str] = rules.entries(WINS)
    if {"nobody", "all"}.isdisjoint(wins):
        return ""
    return "at this table a game can end without a winner, or with all seats as winners"


def vector_of(observation: Observation, view: View) -> NDArray[np.int32]:
    """Returns the numbers of a view as an array."""
    return np.frombuffer(observation.packed(view), np.int32)


class Match:
    """One table with its spaces, and a game there; the adapters say what the arguments are."""

    def __init__(
        self,
        table: TableLike,
        actions: ActionSpace | None = None,
        observation: Observation | None = None,
        reward: str | Values = "win",
    ) -> None:
        (self.rules,) = distinct_rules(table)
        self.actions = actions or ActionSpace(self.rules)
        self.observation = observation or Observation(self.rules)
        for name, space, kind in (("actions", self.actions, ActionSpace), ("observation", self.observation, Observation)):
            check_type(space, name, kind, f"an `sa.{kind.__name__}`")
            if self.rules.digest not in {rules.digest for rules in space.rulesets}:
                raise unknown_table(self.rules, space.rulesets)
        if not isinstance(reward, str) and not callable(reward):
            raise TypeError(f"`reward` is a name or a function of a state, not {shortened(repr(reward))}")
        if reward == "win" and shared_end(self.rules):
            raise ValueError(f'{shared_end(self.rules)}: `win` is a sum of 0; use `reward="outcome"`')
        self.values = find("reward", reward, REWARDS) if isinstance(reward, str) else reward
        self.nothing = [0.0] * self.rules.players
        self.begin(0)

    def begin(self, seed: int) -> None:
        """Begins a game, and plays its chance until a seat is asked."""
        self.state = self.rules.initial_state()
        self.chance = random.Random(seed)
        self.steps = 0
        self._deal()
        self.worth = self._worth()

    def play(self, number: Any) -> None:
        """Plays an action by its number, and the chance that follows.

        Raises:
            InvalidAction: the table has no such action.
            IllegalAction: it is refused now; the error carries the reasons, and nothing has changed.
        """
        self.state.apply(self.actions.action(number, self.rules))
        self.steps += 1
        self._deal()

    def _deal(self) -> None:
        state = self.state
        while state.is_chance:
            state.apply(state.sample(self.chance))

    def _worth(self) -> list[float]:
        returned = self.values(self.state)
        worth = [*returned] if isinstance(returned, Iterable) else []
        if not isinstance(returned, Iterable) or not all(hasattr(value, "__float__") for value in worth):
            seats = self.rules.players
            raise TypeError(f"`reward` returned {shortened(repr(returned))}; a number for each of {seats} seats is needed")
        if len(worth) != self.rules.players:
            raise ValueError(f"`reward` returned {len(worth)} values; one for each of {self.rules.players} seats is needed")
        return worth

    def rewards(self) -> list[float]:
        """Returns by seat by how much more the game is worth than when this was asked for the last time."""
        before, self.worth = self.worth, self._worth()
        if self.worth == before:
            return self.nothing
        return [float(new - old) for new, old in zip(self.worth, before, strict=True)]

    @property
    def is_too_long(self) -> bool:
        """True once the game is treated as endless, by its number of actions."""
        return self.steps >= self.rules.bounds.answers and not self.state.is_over

    def vector(self, seat: int) -> NDArray[np.int32]:
        """Returns the observation of a seat."""
        return vector_of(self.observation, self.state.view(seat))

    def mask(self, kind: type = bool) -> NDArray[Any]:
        """Returns for each action whether the seat that is asked may choose it, as numbers of a kind of one byte."""
        return np.frombuffer(self.actions.mask(self.state), kind)
