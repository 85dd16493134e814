"""An auction, as a plugin: the one mechanism that the game in `fields/` needs beyond its TOML.

It knows the library by its two public doors, like any stranger's module.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from stoneage_rules.plugin import (
    FACE,
    NOTHING,
    Action,
    Check,
    Decision,
    Effect,
    Frame,
    Linker,
    Shortfall,
    State,
    Verb,
    expect,
    expect_range,
    field,
    hookimpl,
    operations,
    run,
)

__all__ = ["Auction", "Bidding", "stoneage_register_frames", "stoneage_register_verbs"]


@attrs.frozen
class Lot:
    """A compiled `auction`: place, good and zone are indexes."""

    place: int
    good: int
    at_most: int
    unsold: int


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
        lot = link.add("lots", Lot(place, link.index("good", self.good), self.at_most, link.index("zone", self.unsold)))
        frame = link.frame("bidding")

        def effect(state: State, seat: int, place_: int, n: int) -> None:
            if state.held[place] >= 0:
                state.stack.append((frame, state.first, lot, 0, state.first))

        return effect


@attrs.frozen
class Facts:
    """The facts on which a bid depends."""

    good: str
    standing: int
    """The highest bid so far, 0 for none."""
    held: int
    """Goods that the seat holds."""
    at_most: int


class Higher(Check):
    """A bid is higher than the one that stands."""

    name = "bid.higher"

    def passes(self, facts: Facts, action: Action) -> bool:
        return bool(action.args[0] > facts.standing)

    def explain(self, facts: Facts, action: Action) -> Shortfall:
        standing = f"{facts.standing} {facts.good} are bid" if facts.standing else "nothing is bid yet"
        return Shortfall(self.name, f"a bid of more than {facts.standing}", standing)


class Bounded(Check):
    """A bid is not above the highest one that the content allows."""

    name = "bid.bounded"

    def passes(self, facts: Facts, action: Action) -> bool:
        return bool(action.args[0] <= facts.at_most)

    def explain(self, facts: Facts, action: Action) -> Shortfall:
        return Shortfall(self.name, f"a bid of at most {facts.at_most}", f"`{action}` is more")


class Holdings(Check):
    """The seat can pay its bid."""

    name = "bid.holdings"

    def passes(self, facts: Facts, action: Action) -> bool:
        return bool(action.args[0] <= facts.held)

    def explain(self, facts: Facts, action: Action) -> Shortfall:
        return Shortfall(self.name, f"`{action}` takes {action.args[0]} {facts.good} of your own", f"you have {facts.held}")


CHECKS = (Higher(), Bounded(), Holdings())


class Bidding(Decision):
    """Whether to bid more; x is the lot, y the standing bid, z its bidder (or, while nobody has bid, the first seat)."""

    name = "bidding"
    progress = ("lot", "bid", "bidder")
    alone = "auction"
    shapes = {"bid": FACE, "pass": NOTHING}
    checks = tuple(check.name for check in CHECKS)

    def prepare(self) -> None:
        self.lots: tuple[Lot, ...] = self.rules.tables.get("lots", ())

    def verify(self, state: State, frame: tuple[int, ...]) -> None:
        _, seat, lot, bid, bidder = frame
        expect(state.held[self.lots[lot].place] >= 0, "there is nothing to bid for")
        expect_range(bidder, 0, self.rules.players - 1, "the bidder")
        expect(bid == 0 or seat != bidder, "the highest bidder is not asked again")
        expect(bid <= self.facts(state, lot, bidder, 0).held, "the highest bidder cannot pay")

    def facts(self, state: State, lot: int, seat: int, bid: int) -> Facts:
        """What a seat's bids depend on."""
        good = self.lots[lot].good
        name = self.rules.goods[good]
        return Facts(name, bid, state.good(seat, name), self.lots[lot].at_most)

    def universe(self) -> Iterator[tuple[str, tuple[Any, ...], Any]]:
        for bid in range(1, max((lot.at_most for lot in self.lots), default=0) + 1):
            yield "bid", (bid,), bid
        if self.lots:
            yield "pass", (), None

    def options(self, state: State, frame: tuple[int, ...]) -> tuple[Action, ...]:
        _, seat, lot, standing, _ = frame
        facts = self.facts(state, lot, seat, standing)
        bids = (bid for bid in self.rules.of_kind("bid") if all(check.passes(facts, bid) for check in CHECKS))
        return (*bids, *self.rules.of_kind("pass"))

    def shortfalls(self, state: State, frame: tuple[int, ...], action: Action) -> Iterator[Shortfall]:
        _, seat, lot, standing, _ = frame
        if action.kind == "bid":
            facts = self.facts(state, lot, seat, standing)
            yield from (check.explain(facts, action) for check in CHECKS if not check.passes(facts, action))

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
        else:
            operations.discard(state, self.lots[lot].unsold, operations.lift_item(state, self.lots[lot].place))

    def sell(self, state: State, lot: Lot, bidder: int, bid: int) -> None:
        """Takes the bid, and gives the item with its effects."""
        operations.spend(state, bidder, tuple(bid * (good == lot.good) for good in range(len(self.rules.goods))))
        item = self.rules.items[operations.lift_item(state, lot.place)]
        operations.own(state, bidder, item.index)
        run(state, bidder, item.node, lot.place, 0)

    def asks(self, state: State, frame: tuple[int, ...]) -> str:
        item = self.rules.items[state.held[self.lots[frame[2]].place]]
        return f"whether to bid more than {frame[3]} for {item.id}"


@hookimpl
def stoneage_register_verbs() -> list[type[Verb]]:
    """Adds the verb `auction`."""
    return [Auction]


@hookimpl
def stoneage_register_frames() -> list[type[Frame]]:
    """Adds the decision that an auction asks for."""
    return [Bidding]
