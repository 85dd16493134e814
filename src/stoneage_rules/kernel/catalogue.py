"""The readable side of a ruleset, by name and by number: its nouns, its actions, its outcomes, its bounds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, TypeVar, overload

from stoneage_rules.kernel.actions import Action, Shape
from stoneage_rules.kernel.frames import Frame
from stoneage_rules.kernel.hidden import Secrets
from stoneage_rules.kernel.lookup import index_of, is_kind, unknown_kind
from stoneage_rules.kernel.nouns import PRICE_TABLE, Item, Place

if TYPE_CHECKING:
    from stoneage_rules.kernel.content_reader import ContentReader
    from stoneage_rules.kernel.definitions import (
        Definition,
        GoodDefinition,
        ItemDefinition,
        LocationDefinition,
        TrackDefinition,
    )
    from stoneage_rules.kernel.game_bounds import GameBounds
    from stoneage_rules.kernel.outcomes import Outcomes
    from stoneage_rules.kernel.ruleset import Ruleset
    from stoneage_rules.language.handles import Handle

__all__ = ["Catalogue"]

Service = TypeVar("Service")


class Catalogue:
    """The readable side of a ruleset, which is its base."""

    if TYPE_CHECKING:
        players: int
        words: Mapping[str, Mapping[str, int]]
        shapes: Mapping[str, Shape]
        places: tuple[Place, ...]
        items: tuple[Item, ...]
        kinds: tuple[str, ...]
        zones: tuple[str, ...]
        kinds_of_action: Mapping[str, tuple[Action, ...]]
        handlers: tuple[Any, ...]

        def service(self, kind: Callable[[Ruleset], Service]) -> Service: ...

        def entries(self, handle: Handle[Service]) -> tuple[Service, ...]: ...

    def place(self, id: str) -> Place:
        """Returns a place by its id.

        Raises:
            UnknownName: no place has the id.
        """
        return self.places[index_of(self, "place", id)]

    def zones_of(self, seat: int) -> tuple[int, int]:
        """Returns the places of a seat's open and face-down items in `state.zones`."""
        base = len(self.zones) + 2 * seat
        return base, base + 1

    def item_record(self, id: str) -> tuple[str, str]:
        """Returns kind and id of an item, as shortfalls name records."""
        return self.kinds[self.items[index_of(self, "item", id)].kind], id

    def of_kind(self, kind: str) -> tuple[Action, ...]:
        """Returns every action of a kind that any decision can offer, in the order of their indexes.

        Raises:
            InvalidAction: there is no such kind of action.
        """
        actions = self.kinds_of_action.get(kind)
        if actions is None and not is_kind(self, kind):
            raise unknown_kind(self, kind)
        return actions or ()

    @cached_property
    def secrets(self) -> Secrets:
        """The kinds of item and the numbers of frames that one seat can know alone."""
        return Secrets(self)

    @cached_property
    def dealers(self) -> frozenset[int]:
        """The places of the handlers that can deal items under these rules; those whose numbers stand for nothing cannot."""
        able = [handler for handler in self.handlers if type(handler).dealt is not Frame.dealt]
        return frozenset(each.index for each in able if all(slot.least <= slot.most(self) for slot in each.progress))

    @cached_property
    def changing_prices(self) -> frozenset[int]:
        """The places in the table of prices of those that are read from the game."""
        return frozenset(index for index, price in enumerate(self.entries(PRICE_TABLE)) if price.changing)

    # --- content ------------------------------------------------------------------------------------------------

    def item(self, id: str) -> ItemDefinition:
        """Returns a card, building or other item as content defines it: price, points, effects, symbol, icons.

        >>> print(rules.item("civ-23"))
        civ-23: 2 dice / 3 wood, shows 2 shaman

        Raises:
            UnknownName: no item has the id.
        """
        return self._reader.item(id)

    def items_of(self, kind: str | None = None) -> tuple[ItemDefinition, ...]:
        """Returns the items of a kind, or all items, as content defines them.

        >>> [(tile.id, str(tile.price), tile.points) for tile in rules.items_of("building")][:2]
        [('bld-01', '2 wood, 1 clay', 10), ('bld-02', '2 wood, 1 stone', 11)]

        Raises:
            UnknownName: there is no such kind of item.
        """
        if kind is not None:
            index_of(self, "kind", kind)
        return tuple(self.item(item.id) for item in self.items if kind in (None, self.kinds[item.kind]))

    def location(self, id: str) -> LocationDefinition:
        """Returns a location by its id, or by that of one of its places: circles, figures, price, effects.

        Raises:
            UnknownName: there is no such location.
        """
        return self._reader.location(id)

    def good(self, id: str) -> GoodDefinition:
        """Returns a good as content defines it: groups, value, supply.

        Raises:
            UnknownName: no good has the id.
        """
        return self._reader.good(id)

    def track(self, id: str) -> TrackDefinition:
        """Returns a track as content defines it, with its top.

        Raises:
            UnknownName: no track has the id.
        """
        return self._reader.track(id)

    def definition(self, kind: str, id: str) -> Definition:
        """Returns one definition of content by its kind and id: of a `zone`, `limit`, `phase`, `statement`, item...

        Raises:
            UnknownName: there is no such kind, or none of it has the id.
        """
        return self._reader.get(kind, id)

    @overload
    def definitions(self, kind: Literal["location"]) -> tuple[LocationDefinition, ...]: ...
    @overload
    def definitions(self, kind: str) -> tuple[Definition, ...]: ...
    def definitions(self, kind: str) -> tuple[Definition, ...]:
        """Returns all definitions of a kind, in the order of content.

        >>> [phase.name for phase in rules.definitions("phase")]
        ['placing figures', 'taking actions', 'feeding', 'between rounds']

        Raises:
            UnknownName: there is no such kind.
        """
        return tuple(self._reader.of(kind).values())

    @property
    def _reader(self) -> ContentReader:
        from stoneage_rules.kernel.content_reader import ContentReader

        return self.service(ContentReader)

    # --- numbers ------------------------------------------------------------------------------------------------

    @property
    def outcomes(self) -> Outcomes:
        """Every outcome that any chance event can have, as a sequence; an outcome's `index` is its place here.

        >>> len(rules.outcomes), rules.outcomes[rules.parse("roll 1 6").index]
        (8071, <Outcome 'roll 1 6'>)
        """
        from stoneage_rules.kernel.outcomes import Outcomes

        return self.service(Outcomes)

    @property
    def bounds(self) -> GameBounds:
        """How large the numbers of a game can become: players, actions, outcomes, rounds, goods, tracks, figures, tools."""
        from stoneage_rules.kernel.game_bounds import bounds_of

        return self.service(bounds_of)
