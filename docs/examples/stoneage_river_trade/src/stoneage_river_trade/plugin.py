"""What River Trade does beyond data: bartering, floods, and two words for content to use."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from stoneage_rules.plugin import (
    GOOD_FIELD,
    GOODS,
    GOODS_FIELD,
    TAKING_ITEMS,
    Action,
    Asked,
    Check,
    ContentRecord,
    Decision,
    Declared,
    Effect,
    EventKind,
    Facts,
    Frame,
    Handle,
    Limit,
    Linker,
    Place,
    Position,
    QuantityKind,
    Reader,
    Shortfall,
    State,
    Verb,
    expect,
    field,
    hookimpl,
    multisets,
    named_goods,
    number_field,
    operations,
)

Amounts = tuple[int, ...]
"""One amount for each good, in the order of `rules.goods`."""


# --- barter: a verb that asks, and the decision that it asks for ---------------------------------------------------


@attrs.frozen
class Offer:
    """A compiled `barter`: what may be given, what is received, how many at most, and how many for each."""

    goods: tuple[int, ...]
    get: int
    at_most: int
    each: int


OFFERS = Handle[Offer]("barter")


@attrs.frozen
class Barter(Verb):
    """The seat may give some goods of a group, or of one kind, for others; who has none to give is not asked.

    Example: `{ do = "barter", give = "amber", get = "food", at_most = 2, each = 3 }`
    """

    do = "barter"
    token = "{give} for {get}"
    give: str = field("the goods that can be given: a group, or one good", refers_to="group:good|good")
    get: str = field("the good that is received", refers_to="good")
    at_most: int = field("how many can be given", least=1, most=4)
    each: int = field("how many are received for each one given", default=1, least=1, most=9)

    def bind(self, link: Linker) -> Effect:
        goods = link.goods(self.give)
        # Whatever a frame needs is added to a table: frames hold small integers alone.
        offer = link.add(OFFERS, Offer(goods, link.index("good", self.get), self.at_most, self.each))
        frame = link.frame("barter")
        width = len(link.ids("good"))

        def effect(state: State, seat: int, place: int, n: int) -> None:
            if any(state.goods[seat * width + good] for good in goods):
                state.stack.append((frame, seat, offer))

        return effect


class BarterGoods(Check):
    """The goods are some that can be given, and not too many."""

    name = "barter.goods"

    def passes(self, facts: Facts, action: Action) -> bool:
        offer = facts.rules.entries(OFFERS)[facts.frame[2]]
        goods = [facts.rules.goods[good] for good in offer.goods]
        return sum(count for _, count in action.args) <= offer.at_most and all(good in goods for good, _ in action.args)

    def explain(self, facts: Facts, action: Action) -> Shortfall:
        offer = facts.rules.entries(OFFERS)[facts.frame[2]]
        wanted = " and ".join(facts.rules.goods[good] for good in offer.goods)
        return Shortfall(self.name, f"at most {offer.at_most} in all, of {wanted}", f"`{action}` is something else")


class BarterHoldings(Check):
    """The seat has the goods."""

    name = "barter.holdings"

    def passes(self, facts: Facts, action: Action) -> bool:
        return all(facts.state.good(facts.seat, good) >= count for good, count in action.args)

    def explain(self, facts: Facts, action: Action) -> Shortfall:
        had = ", ".join(f"{facts.state.good(facts.seat, good)} {good}" for good, _ in action.args)
        return Shortfall(self.name, f"`{action}` takes goods of your own", f"you have {had}")


class GiveGoods(Decision):
    """Which goods to give; x is the offer."""

    name = "barter"
    prompt = "what to give for {each} {get} each"
    progress = (OFFERS.slot(),)
    shapes = {"barter": GOODS}
    checks = (BarterGoods, BarterHoldings)

    def prepare(self) -> None:
        self.offers = self.rules.entries(OFFERS)
        self.width = len(self.rules.goods)

    def asked(self, state: Position, frame: tuple[int, ...]) -> Asked:
        offer = self.offers[frame[2]]
        return {"more": {"each": offer.each, "get": self.rules.goods[offer.get]}}

    def verify(self, state: State, frame: tuple[int, ...]) -> None:
        # For saved states, which may come from anywhere: what play itself would never ask is refused.
        # What a seat holds can be taken while it is asked, where items that are used at any time do such things.
        goods = self.offers[frame[2]].goods
        can_lose = bool(self.rules.entries(TAKING_ITEMS))
        expect(can_lose or any(self.held(state, frame[1])[good] for good in goods), "who has nothing to give is not asked")

    def held(self, state: State, seat: int) -> Amounts:
        """A seat's goods."""
        return tuple(state.goods[seat * self.width : (seat + 1) * self.width])

    def gifts(self, offer: Offer) -> Iterator[Amounts]:
        """Everything that can be given, nothing first."""
        for count in range(offer.at_most + 1):
            yield from multisets(offer.goods, count, self.width)

    def universe(self) -> Iterator[tuple[str, tuple[Any, ...], Any]]:
        for offer in self.offers:
            for gift in self.gifts(offer):
                yield "barter", named_goods(gift, self.rules.goods), gift

    def key(self, state: State, frame: tuple[int, ...]) -> tuple[int, Amounts]:
        # Options are looked up by all that the checks depend on.  More than can be given makes no difference: clipped
        # holdings make few keys.
        _, seat, number = frame
        return number, tuple(min(count, self.offers[number].at_most) for count in self.held(state, seat))

    def resume(self, state: State, frame: tuple[int, ...], action: Action) -> None:
        _, seat, number = frame
        offer = self.offers[number]
        operations.spend(state, seat, action.data)
        if any(action.data):
            got = offer.each * sum(action.data)
            operations.note(state, "barter", seat, action.data, offer.get, got)
            operations.gain(state, seat, offer.get, got)


# --- floods: a kind of record that tells what a hook needs to know ---------------------------------------------------


@attrs.frozen
class River:
    """A compiled `[[river]]`: the bits of the places under water, in which rounds, and what it takes off totals."""

    places: int
    every: int
    lowers: int


RIVERS = Handle[River]("river")


@attrs.frozen
class RiverRecord(ContentRecord):
    """A river that is in flood in every so many rounds: then nobody places on its bank, and every total is lower."""

    table = "river"
    group: str = field("the group of locations that are its bank", refers_to="group:location")
    every: int = field("in which rounds it is in flood: those that this number divides", least=2)
    lowers: int = field("how much comes off every total in these rounds", default=0, least=0, most=6)

    def bind(self, link: Linker, declared: Declared) -> None:
        places = sum(1 << place for place in link.places(self.group))
        link.append(RIVERS, River(places, self.every, self.lowers))


def flooded(state: State) -> list[River]:
    """The rivers that are in flood; the table is empty where content has no `[[river]]`."""
    return [river for river in state.rules.entries(RIVERS) if state.round % river.every == 0]


# --- words for content ------------------------------------------------------------------------------------------------


def variety(link: Linker, of: str) -> Reader:
    """`{ variety = "resource" }`: how many different goods of a group a seat holds."""
    goods, width = link.goods(of), len(link.ids("good"))
    return lambda state, seat, n: sum(state.goods[seat * width + good] > 0 for good in goods)


@attrs.frozen
class FiguresInGroup(Limit):
    """`counts = "figures"`: at most so many figures stand on the places of a group in a round."""

    counts = "figures"
    counts_figures = True

    def standing(self, state: State) -> int:
        """How many there are."""
        return sum(count for place, count in enumerate(state.occupancy) if self.group >> place & 1)

    def closed(self, state: State, seat: int) -> int:
        return self.group if self.standing(state) >= self.at_most else 0

    def room(self, state: State, seat: int, place: Place) -> int:
        return self.at_most - self.standing(state)

    def tell(self, state: State, seat: int, place: Place) -> tuple[str, str]:
        return f"at most {self.at_most} figures on the {self.group_name}", f"{self.standing(state)} stand there"


# --- hooks ----------------------------------------------------------------------------------------------------------


@hookimpl
def stoneage_register_verbs() -> list[type[Verb]]:
    """What content can do."""
    return [Barter]


@hookimpl
def stoneage_register_records() -> list[type[ContentRecord]]:
    """Adds the tables that content can have."""
    return [RiverRecord]


@hookimpl
def stoneage_register_events() -> list[EventKind]:
    """Adds the events of bartering, as programs read them and as the log tells them."""
    fields = {"given": GOODS_FIELD.called("what the seat gives"), "good": GOOD_FIELD, "count": number_field("how many it gets")}
    return [EventKind("barter", "a seat barters goods at the river", fields, "{seat} barters {given} for {count} {good}")]


@hookimpl
def stoneage_register_frames() -> list[type[Frame]]:
    """What can be asked."""
    return [GiveGoods]


@hookimpl
def stoneage_register_quantities() -> list[QuantityKind]:
    """What content can count."""
    return [QuantityKind("variety", "how many different goods of a group the seat holds", variety, "group:good|good")]


@hookimpl
def stoneage_register_limits() -> list[type[Limit]]:
    """What limits can count."""
    return [FiguresInGroup]


@hookimpl
def stoneage_placement_barred(state: State) -> int:
    """What is under water in this round."""
    closed = 0
    for river in flooded(state):
        closed |= river.places
    return closed


@hookimpl
def stoneage_adjustment_cause(state: State) -> str:
    """Says in the log why."""
    return "the flood" if any(river.lowers for river in flooded(state)) else ""


@hookimpl
def stoneage_roll_adjustment(state: State) -> int:
    """What the water takes off every total."""
    return -sum(river.lowers for river in flooded(state))
