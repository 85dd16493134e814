"""Rows of items: filled, slid and swept; items that take effect when they are turned up, and chains of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import attrs

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.frames import FrameTuple, Step, run_effects
from stoneage_rules.kernel.operations import NOBODY
from stoneage_rules.kernel.position import has_kind
from stoneage_rules.kernel.saving import expect
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import PLACE_SLOT, Condition, Declared, Effect, Handle, Linker, Reader
from stoneage_rules.language.events import ITEM_FIELD, PLACE_FIELD, ZONE_FIELD, Event, EventKind, Mechanism, id_field
from stoneage_rules.language.fields import field
from stoneage_rules.language.quantity import COUNT, QuantityKind, Span
from stoneage_rules.language.reach import NO_DIFFERENCE, Bound, Bounds, Clash, Located, Records
from stoneage_rules.language.word import ContentRecord, Contradiction, Verb
from stoneage_rules.mechanics.drawing import Draw, draw_next, left_in
from stoneage_rules.mechanics.item_supply import ItemSupply, absence, reached, shared_spaces, takers_of_piles
from stoneage_rules.mechanics.items import UNPAID, UNPAID_KINDS
from stoneage_rules.telling.phrases import LogNames, Phrases
from stoneage_rules.text import choices_of, counted, noun_of, plural

# --- row counts ---------------------------------------------------------------------------------------------------
# The quantities of open items: empty spaces of a row, items on spaces.


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
        "the number of open items of a kind, or copies of an item, on spaces",
        _open,
        "item|kind",
        of_seat=False,
        span=lambda records, of: COUNT,
        words="the number of {of} that lie open",
        counts=(),
    ),
)

# --- rows ---------------------------------------------------------------------------------------------------------
# Rows: items laid out on spaces that are filled from a zone and slide up.


@attrs.frozen
class RowRecord(ContentRecord):
    """Locations where items of a kind are laid out."""

    table = "row"
    affects_others = True
    max_records = 60

    kind: str = field("the kind of item", refers_to="kind")
    from_: str = field("the zone that fills it", refers_to="zone")
    spaces: tuple[str, ...] = field("its locations, in the order of filling", refers_to="location", not_empty=True)
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
    """In the order of filling; items slide towards the first."""
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

    A space with figures is skipped: its item stays.

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


def show_next(state: State, seat: int, place: int) -> None:
    """Turns up the next tile of a pile when the frames above it on the stack are done."""
    frames, row = state.rules.frames, state.rules.places[place].row
    queue = state.rules.entries(ROWS)[row].zone in state.rules.queues
    state.stack.append((frames["fill-row"], seat, row) if queue else (frames["lay-item"], seat, row, place))


class FillRow(Step):
    """Fills the empty spaces of a row, one by one in its order; x is the row."""

    name = "fill-row"
    progress = (ROWS.slot(),)
    interrupts = True

    def prepare(self) -> None:
        self.rows = self.rules.entries(ROWS)

    def verify_position(self, state: State) -> None:
        rules = self.rules
        for row in rules.entries(ROWS):
            for space in row.spaces:
                if state.item_at[space] >= 0:
                    item = rules.items[state.item_at[space]]
                    expect(item.kind == row.kind, f"{item.id} cannot lie on {rules.places[space].id}")
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
            draw_next(state, LayItem.name, seat, number, empty[0])
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
        place = frame[3]
        if self.drawn(frame).pile:
            operations.uncover(state, place)
        operations.lay(state, place, item)


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
        EventKind(
            "lay",
            "an item is laid open on a place",
            {"place": PLACE_FIELD, "item": ITEM_FIELD},
            "{item} is laid on {place}{worth}",
        ),
        EventKind(
            "slide",
            "an item moves from one place to another",
            {"item": ITEM_FIELD, "from": PLACE_FIELD.called("its old place"), "to": PLACE_FIELD.called("its new place")},
            "{item} slides from {from} to {to}",
        ),
        EventKind(
            "unfilled",
            "a row cannot be filled, and the game ends",
            {"row": id_field(ROWS, "the row"), "zone": ZONE_FIELD.called("the empty zone")},
            _unfilled,
        ),
    ),
)

# --- sweeping -----------------------------------------------------------------------------------------------------
#
# Sweeping rows: items are taken from spaces and put into a zone.


@attrs.frozen
class SweepVerb(Verb):
    """The open items of a row, or of some of its spaces, go to a zone.

    An item with figures on it is skipped. The spaces stay empty until `slide` and `fill`, as after a purchase. At the end of a
    round, an item still on the first space is one that nobody took.

    Example: `{ do = "sweep", row = "cards", spaces = ["card-1"], to = "discard" }`
    """

    do = "sweep"
    token = "sweep {row}"
    belongs = ("set-up", "phase", "turn", "location", "paid")
    row: str = field("the row", refers_to="row")
    spaces: tuple[str, ...] = field("the swept spaces; without the key, all of the row", default=(), refers_to="location")
    to: str = field("the zone that the items go to", refers_to="zone")

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

# --- reveal chains ------------------------------------------------------------------------------------------------
#
# Items whose own effects turn up further ones: chains of `reveal` that need never end.


class RevealSource(NamedTuple):
    """A zone or row whose items come back after they have been turned up."""

    kind: str
    """The kind of item."""
    name: str
    """The zone or the row."""
    is_row: bool
    """True for a row, where the same item is then first again."""


class RevealChains:
    """The reveals among the effects of items that turn up items which come back to their source."""

    def __init__(self, bounds: Bounds) -> None:
        kinds = {kind.id: kind.name for kind in bounds.declared("kind")}
        self._items = {kind.name: bounds.declared(kind.id) for kind in bounds.declared("kind")}
        self._of_kind: dict[str, list[tuple[Located, RevealSource]]] = {name: [] for name in self._items}
        for use in bounds.words(RevealVerb):
            source = use.word.source(bounds)
            if source is not None and use.at.kind in kinds and use.path[0] == "effects":
                self._of_kind[kinds[use.at.kind]].append((use, source))
        following = {name: [source for _, source in uses] for name, uses in self._of_kind.items()}
        direct = {source: following.get(source.kind, ()) for sources in following.values() for source in sources}
        self._after = {source: reached(direct, source) for source in direct}
        """By source, the reveals that a reveal from it may lead to."""

    def clashes(self, bounds: Bounds, word: Verb) -> Iterator[Clash]:
        """Yields a clash for a reveal of an item that continues a chain without an end."""
        for source, after in self._after.items():
            chain = [other for other in after if source in self._after[other]]
            certain = self._certain(source)
            is_first = bool(certain) and certain[0].word is word and certain[0].at is bounds.here
            if is_first and source in chain and all(map(self._goes_on, chain)):
                why = f"each {source.kind} turned up from `{source.name}` turns up another item on average, which comes back"
                if source.is_row:
                    why = f"what lies first in `{source.name}` stays there, and is turned up again, and again"
                yield Clash("SA218", "items that are turned up for ever", (), why, HELP)
                return

    def _certain(self, source: RevealSource) -> list[Located]:
        """Returns the unconditional reveals of a source's items that lead back to the source."""
        return [
            use for use, other in self._of_kind.get(source.kind, ())
            if len(use.path) == 2 and not use.word.if_ and (other == source or source in self._after[other])
        ]  # fmt: skip

    def _goes_on(self, source: RevealSource) -> bool:
        """Returns whether an item from a source turns up one more, or more than one, on average."""
        copies = {item.shared_name: item.record.count_in_play() for item in self._items[source.kind]}
        count: int = sum(copies[use.at.shared_name] for use in self._certain(source))
        return count > 0 if source.is_row else count >= sum(copies.values())


HELP = "add `to`, so that it leaves, or add items that turn up no other"

# --- revealing ----------------------------------------------------------------------------------------------------
# Items that take effect when they are turned up: events from a zone, or from a row that announces them.


@attrs.frozen
class RevealVerb(Verb):
    """An item is turned up, drawn from a zone or the first in a row, and its effects happen.

    In a phase or in the set-up, the item's effects apply to the starting player, and within `each-seat` to everybody. The item
    goes to the zone `to` before its effects happen; without the key it returns: it is shuffled into the bag, put at the end of
    the queue, or stays in the row. If none is left, nothing happens. An item of the row with figures on it is skipped.

    Example: `{ do = "reveal", kind = "event", from = "events", to = "past-events" }`, or from a row that announces it,
    `{ do = "reveal", row = "forecast", to = "past-events" }` and then `{ do = "fill", row = "forecast" }`
    """

    do = "reveal"
    token = ("{row} happens", "{kind} happens")
    keeps = ""
    kind: str | None = field("the kind of item", default=None, refers_to="kind")
    from_: str | None = field("the zone that it comes from", default=None, refers_to="zone")
    row: str | None = field("its row, instead of `kind` and `from`", default=None, refers_to="row")
    to: str | None = field("the zone that it goes to", default=None, refers_to="zone")
    reshuffle: bool = field("whether the items in `to` return to `from` first if that is empty", default=False)

    involved = ("kind", "from_", "row", "to", "reshuffle")

    def contradictions(self) -> Iterator[Contradiction]:
        if self.row is not None:
            for key, value in (("kind", self.kind), ("from", self.from_), ("reshuffle", self.reshuffle or None)):
                if value is not None:
                    yield Contradiction(
                        "what lies in a row is turned up there: `row` stands without this key", (key,), at_key=True
                    )
        elif self.kind is None or self.from_ is None:
            help = "write `kind` and `from`, or `row`"
            yield Contradiction("nothing says what is turned up", title="a draw from nowhere", help=help)
        elif self.reshuffle and self.to in (None, self.from_):
            why = "nothing is to be shuffled back: what is turned up goes back at once"
            yield Contradiction(why, ("reshuffle",), help="add `to`, or delete it", at_key=True)

    def describe(self, phrases: Phrases) -> str:
        return f"what lies first in {self.row} happens" if self.row else f"the top {self.kind} happens"

    def belongs_in(self) -> tuple[str, ...]:
        """Returns all contexts, or those where no space of a row can be waiting for its next item."""
        return () if self.row is None or self.to is None else ("set-up", "phase", "turn", "location")

    def source(self, bounds: Bounds) -> RevealSource | None:
        """Returns the source of the items that it turns up, if they return to it; else None."""
        if self.row is not None:
            return None if self.to is not None else RevealSource(bounds.find("row", self.row).kind, self.row, is_row=True)
        zone = str(self.from_)
        if self.to not in (None, zone) and not self.reshuffle:
            return None
        return RevealSource(str(self.kind), zone, is_row=False)

    def clashes(self, bounds: Bounds) -> Iterator[Clash]:
        yield from bounds.service(RevealChains).clashes(bounds, self)

    def bind(self, link: Linker) -> Effect:
        row = -1 if self.row is None else link.index("row", self.row)
        of_row = None if self.row is None else link.declared("row")[row].record
        kind = link.index("kind", str(self.kind if of_row is None else of_row.kind))
        zone = link.index("zone", str(self.from_ if of_row is None else of_row.from_))
        to = -1 if self.to is None else link.index("zone", self.to)
        link.add(UNPAID_KINDS, kind)
        number = link.add(REVEALS, Reveal(kind, zone, row, to, self.reshuffle))
        step = link.frame("turn-up")

        return lambda state, seat, place, n: state.stack.append((step, seat, number))

    def available(self, link: Linker) -> Condition | None:
        return None if self.kind is None or self.from_ is None or self.reshuffle else left_in(link, self.kind, self.from_)

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        if self.kind is not None and self.from_ is not None:
            yield absence(bounds, self.kind, self.from_)


class Reveal(NamedTuple):
    """A compiled `reveal`: all numbers are indexes."""

    kind: int
    zone: int
    row: int
    """The row that holds them; -1 if they come from the zone."""
    to: int
    """The zone that they go to; -1 for where they were."""
    reshuffles: bool


REVEALS = Handle[Reveal]("reveal")


def is_left(state: State, seat: int, reveal: Reveal) -> bool:
    """Returns whether the zone has an item of the kind, after a reshuffle if need be; notes that it has none."""
    if reveal.reshuffles and not has_kind(state, reveal.zone, reveal.kind):
        for item in state.zones[reveal.to]:
            if state.rules.items[item].kind == reveal.kind:
                operations.draw(state, reveal.to, item)
                operations.discard(state, reveal.zone, item)
    if has_kind(state, reveal.zone, reveal.kind):
        return True
    operations.note(state, "none-left", seat, reveal.zone, reveal.kind)
    return False


def turn_up(state: State, seat: int, reveal: Reveal, item: int, place: int = -1) -> None:
    """Turns up an item that has left its zone, or is on a place of a row: puts it where it belongs and runs its effects."""
    operations.note(state, "turn-up", seat, item)
    if place < 0:
        operations.discard(state, reveal.zone if reveal.to < 0 else reveal.to, item)
    elif reveal.to >= 0:
        operations.discard(state, reveal.to, operations.lift_item(state, place))
        if state.piles[place]:
            show_next(state, seat, place)
    run_effects(state, seat, state.rules.items[item].node, -1, UNPAID)


class RevealFrame(Draw):
    """The draw of the item that is turned up; x is the reveal."""

    name = "reveal"
    progress = (REVEALS.slot(),)
    draws = REVEALS

    def verify(self, state: State, frame: FrameTuple) -> None:
        reveal = self.drawn(frame)
        expect(reveal.row < 0 and reveal.zone not in self.rules.queues, "nothing is drawn there")
        super().verify(state, frame)

    def arrive(self, state: State, frame: FrameTuple, item: int) -> None:
        turn_up(state, frame[1], self.drawn(frame), item)


class TurnUp(Step):
    """Turns up the next item of a zone, or the first of a row; x is the reveal."""

    name = "turn-up"
    progress = (REVEALS.slot(),)

    def step(self, state: State, frame: FrameTuple) -> None:
        _, seat, number = frame
        reveal = self.rules.entries(REVEALS)[number]
        for place in self.rules.entries(ROWS)[reveal.row].spaces if reveal.row >= 0 else ():
            if state.item_at[place] >= 0 and not state.occupancy[place]:
                turn_up(state, seat, reveal, state.item_at[place], place)
                return
        if reveal.row < 0 and is_left(state, seat, reveal):
            draw_next(state, RevealFrame.name, seat, number)


REVEALING = Mechanism(
    "revealing",
    verbs=(RevealVerb,),
    frames=(RevealFrame, TurnUp),
    events=(
        EventKind(
            "turn-up", "an item is turned up and takes effect", {"item": ITEM_FIELD}, "{item} is turned up{worth}", begins=True
        ),
    ),
)
