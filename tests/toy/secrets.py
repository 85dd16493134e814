"""Secrets, as a plugin: bids that are opened together, and an item that its owner alone knows, shows or gives back.

It knows the library by its two public doors, like any stranger's module.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

import attrs

from stoneage_rules.plugin import (
    FACE,
    NOTHING,
    TAKING_ITEMS,
    Action,
    Asked,
    Check,
    Decision,
    Effect,
    EventKind,
    Facts,
    Handle,
    Linker,
    Mechanism,
    Outcome,
    Position,
    Shortfall,
    Slot,
    State,
    Step,
    Verb,
    expect,
    field,
    number_field,
    operations,
    run_effects,
)


@attrs.frozen
class Sale:
    """A compiled `sealed-bids`: place and good are indexes."""

    place: int
    good: int
    at_most: int


SALES = Handle[Sale]("sale")


@attrs.frozen
class SealedBids(Verb):
    """Each seat bids in secret; the bids are opened together, and the highest pays and takes the item on a location.

    Example: `{ do = "sealed-bids", location = "easel", good = "coin", at_most = 8 }`
    """

    do = "sealed-bids"
    belongs = ("phase",)
    location: str = field("the location", refers_to="location")
    good: str = field("the good that is bid", refers_to="good")
    at_most: int = field("the highest bid", least=1, most=20)

    def bind(self, link: Linker) -> Effect:
        (place,) = link.places(self.location)
        sale = link.add(SALES, Sale(place, link.index("good", self.good), self.at_most))
        frame = link.frame("sealed-bid")

        def effect(state: State, seat: int, place_: int, n: int) -> None:
            if state.item_at[place] >= 0:
                state.stack.append((frame, state.first_seat, sale))

        return effect


class BidHeld(Check):
    """The seat has what it bids, and may bid so much."""

    name = "sealed.holdings"

    def passes(self, facts: Facts, action: Action) -> bool:
        return bool(action.args[0] <= most_bid(facts.state, facts.frame[2], facts.seat))

    def explain(self, facts: Facts, action: Action) -> Shortfall:
        return Shortfall(self.name, f"a bid of at most {most_bid(facts.state, facts.frame[2], facts.seat)}", f"`{action}`")


def most_bid(state: State, sale: int, seat: int) -> int:
    """Returns the highest bid that a seat can make."""
    sold = state.rules.entries(SALES)[sale]
    return min(sold.at_most, state.good(seat, state.rules.goods[sold.good]))


class SealedBid(Decision):
    """A bid that nobody else sees; x is the sale."""

    name = "sealed-bid"
    prompt = ("how much to bid for {item}", "how much to bid for nothing")
    progress = (SALES.slot(),)
    exclusive = "sale"
    shapes = {"bid": FACE}
    checks = (BidHeld,)

    def universe(self) -> Iterator[tuple[str, tuple[Any, ...], Any]]:
        for bid in range(max((sale.at_most for sale in self.rules.entries(SALES)), default=-1) + 1):
            yield "bid", (bid,), bid

    def key(self, state: State, frame: tuple[int, ...]) -> Hashable:
        return frame[2], most_bid(state, frame[2], frame[1])

    def verify(self, state: State, frame: tuple[int, ...]) -> None:
        is_there = state.item_at[self.rules.entries(SALES)[frame[2]].place] >= 0 or self.rules.entries(TAKING_ITEMS)
        expect(bool(is_there), "there is nothing to bid for")
        expect(all(waiting[1] != frame[1] for waiting in state.waiting), "the seat has bid already")

    def seen_by(self, state: Position, frame: tuple[int, ...], answer: Action | Outcome) -> tuple[int, ...]:
        """Returns the bidder; the last bid is opened at once."""
        everybody = super().seen_by(state, frame, answer)
        return everybody if (frame[1] + 1) % self.rules.players == state.first_seat else (frame[1],)

    def resume(self, state: State, frame: tuple[int, ...], action: Action) -> None:
        index, seat, sale = frame
        operations.set_aside(state, (self.rules.frames["kept-bid"], seat, sale, action.data))
        following = (seat + 1) % self.rules.players
        handler = index if following != state.first_seat else self.rules.frames["open-bids"]
        state.stack.append((handler, following, sale))

    def asked(self, state: Position, frame: tuple[int, ...]) -> Asked:
        item = state.item_on(self.rules.places[self.rules.entries(SALES)[frame[2]].place].id)
        return {**super().asked(state, frame), "item": item} if item else super().asked(state, frame)


class KeptBid(Step):
    """A bid that waits to be opened, known to its seat alone; x is the sale, y the bid."""

    name = "kept-bid"
    progress = (
        SALES.slot(),
        Slot("bid", most=lambda rules: max((sale.at_most for sale in rules.entries(SALES)), default=0), secret=True),
    )

    def verify(self, state: State, frame: tuple[int, ...]) -> None:
        expect(False, "a bid only waits")

    def verify_waiting(self, state: State, frame: tuple[int, ...]) -> None:
        expect(frame[3] <= self.rules.entries(SALES)[frame[2]].at_most, "the bid is too high")
        can_pay = frame[3] <= most_bid(state, frame[2], frame[1]) or self.rules.entries(TAKING_ITEMS)
        expect(bool(can_pay), f"seat {frame[1]} cannot pay its bid")

    def step(self, state: State, frame: tuple[int, ...]) -> None:
        """Does nothing: it is never on the stack."""


class OpenBids(Step):
    """The end of a sale; x is the sale."""

    name = "open-bids"
    progress = (SALES.slot(),)

    def verify(self, state: State, frame: tuple[int, ...]) -> None:
        expect(False, "bids are opened as soon as the last one is made")

    def step(self, state: State, frame: tuple[int, ...]) -> None:
        bids = [waiting for waiting in state.waiting if self.rules.handlers[waiting[0]].name == "kept-bid"]
        for kept in bids:
            operations.end_waiting(state, state.waiting.index(kept))
            operations.note(state, "bid", kept[1], kept[3])
        sale = self.rules.entries(SALES)[frame[2]]
        _, winner, _, bid = max(bids, key=lambda kept: kept[3])
        # Items used meanwhile may have taken the thing itself, or some of the bid.
        if state.item_at[sale.place] < 0:
            return
        operations.pay(state, winner, sale.good, min(bid, state.good(winner, self.rules.goods[sale.good])))
        item = self.rules.items[operations.lift_item(state, sale.place)]
        operations.own(state, winner, item.index)
        run_effects(state, winner, item.node, sale.place, 0)


@attrs.frozen
class Curio:
    """A compiled `turn-curio`: kind and zone are indexes."""

    kind: int
    zone: int
    points: int


CURIOS = Handle[Curio]("curio-turn")


@attrs.frozen
class TurnCurio(Verb):
    """The seat keeps the item of a kind that it owns face down, shows it for points, or exchanges it.

    Example: `{ do = "turn-curio", kind = "curio", from = "chest", points = 3 }`
    """

    do = "turn-curio"
    kind: str = field("the kind of item", refers_to="kind")
    from_: str = field("the zone to which it is given back", refers_to="zone")
    points: int = field("the points for showing it", least=0, most=20)

    def bind(self, link: Linker) -> Effect:
        curio = link.add(CURIOS, Curio(link.index("kind", self.kind), link.index("zone", self.from_), self.points))
        frame = link.frame("turn-curio")
        return lambda state, seat, place, n: state.stack.append((frame, seat, curio))


class CurioHeld(Check):
    """The seat owns an item face down."""

    name = "curio.held"
    kinds = ("show", "change")

    def passes(self, facts: Facts, action: Action) -> bool:
        return bool(facts.state.face_down[facts.seat])

    def explain(self, facts: Facts, action: Action) -> Shortfall:
        return Shortfall(self.name, "a curio that nobody has seen", "you have none")


class TurnCurioFrame(Decision):
    """Asks the owner of an item that nobody else knows to show it, keep it or give it back; x is the turn."""

    name = "turn-curio"
    prompt = "what becomes of the curio"
    progress = (CURIOS.slot(),)
    shapes = {"leave": NOTHING, "show": NOTHING, "change": NOTHING}
    checks = (CurioHeld,)

    def universe(self) -> Iterator[tuple[str, tuple[Any, ...], Any]]:
        for kind in self.shapes if self.rules.entries(CURIOS) else ():
            yield kind, (), None

    def key(self, state: State, frame: tuple[int, ...]) -> Hashable:
        return bool(state.face_down[frame[1]])

    def resume(self, state: State, frame: tuple[int, ...], action: Action) -> None:
        _, seat, number = frame
        curio = self.rules.entries(CURIOS)[number]
        hand = state.zones[self.rules.zones_of(seat)[1]]
        if action.kind == "show":
            operations.reveal(state, seat, hand[0])
            operations.score(state, seat, curio.points)
        elif action.kind == "change":
            operations.give_back(state, seat, hand[0], curio.zone)
            state.stack.append((self.rules.frames["draw-hidden"], seat, curio.zone, curio.kind))


BID = EventKind("bid", "a bid is opened", {"bid": number_field("how much")}, "{seat} has bid {bid}")

MECHANISM = Mechanism(
    "secrets", verbs=(SealedBids, TurnCurio), frames=(SealedBid, KeptBid, OpenBids, TurnCurioFrame), events=(BID,)
)
