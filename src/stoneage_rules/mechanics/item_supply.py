"""The ways of items, known for lint: drawn, moved, laid out, sold.  No words of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import attrs

from stoneage_rules.language.cost import Cost
from stoneage_rules.language.fields import Quantity, fields_of
from stoneage_rules.language.reach import NO_DIFFERENCE, Bound, Bounds, Clash, Named, Path
from stoneage_rules.language.word import Verb
from stoneage_rules.text import a, choices_of, counted, listed, noun_of, plural

LAID_OUT, FACE_DOWN, OPEN = "laid out", "face-down", "open"
UNASKED_PRICE = "SA514", "a price that nobody asks for"


@attrs.frozen
class Passage:
    """A place in content that brings items of a kind into a zone, or draws them from it."""

    at: Named
    path: Path
    kind: str
    zone: str
    way: str = LAID_OUT
    """How a seat keeps what is drawn, see `Verb.keeps`, or that it is laid out in a row."""


class ItemSupply:
    """The ways of items at a table; each is worked out when it is first asked for."""

    def __init__(self, bounds: Bounds) -> None:
        kinds = bounds.declared("kind")
        self.rows, self.effects, self.quantities = bounds.declared("row"), bounds.words(Verb), bounds.words(Quantity)
        self.locations = {location.name: location for location in bounds.declared("location")}
        self.items = {kind.name: bounds.declared(kind.id) for kind in kinds}
        self.draws = [Passage(row, ("from",), row.record.kind, row.record.from_) for row in self.rows]
        arrivals = [Passage(kind, ("starts_in",), kind.name, kind.record.starts_in) for kind in kinds]
        of_rows = {row.name: row.record.kind for row in self.rows}
        of_row: list[tuple[str, str | None]] = []
        self.departures: list[Passage] = []
        """The effects that move all items of a kind out of a zone."""
        self.silent: list[Verb] = []
        """The effects that draw or move items of an unknown kind."""
        for use in self.effects:
            named, keeps = items_named(use.word), use.word.keeps
            kind, source, to = named.get("kind") or of_rows.get(named.get("row", "")), named.get("from"), named.get("to")
            if not kind or to is keeps is None:
                self.silent.append(use.word)
                continue
            of_row += [(kind, keeps)] if "row" in named else []
            self.draws += [Passage(use.at, use.path, kind, source, keeps)] if source and keeps is not None else []
            arrivals += [Passage(use.at, use.path, kind, to)] if to else []
            self.departures += [Passage(use.at, use.path, kind, source)] if source and to not in (None, source) else []
        self.drafted = {kind for kind, way in of_row if way == OPEN}
        """The kinds whose items seats take from a row for nothing."""
        self.revealed = {draw.kind for draw in self.draws if not draw.way} | {kind for kind, way in of_row if way == ""}
        """The kinds whose effects happen when an item is turned up."""
        self.arrivals = [passage for passage in arrivals if self.items.get(passage.kind)]
        self.drawn_to = {kind.name: kind.record.drawn_to for kind in kinds if kind.record.drawn_to is not None}

    @cached_property
    def purchases(self) -> Mapping[str, Sequence[Path]]:
        """By location, the ways to its effects that buy."""
        purchases: dict[str, list[Path]] = {}
        for use in self.effects:
            if use.word.buys and use.at.kind == "location":
                purchases.setdefault(use.at.name, []).append(use.path)
        return purchases

    @cached_property
    def rows_of(self) -> Mapping[str, Sequence[Named]]:
        """By location, the rows to which it belongs."""
        rows_of: dict[str, list[Named]] = {}
        for row in self.rows:
            for space in row.record.spaces:
                rows_of.setdefault(space, []).append(row)
        return rows_of

    @cached_property
    def shops(self) -> Mapping[str, Mapping[str, Named]]:
        """By kind of item, the locations on which its items are for sale."""
        shops: dict[str, dict[str, Named]] = {}
        for row in self.rows:
            for space in row.record.spaces:
                if space in self.purchases:
                    shops.setdefault(row.record.kind, {})[space] = self.locations[space]
        return shops

    @cached_property
    def taken(self) -> set[str]:
        """The kinds of item that seats come to own."""
        return {*self.shops, *self.drafted, *(passage.kind for passage in self.draws if passage.way in (FACE_DOWN, OPEN))}

    @cached_property
    def named_otherwise(self) -> set[str]:
        """The names in such effects, whose items may go anywhere."""
        return {value for effect in self.silent for value in attrs.asdict(effect, recurse=False).values() if type(value) is str}

    @cached_property
    def owned(self) -> set[str]:
        """The kinds whose items are counted, and the items that are counted themselves."""
        return {use.word.of for use in self.quantities if use.word.name == "owned"}

    @cached_property
    def valued(self) -> set[str | None]:
        """Goods, and groups of goods, whose value is asked for when they are paid."""
        items = [use.at for use in self.quantities if (use.word.name, use.word.of) == ("paid", "value")]
        return {name for item in items for cost in self.costs(item) for name in (*(() if cost.of else cost.amounts), cost.of)}

    def costs(self, item: Named) -> list[Cost]:
        """Returns the prices that can be asked for an item."""
        costs = [item.record.cost, *(space.record.cost for space in self.shops.get(item.kind, {}).values())]
        return [cost for cost in costs if cost is not None]

    def can_be_had(self, kind: str) -> bool:
        """Tells if items of a kind are drawn or laid out."""
        return any(passage.kind == kind for passage in self.draws)

    def rows_with(self, kind: str) -> list[Named]:
        """Returns the rows on which items of a kind are laid out."""
        return [row for row in self.rows if row.record.kind == kind]

    def is_absent(self, kind: str, zone: str) -> bool:
        """Tells if no item of a kind ever comes into a zone."""
        there = any((passage.kind, passage.zone) == (kind, zone) for passage in self.arrivals)
        known = bool(self.items.get(kind)) and zone not in self.named_otherwise
        return known and not there and self.drawn_to.get(kind) != zone


def items_named(effect: Verb) -> dict[str, str]:
    """Returns the `kind`, the `row` and the zones, `from` and `to`, that the fields of an effect name."""
    fields = [
        (ref, field) for field in fields_of(type(effect)).values() for ref in field.form.refs if ref in ("kind", "row", "zone")
    ]
    named = {field.key if ref == "zone" else ref: getattr(effect, field.name) for ref, field in fields}
    return {key: name for key, name in named.items() if name}


def all_items(bounds: Bounds) -> list[Named]:
    """Returns the items of all kinds."""
    return [item for kind in bounds.declared("kind") for item in bounds.declared(kind.id)]


def absence(bounds: Bounds, kind: str, zone: str) -> Bound:
    """Returns the bound of a zone in which items of a kind are looked for."""
    return Bound(
        ("SA514", "a zone in which there is no such item"), ("from",),
        bounds.service(ItemSupply).is_absent(kind, zone),
        f"no {noun_of(kind)} ever comes into `{zone}`", f"name the zone in which {plural(noun_of(kind))} are",
        about=(kind, zone),
    )  # fmt: skip


def unsold(bounds: Bounds, kinds: Sequence[str]) -> Iterator[Bound]:
    """Yields the bounds of kinds of item that are served when they are bought, as the list `applies` of a record."""
    shops = bounds.service(ItemSupply).shops
    for index, kind in enumerate(kinds):
        yield Bound(
            ("SA514", "a kind that makes no difference"), ("applies", index), kind not in shops,
            f"nobody can buy {plural(noun_of(kind))}", "take it away, or let a location of their row `buy` them",
            about=(kind,),
        )  # fmt: skip


# --- item reach ---------------------------------------------------------------------------------------------------
#
# Bounds and clashes of kinds of item: values that reach nobody, and items that can be neither drawn nor sold.


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
    """Yields the effects and rows that take items from the zone that supplies the piles of the queried row."""
    supply, row = bounds.service(ItemSupply), bounds.here
    draws = [draw for draw in supply.draws if draw.zone == zone and not getattr(draw.at.record, "pile", 0)]
    for taking in [*draws, *(leaving for leaving in supply.departures if leaving.zone == zone)]:
        yield Clash(
            "SA214", "something is taken from under a pile", taking.path,
            f"the piles of `{row.id}` are made of what is in `{zone}`: what is taken from there would be missing in them",
            f"name another zone here, or have the row `{row.id}` without `pile`",
            at=taking.at, others=[(row, ("pile",), "the piles")],
        )  # fmt: skip
