"""Ways of items through content: where they start, are moved, laid out, drawn and sold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

import attrs

from stoneage_rules.language.cost import Cost
from stoneage_rules.language.fields import Quantity, refs_of
from stoneage_rules.language.reach import Bound, Bounds, Located, Named, Path
from stoneage_rules.language.word import Verb
from stoneage_rules.text.wording import noun_of, plural

__all__ = ["FACE_DOWN", "OPEN", "UNASKED_PRICE", "ItemSupply", "Passage", "absence", "all_items", "unsold"]


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
    """How a seat keeps what is drawn, as `Verb.keeps` says, or that it is laid out in a row."""


class ItemSupply:
    """The ways of items at a table; each is worked out when it is first asked for."""

    def __init__(self, bounds: Bounds) -> None:
        kinds = bounds.declared("kind")
        self.rows, self.effects, self.quantities = bounds.declared("row"), bounds.words(Verb), bounds.words(Quantity)
        self.locations = {location.name: location for location in bounds.declared("location")}
        self.items = {kind.name: bounds.declared(kind.id) for kind in kinds}
        self.draws = [Passage(row, ("from",), row.record.kind, row.record.from_) for row in self.rows]
        drawing: list[tuple[Located, tuple[str, str]]] = [(use, drawn) for use in self.effects if (drawn := use.word.draws())]
        self.draws += [Passage(use.at, use.path, *drawn, use.word.keeps()) for use, drawn in drawing]
        arrivals = [Passage(kind, ("starts_in",), kind.name, kind.record.starts_in) for kind in kinds]
        arrivals += [Passage(use.at, use.path, *moved) for use in self.effects if (moved := use.word.moves())]
        cleared: list[tuple[Located, tuple[str, str]]] = [(use, moved) for use in self.effects if (moved := use.word.clears())]
        of_rows = {row.name: row.record.kind for row in self.rows}
        arrivals += [Passage(use.at, use.path, of_rows[row], zone) for use, (row, zone) in cleared if row in of_rows]
        of_row = [(of_rows[row], use.word.keeps()) for use in self.effects if (row := use.word.items_of_row()) in of_rows]
        self.drafted = {kind for kind, way in of_row if way == OPEN}
        """The kinds whose items seats take from a row for nothing."""
        self.revealed = {draw.kind for draw in self.draws if not draw.way} | {kind for kind, way in of_row if not way}
        """The kinds whose effects happen when an item is turned up."""
        self.arrivals = [passage for passage in arrivals if self.items.get(passage.kind)]
        self.drawn_to = {kind.name: kind.record.drawn_to for kind in kinds if kind.record.drawn_to is not None}

    @cached_property
    def departures(self) -> Sequence[Passage]:
        """The effects that move all items of a kind out of a zone."""
        moves = [(use, moved) for use in self.effects if (moved := use.word.moves())]
        return [Passage(use.at, use.path, kind, zone) for use, (kind, to) in moves for zone in _zones(use.word) if zone != to]

    @cached_property
    def purchases(self) -> Mapping[str, Sequence[Path]]:
        """By location, the ways to its effects that buy."""
        purchases: dict[str, list[Path]] = {}
        for use in self.effects:
            if use.word.buys() and use.at.kind == "location":
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
        """Names in effects that do not say what they draw or move: nobody knows what they do with it."""
        told = [(word.draws(), word.moves(), word.clears(), word.items_of_row()) for word in (use.word for use in self.effects)]
        effects = [use.word for use, names in zip(self.effects, told, strict=True) if not any(names)]
        return {value for effect in effects for value in attrs.asdict(effect, recurse=False).values() if type(value) is str}

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


def _zones(effect: Verb) -> list[str]:
    """Returns the zones that an effect names."""
    return [getattr(effect, key.name) for key in attrs.fields(type(effect)) if "zone" in refs_of(key)]


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
