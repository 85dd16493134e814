"""The nouns of a state, which its numbers count: goods, tracks, places, items, zones, and every set of tools."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

import attrs

from stoneage_rules.language.binding import Handle
from stoneage_rules.language.fields import Described

if TYPE_CHECKING:
    from stoneage_rules.language.quantity import IfRow
    from stoneage_rules.language.word import Verb


FACES = 6
"""Faces of a die."""


class Good(NamedTuple):
    """A countable thing that seats hold."""

    id: str
    """Its id in content."""
    groups: tuple[str, ...]
    """The groups of goods that it belongs to."""
    value: int
    """The value of one, in points."""
    supply: int
    """The total number; -1 for no limit."""


class Track(NamedTuple):
    """A scale on which each seat has a marker."""

    id: str
    top: int
    shared: bool = False
    """True if one marker counts for all seats."""


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
    """A container of items that no seat owns and no place holds."""

    id: str
    is_queue: bool
    """True if its items keep their order; otherwise it is a bag."""


class FaceDown(NamedTuple):
    """A kind whose items seats can own face down; others see one among the unseen items of the zone that it comes from."""

    kind: int
    """The index of the kind of item."""
    zone: int
    """The zone that they come from: a bag."""


class ItemKind(NamedTuple):
    """A kind of item."""

    id: str
    starts_in: int
    """The zone where its items start."""
    divert: int
    """The zone for one that a draw of another kind meets; -1 for none."""


@attrs.frozen
class Place(Described):
    """One spot for figures: a location, one of its copies, or an owned workplace.

    Programs read `index`, `id`, `name`, `circles`, `least`, `most`, `groups`, `stays`, `again` and `is_open`; the other fields
    follow the promise to plugins.
    """

    index: int
    """The place in `rules.places`."""
    id: str
    """Its word in actions."""
    record: tuple[str, str]
    """Kind and id of the record that declares it."""
    name: str
    """The name for people; copies are numbered."""
    circles: int | None
    """Its capacity in figures; None for no limit."""
    room: int
    """`circles` as a number; more than all figures for no limit."""
    least: int
    """The fewest figures in a placement."""
    most: int
    """The most figures in a placement."""
    node: int
    """The index of its effects in `rules.nodes`."""
    groups: tuple[str, ...] = ()
    """The ids of the groups of locations that it belongs to."""
    stays: bool = False
    """True if figures are not resolved and returned with the others."""
    again: bool = False
    """True if a seat with figures there may place again in the same round."""
    price: int = -1
    """The price of any item here as an index into the table of prices; -1 if the item's own counts."""
    row: int = -1
    """The index of its row in the table of rows; -1 if it is no space of a row and holds no item."""
    pile: int = 0
    """The number of face-down items on it before the game begins."""
    owned: int = -1
    """The item that provides the place for its owner, or -1."""
    is_open: bool = False
    """True if other seats may place here, too."""
    marks: int = 0
    """Bits of the marks that a placement here leaves."""
    effects: tuple[Verb, ...] = ()
    """The effects of figures here, as in the content; `node` is their compiled form."""
    rows: tuple[IfRow, ...] = ()
    """The rows of its `if`: a seat may place here only while all of them hold."""
    each_placement: tuple[Verb, ...] = ()
    """The effects of each placement, at once, as in the content."""
    placed: int = 0
    """The index of these effects in `rules.nodes`; 0 for none."""

    @property
    def is_shared(self) -> bool:
        """True if two seats can be here and one may take the item first."""
        return not self.stays and (self.circles is None or self.circles >= 2 * self.least)


class AbsentPlace(NamedTuple):
    """A place that exists with other numbers of players only."""

    id: str
    record: tuple[str, str]
    """Kind and id of the record that declares it."""
    players: tuple[int, ...]
    """The numbers of players that it exists with."""


@attrs.frozen
class Item(Described):
    """A card, building or other thing that is taken from a row or pile."""

    index: int
    """Its number."""
    id: str
    """Its id."""
    kind: int
    """The number of its kind."""
    price: int
    """Its own price as an index into the table of prices; -1 for none."""
    node: int
    """Node of the effects of taking it."""
    anytime: int
    """Node of what it gives when used at any time; 0 for nothing."""
    one_use: int
    """Value as a one-use tool; 0 for none."""
    symbol: str | None
    """Its symbol for final scoring; None for none."""
    icons: Mapping[str, int]
    """Its icons for final scoring, with their number."""
    bonus: tuple[tuple[int, ...], ...]
    """Goods that using it at any time can give: one amount for each good, for every possibility."""
    divert: int
    """The zone it goes to when a draw of another kind meets it; -1 for none."""


@attrs.frozen
class Phase(Described):
    """A named part of the round: a list of effects."""

    id: str
    """Its id."""
    name: str
    """Its name."""
    node: int
    """Node of its effects."""


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
"""The goods of the table."""
TRACK_TABLE = Handle[Track]("track")
MARK_TABLE = Handle[Mark]("mark")
FIGURE_TABLE = Handle[FigureSupply]("figure")
TOOL_TABLE = Handle[ToolSpaces]("tool")
ZONE_TABLE = Handle[Zone]("zone")
KIND_TABLE = Handle[ItemKind]("kind")
FACE_DOWN_TABLE = Handle[FaceDown]("face-down-kind")
"""The kinds of item that seats can own face down."""
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
"""The items used at any time that may do more than give goods: a seat may lose something while it is asked."""

# --- toolsets -----------------------------------------------------------------------------------------------------
#
# The tools of one seat, as one small integer with tables of what can become of it.
#
# A kit is a sorted tuple of (value, used); the closure over gaining, using and refreshing is finite and small.


Kit = tuple[tuple[int, bool], ...]


class Kits:
    """Every kit that can be reached, numbered; 0 is the empty one.

    Args:
        spaces: how many tools a seat has room for.
        top: the highest value of a tool.
    """

    def __init__(self, spaces: int, top: int) -> None:
        self.spaces = spaces
        self.top = top
        self._choices: dict[tuple[int, ...], frozenset[tuple[int, ...]]] = {}
        self._spent: dict[tuple[int, tuple[int, ...]], int] = {}
        self.kits: tuple[Kit, ...] = tuple(self._reachable())
        self.index: dict[Kit, int] = {kit: index for index, kit in enumerate(self.kits)}
        self.gained: tuple[int, ...] = tuple(self.index[self._gain(kit)] for kit in self.kits)
        self.refreshed: tuple[int, ...] = tuple(self.index[_refresh(kit)] for kit in self.kits)
        self.totals: tuple[int, ...] = tuple(sum(value for value, _ in kit) for kit in self.kits)
        self.counts: tuple[int, ...] = tuple(map(len, self.kits))
        self.unused: tuple[tuple[int, ...], ...] = tuple(tuple(value for value, used in kit if not used) for kit in self.kits)

    def _reachable(self) -> list[Kit]:
        found: list[Kit] = [()]
        seen: set[Kit] = {()}
        for kit in found:
            for new in (self._gain(kit), _refresh(kit), *(self._spend(kit, (value,)) for value, used in kit if not used)):
                if new not in seen:
                    seen.add(new)
                    found.append(new)
        return found

    def _gain(self, kit: Kit) -> Kit:
        """Returns a kit with one more tool: new while there is room, else a lowest one, unused before used, goes up."""
        if len(kit) < self.spaces:
            return _sorted([*kit, (1, False)])
        if not kit or kit[-1][0] == self.top:
            return kit
        lowest = min(kit)
        rest = list(kit)
        rest.remove(lowest)
        return _sorted([*rest, (lowest[0] + 1, lowest[1])])

    @cached_property
    def lost(self) -> tuple[int, ...]:
        """For each kit, the kit with one tool less: a highest tool, used before unused, is lowered; one of value 1 is gone."""
        return tuple(self.index[_lose(kit)] for kit in self.kits)

    @staticmethod
    def _spend(kit: Kit, values: tuple[int, ...]) -> Kit:
        rest = list(kit)
        for value in values:
            rest[rest.index((value, False))] = (value, True)
        return _sorted(rest)

    def spend(self, kit: int, values: tuple[int, ...]) -> int:
        """Returns the kit after tools of these values have been used."""
        spent = self._spent.get((kit, values))
        if spent is None:
            spent = self._spent[kit, values] = self.index[self._spend(self.kits[kit], values)]
        return spent

    def subsets(self) -> list[tuple[int, ...]]:
        """Returns every choice of unused tools that some kit allows, equal values counted once, highest first."""
        return sorted({chosen for values in self.unused for chosen in _choices(values)}, key=lambda chosen: (len(chosen), chosen))

    def allows(self, kit: int, values: tuple[int, ...]) -> bool:
        """Returns True if the kit has unused tools of all these values."""
        return self._is_choice(values, self.unused[kit])

    def includes(self, kit: int, values: tuple[int, ...]) -> bool:
        """Returns True if the kit has tools of all these values, used or not."""
        return self._is_choice(values, self.unused[self.refreshed[kit]])

    def _is_choice(self, values: tuple[int, ...], among: tuple[int, ...]) -> bool:
        choices = self._choices.get(among)
        if choices is None:
            choices = self._choices[among] = frozenset(_choices(among))
        return tuple(sorted(values, reverse=True)) in choices


def _choices(values: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yields every choice among values, highest first."""
    for size in range(len(values) + 1):
        yield from combinations(values, size)


def _refresh(kit: Kit) -> Kit:
    return _sorted([(value, False) for value, _ in kit])


def _lose(kit: Kit) -> Kit:
    if not kit:
        return kit
    value, used = highest = max(kit)
    rest = list(kit)
    rest.remove(highest)
    return _sorted([*rest, (value - 1, used)] if value > 1 else rest)


def _sorted(tools: list[tuple[int, bool]]) -> Kit:
    return tuple(sorted(tools, key=lambda tool: (-tool[0], tool[1])))
