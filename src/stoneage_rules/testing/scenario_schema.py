"""Records of a scenario file: every key, the form of its value, and what it names.

The reader, the schemas and the reference page are made from them; values with a form of their own are in `scenario_values`.
"""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from stoneage_rules.language.condition import IfRow
from stoneage_rules.language.fields import field
from stoneage_rules.loading.table import Table
from stoneage_rules.testing.scenario_values import Count, HeldItems, PlacedFigures, RoundNumber, ToolState
from stoneage_rules.testing.until import LastMoment

__all__ = ["Given", "GivenSeat", "Refused", "ScenarioEntry", "ScenarioFile", "Then", "ThenSeat"]

# --- a position ---------------------------------------------------------------------------------------------------


@attrs.frozen
class GivenSeat:
    """The possessions of a seat; those that are not named are as the set-up leaves them."""

    points: int | None = field("its points", default=None)
    goods: Mapping[str, Count] | None = field("its goods", default=None, refers_to="good")
    tracks: Mapping[str, Count] | None = field("where it stands on tracks", default=None, refers_to="track")
    figures: Count | None = field("how many figures it has in all", default=None)
    tools: tuple[ToolState, ...] | None = field("its tools: the value of each, and whether it is used this round", default=None)
    items: tuple[str, ...] | None = field("the items that it owns and that lie open", default=None, refers_to="item")
    face_down: tuple[str, ...] | None = field(
        "the items that it owns and that lie face down, which are not among `items`", default=None, refers_to="item"
    )
    unspent: tuple[str, ...] | None = field(
        "those of its open items that it can still use once; all of `items` without the key", default=None, refers_to="item"
    )
    marks: tuple[str, ...] | None = field("the marks that it has", default=None, refers_to="mark")


@attrs.frozen
class Given:
    """The position in which a scenario begins; facts that are not named are as the set-up leaves them."""

    round: RoundNumber | None = field("the round", default=None)
    phase: str | None = field(
        "the phase, which has just begun; `set-up` for the first decision of the set-up", default=None, refers_to="moment|phase"
    )
    set_up: tuple[str, ...] = field(
        "answers to the decisions of the set-up, in their order, and those outcomes in it that matter",
        default=(),
        refers_to="step",
    )
    over: bool = field("whether the game has ended, so that final scoring has come", default=False)
    first: Count | None = field("the seat that starts", default=None, refers_to="seat")
    acting: Count | None = field("the seat whose turn it is", default=None, refers_to="seat")
    seats: Mapping[int, GivenSeat] | None = field("what seats have, by seat", default=None, refers_to="seat")
    figures: Mapping[str, PlacedFigures] | None = field("figures by place", default=None, refers_to="place|location")
    spaces: Mapping[str, str] | None = field("the item that lies on a space, or `none`", default=None, refers_to="space|location")
    piles: Mapping[str, Count] | None = field("how many lie face down beneath", default=None, refers_to="space|location")
    zones: Mapping[str, tuple[str, ...]] | None = field("the items of a zone", default=None, refers_to="zone")
    dealt_to: tuple[Count, ...] | None = field(
        "the seats to which items are dealt, one by one, for which no other place is left", default=None, refers_to="seat"
    )


# --- expectations -------------------------------------------------------------------------------------------------


@attrs.frozen
class ThenSeat:
    """The facts about a seat; items are listed or counted."""

    points: int | None = field("its points", default=None)
    goods: Mapping[str, Count] | None = field("its goods", default=None, refers_to="good")
    tracks: Mapping[str, Count] | None = field("where it stands on tracks", default=None, refers_to="track")
    figures: Count | None = field("how many figures it has in all", default=None)
    at_home: Count | None = field("how many of them are at home", default=None)
    tools: tuple[ToolState, ...] | None = field("its tools: the value of each, and whether it is used this round", default=None)
    items: HeldItems | None = field("the items that it owns and that lie open", default=None, refers_to="item")
    face_down: HeldItems | None = field("the items that it owns and that lie face down", default=None, refers_to="item")
    unspent: HeldItems | None = field("those of its open items that it can still use once", default=None, refers_to="item")
    marks: tuple[str, ...] | None = field("the marks that it has", default=None, refers_to="mark")
    total: int | None = field("its points with final scoring, as if the game ended now", default=None)
    lines: Mapping[str, int] | None = field("the points of lines of its score sheet", default=None, refers_to="line")
    tie_break: int | None = field("the number that decides between equal totals", default=None)
    meets: tuple[IfRow, ...] = field("[quantities](#quantities) of it, each with its range, as in rows of `if`", default=())


@attrs.frozen
class Then:
    """The facts that must be so where the scenario ends; those that are not named may be anything."""

    round: Count | None = field("the round", default=None)
    phase: str | None = field("the phase's id, or `set-up`", default=None, refers_to="moment|phase")
    first: Count | None = field("the seat that starts", default=None, refers_to="seat")
    seats: Mapping[int, ThenSeat] | None = field("facts by seat", default=None, refers_to="seat")
    figures: Mapping[str, PlacedFigures] | None = field("figures by place", default=None, refers_to="place|location")
    spaces: Mapping[str, str] | None = field("the item on a space, or `none`", default=None, refers_to="space|location")
    piles: Mapping[str, Count] | None = field("how many lie face down beneath", default=None, refers_to="space|location")
    zones: Mapping[str, HeldItems] | None = field("the items of a zone, or how many there are", default=None, refers_to="zone")
    seat: Count | None = field("who must choose, or for whom chance decides", default=None, refers_to="seat")
    asks: str | None = field("the decision or chance event that is pending, by its frame's name", default=None, refers_to="frame")
    dice: Count | None = field("how many dice are about to be rolled", default=None)
    outcomes: tuple[str, ...] | None = field("all outcomes of a roll or draw, in any order", default=None, refers_to="outcome")
    outcomes_have: tuple[str, ...] = field("some of the outcomes", default=(), refers_to="outcome")
    outcomes_lack: tuple[str, ...] = field("what cannot be rolled or drawn", default=(), refers_to="outcome")
    legal: tuple[str, ...] | None = field("all options, in any order", default=None, refers_to="action")
    legal_has: tuple[str, ...] = field("some of the options", default=(), refers_to="action")
    legal_lacks: tuple[str, ...] = field("actions that are no options", default=(), refers_to="action")
    scores: tuple[int, ...] | None = field("each seat's points; once the game has ended, with final scoring", default=None)
    winners: tuple[Count, ...] | None = field("the seats that have won", default=None, refers_to="seat")
    over: bool | None = field("whether the game has ended", default=None)
    meets: tuple[IfRow, ...] = field(
        "[quantities](#quantities) with their ranges, as in rows of `if`: of the game, or of every seat", default=()
    )


@attrs.frozen
class Refused:
    """An action that must be refused where the scenario ends, and the reason that must be given."""

    action: str = field("the action in notation")
    unreadable: bool = field("whether it must be no action of these rules at all, in no state", default=False)
    seat: int | None = field("who asks for it; the seat that must choose, without the key", default=None, refers_to="seat")
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
    do: tuple[str, ...] = field("actions and outcomes in notation; the seat may stand in front", default=(), refers_to="step")
    until: LastMoment | None = field(
        "where it ends, before the game runs on: `end-of-phase` or `start-of-phase` with a phase behind it, or `end-of-round`",
        default=None,
    )
    then: Then = field("what must be so then", factory=Then)
    refused: tuple[Refused, ...] = field("what must be refused then: a table, or several", default=(), or_one=True)


@attrs.frozen
class ScenarioFile:
    """Scenarios of a pack: a position, what is done in it, and what must be so then."""

    table: Table = field("players, modules, options, edition, starting_seat", factory=Table)
    scenario: tuple[ScenarioEntry, ...] = field("the scenarios", factory=tuple)
