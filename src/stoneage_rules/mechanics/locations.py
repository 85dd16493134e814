"""Locations, and items that are a place for their owner."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from stoneage_rules.kernel.nouns import ABSENT_PLACE_TABLE, PLACE_TABLE, AbsentPlace, Place
from stoneage_rules.kernel.position import Position
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Declared, Effect, Linker
from stoneage_rules.language.cost import Cost
from stoneage_rules.language.events import Mechanism
from stoneage_rules.language.fields import field
from stoneage_rules.language.forms import form_of_class
from stoneage_rules.language.quantity import IfRow, at_least_zero, if_field, range_of
from stoneage_rules.language.reach import BEYOND, NEVER_BINDS, NO_DIFFERENCE, Bound, Bounds, Clash, Named
from stoneage_rules.language.word import ContentRecord, Contradiction, ExtraKeys, Verb, Word
from stoneage_rules.mechanics.belongings import BringHomeVerb, figure_records, is_never_got, most_figures
from stoneage_rules.mechanics.effect_lists import SUBJECTS, Subject
from stoneage_rules.mechanics.item_supply import UNASKED_PRICE, ItemSupply, reached
from stoneage_rules.mechanics.items import ItemRecord
from stoneage_rules.mechanics.payments import price_index
from stoneage_rules.mechanics.placement import REACTIONS, Reaction
from stoneage_rules.mechanics.placement_checks import TOLLS, Toll, open_while
from stoneage_rules.telling.phrases import Phrases
from stoneage_rules.text import counted, listed


@attrs.frozen
class PlacementSize(Word):
    """The number of figures in a placement."""

    exactly: int | None = field("this many, no more and no fewer", default=None, least=1, most=99)
    at_least: int = field("this many or more", default=1, least=1, most=99)
    at_most: int | None = field("this many or fewer", default=None, least=1, most=99)

    involved = ("exactly", "at_least", "at_most")

    def contradictions(self) -> Iterator[Contradiction]:
        if self.exactly is not None and (self.at_least != 1 or self.at_most is not None):
            yield Contradiction("it leaves no room for `at_least` and `at_most`", ("exactly",), at_key=True)
        elif self.at_most is not None and self.at_most < self.at_least:
            yield Contradiction(f"`at_most` is less than `at_least`, which is {self.at_least}", ("at_most",))

    def exceeding(self, circles: int | str | None) -> Iterator[Contradiction]:
        """Yields the fault of a place that has fewer circles than one placement takes."""
        key = "exactly" if self.exactly else "at_least"
        needed = self.exactly or self.at_least
        if type(circles) is int and 0 < circles < needed:
            label = f"there is room for {circles}, and one placement takes {needed}"
            help = f"raise `circles` to {needed}, or lower `{key}` of `figures` to {circles}"
            yield Contradiction(label, ("circles",), "fewer circles than figures", help)

    @property
    def least(self) -> int:
        """The fewest figures of a placement."""
        return self.exactly or self.at_least

    def most(self, circles: int, most_figures: int) -> int:
        """Returns the largest number of figures of one colour on a place with a number of circles."""
        return self.exactly or self.at_most or min(circles, most_figures)


@attrs.frozen
class LocationRecord(ContentRecord):
    """A place for figures, or several of a kind."""

    table = "location"
    max_records = 200

    groups: tuple[str, ...] = field("the groups it belongs to", default=())
    copies: int | str | None = field(
        "the number of copies, or `players` for one each", default=None, least=1, most=20, choices=("players",)
    )
    circles: int | str | None = field(
        "the number of figures it holds, or `players`; without the key, any number; 0 for a space closed to figures",
        default=None, least=0, most=99, choices=("players",),
    )  # fmt: skip
    figures: PlacementSize = field("the number of figures in a placement", factory=PlacementSize)
    again: bool = field("whether a seat with figures there may place again in the same round", default=False)
    mark: str | None = field("the mark that a placement here leaves on the seat", default=None, refers_to="mark", gives=True)
    stays: bool = field("whether figures stay instead of acting with the others", default=False)
    cost: Cost | None = field("the price of any item here", default=None)
    effects: tuple[Verb, ...] = field("the effects of figures here", default=(), context="location")
    each_placement: tuple[Verb, ...] = field(
        "the effects of each placement, at once, before the next seat's turn",
        default=(),
        context="placement",
        silent_default=True,
    )
    toll: Cost | None = field(
        "the price of each placement, in goods by name, which go to the supply; it is read before the figures are put, "
        'and `figures = "here"` is the number that is placed',
        default=None,
        context="placement",
        silent_default=True,
    )
    if_: tuple[IfRow, ...] = if_field("the condition to place here: every row must hold for the seat now")

    involved = ("circles", "figures", "toll")

    def contradictions(self) -> Iterator[Contradiction]:
        yield from self.figures.exceeding(self.circles)
        if self.toll is not None and self.toll.form == "composed":
            help = "name them, as in `toll = { GOOD = 1 }`; goods of one's choice are paid by `pay` among the effects"
            yield Contradiction("a placement costs goods by name", ("toll",), "a price that leaves a choice", help)

    def place_ids(self, name: str, players: int) -> tuple[str, ...]:
        count = players if self.copies == "players" else self.copies
        return (name,) if count is None else tuple(f"{name}-{number}" for number in range(1, int(count) + 1))

    def bind(self, link: Linker, declared: Declared) -> None:
        places = link.places(declared.name)
        if self.toll is not None:
            cost = [(link.index("good", good), at_least_zero(link, amount)) for good, amount in self.toll.amounts.items()]
            link.append(TOLLS, Toll(frozenset(places), tuple(cost)))
        circles = link.players if self.circles == "players" else None if self.circles is None else int(self.circles)
        row = next((row for row in reversed(link.declared("row")) if declared.name in row.record.spaces), None)
        for index, id in zip(places, self.place_ids(declared.name, link.players), strict=True):
            place = Place(
                index=index,
                id=id,
                record=(declared.kind, declared.name),
                name=f"{self.name} {id.rpartition('-')[2]}" if self.name and self.copies else self.name or id,
                groups=self.groups,
                circles=circles,
                room=link.players * link.most_figures + 1 if circles is None else circles,
                least=self.figures.least,
                most=self.figures.most(circles or link.most_figures, link.most_figures),
                node=link.sequence(self.effects),
                stays=self.stays,
                again=self.again,
                price=-1 if self.cost is None else price_index(link, self.cost),
                row=-1 if row is None else link.index("row", row.name),
                pile=0 if row is None else row.record.pile,
                owned=-1,
                marks=0 if self.mark is None else 1 << link.index("mark", self.mark),
                effects=self.effects,
                rows=self.if_,
                each_placement=self.each_placement,
                placed=link.sequence(self.each_placement),
            )
            link.append(PLACE_TABLE, place)
            if place.placed:
                link.append(REACTIONS, Reaction(1 << index, place.placed))

        open_while(link, places, self.if_)
        self._bind_absent(link, declared)

    def _bind_absent(self, link: Linker, declared: Declared) -> None:
        """Tells of the places that other numbers of players have."""
        here, counts = self.place_ids(declared.name, link.players), link.declared("players")[0].record.player_counts()
        for id in self.place_ids(declared.name, max(counts)):
            if id not in here:
                players = tuple(count for count in counts if id in self.place_ids(declared.name, count))
                link.append(ABSENT_PLACE_TABLE, AbsentPlace(id, (declared.kind, declared.name), players))

    def seats(self, players: int) -> int:
        """Returns how many seats have room together at one of these places."""
        if self.circles is None:
            return players
        circles = players if self.circles == "players" else int(self.circles)
        return min(players, circles // self.figures.least)

    def clashes(self, bounds: Bounds) -> Iterator[Clash]:
        called: dict[str, list[str]] = {}
        for use in bounds.words(BringHomeVerb):
            if use.at.kind == self.table and use.path[0] == "each_placement":
                called.setdefault(use.at.name, []).extend(bounds.group(self.table, use.word.from_) or (use.word.from_,))
        here = bounds.here.name
        circle = [location for location in reached(called, here) if here in reached(called, location)]
        if circle and here == min(circle):
            why = f"figures on `{here}` come home by a placement, and can be placed there again"
            yield Clash("SA211", "placements without an end", ("each_placement",), why, "let them come home by `effects`")

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        yield from self._reach_of_toll(bounds)
        yield from reach_of_placements(bounds, self.figures, self.circles, self.again)
        there = most_figures(bounds) * bounds.player_counts[-1]
        if type(self.circles) is int:
            why = f"all players together have {counted(there, 'figure')}"
            help = "lower it, or delete this line: a place without it has room for all"
            yield Bound(NEVER_BINDS, ("circles",), self.circles > there, why, help, set_by=figure_records(bounds))
        supply, name = bounds.service(ItemSupply), bounds.here.name
        rows, purchases = supply.rows_of.get(name, []), supply.purchases.get(name, [])
        about = tuple(row.name for row in rows)
        lay = f'lay items out here, by a `[[row]]` with `spaces = ["{self.id}"]`, or'
        if self.cost is not None:
            why = f"no effect of `{self.id}` buys" if rows else f"no row lays anything out on `{self.id}`"
            help = 'add `{ do = "buy" }` to its effects, or delete this line' if rows else f"{lay} delete this line; {PAY}"
            yield Bound(UNASKED_PRICE, ("cost",), not rows or not purchases, why, help, about, at_key=True)
        for path in purchases:
            sort, why = ("SA514", "a purchase where nothing is for sale"), f"no row lays anything out on `{self.id}`"
            yield Bound(sort, (*path, "do"), not rows, why, f"{lay} take the effect away")
        nobody = f"nobody may place on `{self.id}`: `circles` is 0"
        for never, key, why in (
            (self.stays, "effects", f"figures on `{self.id}` stay, and do not act: `stays` is true"),
            (self.circles == 0, "effects", nobody),
            (self.circles == 0, "each_placement", nobody),
        ):
            if never and getattr(self, key):
                sort, idle = ("SA514", "effects that never happen"), name not in supply.named_otherwise
                yield Bound(sort, (key,), idle, why, "delete one of the two", at_key=True)
        counted_at = {use.word.of for use in supply.quantities if use.word.name == "figures"}
        idle = not (self.effects or self.each_placement or rows) and counted_at.isdisjoint((name, *self.groups))
        sort = "SA511", "a location on which figures do nothing"
        help = "add `effects = [...]`, or lay items out here by a `row`; if figures only rest here, write behind the id "
        help += "`# stoneage: allow SA511 because figures rest here`"
        yield Bound(sort, ("id",), idle, f"`{self.id}` has no effects", help, at_any_table=True)

    def _reach_of_toll(self, bounds: Bounds) -> Iterator[Bound]:
        """Yields the bound of a toll in goods that only placements bring, which cost such goods themselves."""
        goods = list(self.toll.amounts) if self.toll is not None else []
        if goods and not any(is_never_got(bounds, good) for good in goods):
            idle = bounds.here.name not in bounds.service(OpenLocations).names
            why = f"nobody has {listed(goods)} before a placement, and no placement that is free of it brings any"
            help = "ask less of some location, or let an effect of a phase or of the set-up bring it"
            yield Bound(("SA515", "a price that nobody can pay"), ("toll",), idle, why, help, about=goods, at_key=True)


class OpenLocations:
    """The locations where figures can ever be placed: their tolls can be paid with goods that come from elsewhere."""

    def __init__(self, bounds: Bounds) -> None:
        self.bounds, self.supply = bounds, bounds.service(ItemSupply)
        self.brought: dict[Named, set[str]] = {}
        """By record, the names of what its effects bring, and of the tables and items that these use."""
        for use in bounds.words(Word):
            if not isinstance(use.word, ContentRecord) or use.at.kind not in SUPPLIES:
                self.brought.setdefault(use.at, set()).update(_brought(use.word))
        self.kinds = {kind.name for kind in bounds.declared("kind")}
        self.names: set[str] = set()
        while more := {location.name for location in bounds.declared("location") if self._opens(location, self._got())}:
            self.names |= more

    def _got(self) -> set[str]:
        """Returns the names of what comes from elsewhere, and from the locations that are open so far."""
        got = {kind for kind, shops in self.supply.shops.items() if not self.names.isdisjoint(shops)} | self.supply.drafted
        waiting = dict(self.brought)
        while reached := [at for at in waiting if self._is_reached(at, got)]:
            got.update(name for at in reached for name in waiting.pop(at))
        return got

    def _is_reached(self, at: Named, got: set[str]) -> bool:
        if at.kind == "location":
            return at.name in self.names
        return at.kind in got or at.name in got or at.kind not in {"dice_table", *self.kinds}

    def _opens(self, location: Named, got: set[str]) -> bool:
        toll = location.record.toll
        goods = [good for good, amount in toll.amounts.items() if (range_of(self.bounds, amount)[0] or 0) > 0] if toll else []
        return location.name not in self.names and all(
            not got.isdisjoint((good, *self.bounds.find("good", good).groups)) for good in goods
        )


def _brought(word: Word) -> set[str]:
    """Returns the names in a word but those of what it takes; an effect says of a good that it gives it."""
    named = form_of_class(type(word)).names(word)
    gives = not isinstance(word, Verb)
    return {name for refs, name, more in named if more.get("gives") or (not more.get("loses") and (gives or "good" not in refs))}


SUPPLIES = ("edition", "kind", "row", "score", "zone")
"""The kinds of record that name goods and items which they do not bring."""


def reach_of_placements(
    bounds: Bounds, figures: PlacementSize, circles: int | str | None, again: bool = False
) -> Iterator[Bound]:
    """Yields the bounds of the number of figures in one placement, for the key `figures` of a place.

    Args:
        bounds: the content of the table.
        figures: the number of figures in a placement.
        circles: how many figures the place holds: a number, `players`, or None for no limit.
        again: whether a seat may place there again, by the key `again`.
    """
    most, set_by = most_figures(bounds), figure_records(bounds)
    players = bounds.player_counts[-1]
    room = players * most if circles is None else players if circles == "players" else int(circles)
    in_all = f"a colour has {counted(most, 'figure')} in all"
    for key in ("exactly", "at_least"):
        number = getattr(figures, key) or 0
        yield Bound(BEYOND, ("figures", key), number > most, in_all, f"lower it to {most} or less", set_by=set_by)
    if figures.at_most is not None:
        why = f"there is room for {room} at the most" if circles is not None and room <= most else in_all
        idle = figures.at_most >= min(room, most)
        yield Bound(NEVER_BINDS, ("figures", "at_most"), idle, why, LOWER, set_by=set_by)
    if again:
        why = f"after one placement of {counted(figures.least, 'figure')} there is no room for a second"
        yield Bound(NO_DIFFERENCE, ("again",), room < 2 * figures.least, why, LOWER, set_by=set_by, at_key=True)


LOWER = "lower it, or delete this line"
PAY = (
    "the price of a placement is `toll`; to let seats pay for effects, "
    'write `effects = [{ do = "pay", cost = {...}, effects = [...] }]`'
)


MECHANISM = Mechanism("locations", after=("figures", "goods"), records=(LocationRecord,))

# --- workplaces ---------------------------------------------------------------------------------------------------
#
# Workplaces: items that are places for their owner.


def owner_of(state: Position, place: int) -> int:
    """Returns the seat that owns the item of a place; -1 if the place is no item, or nobody owns it."""
    item = state.rules.places[place].owned if place >= 0 else -1
    return next((seat for seat in range(state.rules.players) if item in state.zones[state.rules.zones_of(seat)[0]]), -1)


@attrs.frozen
class WorkplaceTable(Word):
    """A place for its owner's figures, from the round after the item was taken."""

    circles: int = field("how many figures it holds", least=1, most=99)
    figures: PlacementSize = field("the number of figures in a placement", factory=PlacementSize)
    open: bool = field("whether other seats may place there, too", default=False, silent_default=True)
    effects: tuple[Verb, ...] = field("the effects of figures here", not_empty=True, context="workplace")
    if_: tuple[IfRow, ...] = if_field("the condition to place here: every row must hold")

    involved = ("circles", "figures")

    def contradictions(self) -> Iterator[Contradiction]:
        return self.figures.exceeding(self.circles)

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        yield from reach_of_placements(bounds, self.figures, self.circles)
        for number, effect in enumerate(self.effects):
            idle = not self.open and (isinstance(effect, OwnerVerb) or getattr(effect, "to", None) == "owner")
            why, help = "nobody but the owner places here", "add `open = true` to the workplace"
            yield Bound(("SA514", "an effect that never happens"), ("effects", number, "do"), idle, why, help)


@attrs.frozen
class WorkplaceKeys(ExtraKeys):
    """The key of an item that is a place for its owner."""

    table = "item.workplace"
    extends = ItemRecord
    workplace: WorkplaceTable | None = field("the place that it gives its owner", default=None)

    @classmethod
    def place_ids(cls, record: Any, name: str, players: int) -> tuple[str, ...]:
        return () if record.workplace is None else (name,)

    @classmethod
    def describe(cls, record: Any, phrases: Phrases) -> str:
        workplace: WorkplaceTable | None = record.workplace
        if workplace is None:
            return ""
        whose = "a workplace for all" if workplace.open else "a workplace"
        condition = f" ({phrases.rows(workplace.if_)})" if workplace.if_ else ""
        return f"{whose} of {counted(workplace.circles, 'circle')}{condition}: {phrases.effects(workplace.effects)}"

    @classmethod
    def bind(cls, link: Linker, declared: Declared, record: Any) -> None:
        workplace: WorkplaceTable | None = record.workplace
        if workplace is None:
            return
        (index,) = link.places(declared.name)
        place = Place(
            index=index,
            id=declared.name,
            record=(declared.kind, declared.name),
            name=record.name or declared.name,
            circles=workplace.circles,
            room=workplace.circles,
            least=workplace.figures.least,
            most=workplace.figures.most(workplace.circles, link.most_figures),
            node=link.sequence(workplace.effects),
            owned=link.index("item", declared.name),
            is_open=workplace.open,
            effects=workplace.effects,
            rows=workplace.if_,
        )
        link.append(PLACE_TABLE, place)
        open_while(link, (index,), workplace.if_, ("workplace", "if"))


@attrs.frozen
class OwnerVerb(Verb):
    """The owner of the workplace gets these effects when another seat's figures act there, but not for its own figures.

    Others can place there only if the workplace is `open`.  With `{ do = "lose", good = "food", to = "owner" }` the owner gets
    goods from the acting seat.

    Example: `{ do = "owner", effects = [{ do = "points", amount = 1 }] }`
    """

    do = "owner"
    token = "owner: {effects}"
    belongs = ("workplace",)
    effects: tuple[Verb, ...] = field("the effects for the owner", not_empty=True, becomes={"workplace": "reward"})

    def describe(self, phrases: Phrases) -> str:
        return f"for the owner: {phrases.effects(self.effects)}"

    def bind(self, link: Linker) -> Effect:
        node = link.sequence(self.effects)
        link.append(SUBJECTS, Subject(node, False))

        def effect(state: State, seat: int, place: int, n: int) -> None:
            owner = owner_of(state, place)
            if owner not in (seat, -1):
                state.stack.append((state.rules.effects_frame, owner, node, -1, 0))

        return effect


WORKPLACES = Mechanism("workplaces", records=(WorkplaceKeys,), verbs=(OwnerVerb,), features=("owned-workplaces",))
