"""Draws from a bag, items that a seat draws face down, and items dealt to seats, each of which keeps some.

`met` decides what happens to an item of another kind: if its kind is drawn to a zone, it goes there, and the draw is made again.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import combinations
from math import comb
from typing import Any, ClassVar, NamedTuple

import attrs

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.actions import ITEMS, Action, Outcome
from stoneage_rules.kernel.chance import Chance, Odds, draw_one
from stoneage_rules.kernel.frames import Asked, Dealer, FrameTuple
from stoneage_rules.kernel.legality import Check, Decision, Facts, Shortfall, Universe
from stoneage_rules.kernel.nouns import FACE_DOWN_TABLE, FaceDown
from stoneage_rules.kernel.operations import counts_dealt
from stoneage_rules.kernel.position import Position, has_kind, odds_in
from stoneage_rules.kernel.saving import expect
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import KIND_SLOT, ZONE_SLOT, Condition, Effect, Handle, Linker, Slot
from stoneage_rules.language.events import ITEM_FIELD, KIND_FIELD, ZONE_FIELD, Event, EventKind, Mechanism
from stoneage_rules.language.fields import field
from stoneage_rules.language.reach import MOST_WAYS, NO_DIFFERENCE, Bound, Bounds, Clash
from stoneage_rules.language.word import Contradiction, Verb
from stoneage_rules.mechanics.item_supply import FACE_DOWN, OPEN, ItemSupply, absence
from stoneage_rules.mechanics.items import UNPAID, UNPAID_KINDS
from stoneage_rules.telling.phrases import Briefs, LogNames, Phrases
from stoneage_rules.text import a, counted, noun_of, plural


@attrs.frozen
class DrawHiddenVerb(Verb):
    """The seat draws an item of a kind from a zone and keeps it face down; only its scoring part counts.

    If none is left, nothing happens. The zone is a bag: everybody knows the next item of a queue.

    Example: `{ do = "draw-hidden", kind = "card", from = "deck" }`
    """

    do = "draw-hidden"
    token = "{kind} face down"
    keeps = FACE_DOWN
    kind: str = field("the kind of item", refers_to="kind")
    from_: str = field("the zone to draw from", refers_to="zone")

    def describe(self, phrases: Phrases) -> str:
        return f"the top {self.kind}, face down"

    def bind(self, link: Linker) -> Effect:
        kind, zone = link.index("kind", self.kind), link.index("zone", self.from_)
        frame = link.frame("draw-hidden")
        link.add(FACE_DOWN_TABLE, FaceDown(kind, zone))

        def effect(state: State, seat: int, place: int, n: int) -> None:
            if has_kind(state, zone, kind):
                state.stack.append((frame, seat, zone, kind))
            else:
                operations.note(state, "none-left", seat, zone, kind)

        return effect

    def available(self, link: Linker) -> Condition:
        return left_in(link, self.kind, self.from_)

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        yield absence(bounds, self.kind, self.from_)


@attrs.frozen
class LeftIn:
    """The condition that an item of a kind is left in a zone."""

    zone: int
    kind: int

    def __call__(self, state: State) -> bool:
        return has_kind(state, self.zone, self.kind)


def left_in(link: Linker, kind: str, zone: str) -> Condition:
    """Returns the condition that an item of a kind is left in a zone."""
    return LeftIn(link.index("zone", zone), link.index("kind", kind))


def met(state: State, zone: int, item: int, wanted: int) -> bool:
    """Takes a drawn item out of its zone; returns True if it is of another kind and has been put where it belongs.

    The zone then still has an item of the kind wanted, and the draw is made again.
    """
    operations.draw(state, zone, item)
    divert = state.rules.items[item].divert
    if state.rules.items[item].kind == wanted or divert < 0:
        return False
    operations.discard(state, divert, item)
    return True


class Draw(Chance):
    """A draw from a zone, every item in it equally likely."""

    prompt = "a draw from the {zone}"
    draws: ClassVar[Handle[Any]]
    """The table of what is drawn: each entry has a `kind` of item and a `zone`; other kinds go to their own zones."""

    def prepare(self) -> None:
        self.entries = self.rules.entries(self.draws)

    def drawn(self, frame: FrameTuple) -> Any:
        """Returns the entry of the table that a frame is about; by default its first number is the index."""
        return self.entries[frame[2]]

    def is_hidden(self, frame: FrameTuple) -> bool:
        """Returns whether only the seat sees which item of the kind it draws."""
        return False

    def arrive(self, state: State, frame: FrameTuple, item: int) -> None:
        """Continues with an item of the kind that has left its zone."""
        raise NotImplementedError

    def verify_position(self, state: State) -> None:
        for entry in self.entries:
            for number in state.zones[entry.zone]:
                item = self.rules.items[number]
                # An item that can be neither drawn nor set aside would block the draw.
                is_drawn = item.kind == entry.kind or item.divert >= 0
                expect(is_drawn, f"{item.id} cannot be drawn from {self.rules.zones[entry.zone]}")

    def verify(self, state: State, frame: FrameTuple) -> None:
        drawn = self.drawn(frame)
        there = drawn.zone not in self.rules.queues and has_kind(state, drawn.zone, drawn.kind)
        expect(there, "nothing is left to be drawn")

    def outcomes(self, state: State, frame: FrameTuple) -> Odds:
        return tuple([(self.rules.draws[item], chance) for item, chance in odds_in(state, self.drawn(frame).zone)])

    def accepts(self, state: State, frame: FrameTuple, answer: Outcome) -> bool:
        return answer.kind == "draw" and answer.data in state.zones[self.drawn(frame).zone]

    def sample(self, state: State, frame: FrameTuple, random: Callable[[], float]) -> Outcome:
        return draw_one(state, self.drawn(frame).zone, random)

    def resume(self, state: State, frame: FrameTuple, outcome: Outcome) -> None:
        drawn = self.drawn(frame)
        if met(state, drawn.zone, outcome.data, drawn.kind):
            state.stack.append(frame)
        else:
            self.arrive(state, frame, outcome.data)

    def seen_by(self, state: Position, frame: FrameTuple, answer: Action | Outcome) -> tuple[int, ...]:
        # An item of another kind goes open where it belongs, and all see it.
        is_kind = isinstance(answer, Outcome) and self.rules.items[answer.data].kind == self.drawn(frame).kind
        return (frame[1],) if is_kind and self.is_hidden(frame) else super().seen_by(state, frame, answer)

    def asked(self, state: Position, frame: FrameTuple) -> Asked:
        return {**super().asked(state, frame), "zone": self.rules.zones[self.drawn(frame).zone]}

    def hint(self, state: Position, frame: FrameTuple, outcome: Outcome) -> str:
        item = self.rules.items[outcome.data]
        goes = f"; goes to {self.rules.zones[item.divert]}" if item.kind != self.drawn(frame).kind and item.divert >= 0 else ""
        return f"{self.rules.service(Briefs).item(item.index)}{goes}"


def draw_next(state: State, name: str, seat: int, *progress: int) -> None:
    """Begins a draw of a kind that has items left: chance decides, but the first item of a queue comes at once."""
    draw = state.rules.handlers[state.rules.frames[name]]
    frame = draw.index, seat, *progress
    drawn = draw.drawn(frame)
    if drawn.zone not in state.rules.queues:
        state.stack.append(frame)
        return
    while met(state, drawn.zone, item := state.zones[drawn.zone][0], drawn.kind):
        pass
    draw.arrive(state, frame, item)


class DrawHiddenFrame(Draw):
    """The next item of a kind goes face down to a seat; x is the zone, y the kind."""

    name = "draw-hidden"
    progress = (ZONE_SLOT, KIND_SLOT)
    draws = FACE_DOWN_TABLE

    def verify(self, state: State, frame: FrameTuple) -> None:
        expect(self.drawn(frame) in self.entries, "nothing is drawn face down from there")
        super().verify(state, frame)

    def drawn(self, frame: FrameTuple) -> FaceDown:
        return FaceDown(frame[3], frame[2])

    def is_hidden(self, frame: FrameTuple) -> bool:
        return True

    def arrive(self, state: State, frame: FrameTuple, item: int) -> None:
        operations.own(state, frame[1], item, face_down=True)


def _drawn_face_down(names: LogNames, event: Event) -> str:
    shown = names.shown(event.text("item"))
    return f"{names.who(event.seat)} draws {event['item']} face down" + (f": shows {shown}" if shown else "")


def _unseen(event: Event) -> str:
    """Returns an item by its kind, for readers from whom the item is secret."""
    return a(noun_of(event.text("kind").rpartition(":")[2]))


SECRET_ITEM = ITEM_FIELD._replace(is_secret=True)
DRAWING = Mechanism(
    "drawing",
    verbs=(DrawHiddenVerb,),
    frames=(DrawHiddenFrame,),
    events=(
        EventKind(
            "own-hidden",
            "a seat draws an item and keeps it face down",
            {"kind": KIND_FIELD, "item": SECRET_ITEM},
            _drawn_face_down,
            lambda names, event: f"{names.who(event.seat)} draws {_unseen(event)} face down",
        ),
        EventKind(
            "none-left",
            "a seat draws nothing because nothing is left",
            {"zone": ZONE_FIELD, "kind": KIND_FIELD},
            "{seat} draws nothing: no {kind} is left in {zone}",
        ),
        EventKind(
            "reveal",
            "a seat reveals a face-down item",
            {"item": ITEM_FIELD},
            "{seat} shows {item}{worth}",
        ),
        EventKind(
            "give-back",
            "a seat gives an item back, open",
            {"zone": ZONE_FIELD, "item": ITEM_FIELD},
            "{seat} gives {item} back to {zone}",
        ),
        EventKind(
            "give-back-hidden",
            "a seat gives an item back, face down",
            {"zone": ZONE_FIELD, "kind": KIND_FIELD, "item": SECRET_ITEM},
            "{seat} gives {item} back to {zone}, face down",
            lambda names, event: f"{names.who(event.seat)} gives {_unseen(event)} back to {event['zone']}, face down",
        ),
    ),
)


# --- deals --------------------------------------------------------------------------------------------------------
#
# Compiled deals, and how one goes on: the next item, the choice of items to keep, and their effects.


class Deal(NamedTuple):
    """A compiled `deal`: kind and zones are indexes."""

    kind: int
    zone: int
    amount: int
    keep: int
    to: int
    hidden: bool


DEALS = Handle[Deal]("deal")
DEALT_SLOT = Slot("dealt", most=lambda rules: max((deal.amount for deal in rules.entries(DEALS)), default=0))


def deal_on(state: State, seat: int, number: int, dealt: int) -> None:
    """Deals the next item to a seat that has been dealt some; when all are dealt, it keeps its choice of them."""
    deal = state.rules.entries(DEALS)[number]
    if dealt < deal.amount and has_kind(state, deal.zone, deal.kind):
        draw_next(state, DealFrame.name, seat, number, dealt)
    elif dealt > deal.keep:
        state.stack.append((state.rules.frames["keep"], seat, number, dealt))
    elif dealt:
        end_deal(state, seat, deal, dealt_items(state, seat, deal, dealt))
    else:
        operations.note(state, "none-left", seat, deal.zone, deal.kind)


def dealt_items(state: Position, seat: int, deal: Deal, dealt: int, above: int | None = None) -> tuple[int, ...]:
    """Returns the known items that are being dealt to a seat.

    Args:
        state: a state or view.
        seat: the seat.
        deal: the deal.
        dealt: how many have been dealt.
        above: the depth of the stack above the frame that deals; None if it is not on the stack.
    """
    items = state.zones[state.rules.zones_of(seat)[deal.hidden]]
    end = len(items) - (0 if above is None else sum(counts_dealt(state, seat, deal.hidden, above)))
    return items[end - dealt : end] if end >= dealt else ()


def end_deal(state: State, seat: int, deal: Deal, kept: tuple[int, ...]) -> None:
    """Lets a seat keep items that were dealt to it; open ones take effect, in the order of content."""
    operations.keep(state, seat, kept, deal.hidden)
    for item in () if deal.hidden else reversed(kept):
        if node := state.rules.items[item].node:
            state.stack.append((state.rules.effects_frame, seat, node, -1, UNPAID))


def expect_dealt(state: State, frame: FrameTuple, deal: Deal) -> None:
    """Refuses a deal of items that are not there.

    Raises:
        InvalidState: they are not.
    """
    items = dealt_items(state, frame[1], deal, frame[3], state.stack.index(frame) + 1)
    fits = len(items) == frame[3] and all(state.rules.items[item].kind == deal.kind for item in items)
    expect(fits, f"the seat has no {frame[3]} items that are being dealt to it")


# --- dealing ------------------------------------------------------------------------------------------------------
# Items dealt to a seat, which keeps some: goals that nobody else sees, or open tribes.


@attrs.frozen
class DealVerb(Verb):
    """Items of a kind are dealt to the seat; it keeps some, and returns the others.

    Open items count as bought: their effects happen at once, for free, and their other benefits count from then on. Nobody else
    sees which `hidden` items were dealt and kept; only their scoring part counts. If fewer than `amount` are left, these are
    dealt; if the seat keeps all dealt items, there is no choice.

    Example: `{ do = "deal", kind = "clan", from = "clans", amount = 2, keep = 1 }`, or goals that only their owner knows:
    `{ do = "deal", kind = "goal", from = "goals", amount = 2, keep = 1, hidden = true }`
    """

    do = "deal"
    token = "{keep} of {amount} {kind}"
    kind: str = field("the kind of item", refers_to="kind")
    from_: str = field("the zone that they are dealt from", refers_to="zone")
    amount: int = field("how many are dealt", default=1, least=1, most=12)
    keep: int = field("how many of them the seat keeps", default=1, least=1, most=12)
    to: str | None = field("the zone for the others; by default `from`", default=None, refers_to="zone")
    hidden: bool = field("whether only the seat sees them", default=False)

    involved = ("amount", "keep", "to", "hidden")

    def contradictions(self) -> Iterator[Contradiction]:
        if self.keep > self.amount:
            yield Contradiction(f"more than the {self.amount} that `amount` deals", ("keep",), "more kept than dealt")
        if self.hidden and self.to is not None:
            why = "everybody would see there what was not kept: hidden items go back to where they were dealt from"
            yield Contradiction(why, ("to",), help="delete `to`, or `hidden`", at_key=True)

    @property
    def keeps(self) -> str:  # type: ignore[override]
        return FACE_DOWN if self.hidden else OPEN

    def describe(self, phrases: Phrases) -> str:
        dealt = counted(self.amount, noun_of(self.kind)) + (", face down" if self.hidden else "")
        return f"{dealt}, of which {self.keep} may be kept" if self.amount > self.keep else dealt

    def bind(self, link: Linker) -> Effect:
        kind, zone = link.index("kind", self.kind), link.index("zone", self.from_)
        to = zone if self.to is None else link.index("zone", self.to)
        number = link.add(DEALS, Deal(kind, zone, self.amount, self.keep, to, self.hidden))
        if self.hidden:
            link.add(FACE_DOWN_TABLE, FaceDown(kind, zone))
        else:
            link.add(UNPAID_KINDS, kind)

        return lambda state, seat, place, n: deal_on(state, seat, number, 0)

    def available(self, link: Linker) -> Condition:
        return left_in(link, self.kind, self.from_)

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        yield absence(bounds, self.kind, self.from_)
        idle = self.to is not None and self.amount == self.keep
        yield Bound(NO_DIFFERENCE, ("to",), idle, "all that are dealt are kept", "delete it, or lower `keep`", at_key=True)

    def clashes(self, bounds: Bounds) -> Iterator[Clash]:
        there = len(bounds.service(ItemSupply).items.get(self.kind, ()))
        ways = comb(there, self.keep)
        if self.keep < self.amount and ways > MOST_WAYS:
            possible = next((keep for keep in range(self.keep, 0, -1) if comb(there, keep) <= MOST_WAYS), 1)
            why = f"{self.keep} of {there} {plural(noun_of(self.kind))} can be kept in {ways} ways; {MOST_WAYS} are allowed"
            yield Clash("SA211", "more ways to choose than can be listed", ("keep",), why, f"`keep = {possible}` works")


class DealFrame(Draw, Dealer):
    """The draw of the next item that is dealt to a seat; x is the deal, y counts the items dealt."""

    name = "deal"
    progress = (DEALS.slot(), DEALT_SLOT)
    draws = DEALS

    def dealt(self, frame: FrameTuple) -> tuple[bool, int]:
        return self.is_hidden(frame), frame[3]

    def is_hidden(self, frame: FrameTuple) -> bool:
        return bool(self.drawn(frame).hidden)

    def verify(self, state: State, frame: FrameTuple) -> None:
        expect(frame[3] < self.drawn(frame).amount, "all are dealt")
        super().verify(state, frame)
        expect_dealt(state, frame, self.drawn(frame))

    def arrive(self, state: State, frame: FrameTuple, item: int) -> None:
        _, seat, number, dealt = frame
        operations.deal(state, seat, item, self.drawn(frame).hidden, dealt)
        deal_on(state, seat, number, dealt + 1)


class ItemsDealt(Check):
    """The seat keeps as many items as it may, of those dealt to it."""

    name = "deal.kept"

    def passes(self, facts: Facts, action: Action) -> bool:
        return action in kept_ways(facts.state, facts.frame)

    def explain(self, facts: Facts, action: Action) -> Shortfall:
        deal = facts.rules.entries(DEALS)[facts.frame[2]]
        ids = ", ".join(facts.rules.item_ids[item] for item in _asked_about(facts.state, facts.frame))
        return Shortfall(self.name, f"{deal.keep} of {ids or 'what was dealt'}", f"`{action}` is something else")


def _asked_about(state: Position, frame: FrameTuple) -> tuple[int, ...]:
    """Returns the known items that the seat of a frame chooses from."""
    above = None if state.stack[-1] == frame else state.stack.index(frame) + 1
    return dealt_items(state, frame[1], state.rules.entries(DEALS)[frame[2]], frame[3], above)


def kept_ways(state: Position, frame: FrameTuple) -> list[Action]:
    """Returns every choice of items to keep."""
    rules, deal = state.rules, state.rules.entries(DEALS)[frame[2]]
    ways = combinations(_asked_about(state, frame), deal.keep)
    return [rules.action("keep", *(rules.item_ids[item] for item in way)) for way in ways]


class KeepDealt(Decision, Dealer):
    """The choice of the items that a seat keeps of those dealt to it; x is the deal, y counts the items dealt."""

    name = "keep"
    prompt = "which {amount} of {of:{kind}} to keep"
    checks = (ItemsDealt,)
    progress = (DEALS.slot(), DEALT_SLOT)
    shapes = {"keep": ITEMS}

    def prepare(self) -> None:
        self.all = self.rules.entries(DEALS)

    def dealt(self, frame: FrameTuple) -> tuple[bool, int]:
        return self.all[frame[2]].hidden, frame[3]

    def drop(self, state: State, frame: FrameTuple) -> None:
        _, seat, number, dealt = frame
        deal = self.all[number]
        for item in dealt_items(state, seat, deal, dealt):
            operations.give_back(state, seat, item, deal.zone, dealt=True)

    def universe(self) -> Universe:
        for deal in self.all:
            items = [item.index for item in self.rules.items if item.kind == deal.kind]
            for way in combinations(items, deal.keep) if deal.keep < deal.amount else ():
                yield "keep", tuple(self.rules.item_ids[item] for item in way), way

    def verify(self, state: State, frame: FrameTuple) -> None:
        deal = self.all[frame[2]]
        expect(deal.keep < frame[3] <= deal.amount, "a choice between what is kept in any case")
        expect_dealt(state, frame, deal)

    def key(self, state: State, frame: FrameTuple) -> Hashable:
        return frame[2], _asked_about(state, frame)

    def candidates(self, state: State, frame: FrameTuple) -> Iterable[Action]:
        return kept_ways(state, frame)

    def seen_by(self, state: Position, frame: FrameTuple, answer: Action | Outcome) -> tuple[int, ...]:
        return (frame[1],) if self.all[frame[2]].hidden else super().seen_by(state, frame, answer)

    def asked(self, state: Position, frame: FrameTuple) -> Asked:
        ids = tuple(self.rules.item_ids[item] for item in _asked_about(state, frame))
        deal = self.all[frame[2]]
        facts: Asked = {"amount": deal.keep, "more": {"of": frame[3], "kind": self.rules.kinds[deal.kind]}}
        return {**facts, "among": ids} if ids else facts

    def hint(self, state: Position, frame: FrameTuple, action: Action) -> str:
        briefs = [self.rules.service(Briefs).item(item) for item in action.data]
        return "; ".join(map(str, briefs)) if len(briefs) > 1 else str(attrs.evolve(briefs[0], item=""))

    def resume(self, state: State, frame: FrameTuple, action: Action) -> None:
        _, seat, number, dealt = frame
        deal = self.all[number]
        for item in dealt_items(state, seat, deal, dealt):
            if item not in action.data:
                operations.give_back(state, seat, item, deal.to, dealt=True)
        end_deal(state, seat, deal, action.data)


DEALING = Mechanism(
    "dealing",
    verbs=(DealVerb,),
    frames=(DealFrame, KeepDealt),
    events=(EventKind("deal", "an item is dealt to a seat, open", {"item": ITEM_FIELD}, "{seat} is dealt {item}{worth}"),),
)
