"""Rows of items: filled, slid and swept."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.frames import FrameTuple, Step
from stoneage_rules.kernel.operations import NOBODY
from stoneage_rules.kernel.position import has_kind
from stoneage_rules.kernel.saving import expect
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import PLACE_SLOT, Declared, Effect, Handle, Linker, Reader
from stoneage_rules.language.events import ITEM_FIELD, PLACE_FIELD, ZONE_FIELD, Event, EventKind, Mechanism, id_field
from stoneage_rules.language.fields import field
from stoneage_rules.language.quantity import COUNT, QuantityKind, Span
from stoneage_rules.language.reach import NO_DIFFERENCE, Bound, Bounds, Clash, Records
from stoneage_rules.language.word import ContentRecord, Verb
from stoneage_rules.mechanics.drawing import Draw, met
from stoneage_rules.mechanics.item_supply import ItemSupply, absence, shared_spaces, takers_of_piles
from stoneage_rules.telling.phrases import LogNames, Phrases
from stoneage_rules.text import choices_of, counted, noun_of, plural

# --- row counts ---------------------------------------------------------------------------------------------------
#
# The quantities of what lies open: empty spaces of a row, items on spaces.


def _empty(link: Linker, of: str) -> Reader:
    row = next(row.record for row in link.declared("row") if row.name == of)
    spaces = [place for space in row.spaces for place in link.places(space)]

    def empty(state: State, seat: int, n: int) -> int:
        item_at = state.item_at
        return sum([item_at[space] < 0 for space in spaces])

    return empty


def _spaces(records: Records, of: str) -> Span:
    row = next(row.record for row in records.declared("row") if row.name == of)
    locations = [location for location in records.declared("location") if location.name in row.spaces]
    return 0, sum(len(location.record.place_ids(location.name, records.players)) for location in locations)


def _open(link: Linker, of: str) -> Reader:
    if of in link.ids("kind"):
        kind = link.index("kind", of)
        return lambda state, seat, n: sum([item >= 0 and state.rules.items[item].kind == kind for item in state.item_at])
    items = [index for index, item in enumerate(link.declared("item")) if item.shared_name == of]
    return lambda state, seat, n: sum([state.item_at.count(item) for item in items])


ROW_COUNTS = (
    QuantityKind(
        "empty",
        "how many spaces of a row are empty",
        _empty,
        "row",
        of_seat=False,
        span=_spaces,
        words="the number of empty spaces of {of}",
        counts=(),
    ),
    QuantityKind(
        "open",
        "how many items of a kind, or copies of an item, lie open on spaces",
        _open,
        "item|kind",
        of_seat=False,
        span=lambda records, of: COUNT,
        words="the number of {of} that lie open",
        counts=(),
    ),
)

# --- rows ---------------------------------------------------------------------------------------------------------
#
# Rows: items laid out on spaces, filled from a zone, and what lies on them sliding up.


@attrs.frozen
class RowRecord(ContentRecord):
    """Locations on which items of a kind are laid out."""

    table = "row"
    affects_others = True
    max_records = 60

    kind: str = field("the kind of item", refers_to="kind")
    from_: str = field("the zone from which it is filled", refers_to="zone")
    spaces: tuple[str, ...] = field("its locations, in the order in which they are filled", refers_to="location", not_empty=True)
    pile: int = field("tiles on each space, the open one included; 0 for no piles", default=0, least=0, most=99)
    when_short: str = field("what happens when it cannot be filled", default="leave", choices=("leave", "end"))

    def bind(self, link: Linker, declared: Declared) -> None:
        row = Row(
            index=link.index("row", declared.name),
            id=declared.name,
            kind=link.index("kind", self.kind),
            zone=link.index("zone", self.from_),
            spaces=tuple(place for space in self.spaces for place in link.places(space)),
            pile=self.pile,
            ends_game=self.when_short == "end",
        )
        link.append(ROWS, row)

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        yield absence(bounds, self.kind, self.from_)
        if self.when_short == "end":
            why = "a space with a pile is filled from it, and left empty when it is used up"
            help = 'delete it; `{ do = "end-game", when_empty = ... }` ends a game when a pile is used up'
            yield Bound(NO_DIFFERENCE, ("when_short",), self.pile, why, help, at_key=True)

    def clashes(self, bounds: Bounds) -> Iterator[Clash]:
        yield from shared_spaces(bounds)
        if self.pile:
            yield from takers_of_piles(bounds, self.from_)
            yield from self._too_few(bounds)

    def _too_few(self, bounds: Bounds) -> Iterator[Clash]:
        """Yields a clash if there are not enough items for the piles."""
        players, supply = bounds.players, bounds.service(ItemSupply)
        piles = sum(len(bounds.find("location", space).place_ids(space, players)) for space in self.spaces)
        starts = [kind for kind in bounds.declared("kind") if kind.record.starts_in == self.from_]
        there = sum(len(supply.items[kind.name]) for kind in starts if kind.record.drawn_to is None)
        needed = self.pile * piles
        if needed > there and players in bounds.player_counts:
            lower = there // piles
            edit = "[[patch.row]]", f'target = "{bounds.here.pack}:{self.id}"', f"set.pile = {lower}"
            yield Clash(
                "SA212", f"too few {plural(noun_of(self.kind.rpartition(':')[2]))} for {players} players", ("pile",),
                f"{counted(piles, 'pile')} of {self.pile} need {needed}",
                "\n  ".join([f"add {needed - there}, or lower the piles", *edit]),
                # A second edit of the same value would not mend the first.
                f"add {needed - there}, or write {lower} or less instead of {self.pile}",
                removed=self.kind, left=there,
            )  # fmt: skip


@attrs.frozen
class Row:
    """Spaces for items that are filled from a zone."""

    index: int
    id: str
    kind: int
    zone: int
    spaces: tuple[int, ...]
    """In the order in which they are filled and towards which items slide."""
    pile: int
    """Tiles on each space, the open one included; 0 for spaces without a pile."""
    ends_game: bool


ROWS = Handle[Row]("row", saved_as_id=True)


@attrs.frozen
class FillVerb(Verb):
    """The empty spaces of a row are filled from its zone, one by one, in the row's order.

    A row with `when_short = "end"` ends the game at once when it cannot be filled.

    Example: `{ do = "fill", row = "cards" }`
    """

    do = "fill"
    token = "fill {row}"
    belongs = ("set-up", "phase", "turn", "location", "paid")
    row: str = field("the row", refers_to="row")

    def describe(self, phrases: Phrases) -> str:
        return f"{self.row} is filled"

    def bind(self, link: Linker) -> Effect:
        row, frame = link.index("row", self.row), link.frame("fill-row")

        return lambda state, seat, place, n: state.stack.append((frame, state.first_seat, row))


@attrs.frozen
class SlideVerb(Verb):
    """The items of a row move towards its first space as far as they go, keeping their order.

    A space on which figures stand is passed over: what lies there stays.

    Example: `{ do = "slide", row = "cards" }`
    """

    do = "slide"
    token = "slide {row}"
    belongs = ("phase",)
    row: str = field("the row", refers_to="row")

    def describe(self, phrases: Phrases) -> str:
        return f"what lies on {self.row} moves up"

    def bind(self, link: Linker) -> Effect:
        row = link.index("row", self.row)

        return lambda state, seat, place, n: operations.slide(state, state.rules.entries(ROWS)[row].spaces)


def lay_next(state: State, row: Row, place: int) -> None:
    """Lays the first item of a queue open onto a place, if it is of the row's kind."""
    item = state.zones[row.zone][0]
    if not met(state, row.zone, item, row.kind):
        lay_on(state, row, place, item)


def lay_on(state: State, row: Row, place: int, item: int) -> None:
    """Lays an item open onto a place, on top of its pile where the row has piles."""
    if row.pile:
        operations.uncover(state, place)
    operations.lay(state, place, item)


def show_next(state: State, seat: int, place: int) -> None:
    """Has the next tile of a pile turned up when what is above it on the stack is done."""
    frames, row = state.rules.frames, state.rules.places[place].row
    queue = state.rules.entries(ROWS)[row].zone in state.rules.queues
    state.stack.append((frames["fill-row"], seat, row) if queue else (frames["lay-item"], seat, row, place))


class FillRow(Step):
    """Fills the empty spaces of a row, one by one in its order; x is the row."""

    name = "fill-row"
    progress = (ROWS.slot(),)

    def interrupts(self, frame: FrameTuple) -> bool:
        return True

    def prepare(self) -> None:
        self.rows = self.rules.entries(ROWS)

    def verify_position(self, state: State) -> None:
        rules = self.rules
        for row in rules.entries(ROWS):
            for space in row.spaces:
                for item in (state.item_at[space],) if state.item_at[space] >= 0 else ():
                    fits = rules.items[item].kind == row.kind
                    expect(fits, f"{rules.items[item].id} cannot lie on {rules.places[space].id}")
                expect(state.piles[space] <= row.pile, f"the pile on {rules.places[space].id} has at most {row.pile}")
            below, unseen = sum(state.piles[space] for space in row.spaces), len(state.zones[row.zone])
            expect(below <= unseen, f"the piles of the {row.id} have {below} items, but only {unseen} are unseen")

    def step(self, state: State, frame: FrameTuple) -> None:
        seat, number = frame[1:]
        row = self.rows[number]
        item_at = state.item_at
        empty = [place for place in row.spaces if item_at[place] < 0 and (not row.pile or state.piles[place])]
        if not empty:
            return
        if has_kind(state, row.zone, row.kind):
            state.stack.append(frame)
            if row.zone in state.rules.queues:
                lay_next(state, row, empty[0])
            else:
                state.stack.append((state.rules.frames["lay-item"], seat, number, empty[0]))
        elif row.ends_game:
            operations.note(state, "unfilled", NOBODY, number, row.zone)
            state.stack.append((state.rules.frames["end"], seat))


class LayItem(Draw):
    """The next item of a row's zone goes open onto a place; x is the row, y the place."""

    name = "lay-item"
    progress = (ROWS.slot(), PLACE_SLOT)
    draws = ROWS
    can_wait = True  # while what was taken from a pile takes effect: nothing else draws from the zone of a pile
    exclusive = "space"

    def verify(self, state: State, frame: FrameTuple) -> None:
        row, place = self.drawn(frame), frame[3]
        expect(place in row.spaces and state.item_at[place] < 0, "no empty space of that row")
        expect(not row.pile or state.piles[place] > 0, "a pile without a tile")
        expect(bool(row.pile) or frame == state.stack[-1], "a space without a pile is filled at once")
        super().verify(state, frame)

    def arrive(self, state: State, frame: FrameTuple, item: int) -> None:
        lay_on(state, self.drawn(frame), frame[3], item)


def _laid(names: LogNames, event: Event) -> str:
    place, item = event.text("place"), event.text("item")
    return f"{item} is laid on {place}{names.worth(item, place)}"


def _unfilled(names: LogNames, event: Event) -> str:
    zone, row = (names.called(kind, event.text(kind)) for kind in ("zone", "row"))
    return f"the {zone} cannot fill the {row}"


MECHANISM = Mechanism(
    "rows",
    records=(RowRecord,),
    verbs=(FillVerb, SlideVerb),
    frames=(FillRow, LayItem),
    quantities=ROW_COUNTS,
    events=(
        EventKind("lay", "an item is laid open on a place", {"place": PLACE_FIELD, "item": ITEM_FIELD}, _laid),
        EventKind(
            "slide",
            "an item moves from one place to another",
            {"item": ITEM_FIELD, "from": PLACE_FIELD.called("where it lay"), "to": PLACE_FIELD.called("where it lies then")},
            "{item} slides from {from} to {to}",
        ),
        EventKind(
            "unfilled",
            "a row cannot be filled, and the game ends",
            {"row": id_field(ROWS, "the row"), "zone": ZONE_FIELD.called("the zone that has no more for it")},
            _unfilled,
        ),
    ),
)

# --- sweeping -----------------------------------------------------------------------------------------------------
#
# Sweeping rows: items are taken from spaces and put into a zone.


@attrs.frozen
class SweepVerb(Verb):
    """The items that lie open on a row go into a zone, or those on some of its spaces.

    An item on which figures stand is passed over.  Nothing takes the place of the others: `slide` and `fill` do that, as
    after a purchase.  At the end of a round, what lies on the first space still is what nobody took.

    Example: `{ do = "sweep", row = "cards", spaces = ["card-1"], to = "discard" }`
    """

    do = "sweep"
    token = "sweep {row}"
    belongs = ("set-up", "phase", "turn", "location", "paid")
    row: str = field("the row", refers_to="row")
    spaces: tuple[str, ...] = field(
        "the spaces that are swept; without the key, all of the row", default=(), refers_to="location"
    )
    to: str = field("the zone to which the items go", refers_to="zone")

    def describe(self, phrases: Phrases) -> str:
        return f"what lies on {', '.join(self.spaces) or self.row} goes to {self.to}"

    def bind(self, link: Linker) -> Effect:
        row, zone = link.index("row", self.row), link.index("zone", self.to)
        named = {place for space in self.spaces for place in link.places(space)}

        def effect(state: State, seat: int, place: int, n: int) -> None:
            for space in state.rules.entries(ROWS)[row].spaces:
                swept = not named or space in named
                if swept and state.item_at[space] >= 0 and not state.occupancy[space]:
                    operations.discard(state, zone, operations.lift_item(state, space))

        return effect

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        spaces = bounds.find("row", self.row).spaces
        for number, space in enumerate(self.spaces):
            why, help = f"`{space}` is no space of the row `{self.row}`", choices_of("space", spaces)
            yield Bound(
                ("SA514", "a space of another row"), ("spaces", number), space not in spaces, why, help, about=(self.row,)
            )


SWEEPING = Mechanism("sweeping", verbs=(SweepVerb,))
