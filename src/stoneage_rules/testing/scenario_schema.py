"""What a scenario may say: every key of it, and the form of each value.

One source for the reader, the schemas and the page on packs.  Whether what is named exists at a table is asked in `names`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs

from stoneage_rules.language.fields import OwnForm, field
from stoneage_rules.loading.table import Table
from stoneage_rules.packs.findings.faults import WORDS, Fault, wrong_type
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.packs.records.shapes import OUT_OF_RANGE
from stoneage_rules.packs.records.structure import PLAIN_NUMBER, structurer_for

__all__ = ["Count", "Given", "Refused", "ScenarioEntry", "ScenarioFile", "Then", "below", "in_range", "position_faults"]

TRUE_OR_FALSE, NUMBER, TEXT = ({"type": word} for word in ("boolean", "integer", "string"))


def below(step: str | int, faults: Iterator[Fault]) -> Iterator[Fault]:
    """Faults of a value that stands under a key, or as one of a list."""
    for fault in faults:
        yield attrs.evolve(fault, path=(step, *fault.path))


def in_range(value: int, least: int, most: int | None, path: Path = ()) -> Iterator[Fault]:
    """The fault of a number that is too small or too large."""
    if value < least or (most is not None and value > most):
        span = f"{least} to {most}" if most is not None else f"{least} or more"
        yield Fault("SA207", OUT_OF_RANGE, f"{span} belongs here", path=path)


class Count(OwnForm):
    """A whole number that is not below 0, or not below another."""

    words = "whole number, 0 or more"
    least = 0
    most: int | None = None

    @classmethod
    def faults(cls, value: Any) -> Iterator[Fault]:
        if type(value) is int:
            yield from in_range(value, cls.least, cls.most)
        else:
            yield wrong_type(value, WORDS[int])

    @classmethod
    def schema(cls, ids: Mapping[str, Sequence[str]]) -> dict[str, Any]:
        return {**NUMBER, "minimum": cls.least, **({} if cls.most is None else {"maximum": cls.most})}


class Round(Count):
    """The number of a round."""

    words = "whole number, 1 or more"
    least = 1


class Figures(OwnForm):
    """The figures on a place: `[3, 0]`, a number for each seat, or `{ 0 = 3 }`, by seat."""

    words = "list or table: seat to whole number, 0 or more"

    @classmethod
    def faults(cls, value: Any) -> Iterator[Fault]:
        if type(value) is list:
            for index, count in enumerate(value):
                yield from below(index, Count.faults(count))
        elif type(value) is dict:
            for seat, count in value.items():
                if not PLAIN_NUMBER.fullmatch(seat):
                    yield Fault("SA201", "a key that must be a whole number", f"`{seat}` is no seat", at_key=True, path=(seat,))
                yield from below(seat, Count.faults(count))
        else:
            yield attrs.evolve(wrong_type(value, "a list or a set of keys"), help="write `[2, 0]` or `{ 0 = 2 }`")

    @classmethod
    def schema(cls, ids: Mapping[str, Sequence[str]]) -> dict[str, Any]:
        count = Count.schema(ids)
        by_seat = {"type": "object", "additionalProperties": False, "patternProperties": {"^(0|[1-9][0-9]*)$": count}}
        return {"anyOf": [{"type": "array", "items": count}, by_seat]}


class Held(OwnForm):
    """The items of a zone or seat: their ids, or how many there are."""

    words = "list of item ids or whole number, 0 or more"

    @classmethod
    def faults(cls, value: Any) -> Iterator[Fault]:
        if type(value) is int:
            yield from Count.faults(value)
        elif type(value) is list:
            for index, item in enumerate(value):
                if type(item) is not str:
                    yield from below(index, iter([wrong_type(item, WORDS[str])]))
        else:
            yield attrs.evolve(wrong_type(value, "a list or a whole number"), fix=None)

    @classmethod
    def schema(cls, ids: Mapping[str, Sequence[str]]) -> dict[str, Any]:
        item = {"anyOf": [{"enum": list(ids["item"])}, TEXT]} if "item" in ids else TEXT
        return {"anyOf": [{"type": "array", "items": item}, Count.schema(ids)]}


class Tool(OwnForm):
    """A tool: its value, and whether it is used this round."""

    words = "tool such as `[2, false]`"

    @classmethod
    def faults(cls, value: Any) -> Iterator[Fault]:
        if type(value) is not list:
            yield attrs.evolve(wrong_type(value, "a tool such as `[2, false]`"), fix=None)
            return
        for index, (part, wanted) in enumerate(zip(value, (int, bool), strict=False)):
            if type(part) is not wanted:
                yield from below(index, iter([wrong_type(part, WORDS[wanted])]))
        if len(value) != 2:
            yield Fault("SA207", "a tool that is no pair", "write its value and whether it is used, such as `[2, false]`")

    @classmethod
    def schema(cls, ids: Mapping[str, Sequence[str]]) -> dict[str, Any]:
        return {"type": "array", "items": [NUMBER, TRUE_OR_FALSE], "minItems": 2, "maxItems": 2}


# --- a position ---------------------------------------------------------------------------------------------------


@attrs.frozen
class GivenSeat:
    """What a seat has; what is not named is as the set-up leaves it."""

    points: int | None = field("its points", default=None)
    goods: Mapping[str, Count] | None = field("its goods", default=None, refers_to="good")
    tracks: Mapping[str, Count] | None = field("where it stands on tracks", default=None, refers_to="track")
    figures: Count | None = field("how many figures it has in all", default=None)
    tools: tuple[Tool, ...] | None = field("its tools: the value of each, and whether it is used this round", default=None)
    items: tuple[str, ...] | None = field("the items that it owns and that lie open", default=None, refers_to="item")
    face_down: tuple[str, ...] | None = field(
        "the items that it owns and that lie face down, which are not among `items`", default=None, refers_to="item"
    )
    unspent: tuple[str, ...] | None = field("those of its open items that it can still use once", default=None, refers_to="item")
    marks: tuple[str, ...] | None = field("the marks that it has until the round ends", default=None, refers_to="mark")


@attrs.frozen
class Given:
    """The position in which a scenario begins; what is not named is as the set-up leaves it."""

    round: Round | None = field("the round", default=None)
    phase: str | None = field("the phase, which has just begun", default=None, refers_to="phase")
    first: Count | None = field("the seat that starts", default=None)
    acting: Count | None = field("the seat whose turn it is", default=None)
    seats: Mapping[int, GivenSeat] | None = field("what seats have, by seat", default=None)
    figures: Mapping[str, Figures] | None = field("figures by place", default=None, refers_to="location")
    spaces: Mapping[str, str] | None = field("the item that lies on a space, or `none`", default=None, refers_to="location")
    piles: Mapping[str, Count] | None = field("how many lie face down beneath", default=None, refers_to="location")
    zones: Mapping[str, Held] | None = field("the items of a zone, or how many there are", default=None, refers_to="zone")


def position_faults(given: Any) -> list[Fault]:
    """What is wrong with the form of a position."""
    return structurer_for({}, {}).structure(given, Given)[1]


# --- what must be so ----------------------------------------------------------------------------------------------


@attrs.frozen
class ThenSeat:
    """Facts about a seat; of items it may also be said how many there are."""

    points: int | None = field("its points", default=None)
    goods: Mapping[str, Count] | None = field("its goods", default=None, refers_to="good")
    tracks: Mapping[str, Count] | None = field("where it stands on tracks", default=None, refers_to="track")
    figures: Count | None = field("how many figures it has in all", default=None)
    at_home: Count | None = field("how many of them are at home", default=None)
    tools: tuple[Tool, ...] | None = field("its tools: the value of each, and whether it is used this round", default=None)
    items: Held | None = field("the items that it owns and that lie open", default=None)
    face_down: Held | None = field("the items that it owns and that lie face down", default=None)
    unspent: Held | None = field("those of its open items that it can still use once", default=None)
    marks: tuple[str, ...] | None = field("the marks that it has", default=None, refers_to="mark")


@attrs.frozen
class Then:
    """What must be so where the scenario ends; what is not named may be anything."""

    round: Count | None = field("the round", default=None)
    phase: str | None = field("the phase's id", default=None, refers_to="phase")
    first: Count | None = field("the seat that starts", default=None)
    seats: Mapping[int, ThenSeat] | None = field("facts by seat", default=None)
    figures: Mapping[str, Figures] | None = field("figures by place", default=None, refers_to="location")
    spaces: Mapping[str, str] | None = field("the item on a space, or `none`", default=None, refers_to="location")
    piles: Mapping[str, Count] | None = field("how many lie face down beneath", default=None, refers_to="location")
    zones: Mapping[str, Held] | None = field("the items of a zone, or how many there are", default=None, refers_to="zone")
    seat: Count | None = field("who must choose, or for whom chance decides", default=None)
    asks: str | None = field("the decision or chance event that is pending, by its frame's name", default=None)
    legal: tuple[str, ...] | None = field("all options, in any order", default=None)
    legal_has: tuple[str, ...] = field("some of the options", default=())
    legal_lacks: tuple[str, ...] = field("actions that are no options", default=())
    scores: tuple[int, ...] | None = field("each seat's points", default=None)
    winners: tuple[Count, ...] | None = field("the seats that have won", default=None)
    over: bool | None = field("whether the game has ended", default=None)


@attrs.frozen
class Refused:
    """An action that must be refused where the scenario ends, and the reason that must be given."""

    action: str = field("the action in notation")
    seat: int | None = field("who asks for it; the seat that must choose, without the key", default=None)
    rule: str | None = field("the statement that a reason must cite", default=None, refers_to="statement")
    check: str | None = field("the check that a reason must name", default=None, refers_to="check")
    needed: str = field("text that the reason's demand contains", default="")
    found: str = field("text that the reason's finding contains", default="")


# --- a file -------------------------------------------------------------------------------------------------------


@attrs.frozen
class ScenarioEntry:
    """One `[[scenario]]`."""

    name: str = field("what it shows, as a sentence")
    rules: tuple[str, ...] = field("the statements that it proves", default=(), refers_to="statement")
    table: Table = field("settings that differ from the file's table", factory=Table)
    given: Given = field("the position in which it begins", factory=Given)
    do: tuple[str, ...] = field("actions and outcomes in notation; the seat may stand in front", default=())
    then: Then = field("what must be so then", factory=Then)
    refused: tuple[Refused, ...] = field("what must be refused then: a table, or several", default=(), or_one=True)


@attrs.frozen
class ScenarioFile:
    """Scenarios of a pack: a position, what is done in it, and what must be so then."""

    table: Table = field("players, modules, options, edition, starting_seat", factory=Table)
    scenario: tuple[ScenarioEntry, ...] = field("the scenarios", factory=tuple)
