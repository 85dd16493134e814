"""Two modules with secrets, an auction of hidden offers and a secret draw, and what goes wrong if `seen_by` is left out or wrong.

Both keep the secret number in a frame of the question itself, which is set aside once it has been answered.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import Any

import attrs

from stoneage_rules.plugin import (
    FACE,
    ITEM_SLOT,
    Action,
    Chance,
    Check,
    Decision,
    Effect,
    Facts,
    Frame,
    Linker,
    Mechanism,
    Odds,
    Outcome,
    Position,
    Shortfall,
    Slot,
    State,
    Step,
    Verb,
    draw_one,
    expect,
    odds_in,
    operations,
)

MOST = 3
GOOD = "berry"
SACK = "sack"

AUCTION_CONTENT = """
[[phase]]
id = "offers"
effects = [{ do = "auction" }]

[[patch.course]]
target = "meadow:seasons"
insert.phases = { value = "offers", before = "go" }
"""

OMENS_CONTENT = """
[[patch.location]]
target = "bush"
append.effects = [{ do = "omen" }]

[[patch.phase]]
target = "dusk"
insert.effects = { value = { do = "omens-open" }, before = "pass-first" }

[[charm]]
id = "bone"
cost = { berry = 1 }
effects = [{ do = "points", amount = 1 }]

[[charm]]
id = "claw"
cost = { berry = 2 }
effects = [{ do = "points", amount = 4 }]
"""


def kept(state: Position, name: str) -> list[tuple[int, ...]]:
    """Returns the frames of a kind that wait."""
    return [frame for frame in state.waiting if frame[0] == state.rules.frames[name]]


# --- an auction ---------------------------------------------------------------------------------------------------


@attrs.frozen
class Auction(Verb):
    """Each seat offers some of a good in secret; then the highest is paid, and brings a point."""

    do = "auction"
    belongs = ("phase",)

    def bind(self, link: Linker) -> Effect:
        frame = link.frame("offer")
        return lambda state, seat, place, n: state.stack.append((frame, state.first_seat, 0))


class OfferHeld(Check):
    """The seat has what it offers."""

    name = "offer.holdings"

    def passes(self, facts: Facts, action: Action) -> bool:
        return bool(action.data <= facts.state.good(facts.seat, GOOD))

    def explain(self, facts: Facts, action: Action) -> Shortfall:
        return Shortfall(self.name, f"`{action}` takes goods of your own", f"you have {facts.state.good(facts.seat, GOOD)}")


class Offer(Decision):
    """An offer that nobody else sees; x is the offer once it is made, and 0 before."""

    name = "offer"
    prompt = "how much to offer"
    progress = (Slot("offer", most=lambda rules: MOST, secret=True),)
    exclusive = "auction"
    shapes = {"offer": FACE}
    checks = (OfferHeld,)

    def universe(self) -> Iterator[tuple[str, tuple[Any, ...], Any]]:
        for count in range(MOST + 1):
            yield "offer", (count,), count

    def key(self, state: State, frame: tuple[int, ...]) -> Hashable:
        return min(MOST, state.good(frame[1], GOOD))

    def seen_by(self, state: Position, frame: tuple[int, ...], answer: Action | Outcome) -> tuple[int, ...]:
        return super().seen_by(state, frame, answer) if self.is_last(state, frame) else (frame[1],)

    def is_last(self, state: Position, frame: tuple[int, ...]) -> bool:
        """Returns True for the offer with which all are opened."""
        return (frame[1] + 1) % self.rules.players == state.first_seat

    def resume(self, state: State, frame: tuple[int, ...], action: Action) -> None:
        following = (frame[1] + 1) % self.rules.players
        operations.set_aside(state, (self.index, frame[1], action.data))
        is_last = self.is_last(state, frame)
        state.stack.append((self.rules.frames["offers-open"], following) if is_last else (self.index, following, 0))

    def verify(self, state: State, frame: tuple[int, ...]) -> None:
        before = (frame[1] - state.first_seat) % self.rules.players
        expected = [(state.first_seat + number) % self.rules.players for number in range(before)]
        expect(frame[2] == 0, "the offer is still to be made")
        expect([other[1] for other in kept(state, "offer")] == expected, "other seats have offered")

    def verify_waiting(self, state: State, frame: tuple[int, ...]) -> None:
        expect(any(other[0] == self.index for other in state.stack), "an offer waits, and nobody offers")
        expect(frame[2] <= state.good(frame[1], GOOD), "the seat cannot pay its offer")


class OffersOpen(Step):
    """The end of an auction."""

    name = "offers-open"

    def step(self, state: State, frame: tuple[int, ...]) -> None:
        offers = kept(state, "offer")
        for offer in offers:
            operations.end_waiting(state, state.waiting.index(offer))
        _, winner, price = max(offers, key=lambda offer: offer[2])
        if price:
            operations.pay(state, winner, state.rules.goods.index(GOOD), price)
            operations.score(state, winner, 1)

    def verify(self, state: State, frame: tuple[int, ...]) -> None:
        expect(False, "offers are opened at once")


# --- a secret draw ------------------------------------------------------------------------------------------------


@attrs.frozen
class OmenVerb(Verb):
    """The seat looks at an item of the sack, which stays there, and remembers it until dusk."""

    do = "omen"

    def bind(self, link: Linker) -> Effect:
        frame, sack = link.frame("omen"), link.index("zone", SACK)

        def effect(state: State, seat: int, place: int, n: int) -> None:
            if state.zones[sack]:
                state.stack.append((frame, seat, -1))

        return effect


class Omen(Chance):
    """A draw that its seat alone sees; x is the item once it is drawn, and -1 before."""

    name = "omen"
    prompt = "an omen"
    progress = (ITEM_SLOT._replace(or_none=True, secret=True),)

    def prepare(self) -> None:
        self.sack = self.rules.zones.index(SACK)

    def outcomes(self, state: State, frame: tuple[int, ...]) -> Odds:
        return tuple((self.rules.draws[item], chance) for item, chance in odds_in(state, self.sack))

    def accepts(self, state: State, frame: tuple[int, ...], answer: Outcome) -> bool:
        return answer.kind == "draw" and answer.data in state.zones[self.sack]

    def sample(self, state: State, frame: tuple[int, ...], random: Any) -> Outcome:
        return draw_one(state, self.sack, random)

    def seen_by(self, state: Position, frame: tuple[int, ...], answer: Action | Outcome) -> tuple[int, ...]:
        return (frame[1],)

    def resume(self, state: State, frame: tuple[int, ...], outcome: Outcome) -> None:
        operations.set_aside(state, (self.index, frame[1], outcome.data))

    def verify(self, state: State, frame: tuple[int, ...]) -> None:
        expect(frame[2] < 0 and bool(state.zones[self.sack]), "the omen is still to be drawn")

    def verify_waiting(self, state: State, frame: tuple[int, ...]) -> None:
        expect(frame[2] in state.zones[self.sack], "the omen is none of the sack")


@attrs.frozen
class OmensOpen(Verb):
    """Omens are opened: that of the claw brings a point."""

    do = "omens-open"
    belongs = ("phase",)

    def bind(self, link: Linker) -> Effect:
        def effect(state: State, seat: int, place: int, n: int) -> None:
            for omen in kept(state, "omen"):
                operations.end_waiting(state, state.waiting.index(omen))
                if state.rules.items[omen[2]].id == "claw":
                    operations.score(state, omen[1], 1)

        return effect


def module(of: Mechanism, *frames: type[Frame]) -> Mechanism:
    """Returns a module with other frames, of the same names, in place of some."""
    others: Sequence[type[Frame]] = [frame for frame in of.frames if frame.name not in {other.name for other in frames}]
    return Mechanism(of.name, verbs=of.verbs, frames=(*others, *frames))


AUCTION = Mechanism("auction", verbs=(Auction,), frames=(Offer, OffersOpen))
OMENS = Mechanism("omens", verbs=(OmenVerb, OmensOpen), frames=(Omen,))
