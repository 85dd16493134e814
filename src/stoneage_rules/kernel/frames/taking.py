"""What follows when a price is paid: add-ons one by one, then the item is taken and takes effect."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.actions import ADD_ON, Action
from stoneage_rules.kernel.binding import Condition
from stoneage_rules.kernel.checking import expect, expect_for_sale, expect_range
from stoneage_rules.kernel.decisions import Decision, Shortfall
from stoneage_rules.kernel.engine import Step, run
from stoneage_rules.kernel.state import State

__all__ = ["AddOn", "NextAddOn", "TakeOrSkip", "asking_price", "asking_record", "paid"]


@attrs.frozen
class AddOn:
    """An optional extra line on the bill of an item."""

    id: str
    record: tuple[str, str]
    kinds: frozenset[int]
    spaces: frozenset[int]
    """Places on which the item must lie; empty for any."""
    form: str | None
    """The form that the item's own price must have; None for any."""
    price: int
    node: int
    conditions: tuple[Condition, ...]
    """What must hold for its effects to bring anything."""


def asking_price(state: State, place: int) -> int:
    """The price of the item on a place: the space's own, or else the item's."""
    rules = state.rules
    asked = rules.places[place].price
    return asked if asked >= 0 else rules.items[state.held[place]].price


def asking_record(state: State, place: int) -> tuple[str, str]:
    """Kind and id of what sets that price."""
    rules = state.rules
    spot = rules.places[place]
    return spot.record if spot.price >= 0 else rules.item_record(rules.items[state.held[place]].id)


def paid(state: State, seat: int, place: int, payment: int) -> None:
    """The price is paid: add-ons next, where there are any, then the item."""
    if state.rules.tables.get("add_on"):
        state.stack.append((state.rules.frames["next-add-on"], seat, place, payment, 0))
    else:
        take(state, seat, place, payment)


def take(state: State, seat: int, place: int, payment: int) -> None:
    """The item on a place becomes the seat's and takes effect; a pile shows its next tile."""
    rules = state.rules
    item = rules.items[operations.lift_item(state, place)]
    if state.piles[place]:
        state.stack.append((rules.frames["lay-item"], seat, rules.places[place].row, place))
    operations.own(state, seat, item.index)
    run(state, seat, item.node, place, payment)


class NextAddOn(Step):
    """Offers the add-ons that fit the item one by one; x is the place, y the payment, z the add-ons that are done."""

    name = "next-add-on"
    progress = ("place", "payment", "done")
    alone = "purchase"

    def verify(self, state: State, frame: tuple[int, ...]) -> None:
        expect_for_sale(state, frame[2])
        expect(self.rules.actions[frame[3]].kind == "pay", "an add-on to an item that was not paid")
        expect_range(frame[4], 0, len(self.rules.tables.get("add_on", ())), "add-ons that are done")

    def step(self, state: State, frame: tuple[int, ...]) -> None:
        index, seat, place, payment, number = frame
        offers: tuple[AddOn, ...] = state.rules.tables["add_on"]
        while number < len(offers):
            if self.offered(state, seat, place, offers[number]):
                state.stack.append((index, seat, place, payment, number + 1))
                state.stack.append((self.rules.frames["take-or-skip"], seat, number))
                return
            number += 1
        take(state, seat, place, payment)

    def offered(self, state: State, seat: int, place: int, offer: AddOn) -> bool:
        """Whether the add-on fits the item, would bring something and can be paid, unspent items counted."""
        rules = self.rules
        item = rules.items[state.held[place]]
        return (
            item.kind in offer.kinds
            and (not offer.spaces or place in offer.spaces)
            and (offer.form is None or (item.price >= 0 and rules.prices[item.price].form == offer.form))
            and all(condition(state) for condition in offer.conditions)
            and rules.payments.payable(state, seat, offer.price)
        )


class TakeOrSkip(Decision):
    """Whether to pay for an add-on; x is the add-on."""

    name = "take-or-skip"
    progress = ("add_on",)
    checks = ("add-on.pending", "payment.holdings")
    shapes = {"add": ADD_ON, "skip": ADD_ON}

    def universe(self) -> Iterator[tuple[str, tuple[Any, ...], Any]]:
        for number, offer in enumerate(self.rules.tables.get("add_on", ())):
            yield "add", (offer.id,), number
            yield "skip", (offer.id,), number

    def offer(self, frame: tuple[int, ...]) -> AddOn:
        """The add-on in question."""
        made: AddOn = self.rules.tables["add_on"][frame[2]]
        return made

    def options(self, state: State, frame: tuple[int, ...]) -> tuple[Action, ...]:
        offer = self.offer(frame)
        skip = self.rules.action("skip", offer.id)
        if self.rules.payments.options(state, frame[1], offer.price):
            return self.rules.action("add", offer.id), skip
        return (skip,)

    def shortfalls(self, state: State, frame: tuple[int, ...], action: Action) -> Iterator[Shortfall]:
        offer = self.offer(frame)
        if action.args[0] != offer.id:
            yield Shortfall("add-on.pending", f"{offer.id} is in question", f"`{action}` is about another", offer.record)
        elif action.kind == "add" and not self.rules.payments.options(state, frame[1], offer.price):
            price = self.rules.prices[offer.price].describe(self.rules.goods)
            yield Shortfall("payment.holdings", f"{offer.id} takes {price}", f"seat {frame[1]} has less", offer.record)

    def resume(self, state: State, frame: tuple[int, ...], action: Action) -> None:
        seat, offer = frame[1], self.offer(frame)
        if action.kind == "add":
            operations.note(state, "add-on", seat, frame[2])
            operations.spend(state, seat, self.rules.payments.options(state, seat, offer.price)[0].data)
            run(state, seat, offer.node, -1, 0)

    def asks(self, state: State, frame: tuple[int, ...]) -> str:
        offer = self.offer(frame)
        return f"whether to pay {self.rules.prices[offer.price].describe(self.rules.goods)} for {offer.id}"
