"""Prices that nobody is asked for: of items whose space sets one, of spaces that sell nothing, of what is never sold."""

from __future__ import annotations

from collections.abc import Iterator

from stoneage_rules.packs.checks.offers import sells
from stoneage_rules.packs.content import Entry
from stoneage_rules.packs.findings.wording import counted, listed, noun_of, plural
from stoneage_rules.packs.lint.reach import Uses, Verdict
from stoneage_rules.text.toml_writer import written

__all__ = ["prices"]

UNREAD = "a price that nobody asks for"
TAKEN = ("effects", "anytime", "standing", "workplace", "one_use_tool")
"""What an item has for whoever takes it; of one drawn face down, only the rest counts."""


def prices(uses: Uses) -> Iterator[Verdict]:
    """Costs that are never asked for, purchases of nothing, and what items would bring if they could be bought."""
    yield from _items(uses)
    yield from _locations(uses)
    yield from _purchases(uses)
    yield from _never_taken(uses)


def _items(uses: Uses) -> Iterator[Verdict]:
    for kind in uses.content.of("kind"):
        spaces = uses.shops.get(kind.name, ())
        asking = [space for space in spaces if space.record.cost is None]
        about = (kind.name, *(space.name for space in spaces), *_rows(uses, kind))
        if not spaces:
            label = f"no location sells {plural(noun_of(kind.id))}"
            help = "delete it, or let a location of their row `buy` them"
            yield from _first(uses, kind, "cost", bool(_ways(uses, kind)), label, help, about)
            continue
        by_form = any(
            kind.name in add_on.applies and any(row.cost for row in add_on.when) for add_on in uses.of("add_on").values()
        )
        named = listed(f"`{space.id}`" for space in spaces)
        label = f"{named} {'has' if len(spaces) == 1 else 'have'} a `cost` for whatever lies there"
        help = "delete it, or take away the `cost` of the location"
        yield from _first(uses, kind, "cost", not asking and not by_form, label, help, about)


def _rows(uses: Uses, kind: Entry) -> tuple[str, ...]:
    return tuple(row.name for row in uses.content.of("row") if row.record.kind == kind.name)


def _ways(uses: Uses, kind: Entry) -> list[object]:
    """The ways in which somebody may come by an item; of a kind that has none, that is told already."""
    return [way for way in uses.draws if way.kind == kind.name]


def _first(
    uses: Uses, kind: Entry, key: str, idle: bool, label: str, help: str, about: tuple[str, ...], title: str = UNREAD
) -> Iterator[Verdict]:
    """One verdict for all items of a kind that have a key, at the first of them."""
    having = [item for item in uses.content.of(kind.id) if getattr(item.record, key)]
    for pack in dict.fromkeys(item.origin_of((key,))[0].pack for item in having):
        first, *others = (item for item in having if item.origin_of((key,))[0].pack == pack)
        more = f"; so it is with {counted(len(others), 'other ' + noun_of(kind.id))}" if others else ""
        yield uses.verdict(idle, first, (key,), "SA514", title, label + more, help, about=about, at_key=True)


def _locations(uses: Uses) -> Iterator[Verdict]:
    for entry in uses.content.of("location"):
        if entry.record.cost is not None:
            rows = uses.rows_of.get(entry.name, [])
            idle = not rows or not sells(entry)
            label = f"no effect of `{entry.id}` buys" if rows else f"no row lays anything out on `{entry.id}`"
            by_row = f"lay items out here, by a `[[row]]` with `spaces = [{written(entry.id)}]`, or delete this line"
            help = 'add `{ do = "buy" }` to its effects, or delete this line' if rows else by_row
            about = (entry.name, *(row.name for row in rows))
            yield uses.verdict(idle, entry, ("cost",), "SA514", UNREAD, label, help, about=about, at_key=True)


def _purchases(uses: Uses) -> Iterator[Verdict]:
    for entry, path, effect in uses.effects:
        if effect.buys() and entry.kind == "location":
            label = f"no row lays anything out on `{entry.id}`"
            help = f"lay items out here, by a `[[row]]` with `spaces = [{written(entry.id)}]`, or take the effect away"
            title = "a purchase where nothing is for sale"
            idle = entry.name not in uses.rows_of
            yield uses.verdict(idle, entry, (*path, "do"), "SA514", title, label, help, about=(entry.name,))


def _never_taken(uses: Uses) -> Iterator[Verdict]:
    for kind in uses.content.of("kind"):
        idle = kind.name not in uses.shops and bool(_ways(uses, kind))
        hidden = any(way.hidden for way in uses.draws if way.kind == kind.name)
        what = plural(noun_of(kind.id))
        label = f"{what} are only drawn face down: `symbol` and `icons` count" if hidden else f"nobody can buy {what}"
        spaces = [space for row in uses.content.of("row") if row.record.kind == kind.name for space in row.record.spaces]
        about = (kind.name, *spaces, *_rows(uses, kind))
        for key in TAKEN:
            help = "delete it, or let a location of their row `buy` them"
            yield from _first(uses, kind, key, idle, label, help, about, "what nobody can have of an item")
