"""The effects of a ruleset that values depend on, the rounds that are left, and what dice yield on average."""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from stoneage_rules.kernel.nouns import FACES
from stoneage_rules.kernel.position import Position
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.language.fields import Quantity
from stoneage_rules.mechanics.effect_lists import EachSeatVerb
from stoneage_rules.mechanics.feeding import FeedVerb
from stoneage_rules.mechanics.goods import GainVerb
from stoneage_rules.mechanics.points import PointsVerb
from stoneage_rules.mechanics.rounds import EndGameVerb
from stoneage_rules.mechanics.rows import ROWS
from stoneage_rules.mechanics.scoring import SCORE_LINES

__all__ = ["Guide", "dice_table_asked", "expected_yield"]

LONGEST = 20
"""The round from which on every round is played as the last one."""
PACE = 0.72
"""The share of a row's items that is taken in a round."""


@lru_cache(maxsize=4096)
def expected_yield(dice: int, divide: int, more: int = 0) -> float:
    """Returns the mean of the total of some dice and a number, divided and rounded down."""
    ways = _totals(dice)
    return float(sum(count * ((total + more) // divide) for total, count in enumerate(ways)) / FACES**dice)


@lru_cache(maxsize=64)
def _totals(dice: int) -> tuple[int, ...]:
    """Returns in how many ways each total comes about."""
    if dice == 0:
        return (1,)
    before = _totals(dice - 1)
    sums = range(len(before) + FACES)
    faces = range(1, FACES + 1)
    return tuple(sum(before[total - face] for face in faces if 0 <= total - face < len(before)) for total in sums)


def dice_table_asked(position: Position) -> int:
    """Returns the dice table from whose dice a seat must pick now."""
    frame = position.stack[-1]
    table: int = position.rules.handlers[frame[0]].table(position, frame)
    return table


class Guide:
    """The effects of a ruleset that values depend on, looked up once."""

    _made: weakref.WeakKeyDictionary[Ruleset, Guide] = weakref.WeakKeyDictionary()

    def __init__(self, rules: Ruleset) -> None:
        self.rules = weakref.proxy(rules)
        self.entries = rules.content.by_name()
        self.items = [self.entries[rules.kinds[item.kind], item.id].record for item in rules.items]
        self.places = [self.entries[place.record].record for place in rules.places]
        steps = [verb for entry in rules.content.of("phase") for verb in _flat(entry.record.effects)]
        self.feeding = next((verb for verb in steps if isinstance(verb, FeedVerb)), None)
        self.food = -1 if self.feeding is None else rules.goods.index(self.feeding.good)
        self.instead = self.goods(self.feeding.instead) if self.feeding and self.feeding.instead else ()
        self.starving = -sum(
            verb.amount
            for verb in (self.feeding.starve if self.feeding else ())
            if isinstance(verb, PointsVerb) and isinstance(verb.amount, int)
        )
        self.incomes = tuple(
            (rules.goods.index(verb.good), rules.tracks.index(verb.amount.of))
            for verb in steps
            if isinstance(verb, GainVerb) and isinstance(verb.amount, Quantity) and verb.amount.name == "track"
        )
        self.ends = tuple(verb for verb in steps if isinstance(verb, EndGameVerb))
        self.lines = tuple(
            (entry.record, line) for entry, line in zip(rules.content.of("score"), rules.entries(SCORE_LINES), strict=True)
        )
        self.buys = tuple(any(verb.buys() for verb in place.effects) for place in self.places)
        self._readers: dict[Quantity, Any] = {}
        self.dice_tables = tuple(entry.record.faces for entry in rules.content.of("dice_table"))

    def reader(self, quantity: Quantity) -> Any:
        """Returns a quantity as a function of a position, a seat and what effects are about; it counts only what lies open."""
        if quantity not in self._readers:
            self._readers[quantity] = self.rules.linker.open_quantity(quantity)
        return self._readers[quantity]

    @classmethod
    def of(cls, rules: Ruleset) -> Guide:
        """Returns the guide to a ruleset, made on first use."""
        guide = cls._made.get(rules)
        if guide is None:
            guide = cls._made[rules] = cls(rules)
        return guide

    def goods(self, name: str) -> tuple[int, ...]:
        """Returns the goods of a group, or the one good with that name."""
        goods = self.rules.content.of("good")
        group = tuple(index for index, entry in enumerate(goods) if name in entry.record.groups)
        return group or tuple(index for index, entry in enumerate(goods) if entry.name == name)

    def rounds_left(self, view: Position) -> float:
        """Returns how many rounds are likely still to be finished, the present one included."""
        rules = self.rules
        estimates: list[float] = []
        for row in rules.entries(ROWS):
            if row.ends_game:
                left = sum(rules.items[item].kind == row.kind for item in view.zones[row.zone])
                estimates.append(1 + left / (PACE * len(row.spaces)))
        for end in self.ends:
            rounds = [row.min for row in end.if_ if row.name == "round" and row.is_plain and row.min is not None]
            if len(rounds) < len(end.if_):
                continue  # nobody knows when it holds
            rounds += [] if end.after_round is None else [end.after_round]
            if rounds:
                estimates.append(max(rounds) - view.round + 1)
            elif end.when_empty is not None:
                row = next(row for row in rules.entries(ROWS) if row.id == end.when_empty)
                estimates += [(view.piles[place] + (view.item_at[place] >= 0)) / PACE for place in row.spaces]
        return max(1.0, min([*estimates, LONGEST - view.round]))


def _flat(effects: Iterable[Any]) -> Iterator[Any]:
    """Yields effects, and those that each seat has."""
    for verb in effects:
        yield verb
        if isinstance(verb, EachSeatVerb):
            yield from _flat(verb.effects)
