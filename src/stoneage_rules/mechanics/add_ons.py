"""What follows when a price is paid: the other lines of the bill, and when it is closed what they bring and the item.

Add-ons are asked for and paid one by one, but none takes effect before the bill is closed: what one brings cannot pay
another, and nobody decides about one with what another has shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.actions import ADD_ON, Action
from stoneage_rules.kernel.frames import Step, run
from stoneage_rules.kernel.invariants import expect, expect_for_sale, expect_in_question, expect_range
from stoneage_rules.kernel.legality import Decision, Shortfall
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Condition
from stoneage_rules.mechanics.drawing import show_next

__all__ = ["AddOn", "CloseBill", "TakeOrSkip", "asking_price", "asking_record", "paid"]


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
    """A fixed one: paying for it is no choice of its own."""
    node: int
    conditions: tuple[Condition, ...]
    """What must hold for its effects to bring anything."""

    def fits(self, state: State, place: int) -> bool:
        """Whether it can be added to the item on a place."""
        rules = state.rules
        item = rules.items[state.held[place]]
        return (
            item.kind in self.kinds
            and (not self.spaces or place in self.spaces)
            and (self.form is None or (item.price >= 0 and rules.prices[item.price].form == self.form))
        )

    def open(self, state: State, seat: int, place: int) -> bool:
        """Whether it fits, would bring something and can be paid by the seat, unspent items counted."""
        return (
            self.fits(state, place)
            and all(condition(state) for condition in self.conditions)
            and state.rules.payments.payable(state, seat, self.price)
        )


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
    """The price is paid: every add-on that fits is asked for, then all that was chosen takes effect, then the item."""
    ask(state, seat, place, payment, 1)


def ask(state: State, seat: int, place: int, payment: int, bill: int) -> None:
    """Asks for the next add-on that is open; where none is left the bill is closed.

    `bill` has the bits of the add-ons chosen so far, and above them a 1 where the next one to be asked for stands.
    """
    rules = state.rules
    offers: tuple[AddOn, ...] = rules.tables.get("add_on", ())
    number = bill.bit_length() - 1
    chosen = bill ^ 1 << number
    while number < len(offers):
        if offers[number].open(state, seat, place):
            state.stack.append((rules.frames["take-or-skip"], seat, place, payment, chosen | 1 << number))
            return
        number += 1
    close(state, seat, place, payment, chosen)


def close(state: State, seat: int, place: int, payment: int, chosen: int) -> None:
    """The first of the chosen add-ons takes effect, the others wait; with none left the item is taken."""
    rules = state.rules
    if not chosen:
        take(state, seat, place, payment)
        return
    first = chosen & -chosen
    state.stack.append((rules.frames["close-bill"], seat, place, payment, chosen ^ first))
    run(state, seat, rules.tables["add_on"][first.bit_length() - 1].node, -1, 0)


def take(state: State, seat: int, place: int, payment: int) -> None:
    """The item on a place becomes the seat's and takes effect; a pile shows its next tile."""
    rules = state.rules
    if state.held[place] < 0:
        # An add-on of a pack may have moved it.
        return
    item = rules.items[operations.lift_item(state, place)]
    if state.piles[place]:
        show_next(state, seat, place)
    operations.own(state, seat, item.index)
    run(state, seat, item.node, place, payment)


def expect_bill(state: State, place: int, payment: int, bill: int) -> None:
    """Refuses a payment that is not the price of the item there, and add-ons that cannot stand on its bill.

    Raises:
        InvalidState: it is not, or they cannot.
    """
    rules = state.rules
    expect_for_sale(state, place)
    paid_with, price = rules.actions[payment], rules.prices[asking_price(state, place)]
    expect(paid_with.kind == "pay" and price.met_by(paid_with.data), f"`{paid_with}` does not pay what lies there")
    offers: tuple[AddOn, ...] = rules.tables.get("add_on", ())
    expect_range(bill, 0, (1 << len(offers)) - 1, "add-ons of a bill")
    for number, offer in enumerate(offers):
        expect(not bill >> number & 1 or offer.fits(state, place), f"{offer.id} cannot be added to what lies there")


class CloseBill(Step):
    """Everything is paid, and add-ons take effect; x is the place, y the payment, z the add-ons still to come."""

    name = "close-bill"
    progress = ("place", "payment", "chosen")
    alone = "purchase"

    def verify(self, state: State, frame: tuple[int, ...]) -> None:
        expect_bill(state, *frame[2:])

    def step(self, state: State, frame: tuple[int, ...]) -> None:
        close(state, *frame[1:])


class TakeOrSkip(Decision):
    """Whether to pay for an add-on; x is the place, y the payment, z the bill as in `ask`."""

    name = "take-or-skip"
    progress = ("place", "payment", "bill")
    alone = "purchase"
    checks = ("add-on.pending", "payment.holdings")
    shapes = {"add": ADD_ON, "skip": ADD_ON}

    def verify(self, state: State, frame: tuple[int, ...]) -> None:
        _, _, place, payment, bill = frame
        expect(bill > 0, "a bill without an add-on in question")
        expect_bill(state, place, payment, bill)
        expect_in_question(state, frame)

    def universe(self) -> Iterator[tuple[str, tuple[Any, ...], Any]]:
        for number, offer in enumerate(self.rules.tables.get("add_on", ())):
            yield "add", (offer.id,), number
            yield "skip", (offer.id,), number

    def offer(self, frame: tuple[int, ...]) -> AddOn:
        """The add-on in question."""
        made: AddOn = self.rules.tables["add_on"][frame[4].bit_length() - 1]
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
        _, seat, place, payment, bill = frame
        asked = 1 << action.data
        chosen = bill ^ asked
        if action.kind == "add":
            operations.note(state, "add-on", seat, action.data)
            operations.spend(state, seat, self.rules.prices[self.offer(frame).price].fixed or ())
            chosen = bill
        ask(state, seat, place, payment, chosen | asked << 1)

    def asks(self, state: State, frame: tuple[int, ...]) -> str:
        offer = self.offer(frame)
        return f"whether to pay {self.rules.prices[offer.price].describe(self.rules.goods)} for {offer.id}"
