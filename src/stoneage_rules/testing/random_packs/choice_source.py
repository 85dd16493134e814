"""The one source of the choices of a random pack, whether they come from a seed or from a property test."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TypeVar

__all__ = ["ChoiceSource", "NothingFits", "seeded"]

Item = TypeVar("Item")


class NothingFits(Exception):
    """Raised where no value can be made: nothing can be referred to, or everything is forbidden."""


class ChoiceSource:
    """Choices, all of which come from whole numbers; 0 is always the plainest choice, so that they shrink well.

    Args:
        below: returns a number from 0 to less than its argument, which is at least 1.
    """

    def __init__(self, below: Callable[[int], int]) -> None:
        self._below = below

    def below(self, count: int) -> int:
        """Returns a number from 0 to `count` - 1."""
        return self._below(count) if count > 1 else 0

    def between(self, least: int, most: int) -> int:
        """Returns a number from `least` to `most`; `least` is the plainest."""
        return least + self.below(most - least + 1)

    def one_in(self, count: int) -> bool:
        """Returns True in one of `count` cases."""
        return self.below(count) == count - 1

    def pick(self, options: Sequence[Item]) -> Item:
        """Returns one of several options.

        Raises:
            NothingFits: there are none.
        """
        if not options:
            raise NothingFits
        return options[self.below(len(options))]

    def some(self, options: Sequence[Item], least: int, most: int) -> list[Item]:
        """Returns different options, in any order: `least` to `most` of them, or fewer if there are no more.

        Raises:
            NothingFits: there are fewer than `least`.
        """
        left = list(options)
        if len(left) < least:
            raise NothingFits
        count = self.between(least, max(least, min(most, len(left))))
        return [left.pop(self.below(len(left))) for _ in range(count)]


def seeded(seed: int) -> ChoiceSource:
    """Returns choices that follow from a seed, on every Python alike."""
    draw = random.Random(seed).random
    return ChoiceSource(lambda count: int(draw() * count))
