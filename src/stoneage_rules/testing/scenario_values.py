"""Values of test files with a form that no plain type says: counts, figures, piles, items and tools."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from stoneage_rules.kernel.ruleset import Row
from stoneage_rules.language.fields import OwnForm
from stoneage_rules.packs.findings.faults import WORDS, Fault, wrong_type
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.packs.records.shapes import OUT_OF_RANGE
from stoneage_rules.packs.records.structure import PLAIN_NUMBER
from stoneage_rules.testing.names import EMPTY, Names, NamingValue

__all__ = [
    "Count",
    "GivenItems",
    "GivenPile",
    "HeldItems",
    "Pile",
    "PlacedFigures",
    "RoundNumber",
    "SpaceItem",
    "ToolState",
    "faults_within",
    "typed",
]

TRUE_OR_FALSE, NUMBER, TEXT = ({"type": word} for word in ("boolean", "integer", "string"))


def faults_within(entries: Iterable[tuple[str | int, Any]], faults: Callable[[Any], Iterable[Any]]) -> Iterator[Fault]:
    """Yields the faults of every value of a table or list, with its key or index in front of their paths."""
    for step, value in entries:
        for fault in faults(value):
            yield attrs.evolve(fault, path=(step, *fault.path))


def typed(wanted: type) -> Callable[[Any], list[Fault]]:
    """Returns what lists the fault of a value of another type."""
    return lambda value: [] if type(value) is wanted else [wrong_type(value, WORDS[wanted])]


class Count(NamingValue):
    """A whole number that is not below the least, nor above the most if there is one."""

    words = "whole number, 0 or more"
    least = 0
    most: int | None = None

    @classmethod
    def faults(cls, value: Any) -> Iterator[Fault]:
        yield from typed(int)(value) or _out_of_range(value, cls.least, cls.most)

    @classmethod
    def schema(cls, ids: Mapping[str, Sequence[str]]) -> dict[str, Any]:
        return {**NUMBER, "minimum": cls.least, **({} if cls.most is None else {"maximum": cls.most})}


def _out_of_range(value: int, least: int, most: int | None, path: Path = ()) -> Iterator[Fault]:
    if value < least or (most is not None and value > most):
        span = f"{least} to {most}" if most is not None else f"{least} or more"
        yield Fault("SA207", OUT_OF_RANGE, f"{span} belongs here", path=path)


class RoundNumber(Count):
    """The number of a round."""

    words = "whole number, 1 or more"
    least = 1


def _row_at(path: Path, names: Names) -> Row | None:
    """Returns the row of the space that the last key of a path names, if it names one."""
    space = str(path[-1])
    return names.rules.rows[names.rules.place(space).row] if space in names.known("space") else None


class Pile(Count):
    """The number of items face down on a space."""

    keyed_by = "space"


class GivenPile(Pile):
    """The number of items face down on a space; of a full pile the topmost lies open."""

    @classmethod
    def unknown(cls, value: Any, path: Path, names: Names) -> Iterator[Fault]:
        row = _row_at(path, names)
        if row is not None:
            yield from _out_of_range(value, 0, max(0, row.pile - 1), path)


class SpaceItem(NamingValue):
    """The item on a space, which is of the kind that lies there, or `none`."""

    words = "text"
    keyed_by = "space"

    @classmethod
    def faults(cls, value: Any) -> Iterator[Fault]:
        yield from typed(str)(value)

    @classmethod
    def unknown(cls, value: Any, path: Path, names: Names) -> Iterator[Fault]:
        row = _row_at(path, names)
        fitting = [EMPTY, *(item.id for item in names.rules.items if row is not None and item.kind == row.kind)]
        if row is not None and value not in fitting:
            yield names.nothing(names.rules.kinds[row.kind], value, fitting, path)

    @classmethod
    def schema(cls, ids: Mapping[str, Sequence[str]]) -> dict[str, Any]:
        return dict(TEXT)


class PlacedFigures(NamingValue):
    """The figures on a place: `[3, 0]`, a number for each seat, or `{ 0 = 3 }`, by seat."""

    words = "list or table: seat to whole number, 0 or more"
    keyed_by = "place"

    @classmethod
    def faults(cls, value: Any) -> Iterator[Fault]:
        if type(value) is list:
            yield from faults_within(enumerate(value), Count.faults)
        elif type(value) is dict:
            for seat in value:
                if not PLAIN_NUMBER.fullmatch(seat):
                    yield Fault("SA201", "a key that must be a whole number", f"`{seat}` is no seat", at_key=True, path=(seat,))
            yield from faults_within(value.items(), Count.faults)
        else:
            yield attrs.evolve(wrong_type(value, "a list or a set of keys"), help="write `[2, 0]` or `{ 0 = 2 }`")

    @classmethod
    def unknown(cls, value: Any, path: Path, names: Names) -> Iterator[Fault]:
        players = names.rules.players
        if isinstance(value, dict):
            yield from names.unknown({int(seat): count for seat, count in value.items()}, Mapping[int, Count], path, ["seat"])
        elif len(value) != players:
            label = f"{len(value)} numbers of figures for {players} seats"
            yield Fault("SA207", "a list that has not one number for each seat", label, path=path)

    @classmethod
    def schema(cls, ids: Mapping[str, Sequence[str]]) -> dict[str, Any]:
        count = Count.schema(ids)
        by_seat = {"type": "object", "additionalProperties": False, "patternProperties": {"^(0|[1-9][0-9]*)$": count}}
        return {"anyOf": [{"type": "array", "items": count}, by_seat]}


class HeldItems(NamingValue):
    """The items of a zone or seat: their ids, or how many there are."""

    words = "list of item ids or whole number, 0 or more"

    @classmethod
    def faults(cls, value: Any) -> Iterator[Fault]:
        if type(value) is int:
            yield from Count.faults(value)
        elif type(value) is list:
            yield from faults_within(enumerate(value), typed(str))
        else:
            yield wrong_type(value, "a list or a whole number")

    @classmethod
    def unknown(cls, value: Any, path: Path, names: Names) -> Iterator[Fault]:
        if type(value) is list:
            yield from names.unknown(value, tuple[str, ...], path, ["item"])

    @classmethod
    def schema(cls, ids: Mapping[str, Sequence[str]]) -> dict[str, Any]:
        item = {"anyOf": [{"enum": list(ids["item"])}, TEXT]} if "item" in ids else TEXT
        return {"anyOf": [{"type": "array", "items": item}, Count.schema(ids)]}


class GivenItems(HeldItems):
    """The items of a zone: no more than there are in all."""

    @classmethod
    def unknown(cls, value: Any, path: Path, names: Names) -> Iterator[Fault]:
        if type(value) is int:
            yield from _out_of_range(value, 0, len(names.rules.items), path)
        yield from super().unknown(value, path, names)


class ToolState(OwnForm):
    """A tool: its value, and whether it is used this round."""

    words = "tool such as `[2, false]`"

    @classmethod
    def faults(cls, value: Any) -> Iterator[Fault]:
        if type(value) is not list:
            yield wrong_type(value, "a tool such as `[2, false]`")
            return
        for index, (part, wanted) in enumerate(zip(value, (int, bool), strict=False)):
            yield from faults_within([(index, part)], typed(wanted))
        if len(value) != 2:
            yield Fault("SA207", "a tool that is no pair", "write its value and whether it is used, such as `[2, false]`")

    @classmethod
    def schema(cls, ids: Mapping[str, Sequence[str]]) -> dict[str, Any]:
        return {"type": "array", "items": [NUMBER, TRUE_OR_FALSE], "minItems": 2, "maxItems": 2}
