"""Items and places of a game in words, for tables and for people who must choose."""

from __future__ import annotations

from stoneage_rules.kernel.nouns import PRICE_TABLE, Place
from stoneage_rules.kernel.position import Position
from stoneage_rules.language.phrases import Phrases

__all__ = ["item_words", "place_words"]


def item_words(position: Position, index: int) -> tuple[str, str]:
    """Returns what an item brings when it is taken, and what it shows for final scoring."""
    rules = position.rules
    item = rules.items[index]
    record = next(entry.record for entry in rules.content.of(rules.kinds[item.kind]) if entry.name == item.id)
    shown = [item.symbol] if item.symbol else []
    shown += [f"{count} {icon}" for icon, count in item.icons.items()]
    return record.describe(rules.service(Phrases)), ", ".join(shown)


def place_words(position: Position, place: Place) -> tuple[str, str, str, str]:
    """Returns what lies on a place, its price, what it brings and what it shows."""
    rules = position.rules
    item = position.item_at[place.index]
    if item >= 0:
        price = place.price if place.price >= 0 else rules.items[item].price
        brings, shows = item_words(position, item)
        return rules.items[item].id, rules.entries(PRICE_TABLE)[price].describe(rules.goods), brings, shows
    record = next(entry.record for entry in rules.content.of(place.record[0]) if entry.name == place.record[1])
    effects = getattr(record, "effects", ())
    sells = any(effect.buys() for effect in effects)
    return "", "", "nothing lies here" if sells else rules.service(Phrases).effects(effects), ""
