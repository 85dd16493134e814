"""The questions that a model asks, and their answers as texts of the library's notation.

A model is a generator: it yields a `Choice` or a `Chance`, and is sent the text of the answer.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import factorial
from typing import NamedTuple

GOODS = ("food", "wood", "clay", "stone", "gold", "decoration")
"""The order of goods in notation."""


class Choice(NamedTuple):
    """A seat must choose one of some options."""

    seat: int
    options: set[str]


class Chance(NamedTuple):
    """One of some outcomes comes about, each with its probability."""

    odds: dict[str, Fraction]


def written(verb, goods):
    """Returns an action with numbers of goods: `pay 1 wood, 2 gold`."""
    return f"{verb} " + ", ".join(f"{goods[good]} {good}" for good in GOODS if goods.get(good))


@cache
def ways_to_choose(goods, size):
    """Returns every choice of so many goods, as numbers by good."""
    return [dict(Counter(chosen)) for chosen in combinations_with_replacement(goods, size)]


@cache
def dice_odds(dice):
    """Returns the odds of every roll; which die shows which face makes no difference."""
    odds = {}
    for faces in combinations_with_replacement(range(1, 7), dice):
        arrangements = factorial(dice)
        for face in range(1, 7):
            arrangements //= factorial(faces.count(face))
        odds["roll " + " ".join(map(str, faces))] = Fraction(arrangements, 6**dice)
    return odds


def roll_dice(dice):
    """Rolls dice; returns their faces."""
    outcome = yield Chance(dice_odds(dice))
    return [int(face) for face in outcome.split()[1:]]


def draw_from(unseen):
    """Draws from what nobody has seen: each is equally likely to be on top.  Takes it out and returns it."""
    outcome = yield Chance({f"draw {item}": Fraction(1, len(unseen)) for item in unseen})
    item = outcome.split()[1]
    unseen.remove(item)
    return item
