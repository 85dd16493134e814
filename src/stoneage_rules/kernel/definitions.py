"""Items, locations, goods, tracks and every other record of content, as programs read them.

Nothing here is needed in play.  A definition has the values as content has them; how they are compiled is in `nouns`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol, cast

import attrs

from stoneage_rules.kernel.briefs import Brief, Briefs
from stoneage_rules.kernel.nouns import GOOD_TABLE, Good
from stoneage_rules.language.condition import points_of
from stoneage_rules.language.cost import Cost
from stoneage_rules.language.fields import referred
from stoneage_rules.language.phrases import Phrases
from stoneage_rules.language.plain import plain_values
from stoneage_rules.language.word import ContentRecord, Verb
from stoneage_rules.text.terminal import safe

if TYPE_CHECKING:
    from stoneage_rules.kernel.ruleset import Ruleset

__all__ = ["Definition", "GoodDefinition", "ItemDefinition", "LocationDefinition", "TrackDefinition"]

RECONSTRUCTED = "reconstructed"


@attrs.frozen(eq=False, repr=False, slots=False)
class Definition:
    """One thing that the content defines, as it is at a table; the same object each time.

    >>> str(rules.definition("zone", "deck").record.order)
    'bag'
    """

    rules: Ruleset
    kind: str
    """The name of its table in content, such as `good`; of an item, its kind."""
    id: str
    """Its id in play, as actions and positions have it."""
    record: ContentRecord
    """All that content says of it: an attrs class of its kind with the keys of TOML as fields, keys of modules among them."""
    confidence: str
    """How sure its values are: `rulebook`, `corroborated`, `reconstructed` or `house`."""
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
        """The keys of the values that are reconstructed, or of parts of them: `faces.2`; all if its confidence says so."""
        if self.confidence == RECONSTRUCTED:
            return self.rules.service(Phrases).keys(self.record)
        return self.record.reconstructed

    @property
    def statements(self) -> Mapping[str, str]:
        """The statements of the rules that it carries out: each with its sentence, by id."""
        return {id: self.rules.sentences[id] for id in self.record.rules}

    @property
    def where(self) -> str | None:
        """`FILE:LINE` of the record; None if it is in no file."""
        return self.rules.locate(self.address)

    def to_dict(self) -> dict[str, Any]:
        """Returns the definition as plain tables, lists, numbers and texts; `values` has those of `record`, None for none."""
        return {
            "kind": self.kind,
            "id": self.id,
            "name": self.name,
            "words": self.words,
            "values": plain_values(self.record),
            "confidence": self.confidence,
            "reconstructed": list(self.reconstructed),
            "statements": list(self.record.rules),
        }

    def __str__(self) -> str:
        said = f"{self.id}: {self.words}" if self.words else self.id
        return f"{said} [{RECONSTRUCTED}: {', '.join(self.reconstructed)}]" if self.reconstructed else said

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.kind} {self.id}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.rules, self.kind, self.id)


def _again(rules: Ruleset, kind: str, id: str) -> Definition:
    return rules.definition(kind, id)


class Takeable(Protocol):
    """The values that all records of items have."""

    cost: Cost | None
    effects: tuple[Verb, ...]
    anytime: tuple[Verb, ...]


class ItemDefinition(Definition):
    """A card, building or other thing that is taken.

    >>> str(rules.item("bld-01").price), rules.item("bld-01").points
    ('2 wood, 1 clay', 10)
    """

    @property
    def index(self) -> int:
        """Its place in `rules.items`."""
        return self.rules.item_index[self.id]

    @property
    def brief(self) -> Brief:
        """Price, what it brings and what it shows, each in a few words."""
        return self.rules.service(Briefs).item(self.index)

    @property
    def words(self) -> str:
        return safe(attrs.evolve(self.brief, item=""))

    @property
    def price(self) -> Cost | None:
        """Its own price in goods; None where the place on which it lies sets one."""
        return self._takeable.cost

    @property
    def points(self) -> int | None:
        """Points that taking it scores at once; None if they depend on the payment or the position."""
        amounts = list(map(points_of, self.effects))
        return sum(amount for amount in amounts if isinstance(amount, int)) if all(type(one) is int for one in amounts) else None

    @property
    def effects(self) -> tuple[Verb, ...]:
        """The effects that come when it is taken, in order: each an attrs class with the keys of its verb as fields."""
        return self._takeable.effects

    @property
    def anytime(self) -> tuple[Verb, ...]:
        """The effects that its owner may have once, at any time."""
        return self._takeable.anytime

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

    @property
    def _takeable(self) -> Takeable:
        return cast(Takeable, self.record)


class LocationDefinition(Definition):
    """A place for figures, or several of a kind.

    >>> rules.location("hut").circles, rules.location("building-2").places
    (2, ('building-1', 'building-2', 'building-3', 'building-4'))
    """

    @property
    def words(self) -> str:
        price = "" if self.price is None else self.rules.service(Phrases).value(self.price)
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
    def price(self) -> Cost | None:
        """The price of whatever lies here; None if the item's own counts."""
        cost: Cost | None = getattr(self.record, "cost", None)
        return cost

    @property
    def effects(self) -> tuple[Verb, ...]:
        """The effects of figures here, in order: each an attrs class with the keys of its verb as fields."""
        return self.rules.place(self.places[0]).effects

    @property
    def named_by(self) -> tuple[Definition, ...]:
        """The definitions that name it or one of its groups: limits on placements, the row whose space it is, add-ons...

        >>> [one.id for one in rules.location("hut").named_by]
        ['village-places']
        """
        kinds, names = {self.kind, f"group:{self.kind}"}, {self.id, *self.groups}
        naming = (entry for entry in self.rules.content if not names.isdisjoint(referred(entry.record, kinds)))
        return tuple(self.rules.definition(entry.kind, entry.name) for entry in naming)


class GoodDefinition(Definition):
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
        """Points that one is worth where its value is counted."""
        return self._good.value

    @property
    def supply(self) -> int | None:
        """How many there are in all; None if it never runs out."""
        return None if self._good.supply < 0 else self._good.supply

    @property
    def _good(self) -> Good:
        return self.rules.entries(GOOD_TABLE)[self.rules.words["good"][self.id]]


class TrackDefinition(Definition):
    """A scale on which each seat has a marker, from 0.

    >>> {id: rules.track(id).top for id in rules.tracks}
    {'agriculture': 10}
    """

    @property
    def top(self) -> int:
        """Its last space."""
        return self.rules.track_tops[self.rules.words["track"][self.id]]
