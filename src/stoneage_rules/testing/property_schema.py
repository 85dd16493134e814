"""Records of a property file: every key, the form of its value, and what it names.

The reader, the schemas and the reference page are made from them.
"""

from __future__ import annotations

import attrs

from stoneage_rules.language.condition import IfRow
from stoneage_rules.language.fields import field
from stoneage_rules.loading.table import Table
from stoneage_rules.testing.moments import END_OF_ROUND, MomentForm
from stoneage_rules.testing.scenario_values import Count

__all__ = ["Claim", "Games", "PropertyEntry", "PropertyFile"]


class Moment(MomentForm):
    """The moment at which a claim is looked at."""

    key = "at"
    plain = ("every-decision", END_OF_ROUND, "end-of-game")


class PlayerCount(Count):
    """The number of players."""

    words = "whole number, 1 to 9"
    least, most = 1, 9


@attrs.frozen
class Claim:
    """Quantities of a game at some moment, each with its range; all must be within it."""

    at: Moment = field(
        "when: `every-decision`, `end-of-round`, `end-of-game`, or `start-of-phase` or `end-of-phase` with a phase's id behind it"
    )
    meets: tuple[IfRow, ...] = field(
        "[quantities](#quantities) with their ranges, as in rows of `if`: of the game, or of every seat", not_empty=True
    )


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
