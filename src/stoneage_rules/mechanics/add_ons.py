"""Optional lines of a bill: with the price, or after the item."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import attrs

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.actions import Action, id_shape
from stoneage_rules.kernel.frames import Asked, Frame, FrameTuple, Step, run_effects
from stoneage_rules.kernel.legality import Check, Decision, Shortfall, Universe, filter_legal
from stoneage_rules.kernel.position import Position
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.saving import expect, expect_range
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import ITEM_SLOT, PLACE_SLOT, Condition, Declared, Handle, Held, Linker, Slot
from stoneage_rules.language.cost import Cost
from stoneage_rules.language.events import EventKind, Mechanism, id_field
from stoneage_rules.language.fields import field
from stoneage_rules.language.quantity import IfRow, if_field
from stoneage_rules.language.reach import Bound, Bounds
from stoneage_rules.language.word import ContentRecord, Contradiction, Verb
from stoneage_rules.mechanics.buying import Bills, bill_of, expect_for_sale, price_of
from stoneage_rules.mechanics.item_supply import ItemSupply, unsold
from stoneage_rules.mechanics.items import ItemThere, Rows
from stoneage_rules.mechanics.payments import (
    PRICES,
    PaymentTable,
    Price,
    all_prices,
    hand_of,
    minus,
    payment_slot,
    price_index,
    price_now,
)
from stoneage_rules.telling.phrases import Briefs
from stoneage_rules.text import noun_of

# --- add on records -----------------------------------------------------------------------------------------------
#
# Add-ons as content writes them, and as they are compiled.


@attrs.frozen
class AddOnRecord(ContentRecord):
    """An optional extra line on the bill of an item; `when` can require a form of the item's cost."""

    table = "add_on"
    has_item_conditions = True

    applies: tuple[str, ...] = field("the kinds of item it can be added to", refers_to="kind", not_empty=True)
    spaces: tuple[str, ...] = field("the locations where the item must be; any without the key", default=(), refers_to="location")
    cost: Cost = field("its price, in goods by name")
    effects: tuple[Verb, ...] = field(
        "its effects: after the whole bill is paid, or at once if it is offered after the item",
        not_empty=True, context="reward",
    )  # fmt: skip
    offered: str = field(
        "when it is offered: before the item takes effect, or afterwards, so that the item's gains can pay for it",
        default="before", choices=("before", "after"), silent_default=True,
    )  # fmt: skip

    if_: tuple[IfRow, ...] = if_field("it is offered to a seat only if every row holds now")

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
            is_late=self.offered == "after",
            conditions=tuple(condition for condition in conditions if condition is not None),
            rows=Rows.made_of(link, self.if_),
            effects_held=tuple(link.condition(effect.if_) for effect in self.effects if all(each.if_ for each in self.effects)),
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
        sold = [
            kind for kind in self.applies
            if any(space in self.spaces or not self.spaces for space in supply.shops.get(kind, ()))
        ]  # fmt: skip
        forms = {item.record.cost.form for kind in sold for item in supply.items[kind] if item.record.cost is not None}
        nouns = " or ".join(map(noun_of, self.applies))
        for index, row in enumerate(self.when):
            if row.cost is not None:
                yield Bound(
                    ("SA514", "a condition that no item meets"), ("when", index, "cost"), row.cost not in forms,
                    f"no {nouns} for sale has a {row.cost} cost of its own", "take the condition away, or the whole add-on",
                    about=self.applies,
                )  # fmt: skip


@attrs.frozen
class AddOn:
    """An optional extra line on the bill of an item."""

    id: str
    record: tuple[str, str]
    kinds: frozenset[int]
    spaces: frozenset[int]
    """Places that the item must be on; empty for any."""
    form: str | None
    """The form that the item's own price must have; None for any."""
    price: int
    """A fixed price, which leaves no choice of how to pay."""
    node: int
    is_late: bool
    """True if it is offered when the item has taken effect, not with the price."""
    conditions: tuple[Condition, ...]
    """The conditions under which its effects do anything."""
    rows: Rows = Rows()
    """The rows that must hold for the seat."""
    effects_held: tuple[Held, ...] = ()
    """The conditions of its effects, if every one of them has rows: where none holds, nothing would be paid for."""

    def closed(self, state: State, seat: int) -> bool:
        """Returns True if its rows do not hold for the seat, or no effect's rows do."""
        if self.rows.closed(state, seat):
            return True
        return bool(self.effects_held) and not any(held(state, seat, 0) for held in self.effects_held)

    def tell(self, state: State, seat: int) -> Shortfall:
        """Returns why it is closed to the seat; called only if it is."""
        if self.rows.closed(state, seat):
            return self.rows.refuse("add-on.closed", self.record, f"{self.id} can be added", state, seat)
        needed, found = f"one of the effects of {self.id} must happen", "the condition of none of them holds"
        return Shortfall("add-on.closed", needed, found, self.record, named_only=True)

    def fits(self, rules: Ruleset, number: int, place: int) -> bool:
        """Returns True if it can be added to an item (an index) that is or was on a place."""
        item = rules.items[number]
        return (
            item.kind in self.kinds
            and (not self.spaces or place in self.spaces)
            and (self.form is None or (item.price >= 0 and rules.entries(PRICES)[item.price].form == self.form))
        )

    def open(self, state: State, seat: int) -> bool:
        """Returns True if it has an effect and the seat can pay it, unspent items counted."""
        if self.closed(state, seat):
            return False
        return all(condition(state) for condition in self.conditions) and state.rules.service(PaymentTable).payable(
            state, seat, price_now(state, seat, self.price)
        )


ADD_ONS = Handle[AddOn]("add-on", saved_as_id=True)
ADD_ON = id_shape("ADD-ON", ADD_ONS.name)

# --- add ons ------------------------------------------------------------------------------------------------------
#
# Add-ons: optional extra lines on the bill of an item.
#
# Add-ons are asked for and paid one by one, but none takes effect before the bill is closed: the gains of one cannot pay
# another, and the outcome of one informs no decision about the next.


def asks(state: State, seat: int, place: int, payment: int, bill: int = 1) -> bool:
    """Asks for the next open add-on; returns False if there is none.

    `bill` has the bits of the add-ons chosen so far, and above them a 1 at the position of the next one to ask for.
    """
    rules, item, number = state.rules, state.item_at[place], bill.bit_length() - 1
    for offer in rules.entries(ADD_ONS)[number:] if item >= 0 else ():
        if not offer.is_late and offer.fits(rules, item, place) and offer.open(state, seat):
            state.stack.append((rules.frames["take-or-skip"], seat, place, payment, bill))
            return True
        bill += 1 << number  # moves the highest 1 up
        number += 1
    return False


def close(state: State, seat: int, place: int, payment: int, chosen: int) -> None:
    """Lets the first of the chosen add-ons take effect while the others wait; with none left, takes the item."""
    rules = state.rules
    if not chosen:
        rules.service(Bills).take(state, seat, place, payment)
        return
    first = chosen & -chosen
    state.stack.append((rules.frames["close-bill"], seat, place, payment, chosen ^ first))
    run_effects(state, seat, rules.entries(ADD_ONS)[first.bit_length() - 1].node, -1, 0)


def expect_bill(state: State, place: int, payment: int, bill: int) -> None:
    """Refuses a payment that is not the price of the item there, and add-ons that cannot be on its bill.

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

    def verify(self, state: State, frame: FrameTuple) -> None:
        expect_bill(state, *frame[2:])

    def step(self, state: State, frame: FrameTuple) -> None:
        close(state, *frame[1:])


class AddOnFacts(NamedTuple):
    """The facts of the checks: the add-on in question, its price now, and who is asked."""

    offer: AddOn
    price: Price
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
        return minus(hand_of(facts.state, facts.seat), facts.price.fixed or ()) is not None

    def explain(self, facts: AddOnFacts, action: Action) -> Shortfall:
        needed = f"{facts.offer.id} takes {facts.price.describe(facts.state.rules.goods)}"
        return Shortfall(self.name, needed, "you have less", facts.offer.record)


class AddOnDecision(Decision):
    """The choice to pay for an add-on or not."""

    prompt = "whether to pay {owed} for {add_on}"

    exclusive = "purchase"
    checks = (AddOnPending, AddOnClosed, AddOnHoldings)
    shapes = {"add": ADD_ON, "skip": ADD_ON}

    def universe(self) -> Universe:
        yield from ()

    def offer(self, frame: FrameTuple) -> AddOn:
        """Returns the add-on in question."""
        raise NotImplementedError

    def price(self, state: Position, frame: FrameTuple) -> Price:
        """Returns the price of the add-on in question now."""
        price: Price = self.rules.entries(PRICES)[self.offer(frame).price]
        return price.now(state, frame[1])

    def facts(self, state: State, frame: FrameTuple) -> AddOnFacts:
        return AddOnFacts(self.offer(frame), self.price(state, frame), state, frame[1])

    def options(self, state: State, frame: FrameTuple) -> tuple[Action, ...]:
        offer = self.offer(frame)
        asked = self.rules.action("add", offer.id), self.rules.action("skip", offer.id)
        return filter_legal(asked, self.judges, self.facts(state, frame))

    def charge(self, state: State, frame: FrameTuple, number: int) -> None:
        """Charges the seat the current price of the add-on with this number."""
        operations.note(state, "add-on", frame[1], number)
        operations.spend(state, frame[1], self.price(state, frame).fixed or ())

    def owed(self, state: Position, frame: FrameTuple) -> Asked:
        """Returns the add-on in question and its price now, as facts of the question."""
        price = self.price(state, frame)
        return {"owed": price.cost, "among": price.among(self.rules), "more": {"add_on": self.offer(frame).id}}

    def hint(self, state: Position, frame: FrameTuple, action: Action) -> str:
        briefs, offer = self.rules.service(Briefs), self.rules.entries(ADD_ONS)[action.data]
        return briefs.phrases.effects(briefs.record(*offer.record).effects) if action.kind == "add" else ""


class TakeOrSkip(AddOnDecision):
    """The choice to pay for an add-on or not; x is the place, y the payment, z the bill as in `asks`."""

    name = "take-or-skip"
    gates = (ItemThere,)
    progress = (PLACE_SLOT, payment_slot("payment"), Slot("bill"))

    def prepare(self) -> None:
        if self.rules.entries(ADD_ONS):
            self.rules.service(Bills).bills.append(asks)

    def verify(self, state: State, frame: FrameTuple) -> None:
        _, _, place, payment, bill = frame
        expect(bill > 0, "a bill without an add-on in question")
        expect_bill(state, place, payment, bill)

    def universe(self) -> Universe:
        for number, offer in enumerate(self.rules.entries(ADD_ONS)):
            yield "add", (offer.id,), number
            yield "skip", (offer.id,), number

    def offer(self, frame: FrameTuple) -> AddOn:
        return self.rules.entries(ADD_ONS)[frame[4].bit_length() - 1]

    def options(self, state: State, frame: FrameTuple) -> tuple[Action, ...]:
        options = super().options(state, frame)
        return options if state.item_at[frame[2]] >= 0 else options[-1:]

    def resume(self, state: State, frame: FrameTuple, action: Action) -> None:
        _, seat, place, payment, bill = frame
        asked = 1 << action.data
        chosen = bill ^ asked
        if action.kind == "add":
            self.charge(state, frame, action.data)
            chosen = bill
        if not asks(state, seat, place, payment, chosen | asked << 1):
            close(state, seat, place, payment, chosen)

    def asked(self, state: Position, frame: FrameTuple) -> Asked:
        own: Asked = {**self.owed(state, frame), "paid": dict(self.rules.actions[frame[3]].args)}
        return {**bill_of(state, frame[1], frame[2]), **own}


MECHANISM = Mechanism(
    "add_ons",
    after=("figures", "goods"),
    records=(AddOnRecord,),
    frames=(CloseBill, TakeOrSkip),
    features=("add-ons",),
    events=(EventKind("add-on", "a seat adds to a bill", {"add_on": id_field(ADD_ONS, "the line")}, "{seat} adds {add_on}"),),
)

# --- late add ons -------------------------------------------------------------------------------------------------
#
# Add-ons that are offered when the item has taken effect, one by one; each is paid and takes effect at once.


def first_add_on(offered: int) -> int:
    """Returns the number of the first of the add-ons, given as bits."""
    return (offered & -offered).bit_length() - 1


class LateAddOns(Frame):
    """A frame about add-ons after an item; x is the item, y the place where it was, z the add-ons as bits."""

    progress = (ITEM_SLOT, PLACE_SLOT, Slot("offers"))
    exclusive = "purchase"
    interrupts = False  # the next tile of a pile is drawn below

    def verify(self, state: State, frame: FrameTuple) -> None:
        _, seat, item, place, offered = frame
        rules = state.rules
        offers = rules.entries(ADD_ONS)
        is_taken = item in state.zones[rules.zones_of(seat)[0]] or rules.items_can_go
        expect(is_taken, f"{rules.items[item].id} has not been taken")
        expect_range(offered, 1, (1 << len(offers)) - 1, "add-ons after an item")
        for number, offer in enumerate(offers):
            fits = offer.is_late and offer.fits(rules, item, place)
            expect(fits or not offered >> number & 1, f"{offer.id} cannot be added to what was taken")
        below = state.stack[: state.stack.index(frame)]
        in_question = any(isinstance(rules.handlers[each[0]], Decision) for each in below)
        expect(not in_question, "add-ons after an item cannot lie above a question")


class OfferLate(LateAddOns, Step):
    """Offers add-ons when an item has taken effect."""

    name = "offer-late"

    def prepare(self) -> None:
        if any(offer.is_late for offer in self.rules.entries(ADD_ONS)):
            self.rules.service(Bills).late.append(self.begin)

    def begin(self, state: State, seat: int, item: int, place: int) -> None:
        """Pushes the offer of all late add-ons for an item; it follows when the frames above it are done."""
        offers = enumerate(self.rules.entries(ADD_ONS))
        fitting = sum(1 << number for number, offer in offers if offer.is_late and offer.fits(self.rules, item, place))
        if fitting:
            state.stack.append((self.index, seat, item, place, fitting))

    def step(self, state: State, frame: FrameTuple) -> None:
        _, seat, item, place, offered = frame
        while offered:
            if self.rules.entries(ADD_ONS)[first_add_on(offered)].open(state, seat):
                state.stack.append((self.rules.frames["add-late"], seat, item, place, offered))
                return
            offered &= offered - 1


class AddLate(LateAddOns, AddOnDecision):
    """The choice to pay for an add-on when the item has taken effect: the first of those offered."""

    name = "add-late"

    def offer(self, frame: FrameTuple) -> AddOn:
        return self.rules.entries(ADD_ONS)[first_add_on(frame[4])]

    def resume(self, state: State, frame: FrameTuple, action: Action) -> None:
        _, seat, item, place, offered = frame
        if further := offered & offered - 1:
            state.stack.append((self.rules.frames["offer-late"], seat, item, place, further))
        if action.kind == "add":
            self.charge(state, frame, action.data)
            run_effects(state, seat, self.offer(frame).node, -1, 0)

    def asked(self, state: Position, frame: FrameTuple) -> Asked:
        asked: Asked = {"place": self.rules.places[frame[3]].id, "item": self.rules.items[frame[2]].id}
        return {**asked, **self.owed(state, frame)}


LATE_ADD_ONS = Mechanism("late_add_ons", frames=(OfferLate, AddLate))
