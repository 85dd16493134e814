"""Bounds and clashes of kinds of item: values that reach nobody, and items that can be neither drawn nor sold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from stoneage_rules.language.reach import NO_DIFFERENCE, Bound, Bounds, Clash, Named
from stoneage_rules.mechanics.item_supply import FACE_DOWN, OPEN, UNASKED_PRICE, ItemSupply, Passage
from stoneage_rules.text.wording import a, choices_of, counted, listed, noun_of, plural

__all__ = ["reach_of_kind", "shared_spaces", "strays", "takers_of_piles", "unpriced"]

AT_THE_END = {"symbol", "icons"}
"""The keys that count of an item that is drawn face down."""


def reach_of_kind(bounds: Bounds, record: Any) -> Iterator[Bound]:
    """Yields the bounds of a kind of item, and those that all its items share."""
    supply, name = bounds.service(ItemSupply), bounds.here.name
    items, nouns = supply.items[name], plural(noun_of(record.id))
    rows = supply.rows_with(name)
    row_names = tuple(row.name for row in rows)
    yield _reach_of_prices(bounds, supply, row_names)
    draws = [draw for draw in supply.draws if draw.kind == name]
    counting, why = _counting(supply, name, draws, nouns)
    about = (*(space for row in rows for space in row.record.spaces), *row_names)
    for key in items[0].record.benefits() if items else ():
        if key not in counting:
            yield Bound(
                ("SA514", "what nobody can have of an item"), (key,), bool(draws) and name not in supply.shops, why, LET_BUY,
                about=about, at_key=True, at=[item for item in items if getattr(item.record, key)],
            )  # fmt: skip
    if record.drawn_to is not None and items:
        zones = {arrival.zone for arrival in supply.arrivals if arrival.kind == name}
        idle = zones.isdisjoint(draw.zone for draw in supply.draws if draw.kind != name)
        why = f"no other kind is drawn from where {nouns} can be"
        help = "delete it, or let an effect `move` them to where others are drawn"
        yield Bound(NO_DIFFERENCE, ("drawn_to",), idle, why, help, about=tuple(zones), at_key=True)


def _counting(supply: ItemSupply, name: str, draws: Sequence[Passage], nouns: str) -> tuple[set[str], str]:
    """Returns the keys of items of a kind that count, however the items come to seats, and the reason why others do not."""
    ways = {draw.way for draw in draws}
    if OPEN in ways or name in supply.drafted:
        return {key for item in supply.items[name][:1] for key in item.record.benefits()}, ""
    counting = AT_THE_END | ({"effects"} if name in supply.revealed else set())
    if FACE_DOWN in ways:
        return counting, f"{nouns} are only drawn face down: `symbol` and `icons` count"
    if name in supply.revealed:
        return counting, f"{nouns} are only turned up: `effects` count"
    return counting, f"nobody can buy {nouns}"


LET_BUY = "delete it, or let a location of their row `buy` them"


def _reach_of_prices(bounds: Bounds, supply: ItemSupply, rows: tuple[str, ...]) -> Bound:
    """Returns the bound of the prices that items of the kind have themselves."""
    name, id = bounds.here.name, bounds.here.id
    shops = supply.shops.get(name, {})
    priced = [item for item in supply.items[name] if item.record.cost is not None]
    if not shops:
        idle, why, help = supply.can_be_had(name), f"no location sells {plural(noun_of(id))}", LET_BUY
    else:
        add_ons = [add_on.record for add_on in bounds.declared("add_on") if name in add_on.record.applies]
        by_form = any(row.cost for add_on in add_ons for row in add_on.when)
        idle = not by_form and all(space.record.cost is not None for space in shops.values())
        named = listed(f"`{space.id}`" for space in shops.values())
        why = f"{named} {'has' if len(shops) == 1 else 'have'} a `cost` for whatever lies there"
        help = "delete it, or take away the `cost` of the location"
    return Bound(UNASKED_PRICE, ("cost",), idle, why, help, about=(*shops, *rows), at_key=True, at=priced)


# --- what cannot be played --------------------------------------------------------------------------------------------


def strays(bounds: Bounds, record: Any) -> Iterator[Clash]:
    """Yields the zones in which items of the kind lie in the way of a draw for another kind and cannot be set aside."""
    supply, name = bounds.service(ItemSupply), bounds.here.name
    arrivals = {arrival.zone: arrival for arrival in reversed(supply.arrivals) if arrival.kind == name}
    for zone, arrival in arrivals.items() if record.drawn_to is None else ():
        draw = next((draw for draw in supply.draws if draw.zone == zone and draw.kind != name), None)
        if draw is not None:
            yield Clash(
                "SA214", "items in the way of a draw", arrival.path,
                f"`{name}` would lie in `{zone}`, from which `{draw.kind}` is drawn",
                f'add `drawn_to = "ZONE"` to the kind `{name}`: one that is met is put there, and the next is drawn; '
                "or name another zone here",
                note=choices_of("zone", [zone.name for zone in bounds.declared("zone")]),
                at=arrival.at, others=[(draw.at, draw.path, f"`{draw.kind}` is drawn here")],
            )  # fmt: skip


def unpriced(bounds: Bounds) -> Iterator[Clash]:
    """Yields the items of the kind that are for sale with neither a price of their own nor one of the space."""
    supply, name = bounds.service(ItemSupply), bounds.here.name
    items = supply.items[name]
    without = [item for item in items if item.record.cost is None]
    for space in supply.shops.get(name, {}).values():
        if space.record.cost is not None or not without:
            continue
        if len(without) < len(items):
            for item in without:
                yield _unpriced_item(bounds, item, space)
            continue
        why = f"`{space.id}` sells {counted(len(without), noun_of(name))}, and neither it nor they have a `cost`"
        help = f"give the location a `cost`, such as `cost = {_price(bounds)}`, or each item one of its own"
        yield Clash(*NO_PRICE, ("cost",), why, help, f"delete this edit, or {help}", is_missing=True, at=space)


NO_PRICE = "SA216", "an offer without a price"


def _unpriced_item(bounds: Bounds, item: Named, space: Named) -> Clash:
    why = f"`{item.id}` has no `cost`, and neither has `{space.id}`, where it lies"
    noun = a(noun_of(item.kind))
    help = f"give it one, such as `cost = {_price(bounds)}`: {noun} that is laid out there needs a price"
    return Clash(*NO_PRICE, ("cost",), why, help, is_missing=True, at=item)


def _price(bounds: Bounds) -> str:
    """Returns an example of a price, in goods that there are, as TOML."""
    goods = sorted(bounds.declared("good"), key=lambda good: not good.record.value)
    return f"{{ {goods[0].name} = 2 }}" if goods else "{}"


def shared_spaces(bounds: Bounds) -> Iterator[Clash]:
    """Yields the spaces of the queried row that belong to an earlier row, too."""
    here = bounds.here
    rows = bounds.service(ItemSupply).rows
    earlier = rows[: next(index for index, row in enumerate(rows) if row.name == here.name)]
    for index, space in enumerate(here.record.spaces):
        for other in (row for row in earlier if space in row.record.spaces):
            yield Clash(
                "SA207", "a space of two rows", ("spaces", index),
                f"`{space}` belongs to `{other.id}`, too: two items cannot lie on it",
                f"name another location here, or take it out of `{other.id}`",
                others=[(other, ("spaces", other.record.spaces.index(space)), f"`{other.id}` has it here")],
            )  # fmt: skip


def takers_of_piles(bounds: Bounds, zone: str) -> Iterator[Clash]:
    """Yields the effects and rows that take items from the zone of which the queried row has its piles."""
    supply, row = bounds.service(ItemSupply), bounds.here
    draws = [draw for draw in supply.draws if draw.zone == zone and not getattr(draw.at.record, "pile", 0)]
    for taking in [*draws, *(leaving for leaving in supply.departures if leaving.zone == zone)]:
        yield Clash(
            "SA214", "something is taken from under a pile", taking.path,
            f"the piles of `{row.id}` are made of what is in `{zone}`: what is taken from there would be missing in them",
            f"name another zone here, or have the row `{row.id}` without `pile`",
            at=taking.at, others=[(row, ("pile",), "the piles")],
        )  # fmt: skip
