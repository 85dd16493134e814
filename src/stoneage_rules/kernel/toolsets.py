"""The tools of one seat, as one small integer with tables of what can become of it.

A kit is a sorted tuple of (value, used); the closure over gaining, using and refreshing is finite and small.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import combinations

__all__ = ["Kit", "Kits"]

Kit = tuple[tuple[int, bool], ...]


class Kits:
    """Every kit that can be reached, numbered; 0 is the empty one.

    Args:
        spaces: how many tools a seat has room for.
        top: the highest value of a tool.
    """

    def __init__(self, spaces: int, top: int) -> None:
        self.spaces = spaces
        self.top = top
        self._choices: dict[tuple[int, ...], frozenset[tuple[int, ...]]] = {}
        self._spent: dict[tuple[int, tuple[int, ...]], int] = {}
        self.kits: tuple[Kit, ...] = tuple(self._reachable())
        self.index = {kit: index for index, kit in enumerate(self.kits)}
        self.gained = tuple(self.index[self._gain(kit)] for kit in self.kits)
        self.refreshed = tuple(self.index[_refresh(kit)] for kit in self.kits)
        self.totals = tuple(sum(value for value, _ in kit) for kit in self.kits)
        self.counts = tuple(map(len, self.kits))
        self.unused = tuple(tuple(value for value, used in kit if not used) for kit in self.kits)

    def _reachable(self) -> list[Kit]:
        found: list[Kit] = [()]
        seen: set[Kit] = {()}
        for kit in found:
            for new in (self._gain(kit), _refresh(kit), *(self._spend(kit, (value,)) for value, used in kit if not used)):
                if new not in seen:
                    seen.add(new)
                    found.append(new)
        return found

    def _gain(self, kit: Kit) -> Kit:
        """Returns a kit with one more tool: new while there is room, else a lowest one, unused before used, goes up."""
        if len(kit) < self.spaces:
            return _sorted([*kit, (1, False)])
        if not kit or kit[-1][0] == self.top:
            return kit
        lowest = min(kit)
        rest = list(kit)
        rest.remove(lowest)
        return _sorted([*rest, (lowest[0] + 1, lowest[1])])

    @cached_property
    def lost(self) -> tuple[int, ...]:
        """By kit, the one with a tool less: a highest tool, used before unused, goes down, and one of value 1 is gone."""
        return tuple(self.index[_lose(kit)] for kit in self.kits)

    @staticmethod
    def _spend(kit: Kit, values: tuple[int, ...]) -> Kit:
        rest = list(kit)
        for value in values:
            rest[rest.index((value, False))] = (value, True)
        return _sorted(rest)

    def spend(self, kit: int, values: tuple[int, ...]) -> int:
        """Returns the kit after tools of these values have been used."""
        spent = self._spent.get((kit, values))
        if spent is None:
            spent = self._spent[kit, values] = self.index[self._spend(self.kits[kit], values)]
        return spent

    def subsets(self) -> list[tuple[int, ...]]:
        """Returns every choice of unused tools that some kit allows, equal values counted once, highest first."""
        return sorted({chosen for values in self.unused for chosen in _choices(values)}, key=lambda chosen: (len(chosen), chosen))

    def allows(self, kit: int, values: tuple[int, ...]) -> bool:
        """Returns True if the kit has unused tools of all these values."""
        return self._is_choice(values, self.unused[kit])

    def includes(self, kit: int, values: tuple[int, ...]) -> bool:
        """Returns True if the kit has tools of all these values, used or not."""
        return self._is_choice(values, tuple(value for value, _ in self.kits[kit]))

    def _is_choice(self, values: tuple[int, ...], among: tuple[int, ...]) -> bool:
        choices = self._choices.get(among)
        if choices is None:
            choices = self._choices[among] = frozenset(_choices(among))
        return tuple(sorted(values, reverse=True)) in choices


def _choices(values: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yields every choice among values, highest first."""
    for size in range(len(values) + 1):
        yield from combinations(values, size)


def _refresh(kit: Kit) -> Kit:
    return _sorted([(value, False) for value, _ in kit])


def _lose(kit: Kit) -> Kit:
    if not kit:
        return kit
    value, used = highest = max(kit)
    rest = list(kit)
    rest.remove(highest)
    return _sorted([*rest, (value - 1, used)] if value > 1 else rest)


def _sorted(tools: list[tuple[int, bool]]) -> Kit:
    return tuple(sorted(tools, key=lambda tool: (-tool[0], tool[1])))
