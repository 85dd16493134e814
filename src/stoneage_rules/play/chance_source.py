"""The chance of a game: numbers from a seed, which can be drawn again."""

from __future__ import annotations

import random

__all__ = ["ChanceSource"]


class ChanceSource:
    """The chance of a game: the numbers of `random.Random(seed).random()`, which can be rewound."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.drawn = 0
        """How many numbers have been drawn."""
        self._random = random.Random(seed)

    def random(self) -> float:
        """Returns the next number, from 0 up to but not including 1."""
        self.drawn += 1
        return self._random.random()

    def rewind(self, drawn: int) -> None:
        """Goes back to where so many numbers had been drawn."""
        if drawn != self.drawn:
            self.drawn = drawn
            self._random = random.Random(self.seed)
            for _ in range(drawn):
                self._random.random()
