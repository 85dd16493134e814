"""Items that take effect when they are turned up, and chains of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import attrs

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.frames import FrameTuple, Step, run
from stoneage_rules.kernel.position import has_kind
from stoneage_rules.kernel.saving import expect
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Condition, Effect, Handle, Linker
from stoneage_rules.language.events import ITEM_FIELD, Event, EventKind, Mechanism
from stoneage_rules.language.fields import field
from stoneage_rules.language.reach import Bound, Bounds, Clash, Located
from stoneage_rules.language.word import Contradiction, Verb
from stoneage_rules.mechanics.drawing import Draw, left_in, met
from stoneage_rules.mechanics.item_supply import absence
from stoneage_rules.mechanics.items import UNPAID, UNPAID_KINDS
from stoneage_rules.mechanics.rows import ROWS, show_next
from stoneage_rules.telling.phrases import LogNames, Phrases

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
    """True for a row, where the same item then lies first again."""


class RevealChains:
    """The reveals among the effects of items, as far as what they turn up comes back to where it was.

    Args:
        bounds: the content of the table.
        reveals: the effects that turn items up; `source` of each says from where, None if nothing comes back there.
    """

    def __init__(self, bounds: Bounds, reveals: Sequence[Located]) -> None:
        kinds = {kind.id: kind.name for kind in bounds.declared("kind")}
        self._items = {kind.name: bounds.declared(kind.id) for kind in bounds.declared("kind")}
        self._of_kind: dict[str, list[tuple[Located, RevealSource]]] = {}
        for use in reveals:
            source = use.word.source(bounds)
            if source is not None and use.at.kind in kinds and use.path[0] == "effects":
                self._of_kind.setdefault(kinds[use.at.kind], []).append((use, source))
        self._sources = dict.fromkeys(source for uses in self._of_kind.values() for _, source in uses)

    def clashes(self, bounds: Bounds, word: Verb) -> Iterator[Clash]:
        """Yields a clash for a reveal of an item with which a chain goes on that need never end."""
        for source in self._sources:
            certain = self._certain(source)
            if not any(use.word is word and use.at is bounds.here for use in certain[:1]):
                continue
            chain = {other for other in self._after(source) if source in self._after(other)}
            if source in chain and all(map(self._goes_on, chain)):
                yield Clash("SA218", "items that are turned up for ever", (), self._why(source), HELP)
                return

    def _why(self, source: RevealSource) -> str:
        if source.is_row:
            return f"what lies first in `{source.name}` stays there, and is turned up again, and again"
        return f"each {source.kind} turned up from `{source.name}` turns up another item on average, which comes back"

    def _after(self, source: RevealSource) -> set[RevealSource]:
        """Returns the sources that a reveal from one source may lead to."""
        reached: set[RevealSource] = set()
        waiting = [source]
        while waiting:
            further = {other for _, other in self._of_kind.get(waiting.pop().kind, ())} - reached
            reached |= further
            waiting += further
        return reached

    def _certain(self, source: RevealSource) -> list[Located]:
        """Returns the unconditional reveals of a source's items that lead back to the source."""
        uses = self._of_kind.get(source.kind, ())
        return [
            use for use, other in uses
            if len(use.path) == 2 and not use.word.if_ and (other == source or source in self._after(other))
        ]  # fmt: skip

    def _goes_on(self, source: RevealSource) -> bool:
        """Returns whether an item from a source turns up one more, or more than one, on average."""
        copies = {item.shared_name: item.record.count_in_play() for item in self._items[source.kind]}
        count: int = sum(copies[use.at.shared_name] for use in self._certain(source))
        return count > 0 if source.is_row else count >= sum(copies.values())


HELP = "add `to`, so that it leaves, or add items that turn up no other"

# --- revealing ----------------------------------------------------------------------------------------------------
#
# Items that take effect when they are turned up: events from a zone, or from a row on which they lay announced.


@attrs.frozen
class RevealVerb(Verb):
    """An item is turned up, and its effects happen: drawn from a zone, or the first one that lies in a row.

    In a phase or in the set-up bare effects of the item are the starting player's, and `each-seat` around them makes them
    everybody's.  The item goes to the zone `to` before its effects happen; without the key it goes back where it was: it is
    shuffled into the bag, put at the end of the queue, or goes on lying in the row.  With none left, nothing happens.  An
    item of the row on which figures stand is passed over.

    Example: `{ do = "reveal", kind = "event", from = "events", to = "past-events" }`, or of a row that announces it,
    `{ do = "reveal", row = "forecast", to = "past-events" }` and then `{ do = "fill", row = "forecast" }`
    """

    do = "reveal"
    token = ("{row} happens", "{kind} happens")
    keeps = ""
    kind: str | None = field("the kind of item", default=None, refers_to="kind")
    from_: str | None = field("the zone from which it comes", default=None, refers_to="zone")
    row: str | None = field("the row on which it lies, instead of `kind` and `from`", default=None, refers_to="row")
    to: str | None = field("the zone to which it goes", default=None, refers_to="zone")
    reshuffle: bool = field("whether those in `to` go back to `from` first when none is left there", default=False)

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
        """Returns all contexts, or those in which no space of a row can be waiting for its next item."""
        return () if self.row is None or self.to is None else ("set-up", "phase", "turn", "location")

    def source(self, bounds: Bounds) -> RevealSource | None:
        """Returns from where it turns items up, if they come back there; None if each of them leaves."""
        if self.row is not None:
            return None if self.to is not None else RevealSource(bounds.find("row", self.row).kind, self.row, is_row=True)
        zone = str(self.from_)
        if self.to not in (None, zone) and not self.reshuffle:
            return None
        return RevealSource(str(self.kind), zone, is_row=False)

    def clashes(self, bounds: Bounds) -> Iterator[Clash]:
        yield from bounds.service(_chains).clashes(bounds, self)

    def bind(self, link: Linker) -> Effect:
        row = -1 if self.row is None else link.index("row", self.row)
        of_row = None if self.row is None else link.declared("row")[row].record
        kind = link.index("kind", str(self.kind if of_row is None else of_row.kind))
        zone = link.index("zone", str(self.from_ if of_row is None else of_row.from_))
        to = -1 if self.to is None else link.index("zone", self.to)
        link.add(UNPAID_KINDS, kind)
        number = link.add(REVEALS, Reveal(kind, zone, row, to, self.reshuffle))
        draw, step = link.frame("reveal"), link.frame("turn-up")

        def effect(state: State, seat: int, place: int, n: int) -> None:
            reveal = state.rules.entries(REVEALS)[number]
            if row >= 0 or zone in state.rules.queues:
                state.stack.append((step, seat, number))
            elif is_left(state, seat, reveal):
                state.stack.append((draw, seat, number))

        return effect

    def available(self, link: Linker) -> Condition | None:
        return None if self.kind is None or self.from_ is None or self.reshuffle else left_in(link, self.kind, self.from_)

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        if self.kind is not None and self.from_ is not None:
            yield absence(bounds, self.kind, self.from_)


def _chains(bounds: Bounds) -> RevealChains:
    return RevealChains(bounds, bounds.words(RevealVerb))


class Reveal(NamedTuple):
    """A compiled `reveal`: all numbers are indexes."""

    kind: int
    zone: int
    row: int
    """The row on which they lie; -1 if they come from the zone."""
    to: int
    """The zone to which they go; -1 for where they were."""
    reshuffles: bool


REVEALS = Handle[Reveal]("reveal")


def is_left(state: State, seat: int, reveal: Reveal) -> bool:
    """Tells if an item of the kind is left in the zone, those that come back to it among them; notes it if none is."""
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
    """Has an item take effect that has left its zone, or lies on a place of a row, and puts it where it goes."""
    operations.note(state, "turn-up", seat, item)
    if place < 0:
        operations.discard(state, reveal.zone if reveal.to < 0 else reveal.to, item)
    elif reveal.to >= 0:
        operations.discard(state, reveal.to, operations.lift_item(state, place))
        if state.piles[place]:
            show_next(state, seat, place)
    run(state, seat, state.rules.items[item].node, -1, UNPAID)


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
    """Turns up what comes first in a queue, or lies first in a row; x is the reveal."""

    name = "turn-up"
    progress = (REVEALS.slot(),)

    def step(self, state: State, frame: FrameTuple) -> None:
        _, seat, number = frame
        reveal = self.rules.entries(REVEALS)[number]
        if reveal.row >= 0:
            self._of_row(state, seat, reveal)
        elif is_left(state, seat, reveal):
            item = state.zones[reveal.zone][0]
            if met(state, reveal.zone, item, reveal.kind):
                state.stack.append(frame)
            else:
                turn_up(state, seat, reveal, item)

    def _of_row(self, state: State, seat: int, reveal: Reveal) -> None:
        for place in self.rules.entries(ROWS)[reveal.row].spaces:
            if state.item_at[place] >= 0 and not state.occupancy[place]:
                turn_up(state, seat, reveal, state.item_at[place], place)
                return


def _turned_up(names: LogNames, event: Event) -> str:
    item = event.text("item")
    return f"{item} is turned up{names.worth(item)}"


MECHANISM = Mechanism(
    "revealing",
    verbs=(RevealVerb,),
    frames=(RevealFrame, TurnUp),
    events=(EventKind("turn-up", "an item is turned up and takes effect", {"item": ITEM_FIELD}, _turned_up, begins=True),),
)
