"""Values of test files with a form that no plain type expresses: counts, figures, piles, items and tools."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from stoneage_rules.language.fields import OwnForm
from stoneage_rules.packs.findings.faults import WORDS, Fault, wrong_type
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.packs.records.shapes import OUT_OF_RANGE
from stoneage_rules.packs.records.structure import PLAIN_NUMBER

__all__ = ["Count", "HeldItems", "PlacedFigures", "RoundNumber", "ToolState", "faults_within", "out_of_range"]

TRUE_OR_FALSE, NUMBER, TEXT = ({"type": word} for word in ("boolean", "integer", "string"))


def faults_within(entries: Iterable[tuple[str | int, Any]], faults: Callable[[Any], Iterable[Any]]) -> Iterator[Fault]:
    """Yields the faults of every value of a table or list, with their paths prefixed by its key or index."""
    for step, value in entries:
        for fault in faults(value):
            yield attrs.evolve(fault, path=(step, *fault.path))


def typed(wanted: type) -> Callable[[Any], list[Fault]]:
    """Returns a function that lists the fault of a value of another type."""
    return lambda value: [] if type(value) is wanted else [wrong_type(value, WORDS[wanted])]


def out_of_range(value: int, least: int, most: int | None, path: Path = ()) -> Iterator[Fault]:
    """Yields the fault of a number that is too small or too large."""
    if value < least or (most is not None and value > most):
        span = f"{least} to {most}" if most is not None else f"{least} or more"
        yield Fault("SA207", OUT_OF_RANGE, f"{span} belongs here", path=path)


class Count(OwnForm):
    """A whole number that is not below the least, nor above the most if there is one."""

    words = "whole number, 0 or more"
    least = 0
    most: int | None = None

    @classmethod
    def faults(cls, value: Any) -> Iterator[Fault]:
        yield from typed(int)(value) or out_of_range(value, cls.least, cls.most)

    @classmethod
    def schema(cls, ids: Mapping[str, Sequence[str]]) -> dict[str, Any]:
        return {**NUMBER, "minimum": cls.least, **({} if cls.most is None else {"maximum": cls.most})}


class RoundNumber(Count):
    """The number of a round."""

    words = "whole number, 1 or more"
    least = 1


class PlacedFigures(OwnForm):
    """The figures on a place: `[3, 0]`, a number for each seat, or `{ 0 = 3 }`, by seat."""

    words = "list or table: seat to whole number, 0 or more"

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
    def schema(cls, ids: Mapping[str, Sequence[str]]) -> dict[str, Any]:
        count = Count.schema(ids)
        by_seat = {"type": "object", "additionalProperties": False, "patternProperties": {"^(0|[1-9][0-9]*)$": count}}
        return {"anyOf": [{"type": "array", "items": count}, by_seat]}


class HeldItems(OwnForm):
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
    def schema(cls, ids: Mapping[str, Sequence[str]]) -> dict[str, Any]:
        item = {"anyOf": [{"enum": list(ids["item"])}, TEXT]} if "item" in ids else TEXT
        return {"anyOf": [{"type": "array", "items": item}, Count.schema(ids)]}


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
