"""Add-ons: optional extra lines on the bill of an item.

Add-ons are asked for and paid one by one, but none takes effect before the bill is closed: what one brings cannot pay
another, and nobody decides about one with what another has shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import attrs

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.actions import Action, id_shape
from stoneage_rules.kernel.frames import Step, run
from stoneage_rules.kernel.invariants import expect, expect_in_question, expect_range
from stoneage_rules.kernel.legality import Check, Decision, Shortfall, filter_legal
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Condition, Declared, Linker
from stoneage_rules.language.fields import Cost, field
from stoneage_rules.language.handles import PLACE_SLOT, Handle, Slot
from stoneage_rules.language.mechanism import Mechanism
from stoneage_rules.language.naming import LogNames
from stoneage_rules.language.reach import Bound, Bounds
from stoneage_rules.language.word import ContentRecord, Contradiction, Verb
from stoneage_rules.mechanics.buying import Bills, asking_price, expect_for_sale, take
from stoneage_rules.mechanics.item_supply import ItemSupply, unsold
from stoneage_rules.mechanics.payments import PRICES, PaymentFacts, PaymentTable, minus, payment_facts, payment_slot, price_index
from stoneage_rules.text.wording import noun_of


@attrs.frozen
class AddOnRecord(ContentRecord):
    """An optional extra line on the bill of an item; `when` may ask for the form of the item's cost."""

    table = "add_on"
    has_item_conditions = True

    applies: tuple[str, ...] = field("the kinds of item it can be added to", refers_to="kind", not_empty=True)
    spaces: tuple[str, ...] = field(
        "the locations on which the item must lie; any without the key", default=(), refers_to="location"
    )
    cost: Cost = field("its price, in goods by name")
    effects: tuple[Verb, ...] = field(
        "what it brings once everything is paid, before the item takes effect", not_empty=True, context="reward"
    )

    involved = ("cost",)

    def contradictions(self) -> Iterator[Contradiction]:
        if self.cost.form == "composed":
            yield Contradiction("what is added to a bill costs goods by name", ("cost",), "a price that leaves a choice")

    def bind(self, link: Linker, declared: Declared) -> None:
        conditions = [effect.available(link) for effect in self.effects]
        add_on = AddOn(
            id=declared.name,
            record=(declared.kind, declared.name),
            kinds=frozenset(link.index("kind", kind) for kind in self.applies),
            spaces=frozenset(place for space in self.spaces for place in link.places(space)),
            form=next((row.cost for row in self.when if row.cost), None),
            price=price_index(link, self.cost),
            node=link.sequence(self.effects),
            conditions=tuple(condition for condition in conditions if condition is not None),
        )
        link.append(ADD_ONS, add_on)

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        yield from unsold(bounds, self.applies)
        supply = bounds.service(ItemSupply)
        for index, space in enumerate(self.spaces):
            rows = supply.rows_of.get(space, [])
            yield Bound(
                ("SA514", "a space that makes no difference"), ("spaces", index),
                not {row.record.kind for row in rows} & {*self.applies},
                f"nothing that it can be added to lies on `{space}`", "take it away",
                about=(space, *(row.name for row in rows)),
            )  # fmt: skip
        forms = set(self._forms(supply))
        nouns = " or ".join(map(noun_of, self.applies))
        for index, row in enumerate(self.when):
            if row.cost is not None:
                yield Bound(
                    ("SA514", "a condition that no item meets"), ("when", index, "cost"), row.cost not in forms,
                    f"no {nouns} for sale has a {row.cost} cost of its own", "take the condition away, or the whole add-on",
                    about=self.applies,
                )  # fmt: skip

    def _forms(self, supply: ItemSupply) -> Iterator[str]:
        """Yields the forms of cost of the items to which it could be added."""
        for kind in self.applies:
            if any(space in self.spaces or not self.spaces for space in supply.shops.get(kind, ())):
                yield from (item.record.cost.form for item in supply.items[kind] if item.record.cost is not None)


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
    """The conditions under which its effects bring anything."""

    def fits(self, state: State, place: int) -> bool:
        """Tells if it can be added to the item on a place."""
        rules = state.rules
        item = rules.items[state.item_at[place]]
        return (
            item.kind in self.kinds
            and (not self.spaces or place in self.spaces)
            and (self.form is None or (item.price >= 0 and rules.entries(PRICES)[item.price].form == self.form))
        )

    def open(self, state: State, seat: int, place: int) -> bool:
        """Tells if it fits, would bring something and can be paid by the seat, unspent items counted."""
        return (
            self.fits(state, place)
            and all(condition(state) for condition in self.conditions)
            and state.rules.service(PaymentTable).payable(state, seat, self.price)
        )


ADD_ONS = Handle[AddOn]("add-on", saved_as_id=True)
ADD_ON = id_shape("ADD-ON", ADD_ONS.name)


def ask_first(state: State, seat: int, place: int, payment: int) -> bool:
    """Asks for the first add-on that is open; returns False if none is."""
    return _asks_for_one(state, seat, place, payment, 0, 0)


def _asks_for_one(state: State, seat: int, place: int, payment: int, chosen: int, number: int) -> bool:
    """Asks for the next add-on that is open, from a number on; returns False if none is."""
    offers = state.rules.entries(ADD_ONS)
    while number < len(offers):
        if offers[number].open(state, seat, place):
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
        take(state, seat, place, payment)
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
    paid_with, price = rules.actions[payment], rules.entries(PRICES)[asking_price(state, place)]
    expect(paid_with.kind == "pay" and price.met_by(paid_with.data), f"`{paid_with}` does not pay what lies there")
    offers = rules.entries(ADD_ONS)
    expect_range(bill, 0, (1 << len(offers)) - 1, "add-ons of a bill")
    for number, offer in enumerate(offers):
        expect(not bill >> number & 1 or offer.fits(state, place), f"{offer.id} cannot be added to what lies there")


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
    """The facts of the checks: the add-on in question, and the payment of its price."""

    offer: AddOn
    payment: PaymentFacts


class AddOnPending(Check):
    """The action is about the add-on in question."""

    name = "add-on.pending"

    def passes(self, facts: AddOnFacts, action: Action) -> bool:
        return bool(action.args[0] == facts.offer.id)

    def explain(self, facts: AddOnFacts, action: Action) -> Shortfall:
        return Shortfall(self.name, f"{facts.offer.id} is in question", f"`{action}` is about another", facts.offer.record)


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


class TakeOrSkip(Decision):
    """The choice to pay for an add-on or not; x is the place, y the payment, z the bill as in `ask`."""

    name = "take-or-skip"
    progress = (PLACE_SLOT, payment_slot("payment"), Slot("bill"))
    exclusive = "purchase"
    checks = (AddOnPending, AddOnHoldings)
    shapes = {"add": ADD_ON, "skip": ADD_ON}

    def prepare(self) -> None:
        if self.rules.entries(ADD_ONS):
            self.rules.service(Bills).bills.append(ask_first)

    def verify(self, state: State, frame: tuple[int, ...]) -> None:
        _, _, place, payment, bill = frame
        expect(bill > 0, "a bill without an add-on in question")
        expect_bill(state, place, payment, bill)
        expect_in_question(state, frame)

    def universe(self) -> Iterator[tuple[str, tuple[Any, ...], Any]]:
        for number, offer in enumerate(self.rules.entries(ADD_ONS)):
            yield "add", (offer.id,), number
            yield "skip", (offer.id,), number

    def offer(self, frame: tuple[int, ...]) -> AddOn:
        """Returns the add-on in question."""
        return self.rules.entries(ADD_ONS)[frame[4].bit_length() - 1]

    def facts(self, state: State, frame: tuple[int, ...]) -> AddOnFacts:
        offer = self.offer(frame)
        return AddOnFacts(offer, payment_facts(state, frame[1], offer.price, offer.record))

    def options(self, state: State, frame: tuple[int, ...]) -> tuple[Action, ...]:
        offer = self.offer(frame)
        asked = self.rules.action("add", offer.id), self.rules.action("skip", offer.id)
        return filter_legal(asked, self.judges, self.facts(state, frame))

    def resume(self, state: State, frame: tuple[int, ...], action: Action) -> None:
        _, seat, place, payment, bill = frame
        asked = 1 << action.data
        chosen = bill ^ asked
        if action.kind == "add":
            operations.note(state, "add-on", seat, action.data)
            operations.spend(state, seat, self.rules.entries(PRICES)[self.offer(frame).price].fixed or ())
            chosen = bill
        ask(state, seat, place, payment, chosen | asked << 1)

    def prompt(self, state: State, frame: tuple[int, ...]) -> str:
        offer = self.offer(frame)
        return f"whether to pay {self.rules.entries(PRICES)[offer.price].describe(self.rules.goods)} for {offer.id}"


def _added(names: LogNames, seat: int, number: int) -> str:
    return f"{names.who(seat)} adds {names.called(*names.rules.entries(ADD_ONS)[number].record)}"


MECHANISM = Mechanism(
    "add_ons", records=(AddOnRecord,), frames=(CloseBill, TakeOrSkip), features=("add-ons",), sentences={"add-on": _added}
)
