"""An auction, as a plugin: the one mechanism that the game in `fields/` needs beyond its TOML.

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
    Handle,
    Linker,
    Mechanism,
    Position,
    Shortfall,
    Slot,
    State,
    Verb,
    expect,
    field,
    number_field,
    operations,
    run_effects,
)


@attrs.frozen
class Lot:
    """A compiled `auction`: place, good and zone are indexes."""

    place: int
    good: int
    at_most: int
    unsold: int


LOTS = Handle[Lot]("lot")


@attrs.frozen
class Auction(Verb):
    """The item on a location goes to the seat that bids most.

    From the starting player clockwise each seat bids more than was bid before, or passes.  When the turn comes back to
    the highest bidder, it pays and takes the item, with its effects.  If all pass, the item goes to a zone.

    Example: `{ do = "auction", location = "block", good = "coin", at_most = 20, unsold = "fallow" }`
    """

    do = "auction"
    belongs = ("phase",)
    location: str = field("the location", refers_to="location")
    good: str = field("the good that is bid", refers_to="good")
    at_most: int = field("the highest bid", least=1, most=99)
    unsold: str = field("the zone for an item that nobody wants", refers_to="zone")

    def bind(self, link: Linker) -> Effect:
        (place,) = link.places(self.location)
        lot = link.add(LOTS, Lot(place, link.index("good", self.good), self.at_most, link.index("zone", self.unsold)))
        frame = link.frame("bidding")

        def effect(state: State, seat: int, place_: int, n: int) -> None:
            if state.item_at[place] >= 0:
                state.stack.append((frame, state.first_seat, lot, 0, state.first_seat))

        return effect


@attrs.frozen
class BidFacts:
    """The facts that a bid depends on."""

    good: str
    standing: int
    """The highest bid so far, 0 for none."""
    held: int
    """Goods that the seat holds."""
    at_most: int


class BidIsHigher(Check):
    """A bid is higher than the one that stands."""

    name = "bid.higher"
    kinds = ("bid",)

    def passes(self, facts: BidFacts, action: Action) -> bool:
        return bool(action.args[0] > facts.standing)

    def explain(self, facts: BidFacts, action: Action) -> Shortfall:
        standing = f"{facts.standing} {facts.good} are bid" if facts.standing else "nothing is bid yet"
        return Shortfall(self.name, f"a bid of more than {facts.standing}", standing)


class BidIsBounded(Check):
    """A bid is not above the highest one that the content allows."""

    name = "bid.bounded"
    kinds = ("bid",)

    def passes(self, facts: BidFacts, action: Action) -> bool:
        return bool(action.args[0] <= facts.at_most)

    def explain(self, facts: BidFacts, action: Action) -> Shortfall:
        return Shortfall(self.name, f"a bid of at most {facts.at_most}", f"`{action}` is more")


class BidIsHeld(Check):
    """The seat can pay its bid."""

    name = "bid.holdings"
    kinds = ("bid",)

    def passes(self, facts: BidFacts, action: Action) -> bool:
        return bool(action.args[0] <= facts.held)

    def explain(self, facts: BidFacts, action: Action) -> Shortfall:
        return Shortfall(self.name, f"`{action}` takes {action.args[0]} {facts.good} of your own", f"you have {facts.held}")


class Bidding(Decision):
    """A bid or a pass; x is the lot, y the standing bid, z its bidder (or, while nobody has bid, the first seat)."""

    name = "bidding"
    progress = (
        LOTS.slot(),
        Slot("bid", most=lambda rules: max((lot.at_most for lot in rules.entries(LOTS)), default=0)),
        Slot("bidder", most=lambda rules: rules.players - 1),
    )
    exclusive = "auction"
    prompt = ("whether to bid more than {bid} for {item}", "whether to bid more than {bid} for nothing")
    shapes = {"bid": FACE, "pass": NOTHING}
    checks = (BidIsHigher, BidIsBounded, BidIsHeld)

    def prepare(self) -> None:
        self.lots = self.rules.entries(LOTS)

    def verify(self, state: State, frame: tuple[int, ...]) -> None:
        _, seat, lot, bid, bidder = frame
        expect(bid == 0 or seat != bidder, "the highest bidder is not asked again")
        if not self.rules.entries(TAKING_ITEMS):
            expect(state.item_at[self.lots[lot].place] >= 0, "there is nothing to bid for")
            expect(bid <= self.held_by(state, lot, bidder), "the highest bidder cannot pay")

    def held_by(self, state: State, lot: int, seat: int) -> int:
        """Returns how many of the goods that are bid a seat has."""
        return state.good(seat, self.rules.goods[self.lots[lot].good])

    def universe(self) -> Iterator[tuple[str, tuple[Any, ...], Any]]:
        for bid in range(1, max((lot.at_most for lot in self.lots), default=0) + 1):
            yield "bid", (bid,), bid
        if self.lots:
            yield "pass", (), None

    def key(self, state: State, frame: tuple[int, ...]) -> Hashable:
        _, seat, lot, standing, _ = frame
        return lot, standing, self.held_by(state, lot, seat)

    def facts(self, state: State, frame: tuple[int, ...]) -> BidFacts:
        _, seat, lot, standing, _ = frame
        good = self.rules.goods[self.lots[lot].good]
        return BidFacts(good, standing, self.held_by(state, lot, seat), self.lots[lot].at_most)

    def resume(self, state: State, frame: tuple[int, ...], action: Action) -> None:
        index, seat, lot, bid, bidder = frame
        if action.kind == "bid":
            bid, bidder = action.data, seat
            operations.note(state, "bid", seat, bid)
        following = (seat + 1) % self.rules.players
        if following != bidder:
            state.stack.append((index, following, lot, bid, bidder))
        elif bid:
            self.sell(state, self.lots[lot], bidder, bid)
        elif state.item_at[self.lots[lot].place] >= 0:
            operations.discard(state, self.lots[lot].unsold, operations.lift_item(state, self.lots[lot].place))

    def sell(self, state: State, lot: Lot, bidder: int, bid: int) -> None:
        """Takes the bid, and gives the item with its effects; items used meanwhile may have taken either, or some of it."""
        if state.item_at[lot.place] < 0:
            return
        operations.pay(state, bidder, lot.good, min(bid, state.good(bidder, self.rules.goods[lot.good])))
        item = self.rules.items[operations.lift_item(state, lot.place)]
        operations.own(state, bidder, item.index)
        run_effects(state, bidder, item.node, lot.place, 0)

    def asked(self, state: Position, frame: tuple[int, ...]) -> Asked:
        item = state.item_on(self.rules.places[self.lots[frame[2]].place].id)
        return {**super().asked(state, frame), "item": item} if item else super().asked(state, frame)


BID = EventKind("bid", "a seat bids", {"bid": number_field("how much")}, "{seat} bids {bid}")

MECHANISM = Mechanism("auction", verbs=(Auction,), frames=(Bidding,), events=(BID,))
