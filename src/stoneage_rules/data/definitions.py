"""Records as programs read them; every outcome by its number, and how large the numbers of a game become."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from math import comb
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

import attrs

from stoneage_rules.kernel.actions import Outcome
from stoneage_rules.kernel.frames import JSON, LONGEST
from stoneage_rules.kernel.nouns import FACES, GOOD_TABLE, LAST_ROUND_TABLE, TRACK_TABLE, Good
from stoneage_rules.kernel.position import find
from stoneage_rules.language.cost import Cost
from stoneage_rules.language.fields import Noted, PublicValue, names_in, plain, toml_key
from stoneage_rules.language.quantity import points_of
from stoneage_rules.language.word import ContentRecord, Verb
from stoneage_rules.telling.phrases import Brief, Briefs, Phrases
from stoneage_rules.text import noun_of, safe

if TYPE_CHECKING:
    import typing_extensions

    from stoneage_rules.kernel.ruleset import Ruleset
    from stoneage_rules.mechanics.belongings import GoodRecord, TrackRecord
    from stoneage_rules.mechanics.items import ItemRecord
    from stoneage_rules.mechanics.locations import LocationRecord
    from stoneage_rules.packs.content import Entry

    Record = typing_extensions.TypeVar("Record", bound=ContentRecord, default=ContentRecord, covariant=True)
else:
    # Type checkers alone need more; a default needs Python 3.13.
    Record = TypeVar("Record")
    GoodRecord = ItemRecord = LocationRecord = TrackRecord = ContentRecord

# --- definitions --------------------------------------------------------------------------------------------------
#
# Items, locations, goods, tracks and every other record of content, as programs read them.
#
# Nothing here is needed in play.  A definition has the values as content has them; how they are compiled is in `nouns`.


RECONSTRUCTED = "reconstructed"


@attrs.frozen(eq=False, repr=False, slots=False)
class Definition(Noted, Generic[Record]):
    """A thing that the content defines, at one table; the same object each time.

    >>> str(rules.definition("zone", "deck").record.order)
    'bag'
    """

    rules: Ruleset
    """The rules that it belongs to."""
    kind: str
    """The name of its table in content, such as `good`; for an item, its kind."""
    id: str
    """Its id in actions and positions."""
    record: Record
    """Its content: an instance of the attrs class of its kind, with the TOML keys as fields, including keys of modules."""
    confidence: str
    """The certainty of its values: `rulebook`, `corroborated`, `reconstructed` or `house`."""
    address: str
    """Its address for `stoneage why` and `stoneage show`: `KIND PACK:ID`."""

    @property
    def name(self) -> str:
        """Its name for people; the id if it has none."""
        return safe(self.record.name or self.id)

    @property
    def words(self) -> str:
        """Its values in a few words."""
        return safe(self.record.describe(self.rules.service(Phrases)))

    @property
    def reconstructed(self) -> tuple[str, ...]:
        """The keys of reconstructed values or parts of them, such as `faces.2`; all if its confidence is `reconstructed`."""
        if self.confidence == RECONSTRUCTED:
            return self.rules.service(Phrases).keys(self.record)
        return self.record.reconstructed

    @property
    def statements(self) -> tuple[str, ...]:
        """The ids of the statements that it carries out."""
        return self.record.rules

    @property
    def sentences(self) -> Mapping[str, str]:
        """These statements by id, each with its sentence."""
        return {id: self.rules.sentences[id] for id in self.statements}

    @property
    def values(self) -> Mapping[str, JSON]:
        """The values of `record` as plain tables, lists, numbers and texts, without the fields common to all records."""
        own = [key for key in attrs.fields_dict(type(self.record)) if key not in attrs.fields_dict(ContentRecord)]
        return {toml_key(key): plain(getattr(self.record, key)) for key in own}

    @property
    def where(self) -> str | None:
        """`FILE:LINE` of the record; None if it is not from a file."""
        return self.rules._locate(self.address)

    def to_dict(self) -> dict[str, Any]:
        """Returns the definition as plain tables, lists, numbers and texts; `DefinitionData.from_dict` reads them."""
        from stoneage_rules.language.converter import to_data

        return to_data(self, DefinitionData)

    def __str__(self) -> str:
        said = f"{self.id}: {self.words}" if self.words else self.id
        return f"{said} [{RECONSTRUCTED}: {', '.join(self.reconstructed)}]" if self.reconstructed else said

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.kind} {self.id}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return self.rules.definition, (self.kind, self.id)


@attrs.frozen
class DefinitionData(PublicValue):
    """A definition for programs without the rules."""

    kind: str
    """The name of its table in content; for an item, its kind."""
    id: str
    """Its id in actions and positions."""
    name: str
    """Its name for people; the id if it has none."""
    words: str
    """Its values in a few words."""
    values: Mapping[str, JSON]
    """Its values under the keys of TOML; null for none."""
    confidence: str
    """The certainty of its values: `rulebook`, `corroborated`, `reconstructed` or `house`."""
    reconstructed: tuple[str, ...]
    """The keys of the values that are reconstructed, or of parts of them."""
    statements: tuple[str, ...]
    """The ids of the statements that it carries out."""
    sentences: Mapping[str, str]
    """These statements by id, each with its sentence."""


class _Bringing(Definition[Record]):
    """A definition with effects, and perhaps a price."""

    @property
    def cost(self) -> Cost | None:
        """Its own price in goods: of an item None where the place sets one, of a location None where that of the item counts."""
        cost: Cost | None = getattr(self.record, "cost", None)
        return cost

    @property
    def effects(self) -> tuple[Verb, ...]:
        """Its effects in order, when it is taken or by figures there: each an attrs class with the keys of its verb as fields."""
        effects: tuple[Verb, ...] = getattr(self.record, "effects", ())
        return effects


class ItemDefinition(_Bringing[ItemRecord]):
    """A card, building or other thing that is taken.

    >>> str(rules.item("bld-01").cost), rules.item("bld-01").points
    ('2 wood, 1 clay', 10)
    """

    @property
    def index(self) -> int:
        """Its place in `rules.items`."""
        return self.rules.item_index[self.id]

    @property
    def brief(self) -> Brief:
        """Price, effects and symbols, each in a few words."""
        return self.rules.service(Briefs).item(self.index)

    @property
    def words(self) -> str:
        return safe(attrs.evolve(self.brief, item=""))

    @property
    def points(self) -> int | None:
        """Points that taking it scores at once; None if they depend on the payment or the position."""
        amounts = list(map(points_of, self.effects))
        return sum(amount for amount in amounts if isinstance(amount, int)) if all(type(one) is int for one in amounts) else None

    @property
    def anytime(self) -> tuple[Verb, ...]:
        """The effects that its owner may have once, at any time."""
        anytime: tuple[Verb, ...] = getattr(self.record, "anytime", ())
        return anytime

    @property
    def one_use(self) -> int:
        """Its value for one roll; 0 for none."""
        return self.rules.items[self.index].one_use

    @property
    def symbol(self) -> str | None:
        """The symbol that it shows for final scoring."""
        return self.rules.items[self.index].symbol

    @property
    def icons(self) -> Mapping[str, int]:
        """The icons that it shows for final scoring, and how many of each."""
        return self.rules.items[self.index].icons

    @property
    def place(self) -> str | None:
        """The place that it is for its owner; None for most."""
        return next((place.id for place in self.rules.places if place.owned == self.index), None)


class LocationDefinition(_Bringing[LocationRecord]):
    """A place for figures, or several of a kind.

    >>> rules.location("hut").circles, rules.location("building-2").places
    (2, ('building-1', 'building-2', 'building-3', 'building-4'))
    """

    @property
    def words(self) -> str:
        price = "" if self.cost is None else self.rules.service(Phrases).value(self.cost)
        return safe(Brief("", price, self.rules.service(Phrases).effects(self.effects), ""))

    @property
    def places(self) -> tuple[str, ...]:
        """The ids of its places at this table: its own, or one for each copy."""
        return tuple(place.id for place in self.rules.places if place.record == (self.kind, self.id))

    @property
    def groups(self) -> tuple[str, ...]:
        """The groups that it belongs to."""
        return self.rules.place(self.places[0]).groups

    @property
    def circles(self) -> int | None:
        """How many figures each of its places holds; None for no limit."""
        return self.rules.place(self.places[0]).circles

    @property
    def figures(self) -> range:
        """The numbers of figures that one placement can have."""
        place = self.rules.place(self.places[0])
        return range(place.least, place.most + 1)

    @property
    def named_by(self) -> tuple[Definition, ...]:
        """The definitions that name it or one of its groups: limits on placements, its row, add-ons...

        >>> [one.id for one in rules.location("hut").named_by]
        ['village-places']
        """
        kinds, names = {self.kind, f"group:{self.kind}"}, {self.id, *self.groups}
        naming = (
            entry
            for entry in self.rules.content
            if any(name in names and not kinds.isdisjoint(refs) for refs, name, _ in names_in(entry.record))
        )
        return tuple(self.rules.definition(entry.kind, entry.name) for entry in naming)


class GoodDefinition(Definition[GoodRecord]):
    """A countable thing that seats hold.

    >>> rules.good("gold").value, rules.good("gold").supply
    (6, None)
    """

    @property
    def groups(self) -> tuple[str, ...]:
        """The groups that it belongs to."""
        return self._good.groups

    @property
    def value(self) -> int:
        """The value of one, in points."""
        return self._good.value

    @property
    def supply(self) -> int | None:
        """How many there are in all; None if it never runs out."""
        return None if self._good.supply < 0 else self._good.supply

    @property
    def _good(self) -> Good:
        return self.rules.entries(GOOD_TABLE)[self.rules.words["good"][self.id]]


class TrackDefinition(Definition[TrackRecord]):
    """A scale on which each seat has a marker, from 0.

    >>> {id: rules.track(id).top for id in rules.tracks}
    {'agriculture': 10}
    """

    @property
    def top(self) -> int:
        """Its last space."""
        return self.rules.track_tops[self.rules.words["track"][self.id]]


# --- content reader -----------------------------------------------------------------------------------------------
#
# Finds definitions by kind and id.


class ContentReader:
    """The definitions of a ruleset: `rules.service(ContentReader)`."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self._locations = {place.record[0] for place in rules.places} - {*rules.kinds}
        self.by_kind: dict[str, dict[str, Definition]] = {
            kind: {entry.name: self._made(entry) for entry in rules.content.of(kind)}
            for kind in (*rules.content.kinds.records, *rules.content.item_kinds)
        }

    def _made(self, entry: Entry) -> Definition:
        sort = self._class_of(entry.kind)
        return sort(self.rules, entry.kind, entry.name, entry.record, entry.confidence, entry.address)

    def _class_of(self, kind: str) -> type[Definition]:
        if kind in self.rules.kinds:
            return ItemDefinition
        if kind in self._locations:
            return LocationDefinition
        return {GOOD_TABLE.name: GoodDefinition, TRACK_TABLE.name: TrackDefinition}.get(kind, Definition)

    def of(self, kind: str) -> Mapping[str, Definition]:
        """Returns the definitions of a kind by id.

        Raises:
            UnknownName: no kind of record has this name.
        """
        return find("kind of record", kind, self.by_kind)

    def get(self, kind: str, id: str) -> Definition:
        """Returns the definition of a kind with an id.

        Raises:
            UnknownName: there is no such kind, or no such id.
        """
        return find(noun_of(kind), id, self.of(kind))

    def location(self, id: str) -> LocationDefinition:
        """Returns the location with an id, or with a place of that id.

        Raises:
            UnknownName: there is none.
        """
        locations = [
            one for kind in self._locations for one in self.by_kind[kind].values() if isinstance(one, LocationDefinition)
        ]
        known = {one.id: one for one in locations}
        return find("location", id, {place: one for one in locations for place in one.places} | known)


# --- outcomes -----------------------------------------------------------------------------------------------------
#
# Every outcome that chance can have under a ruleset, numbered.


class Outcomes(Sequence[Outcome]):
    """Every outcome that a chance event of a ruleset can have, numbered: the drawing of each item, then every roll.

    Rolls of fewer dice come first, and of equally many the lower dice.  They are made on demand, so that rules
    with many dice do not take more memory.
    """

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self._starts = [len(rules.draws)]
        """By number of dice, less one, the index of the first roll of that many; the last is the number of all outcomes."""
        for dice in range(1, rules.most_dice + 1):
            self._starts.append(self._starts[-1] + comb(dice + FACES - 1, dice))

    def __len__(self) -> int:
        return self._starts[-1]

    @overload
    def __getitem__(self, index: int) -> Outcome: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Outcome, ...]: ...
    def __getitem__(self, index: int | slice) -> Outcome | tuple[Outcome, ...]:
        place = range(len(self))[index]
        return self._at(place) if isinstance(place, int) else tuple(map(self._at, place))

    def _at(self, index: int) -> Outcome:
        if index < self._starts[0]:
            return self.rules.draws[index]
        dice = bisect_right(self._starts, index)
        return self.rules.rolls[_dice_at(dice, index - self._starts[dice - 1])]

    def index(self, value: object, start: int = 0, stop: int | None = None) -> int:
        """Returns the index of an outcome.

        Raises:
            ValueError: it is no outcome of these rules, or not between `start` and `stop`.
        """
        if not isinstance(value, Outcome) or value.rules is not self.rules:
            raise ValueError(f"{value!r} is no outcome of these rules; rules.parse(text) makes one")
        rolled = value.kind == "roll"
        index = self._starts[len(value.args) - 1] + _place_of(value.args) if rolled else int(value.data)
        if index not in range(len(self))[start:stop]:
            raise ValueError(f"{value!r} has the index {index}")
        return index

    def __contains__(self, value: object) -> bool:
        return isinstance(value, Outcome) and value.rules is self.rules


def _place_of(dice: tuple[int, ...]) -> int:
    """Returns the index of sorted dice among all rolls of that many, lower ones first."""
    place, lowest = 0, 1
    for remaining, die in zip(reversed(range(len(dice))), dice, strict=True):
        place += sum(comb(remaining + FACES - face, remaining) for face in range(lowest, die))
        lowest = die
    return place


def _dice_at(count: int, place: int) -> tuple[int, ...]:
    """Returns the sorted dice at an index among all rolls of that many."""
    dice, face = [], 1
    for remaining in reversed(range(count)):
        while (ways := comb(remaining + FACES - face, remaining)) <= place:
            place -= ways
            face += 1
        dice.append(face)
    return tuple(dice)


# --- game bounds --------------------------------------------------------------------------------------------------
#
# How large the numbers of a game can become.


@attrs.frozen
class GameBounds(PublicValue):
    """The largest numbers in any game under a ruleset; all are at least 0.

    The rules set no bounds on scores: points are scored and lost as long as the game goes on. No number of a state exceeds a
    thousand million; any excess is lost.

    >>> rules.bounds.actions, rules.bounds.tracks, rules.bounds.rounds
    (1260, {'agriculture': 10}, None)
    """

    players: int
    """The number of seats."""
    actions: int
    """The length of `rules.actions`."""
    outcomes: int
    """The length of `rules.outcomes`."""
    rounds: int | None
    """The last possible round; None if a game can go on forever."""
    answers: int
    """Actions and outcomes of one game: longer ones are treated as endless by `play_out`, `simulate` and the command line."""
    dice: int
    """Dice of one roll."""
    goods: Mapping[str, int | None]
    """By good, the most that a seat can hold; None if the supply is unlimited."""
    tracks: Mapping[str, int]
    """By track, its last space."""
    figures: int
    """Figures of one colour."""
    tools: int
    """Tools of one seat."""
    best_tool: int
    """The highest value of one tool."""
    items: int
    """Items of all kinds together."""


def bounds_of(rules: Ruleset) -> GameBounds:
    """Returns the bounds of a ruleset."""
    supplies = rules.supplies or (-1,) * len(rules.goods)
    return GameBounds(
        players=rules.players,
        actions=len(rules.actions),
        outcomes=len(rules.outcomes),
        rounds=min(rules.entries(LAST_ROUND_TABLE), default=None),
        answers=LONGEST,
        dice=rules.most_dice,
        goods={good: None if supply < 0 else supply for good, supply in zip(rules.goods, supplies, strict=True)},
        tracks=dict(zip(rules.tracks, rules.track_tops, strict=True)),
        figures=rules.most_figures,
        tools=rules.kits.spaces,
        best_tool=rules.kits.top,
        items=len(rules.items),
    )
