"""Items and places in brief words: what they cost, what they bring, what they show for final scoring."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from stoneage_rules.kernel.nouns import PRICE_TABLE, Place
from stoneage_rules.language.condition import in_words
from stoneage_rules.language.described import Described
from stoneage_rules.language.phrases import Phrases

if TYPE_CHECKING:
    from stoneage_rules.kernel.position import Position
    from stoneage_rules.kernel.ruleset import Ruleset

__all__ = ["Brief", "Briefs", "reader_of"]


@attrs.frozen
class Brief(Described):
    """An item, or a place with whatever lies on it, in brief words; each text is empty where there is nothing to say.

    `str()` puts them together: `civ-23: 2 dice / 3 wood, shows 2 shaman; costs 1 of any resource`.
    """

    item: str
    """The id of the item; of a place, of what lies there."""
    price: str
    brings: str
    shows: str
    """Its symbol and icons, for final scoring."""

    @property
    def benefit(self) -> str:
        """All that it brings and shows: `2 dice / 3 wood, shows 2 shaman`."""
        return ", ".join(filter(None, (self.brings, self.shows and f"shows {self.shows}")))

    def __str__(self) -> str:
        said = ": ".join(filter(None, (self.item, self.benefit)))
        return "; ".join(filter(None, (said, self.price and f"costs {self.price}")))


class Briefs:
    """The briefs of a ruleset: `rules.service(Briefs)`."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.phrases = rules.service(Phrases)
        self.prices = rules.entries(PRICE_TABLE)
        self._entries = rules.content.by_name()
        self._items: dict[int, Brief] = {}

    def record(self, kind: str, id: str) -> Any:
        """Returns a record of the content by its kind and its id in play."""
        return self._entries[kind, id].record

    def price(self, index: int) -> str:
        """Returns a price in words, by its place in the table of prices; nothing for -1."""
        if index < 0:
            return ""
        price = self.prices[index]
        return self.phrases.value(price.cost) if price.changing else price.describe(self.rules.goods)

    def price_now(self, position: Position, index: int) -> str:
        """Returns the price that is asked now, in words: of the seat of a view, or else of the seat that must choose."""
        return self.prices[index].now(position, reader_of(position)).describe(self.rules.goods) if index >= 0 else ""

    def item(self, index: int) -> Brief:
        """Returns the brief of an item by its index, with its own price."""
        brief = self._items.get(index)
        if brief is None:
            item = self.rules.items[index]
            shown = [item.symbol] if item.symbol else []
            shown += [f"{count} {icon}" for icon, count in item.icons.items()]
            brings = self.record(*self.rules.item_record(item.id)).describe(self.phrases)
            brief = self._items[index] = Brief(item.id, self.price(item.price), brings, ", ".join(shown))
        return brief

    def opening(self, place: Place) -> str:
        """Returns when a place is open, in words: `open only from round 2 on`; nothing for one that always is."""
        return f"open only {in_words(place.rows, self.phrases)}" if place.rows else ""

    def place(self, position: Position, place: Place, phrases: Phrases | None = None) -> Brief:
        """Returns the brief of a place: what its own effects bring, and the item that lies there, for the price asked here.

        `phrases` may know how many figures stand there (`Phrases.at`).
        """
        own = (phrases or self.phrases).effects(effect for effect in place.effects if not effect.buys())
        item = position.item_at[place.index]
        if item < 0:
            return Brief("", "", own, "")
        brief = self.item(item)
        brings = ", ".join(filter(None, (own, brief.brings)))
        price = place.price if place.price >= 0 else self.rules.items[item].price
        return attrs.evolve(brief, price=self.price_now(position, price), brings=brings)


def reader_of(position: Position) -> int:
    """Returns the seat to which a position is told: that of a view, or else the one that must choose or comes next."""
    viewer: int | None = getattr(position, "viewer", None)
    return viewer if viewer is not None else position.stack[-1][1] if position.stack else position.start_seat
