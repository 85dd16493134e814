"""Records of a property file: every key, the form of its value, and what it names.

The reader, the schemas and the reference page are made from them.  The numbers that can be named are in `property_numbers`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs

from stoneage_rules.language.condition import IfRow
from stoneage_rules.language.fields import OwnForm, field
from stoneage_rules.loading.table import Table
from stoneage_rules.packs.findings.faults import WORDS, Fault, wrong_type
from stoneage_rules.testing.moments import END_OF_ROUND, MomentForm
from stoneage_rules.testing.property_numbers import OWN, TABLES, NumberBounds
from stoneage_rules.testing.scenario_values import Count, faults_within

__all__ = ["PARTS", "Claim", "Games", "PropertyEntry", "PropertyFile"]


class Moment(MomentForm):
    """The moment at which a claim is looked at."""

    key = "at"
    plain = ("every-decision", END_OF_ROUND, "end-of-game")


class SeatNumbers(OwnForm):
    """Ranges by the numbers of a player: `{ food = { min = 0 }, tracks = { ... } }`."""

    words = "table: number of a player to [range](#range)"

    @classmethod
    def faults(cls, value: Any) -> Iterator[Fault]:
        if type(value) is not dict:
            yield wrong_type(value, WORDS[dict])
            return
        for word, ranges in value.items():
            if _is_table(word, ranges):
                yield from faults_within([(word, ranges)], lambda ranges: faults_within(ranges.items(), NumberBounds.faults))
            else:
                yield from faults_within([(word, ranges)], NumberBounds.faults)

    @classmethod
    def schema(cls, ids: Mapping[str, Sequence[str]]) -> dict[str, Any]:
        bounds = NumberBounds.schema(ids)
        ranges = {"type": "object", "additionalProperties": bounds}
        words = [*OWN, *(name for kind in ("good", "group:good", "track", "kind", "icon") for name in ids.get(kind, ()))]
        known = {word: {**bounds, "description": f"a range of `{word}`"} for word in words}
        tables = {word: {**ranges, "description": f"ranges of {about}"} for word, (_, about) in TABLES.items()}
        return {"type": "object", "additionalProperties": {"anyOf": [bounds, ranges]}, "properties": {**known, **tables}}


def _is_table(word: str, ranges: Any) -> bool:
    """Returns true for the ranges of a quantity by ids; quantities of plugins are known by their form alone."""
    if type(ranges) is not dict or word in TABLES:
        return type(ranges) is dict
    return bool(ranges) and {"min", "max"}.isdisjoint(ranges) and all(type(inner) is dict for inner in ranges.values())


class PlayerCount(Count):
    """The number of players."""

    words = "whole number, 1 to 9"
    least, most = 1, 9


@attrs.frozen
class Claim:
    """A claim about the numbers of a game at some moment; all of its parts must hold together."""

    at: Moment = field(
        "when: `every-decision`, `end-of-round`, `end-of-game`, or `start-of-phase` or `end-of-phase` with a phase's id behind it"
    )
    all_players: SeatNumbers | None = field("ranges of numbers of each player", default=None)
    some_player: SeatNumbers | None = field("ranges of numbers that one player must meet, all of them", default=None)
    all_players_meet: tuple[IfRow, ...] = field(
        "[quantities](#quantities) with their ranges, as in rows of `if`: of the game, or of each player", default=()
    )
    some_player_meets: tuple[IfRow, ...] = field("such rows that one player must meet, all of them", default=())
    together: SeatNumbers | None = field("ranges of the sums over all players", default=None)
    figures_on: Mapping[str, NumberBounds] | None = field(
        "ranges of the figures of all players on a place", default=None, refers_to="location"
    )
    round: NumberBounds | None = field("a range of the number of the round", default=None)


PARTS = tuple(part.name for part in attrs.fields(Claim) if part.name != "at")
"""The parts of a claim that claim something."""


@attrs.frozen
class Games:
    """The games in which a property is looked at."""

    players: tuple[PlayerCount, ...] = field("the player counts; the table's own without the key", default=())
    games: int = field("games for each player count", default=20, least=1, most=10_000)


@attrs.frozen
class PropertyEntry:
    """One `[[property]]`."""

    name: str = field("what it says, as a sentence")
    rules: tuple[str, ...] = field("the statements that it is about", default=(), refers_to="statement")
    table: Table = field("settings that differ from the file's table", factory=Table)
    always: Claim | None = field("what must hold whenever the moment comes", default=None)
    sometime: Claim | None = field("what must hold once at least, in one of the games", default=None)
    for_: Games = field("how many games are played", factory=Games)


@attrs.frozen
class PropertyFile:
    """Properties of a pack: what must be so in games that are played at random."""

    table: Table = field("players, modules, options and so on, as in a table file", factory=Table)
    property: tuple[PropertyEntry, ...] = field("the properties", factory=tuple)
