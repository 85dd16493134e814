"""Numbers of a game that properties can name, and their ranges.

Most are the quantities of the language, including those of plugins.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Reader
from stoneage_rules.language.fields import OwnForm, Quantity, field
from stoneage_rules.packs.findings.faults import Fault, unknown_word, wrong_type
from stoneage_rules.packs.records.structure import Structurer
from stoneage_rules.testing.quantity_rows import countable

__all__ = ["OWN", "TABLES", "ClaimedNumber", "NumberBounds", "PlayerNumbers", "Range", "figures_on"]


@attrs.frozen
class Range:
    """The numbers that are allowed; both ends belong to it."""

    min: int | None = field("the smallest number allowed", default=None)
    max: int | None = field("the largest number allowed", default=None)

    def has(self, value: int) -> bool:
        """Returns whether a number is in the range."""
        return (self.min is None or value >= self.min) and (self.max is None or value <= self.max)

    def __str__(self) -> str:
        words = [f"at least {self.min}"] * (self.min is not None) + [f"at most {self.max}"] * (self.max is not None)
        return " and ".join(words)


class NumberBounds(OwnForm):
    """A range as written in a file, with at least one end."""

    words = "[range](#range)"

    @classmethod
    def faults(cls, value: Any) -> Iterator[Fault]:
        if type(value) is not dict:
            yield wrong_type(value, "a range such as `{ min = 0 }`")
            return
        record, faults = Structurer({}, {}).structure(value, Range)
        yield from faults
        if not faults and record.min is record.max is None:
            yield Fault("SA207", "a range without an end", "write `min`, `max` or both")
        elif not faults and None not in (record.min, record.max) and record.min > record.max:
            yield Fault("SA207", "a range in which no number is", "`min` is larger than `max`")

    @classmethod
    def schema(cls, ids: Mapping[str, Sequence[str]]) -> dict[str, Any]:
        ends = {end.name: {"type": "integer", "description": end.metadata["help"]} for end in attrs.fields(Range)}
        return {"type": "object", "additionalProperties": False, "properties": ends, "minProperties": 1}


ENDS = frozenset(end.name for end in attrs.fields(Range))


@attrs.frozen
class ClaimedNumber:
    """A number of the game, with its name in the file and its range."""

    name: str
    reader: Reader
    bounds: Range

    def read(self, state: State, seat: int) -> int:
        """Returns the number for a seat."""
        return self.reader(state, seat, 0)


OWN: Mapping[str, Quantity] = {
    "points": Quantity("points", "now"),
    "total": Quantity("total", "now"),
    "figures": Quantity("figures", "all"),
    "at_home": Quantity("figures", "home"),
    "tools": Quantity("tools", "count"),
    "tool_value": Quantity("tools", "value"),
    "items": Quantity("owned", "open"),
    "face_down": Quantity("owned", "face-down"),
}
"""Short names of quantities that every player has, regardless of content."""

TABLES: Mapping[str, tuple[str, str]] = {
    "goods": ("goods", "goods and groups of them"),
    "tracks": ("track", "tracks"),
    "owned": ("owned", "kinds of item, by how many are owned"),
    "icons": ("icons", "icons, by how many are shown"),
}
"""The quantities whose name may be left out if the id alone is unambiguous, by their name in files."""


class PlayerNumbers:
    """The numbers of a player that properties can name at a table."""

    def __init__(self, rules: Ruleset) -> None:
        self.linker = rules.linker
        kinds: Mapping[str, Any] = self.linker.quantities
        names = {quantity: name for name, (quantity, _) in TABLES.items()}
        self.own = {name: own for name, own in OWN.items() if own.name in kinds}
        self.tables: Mapping[str, Mapping[str, Quantity]] = {
            names.get(name, name): {of: Quantity(name, of) for of in countable(rules, kind)}
            for name, kind in kinds.items()
            if not kind.under and kind.takes is str
        }
        self.by_id = {name: self.tables[name] for name in TABLES if name in self.tables}
        self.known = {*self.own, *self.tables, *(id for table in self.by_id.values() for id in table)}

    def read(self, ranges: Mapping[str, Any]) -> Iterator[ClaimedNumber | Fault]:
        """Yields the numbers in a table such as `{ food = { min = 0 }, tracks = { ... } }`, and faults of unknown ones."""
        for word, bounds in ranges.items():
            if word not in self.tables or (word in self.own and ENDS.issuperset(bounds)):
                yield self._number(self.own.get(word) or self._by_id(word), bounds, (word,), self.known)
                continue
            for of, inner in bounds.items():
                yield self._number(self.tables[word].get(of), inner, (word, of), self.tables[word])

    def _by_id(self, id: str) -> Quantity | Fault | None:
        """Returns the quantity that an id alone stands for, a fault if it is ambiguous, or None."""
        meanings = {name: table[id] for name, table in self.by_id.items() if id in table}
        if len(meanings) > 1:
            both = " or ".join(f"`{name} = {{ {id} = ... }}`" for name in meanings)
            return Fault("SA203", f"`{id}` has more than one meaning", f"write {both}", at_key=True, path=(id,))
        return next(iter(meanings.values()), None)

    def _number(
        self, source: Quantity | Fault | None, bounds: Any, path: tuple[str, ...], known: Iterable[str]
    ) -> ClaimedNumber | Fault:
        if isinstance(source, Fault):
            return source
        if source is None:
            return unknown_word("SA203", "a number that does not exist", path[-1], known, "number", at_key=True, path=path)
        for fault in NumberBounds.faults(bounds):
            return attrs.evolve(fault, path=path + fault.path)
        name = path[-1] if path[0] in TABLES else " ".join(path)
        return ClaimedNumber(name, self.linker.quantity(source), Range(**bounds))


def figures_on(rules: Ruleset, ranges: Mapping[str, Any]) -> Iterator[ClaimedNumber]:
    """Yields the number of all seats' figures on each place; copies of a location are counted separately."""
    for word, bounds in ranges.items():
        for place in rules.places:
            if word in (place.id, place.record[1]):
                yield ClaimedNumber(f"figures on {place.id}", _figures_at(place.index), Range(**bounds))


def _figures_at(place: int) -> Reader:
    return lambda state, seat, n: state.occupancy[place]
