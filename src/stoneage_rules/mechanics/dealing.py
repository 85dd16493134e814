"""Items that are dealt to seats, of which each keeps some."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from itertools import combinations
from math import comb
from typing import Any, NamedTuple

import attrs

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.actions import ITEMS, Action, Outcome
from stoneage_rules.kernel.frames import Asked, Dealer, FrameTuple
from stoneage_rules.kernel.legality import Check, Decision, Facts, Shortfall
from stoneage_rules.kernel.nouns import FACE_DOWN_TABLE, FaceDown
from stoneage_rules.kernel.operations import counts_dealt
from stoneage_rules.kernel.position import Position, has_kind
from stoneage_rules.kernel.saving import expect
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Condition, Effect, Handle, Linker, Slot
from stoneage_rules.language.events import ITEM_FIELD, Event, EventKind, Mechanism
from stoneage_rules.language.fields import field
from stoneage_rules.language.reach import MOST_WAYS, NO_DIFFERENCE, Bound, Bounds, Clash
from stoneage_rules.language.word import Contradiction, Verb
from stoneage_rules.mechanics.drawing import Draw, expect_drawable, met
from stoneage_rules.mechanics.item_supply import FACE_DOWN, OPEN, ItemSupply, absence
from stoneage_rules.mechanics.items import UNPAID, UNPAID_KINDS
from stoneage_rules.telling.phrases import Briefs, LogNames, Phrases
from stoneage_rules.text import counted, noun_of, plural

# --- deals --------------------------------------------------------------------------------------------------------
#
# Compiled deals, and how one goes on: the next item, the choice of those that are kept, and their effects.


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
    deal, frames = state.rules.entries(DEALS)[number], state.rules.frames
    while dealt < deal.amount and has_kind(state, deal.zone, deal.kind):
        if deal.zone not in state.rules.queues:
            state.stack.append((frames["deal"], seat, number, dealt))
            return
        item = state.zones[deal.zone][0]
        if not met(state, deal.zone, item, deal.kind):
            operations.deal(state, seat, item, deal.hidden, dealt)
            dealt += 1
    if dealt > deal.keep:
        state.stack.append((frames["keep"], seat, number, dealt))
    elif dealt:
        end_deal(state, seat, deal, dealt_items(state, seat, deal, dealt))
    else:
        operations.note(state, "none-left", seat, deal.zone, deal.kind)


def dealt_items(state: Position, seat: int, deal: Deal, dealt: int, above: int | None = None) -> tuple[int, ...]:
    """Returns the items that are being dealt to a seat, as far as they are known.

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
    """Has a seat keep items that were dealt to it; open ones take effect, in the order of content."""
    operations.keep(state, seat, kept, deal.hidden)
    for item in () if deal.hidden else reversed(kept):
        if node := state.rules.items[item].node:
            state.stack.append((state.rules.effects_frame, seat, node, -1, UNPAID))


def take_back_dealt(state: State, frame: FrameTuple) -> None:
    """Puts the items of a deal that never comes to an end back where they were dealt from."""
    _, seat, number, dealt = frame
    deal = state.rules.entries(DEALS)[number]
    for item in dealt_items(state, seat, deal, dealt):
        operations.give_back(state, seat, item, deal.zone, dealt=True)


def expect_dealt(state: State, frame: FrameTuple, deal: Deal) -> None:
    """Refuses a deal of items that do not lie there.

    Raises:
        InvalidState: they do not.
    """
    items = dealt_items(state, frame[1], deal, frame[3], state.stack.index(frame) + 1)
    fits = len(items) == frame[3] and all(state.rules.items[item].kind == deal.kind for item in items)
    expect(fits, f"the seat has no {frame[3]} items that are being dealt to it")


# --- dealing ------------------------------------------------------------------------------------------------------
#
# Items that are dealt to a seat, of which it keeps some: goals that nobody else sees, or tribes that lie open.


@attrs.frozen
class DealVerb(Verb):
    """Items of a kind are dealt to the seat; it keeps some of its choice, and the others go back.

    Open items count as if they had been bought: their effects come at once, for nothing, and whatever else they bring counts
    from then on.  Of `hidden` ones nobody else sees which were dealt and kept; only their scoring part counts.  With fewer
    left than `amount`, those are dealt; if no more are dealt than are kept, nothing is asked.

    Example: `{ do = "deal", kind = "clan", from = "clans", amount = 2, keep = 1 }`, or goals that only their owner knows:
    `{ do = "deal", kind = "goal", from = "goals", amount = 2, keep = 1, hidden = true }`
    """

    do = "deal"
    kind: str = field("the kind of item", refers_to="kind")
    from_: str = field("the zone from which they are dealt", refers_to="zone")
    amount: int = field("how many are dealt", default=1, least=1, most=12)
    keep: int = field("how many of them the seat keeps", default=1, least=1, most=12)
    to: str | None = field("the zone to which the others go; by default back to `from`", default=None, refers_to="zone")
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

        def effect(state: State, seat: int, place: int, n: int) -> None:
            deal_on(state, seat, number, 0)

        return effect

    def available(self, link: Linker) -> Condition:
        kind, zone = link.index("kind", self.kind), link.index("zone", self.from_)
        return lambda state: has_kind(state, zone, kind)

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

    def prepare(self) -> None:
        self.all = self.rules.entries(DEALS)

    def dealt(self, frame: FrameTuple) -> tuple[bool, int]:
        return self.all[frame[2]].hidden, frame[3]

    def verify_position(self, state: State) -> None:
        for deal in self.all:
            expect_drawable(state, deal.zone, deal.kind)

    def verify(self, state: State, frame: FrameTuple) -> None:
        deal = self.all[frame[2]]
        expect(frame[3] < deal.amount, "all are dealt")
        expect(deal.zone not in self.rules.queues and has_kind(state, deal.zone, deal.kind), "nothing is left to be drawn")
        expect_dealt(state, frame, deal)

    def zone(self, frame: FrameTuple) -> int:
        return self.all[frame[2]].zone

    def wanted(self, frame: FrameTuple) -> int:
        return self.all[frame[2]].kind

    def seen_by(self, state: Position, frame: FrameTuple, answer: Action | Outcome) -> tuple[int, ...]:
        """Returns the seat alone for a hidden item; one that is met and goes open where it belongs is seen by all."""
        is_kind = isinstance(answer, Outcome) and self.rules.items[answer.data].kind == self.wanted(frame)
        return (frame[1],) if self.all[frame[2]].hidden and is_kind else super().seen_by(state, frame, answer)

    def resume(self, state: State, frame: FrameTuple, outcome: Outcome) -> None:
        _, seat, number, dealt = frame
        deal = self.all[number]
        if not met(state, deal.zone, outcome.data, deal.kind):
            operations.deal(state, seat, outcome.data, deal.hidden, dealt)
            dealt += 1
        deal_on(state, seat, number, dealt)


class ItemsDealt(Check):
    """The items are some of those that were dealt, as many as may be kept."""

    name = "deal.kept"

    def passes(self, facts: Facts, action: Action) -> bool:
        return action in kept_ways(facts.state, facts.frame)

    def explain(self, facts: Facts, action: Action) -> Shortfall:
        deal = facts.rules.entries(DEALS)[facts.frame[2]]
        ids = ", ".join(facts.rules.item_ids[item] for item in _asked_about(facts.state, facts.frame))
        return Shortfall(self.name, f"{deal.keep} of {ids or 'what was dealt'}", f"`{action}` is something else")


def _asked_about(state: Position, frame: FrameTuple) -> tuple[int, ...]:
    """Returns the items among which the seat of a frame chooses, as far as they are known."""
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
        take_back_dealt(state, frame)

    def universe(self) -> Iterator[tuple[str, tuple[Any, ...], Any]]:
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


def _dealt(names: LogNames, event: Event) -> str:
    item = event.text("item")
    return f"{names.who(event.seat)} is dealt {item}{names.worth(item)}"


MECHANISM = Mechanism(
    "dealing",
    verbs=(DealVerb,),
    frames=(DealFrame, KeepDealt),
    events=(EventKind("deal", "an item is dealt to a seat, open", {"item": ITEM_FIELD}, _dealt),),
)
