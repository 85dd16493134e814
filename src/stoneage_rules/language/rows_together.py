"""Finds rows of one `if` that rule each other out, or that ask for what others of them ask already."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import lcm
from typing import TYPE_CHECKING, NamedTuple

import attrs

from stoneage_rules.language.condition import IfRow
from stoneage_rules.language.quantity import range_of
from stoneage_rules.language.reach import Bound
from stoneage_rules.text.wording import listed

if TYPE_CHECKING:
    from stoneage_rules.language.reach import Bounds

__all__ = ["reach_together"]


CLASH = "SA507", "conditions that can never hold together"
SURPLUS = "SA513", "a condition that asks for nothing more"


class NumberSet(NamedTuple):
    """The multiples of `step` from `least` to `most`; None for no end."""

    least: int | None
    most: int | None
    step: int = 1

    def __and__(self, other: NumberSet) -> NumberSet:
        """Returns the numbers that are in both."""
        lows = [end for end in (self.least, other.least) if end is not None]
        highs = [end for end in (self.most, other.most) if end is not None]
        step = lcm(self.step, other.step)
        least, most = max(lows, default=None), min(highs, default=None)
        return NumberSet(None if least is None else -(-least // step) * step, None if most is None else most // step * step, step)

    @property
    def is_empty(self) -> bool:
        """True if no number is in it."""
        return self.least is not None and self.most is not None and self.least > self.most

    def is_within(self, other: NumberSet) -> bool:
        """Returns whether all numbers in it are in another one."""
        return self & other == self


def reach_together(bounds: Bounds, rows: Sequence[IfRow]) -> Iterator[Bound]:
    """Yields two bounds for each row of an `if` that reads what another row reads: it rules that out, or asks nothing more.

    Args:
        bounds: the content of the table.
        rows: the value of the key `if` of the word that is queried.
    """
    for alike in _alike(rows):
        every = NumberSet(*range_of(bounds, next(iter(alike.values()))))
        ranges = {at: every & NumberSet(row.min, row.max, row.every or 1) for at, row in alike.items()}
        is_judged = not any(numbers.is_empty for numbers in ranges.values())  # else one row alone is told to hold never
        clash = _clash(ranges) if is_judged else None
        surplus = _surplus(ranges, every) if is_judged and clash is None else {}
        for at, row in alike.items():
            set_by = (row.of,) if isinstance(row.of, str) else ()
            before = _written(rows, [other for other in alike if other < at])
            why = f"no number is in this range and in that of {before}"
            yield Bound(CLASH, ("if", at), at == clash, why, "write ranges that have a number in common", set_by=set_by)
            others = _written(rows, surplus.get(at, ()))
            yield Bound(SURPLUS, ("if", at), at in surplus, f"it holds wherever {others} does", "delete the row", set_by=set_by)


def _alike(rows: Sequence[IfRow]) -> Iterator[Mapping[int, IfRow]]:
    """Yields the rows that read the same number, by their indexes, where there are several."""
    groups: dict[IfRow, dict[int, IfRow]] = {}
    for at, row in enumerate(rows):
        groups.setdefault(attrs.evolve(row, min=None, max=None, every=None), {})[at] = row
    yield from (group for group in groups.values() if len(group) > 1)


def _clash(ranges: Mapping[int, NumberSet]) -> int | None:
    """Returns the first row with which no number is left; None if all can hold together."""
    left = NumberSet(None, None)
    for at, numbers in ranges.items():
        left &= numbers
        if left.is_empty:
            return at
    return None


def _surplus(ranges: Mapping[int, NumberSet], every: NumberSet) -> dict[int, list[int]]:
    """Returns the rows that hold wherever all others do, later ones first, with those others."""
    kept, surplus = dict(ranges), dict[int, list[int]]()
    for at, numbers in reversed([*ranges.items()]):
        others = [other for other in kept if other != at]
        left = every
        for other in others:
            left &= kept[other]
        if others and left.is_within(numbers) and numbers != every:  # a row that holds for every number is told alone
            surplus[at] = others
            del kept[at]
    return surplus


def _written(rows: Sequence[IfRow], indexes: Sequence[int]) -> str:
    """Returns rows as content writes them; nothing for none."""
    return listed([f"`{rows[at]}`" for at in indexes]) if indexes else ""
