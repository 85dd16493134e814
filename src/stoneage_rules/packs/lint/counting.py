"""What is got and never counted, and what is counted and never got: goods, tracks, icons, symbols and marks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from stoneage_rules.language.fields import Cost, Quantity
from stoneage_rules.language.wording import a, noun_of
from stoneage_rules.packs.lint.reach import Uses, Verdict
from stoneage_rules.packs.records.parts import PLAIN, parts_of

__all__ = ["counts"]

COUNTED = ("good", "track", "icon", "symbol", "mark")
PLAIN_QUANTITIES = {"track", "goods", "tools", "figures", "owned", "icons", "symbols", "paid", "missing"}
"""What each of these counts is known; what one of a plugin does is not."""


def counts(uses: Uses) -> Iterator[Verdict]:
    """Records that are got but never counted, quantities of what is never got, and values that nothing adds up."""
    got, read = _names(uses)
    free = {quantity.name for _, _, quantity in uses.quantities} - PLAIN_QUANTITIES
    for kind in COUNTED:
        for entry in uses.content.of(kind):
            names = {entry.name, *getattr(entry.record, "groups", ())}
            idle = bool(names & got) and not names & read and not (free and kind in ("icon", "symbol"))
            title, label = f"{a(noun_of(kind))} that counts for nothing", f"`{entry.id}` can be got, but {NEVER[kind]}"
            help = COUNTED_BY[kind].format(id=entry.id) + "; or delete it and what brings it"
            yield uses.verdict(idle, entry, ("id",), "SA517", title, label, help, about=(entry.name, *names))
    yield from _never_got(uses, got)
    yield from _values(uses)


COUNTED_BY = {
    "good": 'count it in a `[[score]]`, `count = {{ goods = "{id}" }}`, or in a price',
    "track": 'count it, for example in a `[[score]]`: `count = {{ track = "{id}" }}`',
    "icon": 'count it in a `[[score]]`: `count = {{ icons = "{id}" }}`',
    "symbol": 'count symbols in a `[[score]]`: `count = {{ symbols = "sets-squared" }}`',
    "mark": "let something be barred by it",
}
"""What makes each count."""
BROUGHT_BY = {
    "track": 'let something bring it, such as an effect `{{ do = "advance", track = "{id}" }}`',
    "goods": 'let something bring it, such as an effect `{{ do = "gain", good = "{id}" }}`',
}
"""What brings what a quantity counts."""
NEVER = {
    "good": "nothing is paid with it, and no score counts it",
    "track": "nothing depends on where a marker stands",
    "icon": "no score counts it",
    "symbol": "no score counts symbols",
    "mark": "nothing is barred by it",
}


def _names(uses: Uses) -> tuple[set[str], set[str]]:
    """What is got, and what is read, by name; a field that does not say what it does with a name does both."""
    got: set[str] = set()
    read: set[str] = set()
    for _, _, made in uses.parts:
        if isinstance(made, Quantity):
            read.update((made.of, *(symbol.name for symbol in uses.content.of("symbol") if made.name == "symbols")))
        elif isinstance(made, Cost):
            read.update((*made.fixed, *([made.of] if made.of else ())))
        else:
            for part in parts_of(made):
                words = _words(getattr(made, part.name)) if part.refs else ()
                got.update(words)
                read.update(() if part.metadata.get("gives") else words)
    return got, read


def _words(value: Any) -> tuple[str, ...]:
    if type(value) is str:
        return (value,)
    return tuple(value) if type(value) not in PLAIN else ()


def _never_got(uses: Uses, got: set[str]) -> Iterator[Verdict]:
    """Quantities of tracks on which nobody moves, goods that nobody takes, icons and kinds that nobody has."""
    taken = {*uses.shops, *(way.kind for way in uses.draws if way.hidden)}
    goods = uses.of("good")
    for entry, path, quantity in uses.quantities:
        members = {name for name, record in goods.items() if quantity.of in record.groups}
        lacking = {
            "track": quantity.of not in got,
            "icons": quantity.of not in got,
            "goods": not ({quantity.of} | members | {group for name in members for group in goods[name].groups}) & got,
            "owned": quantity.of not in taken | uses.named_otherwise,
        }
        title, label = "a number that is always 0", f"nobody ever gets anything of `{quantity.of}`"
        help = BROUGHT_BY.get(quantity.name, "let something bring it").format(id=quantity.of) + ", or count something else here"
        about = (entry.name, quantity.of, *members)
        yield uses.verdict(
            lacking.get(quantity.name, False),
            entry,
            (*path, quantity.name),
            "SA517",
            title,
            label,
            help,
            about=about,
        )


def _values(uses: Uses) -> Iterator[Verdict]:
    """`value` of goods that are in no price whose value is asked for."""
    asked: set[str] = set()
    priced = [entry for entry, _, quantity in uses.quantities if quantity.name == "paid" and quantity.of == "value"]
    for entry in priced:
        costs = [entry.record.cost, *(space.record.cost for space in uses.shops.get(entry.kind, ()))]
        asked.update(name for cost in costs if cost is not None for name in (*cost.fixed, cost.of or ""))
    for good in uses.content.of("good"):
        if good.record.value:
            idle = not {good.name, *good.record.groups} & asked
            title, label = "a value that nothing adds up", f"no item asks for `{good.id}` and then for the value of what was paid"
            help = 'delete it, or let an item ask: `{ paid = "value" }`'
            yield uses.verdict(
                idle, good, ("value",), "SA517", title, label, help, about=(good.name, *good.record.groups), at_key=True
            )
