"""Every outcome that chance can have under a ruleset, numbered."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from math import comb
from typing import TYPE_CHECKING, overload

from stoneage_rules.kernel.actions import Outcome
from stoneage_rules.kernel.nouns import FACES

if TYPE_CHECKING:
    from stoneage_rules.kernel.ruleset import Ruleset

__all__ = ["Outcomes"]


class Outcomes(Sequence[Outcome]):
    """Every outcome that a chance event of a ruleset can have, numbered: the drawing of each item, then every roll.

    Rolls of fewer dice come first, and of equally many the lower dice.  They are made on demand, so that rules
    with many dice do not take more memory.
    """

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self._starts = [len(rules.draws)]
        """By number of dice, less one, the index of the first roll of so many; the last is the number of all outcomes."""
        for dice in range(1, rules.most_dice + 1):
            self._starts.append(self._starts[-1] + comb(dice + FACES - 1, dice))

    def __len__(self) -> int:
        return self._starts[-1]

    @overload
    def __getitem__(self, index: int) -> Outcome: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Outcome, ...]: ...
    def __getitem__(self, index: int | slice) -> Outcome | tuple[Outcome, ...]:
        place = range(len(self))[index]
        return self._at(place) if isinstance(place, int) else tuple(map(self._at, place))

    def _at(self, index: int) -> Outcome:
        if index < self._starts[0]:
            return self.rules.draws[index]
        dice = bisect_right(self._starts, index)
        return self.rules.rolls[_dice_at(dice, index - self._starts[dice - 1])]

    def index(self, value: object, start: int = 0, stop: int | None = None) -> int:
        """Returns the index of an outcome.

        Raises:
            ValueError: it is no outcome of these rules, or not between `start` and `stop`.
        """
        if not isinstance(value, Outcome) or value.rules is not self.rules:
            raise ValueError(f"{value!r} is no outcome of these rules; rules.parse(text) makes one")
        rolled = value.kind == "roll"
        index = self._starts[len(value.args) - 1] + _place_of(value.args) if rolled else int(value.data)
        if index not in range(len(self))[start:stop]:
            raise ValueError(f"{value!r} has the index {index}")
        return index

    def __contains__(self, value: object) -> bool:
        return isinstance(value, Outcome) and value.rules is self.rules


def _place_of(dice: tuple[int, ...]) -> int:
    """Returns the place of sorted dice among all rolls of so many, of which the lower ones come first."""
    place, lowest = 0, 1
    for remaining, die in zip(reversed(range(len(dice))), dice, strict=True):
        place += sum(comb(remaining + FACES - face, remaining) for face in range(lowest, die))
        lowest = die
    return place


def _dice_at(count: int, place: int) -> tuple[int, ...]:
    """Returns the sorted dice at a place among all rolls of so many."""
    dice, face = [], 1
    for remaining in reversed(range(count)):
        while (ways := comb(remaining + FACES - face, remaining)) <= place:
            place -= ways
            face += 1
        dice.append(face)
    return tuple(dice)
