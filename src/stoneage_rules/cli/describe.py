"""Content in words: effects, prices and values of records, for tables and for people who must choose."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import attrs

from stoneage_rules.kernel.nouns import Place
from stoneage_rules.kernel.position import Position
from stoneage_rules.language.fields import Cost, Quantity
from stoneage_rules.language.word import Record, Verb, toml_key
from stoneage_rules.mechanics.buying import BuyVerb
from stoneage_rules.mechanics.choosing import ChooseVerb
from stoneage_rules.mechanics.dice_for_all import DiceForAllVerb
from stoneage_rules.mechanics.drawing import DrawHiddenVerb
from stoneage_rules.mechanics.figures import FigureVerb
from stoneage_rules.mechanics.goods import GainVerb
from stoneage_rules.mechanics.one_of import OneOfVerb
from stoneage_rules.mechanics.payments import PRICES
from stoneage_rules.mechanics.points import PointsVerb
from stoneage_rules.mechanics.rolling import RollVerb
from stoneage_rules.mechanics.tools import ToolVerb
from stoneage_rules.mechanics.tracks import AdvanceVerb

__all__ = ["cost_words", "effect_words", "fields_of", "item_words", "place_words", "value_words"]

SHARED = frozenset(attribute.name for attribute in attrs.fields(Record))
"""The fields of every record, which are told apart from its own."""


def effect_words(effects: Iterable[Any]) -> str:
    """A list of effects in a few words."""
    return ", ".join(_VERBS.get(type(effect), _plainly)(effect) for effect in effects)


def amount_words(amount: Any) -> str:
    """A number, or the quantity that it is read from."""
    if not isinstance(amount, Quantity):
        return str(amount)
    times = f"{amount.times} x " if amount.times != 1 else ""
    return times + _QUANTITIES.get(amount.name, "{name} of {of}").format(name=amount.name, of=amount.of)


_QUANTITIES: Mapping[str, str] = {
    "figures": "the figures ({of})",
    "goods": "the number of {of}",
    "icons": "{of} icons",
    "missing": "the missing {of}",
    "owned": "the number of {of}s owned",
    "paid": "the {of} of the goods paid",
    "symbols": "the symbols ({of})",
    "tools": "the {of} of the tools",
    "track": "the position on {of}",
}


def cost_words(cost: Cost) -> str:
    """A price in words."""
    if cost.of is None:
        return ", ".join(f"{count} {good}" for good, count in cost.fixed.items()) or "nothing"
    count = str(cost.at_least) if cost.at_least == cost.at_most else f"{cost.at_least} to {cost.at_most}"
    kinds = f", of exactly {cost.kinds} kind{'s' * (cost.kinds != 1)}" if cost.kinds else ""
    return f"{count} of any {cost.of}{kinds}"


def value_words(value: Any) -> str:
    """Any value of a record in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Cost):
        return cost_words(value)
    if isinstance(value, Quantity):
        return amount_words(value)
    if isinstance(value, Verb):
        return effect_words((value,))
    if isinstance(value, Mapping):
        return "; ".join(f"{key}: {value_words(inner)}" for key, inner in value.items())
    if isinstance(value, tuple):
        return ", ".join(map(value_words, value))
    if attrs.has(type(value)):
        return ", ".join(f"{name} {words}" for name, words in fields_of(value))
    return str(value)


def fields_of(record: Any) -> list[tuple[str, str]]:
    """A record's own fields that say something, by their TOML key."""
    fields = []
    for attribute in attrs.fields(type(record)):
        value = getattr(record, attribute.name)
        default = attribute.default.factory() if isinstance(attribute.default, attrs.Factory) else attribute.default  # type: ignore[arg-type]
        if attribute.name not in SHARED and value not in (None, default):
            fields.append((toml_key(attribute.name), value_words(value)))
    return fields


def item_words(position: Position, index: int) -> tuple[str, str]:
    """Describes what an item brings when it is taken, and what it shows for final scoring."""
    rules = position.rules
    item = rules.items[index]
    record = next(entry.record for entry in rules.content.of(rules.kinds[item.kind]) if entry.name == item.id)
    parts = [effect_words(record.effects)]
    parts += [f"once, at any time: {effect_words(record.anytime)}"] if record.anytime else []
    parts += [f"a tool of {item.one_use} for one roll"] if item.one_use else []
    for key in ("standing", "workplace"):
        parts += [f"{key}: {value_words(getattr(record, key))}"] if getattr(record, key, None) else []
    shown = [item.symbol] if item.symbol else []
    shown += [f"{count} {icon}" for icon, count in item.icons.items()]
    return ", ".join(part for part in parts if part), ", ".join(shown)


def place_words(position: Position, place: Place) -> tuple[str, str, str, str]:
    """Describes what lies on a place, its price, what it brings and what it shows."""
    rules = position.rules
    held = position.item_at[place.index]
    if held >= 0:
        price = place.price if place.price >= 0 else rules.items[held].price
        brings, shows = item_words(position, held)
        return rules.items[held].id, rules.entries(PRICES)[price].describe(rules.goods), brings, shows
    record = next(entry.record for entry in rules.content.of(place.record[0]) if entry.name == place.record[1])
    nothing = any(isinstance(effect, BuyVerb) for effect in getattr(record, "effects", ()))
    return "", "", "nothing lies here" if nothing else effect_words(getattr(record, "effects", ())), ""


# --- one function per verb --------------------------------------------------------------------------------------------


def _gain(verb: Any) -> str:
    return f"{amount_words(verb.amount)} {verb.good}"


def _points(verb: Any) -> str:
    return f"{verb.amount} points" if isinstance(verb.amount, int) else f"as points, {amount_words(verb.amount)}"


def _advance(verb: Any) -> str:
    return f"{amount_words(verb.steps)} forward on {verb.track}"


def _tool(verb: Any) -> str:
    return "a tool" if verb.amount == 1 else f"{verb.amount} tools"


def _figure(verb: Any) -> str:
    return "a figure" if verb.amount == 1 else f"{verb.amount} figures"


def _roll(verb: Any) -> str:
    dice = "a die per figure" if verb.dice is None else f"{verb.dice} dice"
    return f"{dice}: total / {verb.divide} {' or '.join(verb.yields)}"


def _choose(verb: Any) -> str:
    return f"{verb.amount} of any {verb.of}"


def _one_of(verb: Any) -> str:
    return " or ".join(effect_words((effect,)) for effect in verb.effects)


def _dice_for_all(verb: Any) -> str:
    return f"a die for everyone ({verb.table})"


def _draw_hidden(verb: Any) -> str:
    return f"the top {verb.kind}, face down"


def _buy(verb: Any) -> str:
    return "what lies here, for its price"


def _plainly(verb: Any) -> str:
    """A verb without words of its own: its name and its fields."""
    return " ".join([str(getattr(verb, "do", "?")), *(f"{name} {words}" for name, words in fields_of(verb))])


_VERBS: Mapping[type, Callable[[Any], str]] = {
    AdvanceVerb: _advance,
    BuyVerb: _buy,
    ChooseVerb: _choose,
    DiceForAllVerb: _dice_for_all,
    DrawHiddenVerb: _draw_hidden,
    FigureVerb: _figure,
    GainVerb: _gain,
    OneOfVerb: _one_of,
    PointsVerb: _points,
    RollVerb: _roll,
    ToolVerb: _tool,
}
