"""Does what Hidden Bid cannot say in data: a decision that nobody else sees, bids that wait, and the step that opens them."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

import attrs

from stoneage_rules.plugin import (
    FACE,
    TAKING_ITEMS,
    Action,
    Asked,
    Check,
    Decision,
    Effect,
    EventKind,
    Facts,
    Frame,
    Handle,
    Linker,
    Outcome,
    Position,
    Ruleset,
    Shortfall,
    Slot,
    State,
    Step,
    Verb,
    expect,
    field,
    hookimpl,
    number_field,
    operations,
)


@attrs.frozen
class Auction:
    """A compiled `hidden-bid`: the index of the good, and the highest bid."""

    good: int
    at_most: int


AUCTIONS = Handle[Auction]("hidden-bid")


@attrs.frozen
class HiddenBid(Verb):
    """Each seat bids some of a good in secret; then the bids are opened, and the highest pays and gets the first-player token.

    Example: `{ do = "hidden-bid", good = "food", at_most = 5 }`
    """

    do = "hidden-bid"
    token = "hidden bid of {good}"
    belongs = ("phase",)
    good: str = field("the good that is bid", refers_to="good")
    at_most: int = field("the highest bid", least=1, most=20)

    def bind(self, link: Linker) -> Effect:
        auction = link.add(AUCTIONS, Auction(link.index("good", self.good), self.at_most))
        frame = link.frame("hidden-bid")

        def effect(state: State, seat: int, place: int, n: int) -> None:
            state.stack.append((frame, state.first_seat, auction))

        return effect


def held(state: Position, auction: Auction, seat: int) -> int:
    """Returns how many of the goods that are bid a seat has."""
    return state.good(seat, state.rules.goods[auction.good])


class BidAllowed(Check):
    """A bid is not above the highest one that content allows."""

    name = "hidden-bid.most"

    def passes(self, facts: Facts, action: Action) -> bool:
        return bool(action.args[0] <= facts.rules.entries(AUCTIONS)[facts.frame[2]].at_most)

    def explain(self, facts: Facts, action: Action) -> Shortfall:
        most = facts.rules.entries(AUCTIONS)[facts.frame[2]].at_most
        return Shortfall(self.name, f"a bid of at most {most}", f"`{action}` is more")


class BidHeld(Check):
    """The seat has what it bids."""

    name = "hidden-bid.holdings"

    def passes(self, facts: Facts, action: Action) -> bool:
        return bool(action.args[0] <= held(facts.state, facts.rules.entries(AUCTIONS)[facts.frame[2]], facts.seat))

    def explain(self, facts: Facts, action: Action) -> Shortfall:
        has = held(facts.state, facts.rules.entries(AUCTIONS)[facts.frame[2]], facts.seat)
        return Shortfall(self.name, f"`{action}` takes goods of your own", f"you have {has}")


class Bid(Decision):
    """A bid that nobody else sees; x is the auction."""

    name = "hidden-bid"
    prompt = "how much {good} to bid for the first turn"
    progress = (AUCTIONS.slot(),)
    exclusive = "hidden-bid"
    shapes = {"bid": FACE}
    checks = (BidAllowed, BidHeld)

    def prepare(self) -> None:
        self.auctions = self.rules.entries(AUCTIONS)

    def asked(self, state: Position, frame: tuple[int, ...]) -> Asked:
        return {"more": {"good": self.rules.goods[self.auctions[frame[2]].good]}}

    def universe(self) -> Iterator[tuple[str, tuple[Any, ...], Any]]:
        for bid in range(max((auction.at_most for auction in self.auctions), default=-1) + 1):
            yield "bid", (bid,), bid

    def key(self, state: State, frame: tuple[int, ...]) -> Hashable:
        auction = self.auctions[frame[2]]
        return frame[2], min(auction.at_most, held(state, auction, frame[1]))

    def seen_by(self, state: Position, frame: tuple[int, ...], answer: Action | Outcome) -> tuple[int, ...]:
        """Returns the bidder alone; with the last bid all are opened."""
        is_last = (frame[1] + 1) % self.rules.players == state.first_seat
        return super().seen_by(state, frame, answer) if is_last else (frame[1],)

    def resume(self, state: State, frame: tuple[int, ...], action: Action) -> None:
        index, seat, number = frame
        operations.set_aside(state, (self.rules.frames["hidden-bid-kept"], seat, number, action.data))
        following = (seat + 1) % self.rules.players
        is_last = following == state.first_seat
        state.stack.append((self.rules.frames["hidden-bids-open"] if is_last else index, following, number))

    def verify(self, state: State, frame: tuple[int, ...]) -> None:
        # For saved states, which may come from anywhere: those who come before this seat have bid, and nobody else.
        before = (frame[1] - state.first_seat) % self.rules.players
        bidders = [(state.first_seat + number) % self.rules.players for number in range(before)]
        expect([bid[1] for bid in kept(state)] == bidders, "other seats have bid than those before the one that is asked")


def kept(state: State) -> list[tuple[int, ...]]:
    """Returns the frames of the bids that wait."""
    return [frame for frame in state.waiting if frame[0] == state.rules.frames["hidden-bid-kept"]]


def most_bid(rules: Ruleset) -> int:
    """Returns the highest bid of any auction."""
    return max((auction.at_most for auction in rules.entries(AUCTIONS)), default=0)


class KeptBid(Step):
    """A bid that waits to be opened, known to its seat alone; x is the auction, y the bid."""

    name = "hidden-bid-kept"
    progress = (AUCTIONS.slot(), Slot("bid", most=most_bid, secret=True))

    def step(self, state: State, frame: tuple[int, ...]) -> None:
        """Does nothing: it only waits."""

    def verify(self, state: State, frame: tuple[int, ...]) -> None:
        expect(False, "a bid only waits")

    def verify_waiting(self, state: State, frame: tuple[int, ...]) -> None:
        auction = self.rules.entries(AUCTIONS)[frame[2]]
        asks = self.rules.frames["hidden-bid"]
        expect(any(other[0] == asks and other[2] == frame[2] for other in state.stack), "a bid waits, and nobody bids")
        expect(frame[3] <= auction.at_most, "the bid is too high")
        can_pay = frame[3] <= held(state, auction, frame[1]) or self.rules.entries(TAKING_ITEMS)
        expect(bool(can_pay), f"seat {frame[1]} cannot pay its bid")


class OpenBids(Step):
    """The end of an auction; x is the auction."""

    name = "hidden-bids-open"
    progress = (AUCTIONS.slot(),)

    def step(self, state: State, frame: tuple[int, ...]) -> None:
        bids = kept(state)
        for bid in bids:
            operations.end_waiting(state, state.waiting.index(bid))
            operations.note(state, "hidden-bid", bid[1], bid[3])
        # The bids lie in the order of turns, so that of equal ones the first counts.
        _, winner, _, price = max(bids, key=lambda bid: bid[3])
        # Items that are used at any time may have taken some of it from the winner meanwhile.
        price = min(price, held(state, self.rules.entries(AUCTIONS)[frame[2]], winner))
        if price:
            operations.pay(state, winner, self.rules.entries(AUCTIONS)[frame[2]].good, price)
        operations.pass_first_to(state, winner)

    def verify(self, state: State, frame: tuple[int, ...]) -> None:
        expect(False, "bids are opened at once")


OPENED = EventKind("hidden-bid", "a bid is opened", {"bid": number_field("how much")}, "{seat} has bid {bid}")


@hookimpl
def stoneage_register_verbs() -> list[type[Verb]]:
    """Adds the word that content writes after `do`."""
    return [HiddenBid]


@hookimpl
def stoneage_register_frames() -> list[type[Frame]]:
    """Adds the decision, the bids that wait, and their opening."""
    return [Bid, KeptBid, OpenBids]


@hookimpl
def stoneage_register_events() -> list[EventKind]:
    """Adds what the log tells."""
    return [OPENED]
