"""The nouns of a state: what its numbers count, compiled, and the handles of their tables.

Mechanisms fill the tables from content; how the things are placed, paid or scored is theirs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import attrs

from stoneage_rules.language.described import Described
from stoneage_rules.language.handles import Handle

if TYPE_CHECKING:
    from stoneage_rules.language.condition import IfRow
    from stoneage_rules.language.word import Verb

__all__ = [
    "ABSENT_PLACE_TABLE",
    "FACES",
    "FACE_DOWN_TABLE",
    "FIGURE_TABLE",
    "GOOD_TABLE",
    "ITEM_TABLE",
    "KIND_TABLE",
    "LAST_ROUND_TABLE",
    "MARK_TABLE",
    "PHASE_TABLE",
    "PLACE_TABLE",
    "PRICE_TABLE",
    "STATEMENT_TABLE",
    "TAKING_ITEMS",
    "TOOL_TABLE",
    "TRACK_TABLE",
    "ZONE_TABLE",
    "AbsentPlace",
    "FaceDown",
    "FigureSupply",
    "Good",
    "Item",
    "ItemKind",
    "Mark",
    "Phase",
    "Place",
    "Statement",
    "ToolSpaces",
    "Track",
    "Zone",
]

FACES = 6
"""Faces of a die."""


class Good(NamedTuple):
    """A countable thing that seats hold."""

    id: str
    groups: tuple[str, ...]
    value: int
    """Points that one is worth where its value is counted."""
    supply: int
    """How many there are in all; -1 for no end."""


class Track(NamedTuple):
    """A scale on which each seat has a marker."""

    id: str
    top: int


class Mark(NamedTuple):
    """A fact about a seat."""

    id: str
    stays: bool
    """True if it lasts to the end of the game; otherwise the round's end wipes it."""


class FigureSupply(NamedTuple):
    """The figures of a colour: those at the start, and all."""

    start: int
    most: int


class ToolSpaces(NamedTuple):
    """How many tools a seat has room for, and the highest value of one."""

    spaces: int
    top: int


class Zone(NamedTuple):
    """A home of items that nobody owns and that lie on no place."""

    id: str
    is_queue: bool
    """True if its items keep their order; otherwise it is a bag."""


class FaceDown(NamedTuple):
    """A kind whose items seats can own face down; others see one among the unseen items of the zone that it comes from."""

    kind: int
    zone: int
    """The zone from which they come: a bag."""


class ItemKind(NamedTuple):
    """A kind of item."""

    id: str
    starts_in: int
    """The zone in which its items start."""
    divert: int
    """The zone to which one goes when a draw meets it in search of another kind; -1 for none."""


@attrs.frozen
class Place(Described):
    """One spot for figures: a location, one of its copies, or an owned workplace."""

    index: int
    id: str
    record: tuple[str, str]
    """Kind and id of the record that declares it."""
    name: str
    circles: int | None
    """How many figures it holds; None for no limit."""
    room: int
    """`circles` as a number; more than all figures for no limit."""
    least: int
    most: int
    """Figures of one placement."""
    node: int
    """Its effects, as a place in `rules.nodes`."""
    groups: tuple[str, ...] = ()
    stays: bool = False
    """Figures are not resolved and not returned with the others."""
    again: bool = False
    """A seat that is there already may come again in the same round."""
    price: int = -1
    """The price of whatever lies here as a place in the table of prices; -1 if the item's own counts."""
    row: int = -1
    """The row it is a space of, as a place in the table of rows; -1 for none: then nothing can lie here."""
    pile: int = 0
    """Items on it before the game begins, face down."""
    owned: int = -1
    """The item that the place is, and whose owner alone may come here, or -1."""
    is_open: bool = False
    """True if others than the owner may come here too."""
    marks: int = 0
    """Bits of the marks that a placement here leaves."""
    effects: tuple[Verb, ...] = ()
    """The effects of figures here, as content has them; `node` is the same compiled."""
    rows: tuple[IfRow, ...] = ()
    """The rows of its `if`: a seat may place here only while all of them hold."""

    @property
    def is_shared(self) -> bool:
        """True if two seats can stand here, of which one may take what lies here before the other acts."""
        return not self.stays and (self.circles is None or self.circles >= 2 * self.least)


class AbsentPlace(NamedTuple):
    """A place that is there with other numbers of players only."""

    id: str
    record: tuple[str, str]
    """Kind and id of the record that declares it."""
    players: tuple[int, ...]
    """The numbers of players with which it is there."""


@attrs.frozen
class Item(Described):
    """A card, building or other thing that is taken from a row or pile."""

    index: int
    id: str
    kind: int
    price: int
    """Its own price as a place in the table of prices; -1 for none."""
    node: int
    """Node of what it gives when it is taken."""
    anytime: int
    """Node of what it gives when used at any time; 0 for nothing."""
    one_use: int
    """Value as a one-use tool; 0 for none."""
    symbol: str | None
    icons: Mapping[str, int]
    bonus: tuple[tuple[int, ...], ...]
    """Goods that using it at any time can bring: one amount for each good, for every possibility."""
    divert: int
    """The zone it goes to when a draw meets it in search of another kind; -1 for none."""


@attrs.frozen
class Phase(Described):
    """A named part of the round: a list of effects."""

    id: str
    name: str
    node: int


class Statement(NamedTuple):
    """One numbered sentence of the rules, and the named checks that refuse what it forbids."""

    id: str
    text: str
    checks: tuple[str, ...]
    frames: tuple[str, ...] = ()
    """The names of the verbs and frames that carry it out."""
    answers: tuple[str, ...] = ()
    """Words that are no action, typed at a decision of `frames`: the statement answers them."""


GOOD_TABLE = Handle[Good]("good")
TRACK_TABLE = Handle[Track]("track")
MARK_TABLE = Handle[Mark]("mark")
FIGURE_TABLE = Handle[FigureSupply]("figure")
TOOL_TABLE = Handle[ToolSpaces]("tool")
ZONE_TABLE = Handle[Zone]("zone")
KIND_TABLE = Handle[ItemKind]("kind")
FACE_DOWN_TABLE = Handle[FaceDown]("face-down-kind")
PLACE_TABLE = Handle[Place]("place")
ABSENT_PLACE_TABLE = Handle[AbsentPlace]("absent-place")
ITEM_TABLE = Handle[Item]("item")
PRICE_TABLE = Handle[Any]("price")
"""The prices of items and places, each with `describe(goods)` and `brief(goods)`; the mechanism that fills it has them paid."""
PHASE_TABLE = Handle[Phase]("phase")
LAST_ROUND_TABLE = Handle[int]("last-round")
"""Rounds after which the game is over in any case."""
STATEMENT_TABLE = Handle[Statement]("statement")
TAKING_ITEMS = Handle[int]("taking-item")
"""The items used at any time that may do more than bring goods: by them a seat may lose something while it is asked."""
