"""Chance events: dice and draws as inputs with exact probabilities.

No random source is kept here; whoever plays brings one.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import TYPE_CHECKING, Any, ClassVar

from stoneage_rules.kernel.actions import DICE, Outcome, write
from stoneage_rules.kernel.frames import CHANCE, Frame
from stoneage_rules.kernel.nouns import FACES

if TYPE_CHECKING:
    from stoneage_rules.kernel.state import State

__all__ = ["CHANCE", "Chance", "DiceRoll", "Odds", "Rolls", "draw_one", "roll_dice"]

Odds = tuple[tuple[Outcome, Fraction], ...]


class Chance(Frame):
    """A frame that waits for an outcome."""

    role: ClassVar[int] = CHANCE

    def outcomes(self, state: State, frame: tuple[int, ...]) -> Odds:
        """Returns all outcomes with their probabilities, which sum to one."""
        raise NotImplementedError

    def accepts(self, state: State, frame: tuple[int, ...], answer: Outcome) -> bool:
        """Returns True if an outcome of these rules is possible now."""
        raise NotImplementedError

    def sample(self, state: State, frame: tuple[int, ...], random: Callable[[], float]) -> Outcome:
        """Draws one outcome; calls `random` alone."""
        raise NotImplementedError

    def resume(self, state: State, frame: tuple[int, ...], outcome: Outcome) -> None:
        """Goes on with an outcome; the frame has left the stack."""
        raise NotImplementedError

    def prompt(self, state: State, frame: tuple[int, ...]) -> str:
        """Returns the phrase for what the event waits for: `a roll of 3 dice for seat 0`."""
        raise NotImplementedError

    @property
    def most_dice(self) -> int:
        """The most dice that the event can roll; 0 where none are."""
        return 0


class DiceRoll(Chance):
    """A roll of dice."""

    def dice(self, frame: tuple[int, ...]) -> int:
        """Returns how many dice are rolled."""
        raise NotImplementedError

    def outcomes(self, state: State, frame: tuple[int, ...]) -> Odds:
        return self.rules.rolls.odds(self.dice(frame))

    def accepts(self, state: State, frame: tuple[int, ...], answer: Outcome) -> bool:
        return answer.kind == "roll" and len(answer.args) == self.dice(frame)

    def sample(self, state: State, frame: tuple[int, ...], random: Callable[[], float]) -> Outcome:
        return roll_dice(state, self.dice(frame), random)


class Rolls(dict[tuple[int, ...], Outcome]):
    """The interned rolls of a ruleset, made when first met."""

    def __init__(self, rules: Any) -> None:
        super().__init__()
        self.rules = rules
        self._odds: dict[int, Odds] = {}

    def __missing__(self, dice: tuple[int, ...]) -> Outcome:
        outcome = Outcome("roll", dice, write(DICE, "roll", dice), sum(dice), self.rules)
        return self.setdefault(dice, outcome)

    def odds(self, count: int) -> Odds:
        """Returns every sorted roll of `count` dice with its probability."""
        odds = self._odds.get(count)
        if odds is None:
            ways = Fraction(1, FACES**count)
            odds = self._odds[count] = tuple(
                (self[dice], ways * _arrangements(dice)) for dice in combinations_with_replacement(range(1, FACES + 1), count)
            )
        return odds


def _arrangements(dice: tuple[int, ...]) -> int:
    """Returns the number of orders in which dice can show this."""
    return factorial(len(dice)) // prod(factorial(dice.count(face)) for face in set(dice))


def roll_dice(state: State, count: int, random: Callable[[], float]) -> Outcome:
    """Rolls `count` dice."""
    return state.rules.rolls[tuple(sorted([int(random() * FACES) + 1 for _ in range(count)]))]


def draw_one(state: State, zone: int, random: Callable[[], float]) -> Outcome:
    """Draws one item of a bag, each equally likely."""
    bag = state.zones[zone]
    return state.rules.draws[bag[int(random() * len(bag))]]
