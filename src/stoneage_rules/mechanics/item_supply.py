"""How items move, for lint: drawn, moved, laid out, sold.  Defines no words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeVar

import attrs

from stoneage_rules.language.cost import Cost
from stoneage_rules.language.fields import Quantity, fields_of
from stoneage_rules.language.reach import NO_DIFFERENCE, Bound, Bounds, Clash, Named, Path
from stoneage_rules.language.word import Verb
from stoneage_rules.text import a, choices_of, counted, listed, noun_of, plural

Node = TypeVar("Node")

LAID_OUT, FACE_DOWN, OPEN = "laid out", "face-down", "open"
UNASKED_PRICE = "SA514", "a price that nobody asks for"


@attrs.frozen
class Passage:
    """A place in content that moves items of a kind out of a zone, into one, or to seats."""

    at: Named
    path: Path
    kind: str
    source: str | None = None
    to: str | None = None
    keeps: str | None = None
    """How a seat keeps the drawn items, see `Verb.keeps`, or that they are laid out in a row; None if items are moved."""


class ItemSupply:
    """The ways of items at a table; each is worked out when it is first asked for."""

    def __init__(self, bounds: Bounds) -> None:
        kinds = bounds.declared("kind")
        self.rows, self.effects, self.quantities = bounds.declared("row"), bounds.words(Verb), bounds.words(Quantity)
        self.locations = {location.name: location for location in bounds.declared("location")}
        self.items = {kind.name: bounds.declared(kind.id) for kind in kinds}
        self.passages = [Passage(row, ("from",), row.record.kind, row.record.from_, None, LAID_OUT) for row in self.rows]
        self.passages += [Passage(kind, ("starts_in",), kind.name, to=kind.record.starts_in) for kind in kinds]
        self.silent: list[Verb] = []
        """The effects that draw or move items of an unknown kind."""
        of_rows = {row.name: row.record.kind for row in self.rows}
        for use in self.effects:
            named, keeps = items_named(use.word), use.word.keeps
            if named.get("kind", "") not in self.items:  # the effect may name an item in place of its kind
                of_items = (kind for kind, items in self.items.items() if named.get("kind") in [one.shared_name for one in items])
                named["kind"] = next(of_items, named.get("kind", ""))
            kind, to = named.get("kind") or of_rows.get(named.get("row", "")), named.get("to")
            if kind and not to is keeps is None:
                self.passages.append(Passage(use.at, use.path, kind, named.get("from"), to, keeps))
            else:
                self.silent.append(use.word)
        self.draws = [passage for passage in self.passages if passage.source and passage.keeps is not None]
        self.arrivals = [passage for passage in self.passages if passage.to and self.items.get(passage.kind)]
        self.drafted = {passage.kind for passage in self.passages if passage.keeps == OPEN and not passage.source}
        """The kinds whose items seats take from a row for nothing."""
        self.revealed = {passage.kind for passage in self.passages if passage.keeps == ""}
        """The kinds whose effects happen when an item is turned up."""
        self.drawn_to = {kind.name: kind.record.drawn_to for kind in kinds if kind.record.drawn_to is not None}

    @cached_property
    def purchases(self) -> Mapping[str, Sequence[Path]]:
        """By location, the paths to its effects that buy."""
        purchases: dict[str, list[Path]] = {}
        for use in self.effects:
            if use.word.buys and use.at.kind == "location":
                purchases.setdefault(use.at.name, []).append(use.path)
        return purchases

    @cached_property
    def rows_of(self) -> Mapping[str, Sequence[Named]]:
        """By location, its rows."""
        rows_of: dict[str, list[Named]] = {}
        for row in self.rows:
            for space in row.record.spaces:
                rows_of.setdefault(space, []).append(row)
        return rows_of

    @cached_property
    def shops(self) -> Mapping[str, Mapping[str, Named]]:
        """By kind of item, the locations that sell its items."""
        shops: dict[str, dict[str, Named]] = {}
        for row in self.rows:
            for space in row.record.spaces:
                if space in self.purchases:
                    shops.setdefault(row.record.kind, {})[space] = self.locations[space]
        return shops

    @cached_property
    def taken(self) -> set[str]:
        """The kinds of item that seats can own."""
        return {*self.shops, *self.drafted, *(passage.kind for passage in self.draws if passage.keeps in (FACE_DOWN, OPEN))}

    @cached_property
    def named_otherwise(self) -> set[str]:
        """The names in `silent` effects: these may draw or move any item."""
        return {value for effect in self.silent for value in attrs.asdict(effect, recurse=False).values() if type(value) is str}

    @cached_property
    def owned(self) -> set[str]:
        """The kinds whose items are counted, and the items that are counted themselves."""
        return {use.word.of for use in self.quantities if use.word.name == "owned"}

    @cached_property
    def valued(self) -> set[str | None]:
        """The goods, and groups of goods, whose value an item counts when they are paid for it."""
        items = [use.at for use in self.quantities if (use.word.name, use.word.of) == ("paid", "value")]
        return {name for item in items for cost in self.costs(item) for name in (*(() if cost.of else cost.amounts), cost.of)}

    def costs(self, item: Named) -> list[Cost]:
        """Returns the prices that can be asked for an item."""
        costs = [item.record.cost, *(space.record.cost for space in self.shops.get(item.kind, {}).values())]
        return [cost for cost in costs if cost is not None]


def reached(following: Mapping[Node, Sequence[Node]], start: Node) -> Sequence[Node]:
    """Returns everything that follows from a thing, directly or not."""
    found = list(following.get(start, ()))
    for further in found:
        found += [other for other in following.get(further, ()) if other not in found]
    return found


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
    """Returns the bound of a zone that is searched for items of a kind."""
    supply = bounds.service(ItemSupply)
    there = any((passage.kind, passage.to) == (kind, zone) for passage in supply.arrivals) or supply.drawn_to.get(kind) == zone
    is_absent = bool(supply.items.get(kind)) and zone not in supply.named_otherwise and not there
    return Bound(
        ("SA514", "a zone in which there is no such item"), ("from",), is_absent,
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
# Bounds and clashes of kinds of item: values without effect, and items that can be neither drawn nor sold.


AT_THE_END = {"symbol", "icons"}
"""The keys that count of an item that is drawn face down."""


def reach_of_kind(bounds: Bounds, record: Any) -> Iterator[Bound]:
    """Yields the bounds of a kind of item, and the bounds that all its items share."""
    supply, name = bounds.service(ItemSupply), bounds.here.name
    items, nouns = supply.items[name], plural(noun_of(record.id))
    rows = [row for row in supply.rows if row.record.kind == name]
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
        zones = {str(arrival.to) for arrival in supply.arrivals if arrival.kind == name}
        idle = zones.isdisjoint(draw.source for draw in supply.draws if draw.kind != name)
        why = f"no other kind is drawn from where {nouns} can be"
        help = "delete it, or let an effect `move` them to where others are drawn"
        yield Bound(NO_DIFFERENCE, ("drawn_to",), idle, why, help, about=tuple(zones), at_key=True)


def _counting(supply: ItemSupply, name: str, draws: Sequence[Passage], nouns: str) -> tuple[set[str], str]:
    """Returns the keys that count of items of a kind, however seats get them, and why the other keys do not."""
    ways = {draw.keeps for draw in draws}
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
    if not shops:
        idle = any(passage.kind == name for passage in supply.draws)
        why, help = f"no location sells {plural(noun_of(id))}", LET_BUY
    else:
        add_ons = [add_on.record for add_on in bounds.declared("add_on") if name in add_on.record.applies]
        by_form = any(row.cost for add_on in add_ons for row in add_on.when)
        idle = not by_form and all(space.record.cost is not None for space in shops.values())
        named = listed(f"`{space.id}`" for space in shops.values())
        why = f"{named} {'has' if len(shops) == 1 else 'have'} a `cost` for whatever lies there"
        help = "delete it, or take away the `cost` of the location"
    priced = [item for item in supply.items[name] if item.record.cost is not None]
    return Bound(UNASKED_PRICE, ("cost",), idle, why, help, about=(*shops, *rows), at_key=True, at=priced)


# --- what cannot be played --------------------------------------------------------------------------------------------


def strays(bounds: Bounds, record: Any) -> Iterator[Clash]:
    """Yields the zones whose items of the kind block a draw for another kind and cannot be set aside."""
    supply, name = bounds.service(ItemSupply), bounds.here.name
    arrivals = {arrival.to: arrival for arrival in reversed(supply.arrivals) if arrival.kind == name}
    for zone, arrival in arrivals.items() if record.drawn_to is None else ():
        draw = next((draw for draw in supply.draws if draw.source == zone and draw.kind != name), None)
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
    """Yields the items of the kind that are for sale although neither they nor the space has a price."""
    supply, name = bounds.service(ItemSupply), bounds.here.name
    items = supply.items[name]
    without = [item for item in items if item.record.cost is None]
    for space in supply.shops.get(name, {}).values():
        if space.record.cost is not None or not without:
            continue
        if len(without) < len(items):
            noun = a(noun_of(without[0].kind))
            help = f"give it one, such as `cost = {_price(bounds)}`: {noun} that is laid out there needs a price"
            for item in without:
                why = f"`{item.id}` has no `cost`, and neither has `{space.id}`, where it lies"
                yield Clash(*NO_PRICE, ("cost",), why, help, is_missing=True, at=item)
            continue
        why = f"`{space.id}` sells {counted(len(without), noun_of(name))}, and neither it nor they have a `cost`"
        help = f"give the location a `cost`, such as `cost = {_price(bounds)}`, or each item one of its own"
        yield Clash(*NO_PRICE, ("cost",), why, help, f"delete this edit, or {help}", is_missing=True, at=space)


NO_PRICE = "SA216", "an offer without a price"


def _price(bounds: Bounds) -> str:
    """Returns an example of a price in TOML, with a good of this table."""
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
    for taking in supply.passages:
        if taking.source != zone or (taking.keeps is None and taking.to == zone) or getattr(taking.at.record, "pile", False):
            continue
        yield Clash(
            "SA214", "something is taken from under a pile", taking.path,
            f"the piles of `{row.id}` are made of what is in `{zone}`: what is taken from there would be missing in them",
            f"name another zone here, or have the row `{row.id}` without `pile`",
            at=taking.at, others=[(row, ("pile",), "the piles")],
        )  # fmt: skip
