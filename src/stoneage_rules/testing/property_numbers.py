"""Numbers of a state by the words of the content, and the ranges in which they must be.

Which claims are made with them, and when, is in `properties`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State
from stoneage_rules.language.fields import OwnForm, field
from stoneage_rules.packs.findings.faults import WORDS, Fault, unknown_word, wrong_type
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.packs.records.structure import structurer_for
from stoneage_rules.testing.scenario_schema import below

__all__ = ["Bounds", "Fact", "Range", "SeatFacts", "SeatNumbers", "place_facts"]

Reader = Callable[[State, int], int]


@attrs.frozen
class Range:
    """The numbers that are allowed; both ends belong to it."""

    min: int | None = field("the smallest number allowed", default=None)
    max: int | None = field("the largest number allowed", default=None)

    def has(self, value: int) -> bool:
        """Whether a number is within."""
        return (self.min is None or value >= self.min) and (self.max is None or value <= self.max)

    def __str__(self) -> str:
        words = [f"at least {self.min}"] * (self.min is not None) + [f"at most {self.max}"] * (self.max is not None)
        return " and ".join(words)


@attrs.frozen
class Fact:
    """A number of the game, how a file calls it, and its range."""

    name: str
    read: Reader
    """The number of a seat; facts of the whole table take no heed of the seat."""
    bounds: Range


class Bounds(OwnForm):
    """A range, as a file says it."""

    words = "[range](#range)"

    @classmethod
    def faults(cls, value: Any) -> Iterator[Fault]:
        if type(value) is not dict:
            yield attrs.evolve(wrong_type(value, "a range such as `{ min = 0 }`"), fix=None)
            return
        made, faults = structurer_for({}, {}).structure(value, Range)
        yield from faults or _ends(made)

    @classmethod
    def schema(cls, ids: Mapping[str, Sequence[str]]) -> dict[str, Any]:
        ends = {end.name: {"type": "integer", "description": end.metadata["help"]} for end in attrs.fields(Range)}
        return {"type": "object", "additionalProperties": False, "properties": ends, "minProperties": 1}


def _ends(bounds: Range) -> Iterator[Fault]:
    """What is wrong with the ends of a range."""
    if bounds.min is None and bounds.max is None:
        yield Fault("SA207", "a range without an end", "write `min`, `max` or both")
    elif bounds.min is not None and bounds.max is not None and bounds.min > bounds.max:
        yield Fault("SA207", "a range in which no number is", "`min` is larger than `max`")


class SeatNumbers(OwnForm):
    """Ranges by what they are about: `{ food = { min = 0 }, tracks = { ... } }`."""

    words = "table: number of a player to [range](#range)"

    @classmethod
    def faults(cls, value: Any) -> Iterator[Fault]:
        if type(value) is not dict:
            yield wrong_type(value, WORDS[dict])
            return
        for word, inner in value.items():
            if word not in LONGER or type(inner) is not dict:
                yield from below(word, Bounds.faults(inner))
                continue
            for name, bounds in inner.items():
                yield from below(word, below(name, Bounds.faults(bounds)))

    @classmethod
    def schema(cls, ids: Mapping[str, Sequence[str]]) -> dict[str, Any]:
        bounds = Bounds.schema(ids)
        words = [*OWN, *(name for kind in ("good", "group:good", "track", "kind", "icon") for name in ids.get(kind, ()))]
        known = {word: {**bounds, "description": f"a range of `{word}`"} for word in words}
        longer = {
            word: {"type": "object", "additionalProperties": bounds, "description": f"ranges of {about}"}
            for word, about in LONGER.items()
        }
        return {"type": "object", "additionalProperties": bounds, "properties": {**known, **longer}}


OWN: Mapping[str, Reader] = {
    "points": lambda state, seat: state.points[seat],
    "total": lambda state, seat: state.score_sheet(seat).total,
    "figures": lambda state, seat: state.figures[seat],
    "at_home": lambda state, seat: state.at_home[seat],
    "tools": lambda state, seat: state.rules.kits.counts[state.kits[seat]],
    "tool_value": lambda state, seat: state.rules.kits.totals[state.kits[seat]],
    "items": lambda state, seat: len(state.zones[state.rules.zones_of(seat)[0]]),
    "face_down": lambda state, seat: state.face_down[seat],
}
"""What every seat has, whatever the content."""

LONGER: Mapping[str, str] = {
    "goods": "goods and groups of them",
    "tracks": "tracks",
    "owned": "kinds of item, by how many are owned",
    "icons": "icons, by how many are shown",
}
"""Where an id with several meanings is told apart."""


class SeatFacts:
    """The words for the numbers of a seat under some rules: its own, and the ids of the content."""

    def __init__(self, rules: Ruleset) -> None:
        self.tables: Mapping[str, Mapping[str, Reader]] = {
            "goods": {**_goods(rules), **_good_groups(rules)},
            "tracks": {track: _at(rules, "tracks", index) for index, track in enumerate(rules.tracks)},
            "owned": {kind: _owned(index) for index, kind in enumerate(rules.kinds)},
            "icons": {icon: _icons(icon) for icon in sorted({icon for item in rules.items for icon in item.icons})},
        }

    def read(self, given: Mapping[str, Any], path: Path) -> Iterator[Fact | Fault]:
        """The facts of a table such as `{ food = { min = 0 }, tracks = { ... } }`, and what is wrong with it."""
        for word, value in given.items():
            here = (*path, word)
            if word in LONGER:
                for inner, bounds in value.items():
                    yield self._fact(inner, self.tables[word].get(inner), bounds, (*here, inner), list(self.tables[word]))
                continue
            yield self._word(word, value, here)

    def _word(self, word: str, value: Any, path: Path) -> Fact | Fault:
        if word in OWN:
            return self._fact(word, OWN[word], value, path, ())
        fits = [name for name, table in self.tables.items() if word in table]
        if len(fits) > 1:
            both = " or ".join(f"`{name} = {{ {word} = ... }}`" for name in fits)
            return Fault("SA203", f"`{word}` has more than one meaning", f"write {both}", at_key=True, path=path)
        known = sorted({*OWN, *self.tables, *(inner for table in self.tables.values() for inner in table)})
        return self._fact(word, self.tables[fits[0]][word] if fits else None, value, path, known)

    @staticmethod
    def _fact(word: str, reader: Reader | None, value: Any, path: Path, known: Any) -> Fact | Fault:
        if reader is None:
            return unknown_word("SA203", "a number that does not exist", word, known, "number", at_key=True, path=path)
        return Fact(word, reader, Range(**value))


def place_facts(rules: Ruleset, given: Mapping[str, Any], path: Path) -> Iterator[Fact | Fault]:
    """The figures of all seats on places, each copy of a location by itself."""
    for word, value in given.items():
        places = [place for place in rules.places if word in (place.id, place.record[1])]
        if not places:
            known = sorted({word for place in rules.places for word in (place.id, place.record[1])})
            yield unknown_word("SA203", "a place that does not exist", word, known, "place", at_key=True, path=(*path, word))
        for place in places:
            yield Fact(f"figures on {place.id}", _taken(place.index), Range(**value))


def _goods(rules: Ruleset) -> dict[str, Reader]:
    return {good: _at(rules, "goods", index) for index, good in enumerate(rules.goods)}


def _good_groups(rules: Ruleset) -> dict[str, Reader]:
    members: dict[str, list[int]] = {}
    for index, entry in enumerate(rules.content.of("good")):
        for group in entry.record.groups:
            members.setdefault(group, []).append(index)
    width = len(rules.goods)
    return {group: _sum(tuple(goods), width) for group, goods in members.items()}


def _at(rules: Ruleset, name: str, index: int) -> Reader:
    width = len(getattr(rules, name))
    return lambda state, seat: int(getattr(state, name)[seat * width + index])


def _sum(goods: tuple[int, ...], width: int) -> Reader:
    return lambda state, seat: sum(state.goods[seat * width + good] for good in goods)


def _owned(kind: int) -> Reader:
    return lambda state, seat: sum(item.kind == kind for item in _items(state, seat))


def _icons(icon: str) -> Reader:
    return lambda state, seat: sum(item.icons.get(icon, 0) for item in _items(state, seat))


def _items(state: State, seat: int) -> list[Any]:
    owned, down = state.rules.zones_of(seat)
    return [state.rules.items[item] for item in state.zones[owned] + state.zones[down]]


def _taken(place: int) -> Reader:
    return lambda state, seat: state.occupancy[place]
