"""Reading the words of a position: every key and id known, every number a number.

What the words mean for a state is in `positions`, where items go of which nothing is said in `dealing`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from stoneage_rules.errors import InvalidState
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.packs.diagnostics import nearest

__all__ = ["EMPTY", "Given", "PositionError", "Reader", "Said"]

Given = Mapping[str, Any]
Path = tuple[str, ...]

EMPTY = "none"
"""What is said to lie on a space that is empty."""

KEYS = ("round", "phase", "first", "acting", "seats", "figures", "spaces", "piles", "zones")


class PositionError(InvalidState):
    """A position that cannot be; `path` leads to the part of what was given that is at fault."""

    def __init__(self, message: str, path: Path = ()) -> None:
        super().__init__(message)
        self.path = path


@attrs.define
class Said:
    """What is given, every word known and every number a number."""

    round: int
    phase: str
    first: int
    acting: int | None
    seats: dict[int, dict[str, Any]]
    figures: dict[str, list[int]]
    spaces: dict[str, str | None]
    piles: dict[str, int]
    zones: dict[str, list[str] | int]


class Reader:
    """Reads what is given, value by value."""

    def __init__(self, rules: Ruleset, given: Given) -> None:
        self.rules = rules
        self.given = given
        self.spaces = {place.id: rules.rows[place.row] for place in rules.places if place.row >= 0}

    def read(self) -> Said:
        rules, given = self.rules, _table(self.given, ())
        _all_known(given, KEYS, "key", ())
        phases = [phase.id for phase in rules.phases]
        return Said(
            round=_number(given.get("round", 1), ("round",), 1),
            phase=_known(given.get("phase", phases[0]), phases, "phase", ("phase",)),
            first=self.seat(given.get("first", rules.first_seat), ("first",)),
            acting=self.seat(given["acting"], ("acting",)) if "acting" in given else None,
            seats=dict(self.seats()),
            figures={place: self.figures(place, entry) for place, entry in self.part("figures", rules.place_index)},
            spaces={place: self.item_on(place, entry) for place, entry in self.part("spaces", self.spaces)},
            piles={place: self.pile(place, entry) for place, entry in self.part("piles", self.spaces)},
            zones={zone: self.zone(zone, entry) for zone, entry in self.part("zones", rules.zones)},
        )

    def part(self, key: str, known: Collection[str]) -> Iterator[tuple[str, Any]]:
        """The entries of a table whose keys are ids."""
        table = _table(self.given.get(key, {}), (key,))
        _all_known(table, known, "place" if key != "zones" else "zone", (key,))
        yield from table.items()

    def seats(self) -> Iterator[tuple[int, dict[str, Any]]]:
        for seat, entry in _table(self.given.get("seats", {}), ("seats",)).items():
            path = "seats", str(seat)
            yield self.seat(seat, path), self.seat_entry(_table(entry, path), path)

    def seat(self, seat: Any, path: Path) -> int:
        number = int(seat) if isinstance(seat, str) and seat.isdigit() else seat
        return _number(number, path, 0, self.rules.players - 1)

    def seat_entry(self, entry: Mapping[str, Any], path: Path) -> dict[str, Any]:
        keys = ("points", "goods", "tracks", "figures", "tools", "items", "face_down", "unspent", "marks")
        _all_known(entry, keys, "key", path)
        for key, known in (("goods", self.rules.goods), ("tracks", self.rules.tracks)):
            _all_known(_table(entry.get(key, {}), (*path, key)), known, key.removesuffix("s"), (*path, key))
        for key in ("items", "face_down", "unspent"):
            self.items(entry.get(key, ()), (*path, key))
        for mark in _list(entry.get("marks", ()), (*path, "marks")):
            _known(mark, self.rules.marks, "mark", (*path, "marks"))
        return dict(entry)

    def items(self, items: Any, path: Path) -> list[str]:
        return [_known(item, self.rules.item_ids, "item", path) for item in _list(items, path)]

    def figures(self, place: str, entry: Any) -> list[int]:
        path, players = ("figures", place), self.rules.players
        if not isinstance(entry, Mapping):
            found = [_number(count, path) for count in _list(entry, path)]
            if len(found) != players:
                raise PositionError(f"{len(found)} numbers of figures for {players} seats", path)
            return found
        counts = {self.seat(seat, path): _number(count, path) for seat, count in entry.items()}
        return [counts.get(seat, 0) for seat in range(players)]

    def item_on(self, place: str, item: Any) -> str | None:
        path = "spaces", place
        if item == EMPTY:
            return None
        wanted = self.spaces[place].kind
        known = [other.id for other in self.rules.items if other.kind == wanted]
        return _known(item, known, self.rules.kinds[wanted], path)

    def pile(self, place: str, count: Any) -> int:
        return _number(count, ("piles", place), 0, max(0, self.spaces[place].pile - 1))

    def zone(self, zone: str, entry: Any) -> list[str] | int:
        if type(entry) is int:
            return _number(entry, ("zones", zone), 0, len(self.rules.items))
        return self.items(entry, ("zones", zone))


def _known(word: Any, known: Collection[str], what: str, path: Path) -> str:
    if isinstance(word, str) and word in known:
        return word
    near = nearest(word, known) if isinstance(word, str) else None
    hint = f"did you mean `{near}`?" if near else "there is " + (", ".join(known) or "none")
    raise PositionError(f"no {what} is called `{word}`; {hint}", path)


def _all_known(table: Iterable[Any], known: Collection[str], what: str, path: Path) -> None:
    for word in table:
        _known(word, known, what, (*path, str(word)))


def _table(value: Any, path: Path) -> Mapping[Any, Any]:
    if not isinstance(value, Mapping):
        raise PositionError(f"{value!r} stands where a table belongs", path)
    return value


def _list(value: Any, path: Path) -> Sequence[Any]:
    if not isinstance(value, (list, tuple)):
        raise PositionError(f"{value!r} stands where a list belongs", path)
    return value


def _number(value: Any, path: Path, least: int = 0, most: int = 10**6) -> int:
    if type(value) is not int or not least <= value <= most:
        raise PositionError(f"{value!r} is no whole number from {least} to {most}", path)
    return value
