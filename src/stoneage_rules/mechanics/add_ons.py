"""Add-ons: optional extra lines on the bill of an item.

Add-ons are asked for and paid one by one, but none takes effect before the bill is closed: what one brings cannot pay
another, and nobody decides about one with what another has shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.actions import Action
from stoneage_rules.kernel.asking import Asked
from stoneage_rules.kernel.briefs import Briefs
from stoneage_rules.kernel.frames import Step, run
from stoneage_rules.kernel.invariants import expect, expect_range
from stoneage_rules.kernel.legality import Check, Decision, Shortfall, filter_legal
from stoneage_rules.kernel.position import Position
from stoneage_rules.kernel.state import State
from stoneage_rules.language.events import EventKind, id_field
from stoneage_rules.language.handles import PLACE_SLOT, Slot
from stoneage_rules.language.mechanism import Mechanism
from stoneage_rules.mechanics.add_on_records import ADD_ON, ADD_ONS, AddOn, AddOnRecord
from stoneage_rules.mechanics.buying import Bills, bill_of, expect_for_sale, price_of
from stoneage_rules.mechanics.payments import (
    PRICES,
    PaymentFacts,
    Price,
    all_prices,
    minus,
    payment_facts,
    payment_slot,
    price_now,
)
from stoneage_rules.mechanics.taking import ItemThere


def ask_first(state: State, seat: int, place: int, payment: int) -> bool:
    """Asks for the first add-on that is open; returns False if none is."""
    return _asks_for_one(state, seat, place, payment, 0, 0)


def _asks_for_one(state: State, seat: int, place: int, payment: int, chosen: int, number: int) -> bool:
    """Asks for the next add-on that is open, from a number on; returns False if none is."""
    rules, item = state.rules, state.item_at[place]
    offers = rules.entries(ADD_ONS) if item >= 0 else ()
    while number < len(offers):
        offer = offers[number]
        if not offer.is_late and offer.fits(rules, item, place) and offer.open(state, seat):
            state.stack.append((state.rules.frames["take-or-skip"], seat, place, payment, chosen | 1 << number))
            return True
        number += 1
    return False


def ask(state: State, seat: int, place: int, payment: int, bill: int) -> None:
    """Asks for the next add-on that is open; where none is left the bill is closed.

    `bill` has the bits of the add-ons chosen so far, and above them a 1 where the next one to be asked for stands.
    """
    number = bill.bit_length() - 1
    chosen = bill ^ 1 << number
    if not _asks_for_one(state, seat, place, payment, chosen, number):
        close(state, seat, place, payment, chosen)


def close(state: State, seat: int, place: int, payment: int, chosen: int) -> None:
    """Lets the first of the chosen add-ons take effect while the others wait; with none left, takes the item."""
    rules = state.rules
    if not chosen:
        rules.service(Bills).take(state, seat, place, payment)
        return
    first = chosen & -chosen
    state.stack.append((rules.frames["close-bill"], seat, place, payment, chosen ^ first))
    run(state, seat, rules.entries(ADD_ONS)[first.bit_length() - 1].node, -1, 0)


def expect_bill(state: State, place: int, payment: int, bill: int) -> None:
    """Refuses a payment that is not the price of the item there, and add-ons that cannot stand on its bill.

    Raises:
        InvalidState: it is not, or they cannot.
    """
    rules = state.rules
    expect_for_sale(state, place)
    paid_with, prices = rules.actions[payment], rules.entries(PRICES)
    expect(paid_with.kind == "pay", f"`{paid_with}` does not pay what lies there")
    offers = rules.entries(ADD_ONS)
    expect_range(bill, 0, (1 << len(offers)) - 1, "add-ons of a bill")
    if state.item_at[place] < 0:
        return
    asked = all_prices(rules, [price_of(state, place)])
    expect(any(prices[price].met_by(paid_with.data) for price in asked), f"`{paid_with}` does not pay what lies there")
    for number, offer in enumerate(offers):
        fits = not offer.is_late and offer.fits(rules, state.item_at[place], place)
        expect(fits or not bill >> number & 1, f"{offer.id} cannot be added to what lies there")


class CloseBill(Step):
    """Everything is paid, and add-ons take effect; x is the place, y the payment, z the add-ons still to come."""

    name = "close-bill"
    progress = (PLACE_SLOT, payment_slot("payment"), Slot("chosen"))
    exclusive = "purchase"

    def verify(self, state: State, frame: tuple[int, ...]) -> None:
        expect_bill(state, *frame[2:])

    def step(self, state: State, frame: tuple[int, ...]) -> None:
        close(state, *frame[1:])


class AddOnFacts(NamedTuple):
    """The facts of the checks: the add-on in question, the payment of its price, and who is asked."""

    offer: AddOn
    payment: PaymentFacts
    state: State
    seat: int


class AddOnPending(Check):
    """The action is about the add-on in question."""

    name = "add-on.pending"

    def passes(self, facts: AddOnFacts, action: Action) -> bool:
        return bool(action.args[0] == facts.offer.id)

    def explain(self, facts: AddOnFacts, action: Action) -> Shortfall:
        return Shortfall(self.name, f"{facts.offer.id} is in question", f"`{action}` is about another", facts.offer.record)


class AddOnClosed(Check):
    """The `if` of the add-on holds for the seat, and that of one of its effects."""

    name = "add-on.closed"
    kinds = ("add",)
    after = ("add-on.pending",)

    def passes(self, facts: AddOnFacts, action: Action) -> bool:
        return not facts.offer.closed(facts.state, facts.seat)

    def explain(self, facts: AddOnFacts, action: Action) -> Shortfall:
        return facts.offer.tell(facts.state, facts.seat)


class AddOnHoldings(Check):
    """The seat has the goods that the add-on costs."""

    name = "payment.holdings"
    kinds = ("add",)
    after = ("add-on.pending",)

    def passes(self, facts: AddOnFacts, action: Action) -> bool:
        return minus(facts.payment.held, facts.payment.price.fixed or ()) is not None

    def explain(self, facts: AddOnFacts, action: Action) -> Shortfall:
        offer, payment = facts.offer, facts.payment
        needed = f"{offer.id} takes {payment.price.describe(payment.rules.goods)}"
        return Shortfall(self.name, needed, "you have less", offer.record)


class AddOnDecision(Decision):
    """The choice to pay for an add-on or not."""

    prompt = "whether to pay {owed} for {add_on}"

    exclusive = "purchase"
    checks = (AddOnPending, AddOnClosed, AddOnHoldings)
    shapes = {"add": ADD_ON, "skip": ADD_ON}

    def universe(self) -> Iterator[tuple[str, tuple[Any, ...], Any]]:
        yield from ()

    def offer(self, frame: tuple[int, ...]) -> AddOn:
        """Returns the add-on in question."""
        raise NotImplementedError

    def price(self, state: Position, frame: tuple[int, ...]) -> Price:
        """Returns the price of the add-on in question now."""
        price: Price = self.rules.entries(PRICES)[self.offer(frame).price]
        return price.now(state, frame[1])

    def facts(self, state: State, frame: tuple[int, ...]) -> AddOnFacts:
        offer, seat = self.offer(frame), frame[1]
        return AddOnFacts(offer, payment_facts(state, seat, price_now(state, seat, offer.price), offer.record), state, seat)

    def options(self, state: State, frame: tuple[int, ...]) -> tuple[Action, ...]:
        offer = self.offer(frame)
        asked = self.rules.action("add", offer.id), self.rules.action("skip", offer.id)
        return filter_legal(asked, self.judges, self.facts(state, frame))

    def charge(self, state: State, frame: tuple[int, ...], number: int) -> None:
        """Has the seat pay what the add-on in question, which has this number, costs now."""
        operations.note(state, "add-on", frame[1], number)
        operations.spend(state, frame[1], self.price(state, frame).fixed or ())

    def owed(self, state: Position, frame: tuple[int, ...]) -> Asked:
        """Returns the add-on in question and its price now, as facts of the question."""
        price = self.price(state, frame)
        return {"owed": price.cost, "among": price.among(self.rules), "more": {"add_on": self.offer(frame).id}}

    def hint(self, state: Position, frame: tuple[int, ...], action: Action) -> str:
        briefs, offer = self.rules.service(Briefs), self.rules.entries(ADD_ONS)[action.data]
        return briefs.phrases.effects(briefs.record(*offer.record).effects) if action.kind == "add" else ""


class TakeOrSkip(AddOnDecision):
    """The choice to pay for an add-on or not; x is the place, y the payment, z the bill as in `ask`."""

    name = "take-or-skip"
    gates = (ItemThere,)
    progress = (PLACE_SLOT, payment_slot("payment"), Slot("bill"))

    def prepare(self) -> None:
        if self.rules.entries(ADD_ONS):
            self.rules.service(Bills).bills.append(ask_first)

    def verify(self, state: State, frame: tuple[int, ...]) -> None:
        _, _, place, payment, bill = frame
        expect(bill > 0, "a bill without an add-on in question")
        expect_bill(state, place, payment, bill)

    def universe(self) -> Iterator[tuple[str, tuple[Any, ...], Any]]:
        for number, offer in enumerate(self.rules.entries(ADD_ONS)):
            yield "add", (offer.id,), number
            yield "skip", (offer.id,), number

    def offer(self, frame: tuple[int, ...]) -> AddOn:
        return self.rules.entries(ADD_ONS)[frame[4].bit_length() - 1]

    def options(self, state: State, frame: tuple[int, ...]) -> tuple[Action, ...]:
        options = super().options(state, frame)
        return options if state.item_at[frame[2]] >= 0 else options[-1:]

    def resume(self, state: State, frame: tuple[int, ...], action: Action) -> None:
        _, seat, place, payment, bill = frame
        asked = 1 << action.data
        chosen = bill ^ asked
        if action.kind == "add":
            self.charge(state, frame, action.data)
            chosen = bill
        ask(state, seat, place, payment, chosen | asked << 1)

    def asked(self, state: Position, frame: tuple[int, ...]) -> Asked:
        own: Asked = {**self.owed(state, frame), "paid": dict(self.rules.actions[frame[3]].args)}
        return {**bill_of(state, frame[1], frame[2]), **own}


MECHANISM = Mechanism(
    "add_ons",
    after=("figures", "goods"),
    records=(AddOnRecord,),
    frames=(CloseBill, TakeOrSkip),
    features=("add-ons",),
    events=(EventKind("add-on", "a seat adds to a bill", {"add-on": id_field(ADD_ONS, "the line")}, "{seat} adds {add-on}"),),
)
