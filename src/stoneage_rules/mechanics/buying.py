"""Taking items: bought from their place for a price, or drafted from a row for free."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import cached_property
from typing import cast

import attrs

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.actions import GOODS, ITEM, NOTHING, Action
from stoneage_rules.kernel.frames import Asked, FrameTuple, run_effects
from stoneage_rules.kernel.legality import Check, Decision, Facts, Shortfall, Universe, joined
from stoneage_rules.kernel.operations import NOBODY
from stoneage_rules.kernel.position import Position
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.saving import expect
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import PLACE_SLOT, Effect, Handle, Linker, Reader
from stoneage_rules.language.events import ITEM_FIELD, PLACE_FIELD, Event, EventKind, Mechanism, number_field
from stoneage_rules.language.fields import field
from stoneage_rules.language.quantity import COUNT, QuantityKind
from stoneage_rules.language.word import Verb
from stoneage_rules.mechanics.item_supply import OPEN
from stoneage_rules.mechanics.items import TAKERS, UNPAID, UNPAID_KINDS, ItemThere, PurchaseClosed, Takers, note_declined
from stoneage_rules.mechanics.payments import (
    PRICES,
    PaymentFacts,
    PaymentForm,
    PaymentHoldings,
    PaymentTable,
    all_prices,
    payment_facts,
    price_now,
)
from stoneage_rules.mechanics.rows import ROWS, show_next
from stoneage_rules.telling.phrases import Briefs, LogNames, Phrases
from stoneage_rules.text import either

GONE = "to leave {place}, where nothing lies any more"
"""The prompt at a place whose item is gone."""


@attrs.frozen
class BuyVerb(Verb):
    """The seat may pay for the item on the location and take it, or decline; its effects happen at once.

    The answer is `pay 3 wood, 1 stone`, or `decline`. The price is the location's `cost`, or the item's own if the location has
    none. If the item is gone, or the place is not a location, nothing happens.

    Example: `{ do = "buy" }`
    """

    do = "buy"
    token = "buy"
    belongs = ("location",)
    buys = True

    def describe(self, phrases: Phrases) -> str:
        return "what lies here, for its price"

    def obstacle(self, state: Position, seat: int, place: int) -> str:
        if state.item_at[place] < 0:
            return "nothing lies there"
        if state.rules.service(Takers).closed(cast("State", state), seat, state.item_at[place]):
            return "it cannot be taken now"
        buying: BuyFrame = state.rules.handlers[state.rules.frames[BuyFrame.name]]
        return "" if buying.affordable(state, seat, place) else "you cannot pay it now, and get nothing"

    def bind(self, link: Linker) -> Effect:
        frame = link.frame("buy")

        def effect(state: State, seat: int, place: int, n: int) -> None:
            if place >= 0 and state.item_at[place] >= 0:
                state.stack.append((frame, seat, place))

        return effect


class BuyFrame(Decision):
    """Pay for the item on a place, or decline; x is the place.  Other mechanisms may add actions before the decline."""

    name = "buy"
    prompt = ("whether to pay {owed} for {item}", GONE)
    gates = (ItemThere, PurchaseClosed)
    checks = (PaymentForm, PaymentHoldings)
    progress = (PLACE_SLOT,)
    exclusive = "purchase"
    shapes = {"pay": GOODS, "decline": NOTHING}

    def prepare(self) -> None:
        self.payments, self.bills = self.rules.service(PaymentTable), self.rules.service(Bills)
        self.takers = self.rules.service(Takers)
        asked = [item.price for item in self.rules.items] + [place.price for place in self.rules.places]
        self.prices = all_prices(self.rules, asked)
        self.are_changing = bool(self.rules.changing_prices)

    @cached_property
    def declining(self) -> tuple[Action, ...]:
        """The action of declining, alone."""
        return self.rules.actions_of("decline")

    def verify(self, state: State, frame: FrameTuple) -> None:
        expect_for_sale(state, frame[2])

    def universe(self) -> Universe:
        yield from self.payments.universe(self.prices)
        if self.prices:
            yield "decline", (), None

    def facts(self, state: State, frame: FrameTuple) -> PaymentFacts:
        seat, place = frame[1], frame[2]
        return payment_facts(state, seat, asking_price(state, seat, place), asking_record(state, place))

    def options(self, state: State, frame: FrameTuple) -> tuple[Action, ...]:
        _, seat, place = frame
        if self.takers.can_close and self.takers.must_leave(state, seat, place):
            return self.declining
        price = price_of(state, place)
        if self.are_changing:
            price = price_now(state, seat, price)
        options = self.payments.options(state, seat, price)
        for extension in self.extensions.values():
            if more := extension.options(state, frame):
                options = joined(options, more)
        return options + self.declining

    def resume(self, state: State, frame: FrameTuple, action: Action) -> None:
        _, seat, place = frame
        if action.kind == "pay":
            operations.spend(state, seat, action.data)
            self.bills.paid(state, seat, place, action.index)
        elif action.kind == "decline":
            if state._noted is not None:
                closed = self.takers.must_leave(state, seat, place)
                note_declined(state, seat, place, -1 if closed else int(self.affordable(state, seat, place)))
        else:
            self.extensions[action.kind].resume(state, frame, action)

    def affordable(self, position: Position, seat: int, place: int) -> bool:
        """Returns whether the seat could pay for an item that it may take: by a trade, too, or what it uses first."""
        state = cast("State", position)  # options are worked out from numbers alone, which a view has as well
        further = (extension.options(state, (self.index, seat, place)) for extension in self.extensions.values())
        return self.payments.payable(state, seat, asking_price(state, seat, place)) or any(further)

    def asked(self, state: Position, frame: FrameTuple) -> Asked:
        return bill_of(state, frame[1], frame[2])

    def hint(self, state: Position, frame: FrameTuple, action: Action) -> str:
        return "you get nothing" if action.kind == "decline" else brought_by(state, frame, action)


def expect_for_sale(state: Position, place: int) -> None:
    """Refuses a place without an item that has a price; an empty place passes at tables where items can go meanwhile.

    Raises:
        InvalidState: there is no item, or figures would remain on an empty space.
    """
    rules = state.rules
    item = state.item_at[place] if place >= 0 else -1
    if item < 0 and rules.items_can_go:
        return
    expect(item >= 0 and max(rules.places[place].price, rules.items[item].price) >= 0, "nothing with a price lies there")
    is_left = not state.occupancy[place] or rules.places[place].is_shared or rules.items_can_go
    expect(is_left, f"figures stand on {rules.places[place].id}, which is being bought from")


def bill_of(state: Position, seat: int, place: int) -> Asked:
    """Returns the facts of the purchase of the item on a place; if it is gone, the place alone."""
    rules = state.rules
    if state.item_at[place] < 0:
        return {"place": rules.places[place].id}
    price = rules.entries(PRICES)[asking_price(state, seat, place)]
    brief = rules.service(Briefs).item(state.item_at[place])
    facts: Asked = {"place": rules.places[place].id, "item": brief.item, "owed": price.cost, "among": price.among(rules)}
    return {**facts, "brings": brief.benefit}


def brought_by(state: Position, frame: FrameTuple, action: Action) -> str:
    """Returns the effect of the item on a frame's place for a payment, if it depends on the payment."""
    _, seat, place, *_ = frame
    if action.kind != "pay" or state.item_at[place] < 0:
        return ""
    briefs, rules = state.rules.service(Briefs), state.rules
    effects = briefs.record(*rules.item_record(rules.items[state.item_at[place]].id)).effects
    words = briefs.phrases.at(state, seat, action.index).effects(effects)
    return words if words != briefs.phrases.effects(effects) else ""


def price_of(position: Position, place: int) -> int:
    """Returns the price of the item on a place: that of the space, or else that of the item, before it is read from the game."""
    rules = position.rules
    asked = rules.places[place].price
    return asked if asked >= 0 else rules.items[position.item_at[place]].price


def asking_price(position: Position, seat: int, place: int) -> int:
    """Returns the price that the item on a place costs a seat now, as a place in the table of prices."""
    return price_now(cast("State", position), seat, price_of(position, place))


def asking_record(state: Position, place: int) -> tuple[str, str]:
    """Returns kind and id of the record that sets the price of the item on a place."""
    rules = state.rules
    space = rules.places[place]
    return space.record if space.price >= 0 else rules.item_record(rules.items[state.item_at[place]].id)


LateQuestion = Callable[[State, int, int, int], None]
"""`late(state, seat, item, place)`: pushes the questions that follow when the item taken from that place has taken effect."""

Bill = Callable[[State, int, int, int], bool]
"""`bill(state, seat, place, payment)`: asks for the other lines on the bill of an item; False if there are none."""


class Bills:
    """Purchases that are paid: the further lines of their bills, and the taking of the items.

    Mechanisms ask for such lines between the payment and the taking of the item, or after it.
    """

    def __init__(self, rules: Ruleset) -> None:
        self.bills: list[Bill] = []
        self.late: list[LateQuestion] = []

    def paid(self, state: State, seat: int, place: int, payment: int) -> None:
        """Goes on when the price is paid: with the rest of the bill, or with the item."""
        for bill in self.bills:
            if bill(state, seat, place, payment):
                return
        self.take(state, seat, place, payment)

    def take(self, state: State, seat: int, place: int, payment: int) -> None:
        """Takes the item on a place for a seat and lets it take effect; a pile shows its next tile."""
        rules = state.rules
        if state.item_at[place] < 0:
            # A verb of a plugin, in an add-on or an item used at any time, has moved it.
            operations.note(state, "nothing-there", seat, place)
            return
        item = rules.items[operations.lift_item(state, place)]
        if state.piles[place]:
            show_next(state, seat, place)
        operations.own(state, seat, item.index)
        if rules.places[place].pile and not state.piles[place]:
            operations.note(state, "last-tile", NOBODY, place)
        for late in self.late:
            late(state, seat, item.index, place)
        run_effects(state, seat, item.node, place, payment)


def _paid(link: Linker, of: str) -> Reader:
    if of == "value":
        return lambda state, seat, n: state.rules.service(PaymentTable).value(n) if n >= 0 else 0
    return lambda state, seat, n: sum(state.rules.actions[n].data) if n >= 0 else 0


def _declined(names: LogNames, event: Event) -> str:
    verb = "may not take" if event["payable"] == -1 else "declines" if event["payable"] else "cannot pay for"
    item, place = event.text("item"), event.text("place")
    return f"{names.who(event.seat)} {verb} {item} on {place}{names.worth(item, place)}"


PAYABLE = "1 if the seat could have paid, 0 if not, -1 if the item's `if` did not hold"

BUYING = Mechanism(
    "buying",
    verbs=(BuyVerb,),
    frames=(BuyFrame,),
    quantities=(
        QuantityKind(
            "paid",
            "the value, or the number, of the goods paid for the item",
            _paid,
            None,
            ("value", "count"),
            under="effects",
            of_items=True,
            words="the {of} paid",
            counts=(),
            of_seat=False,
            span=lambda records, of: COUNT,
        ),
    ),
    events=(
        EventKind(
            "decline",
            "a seat declines to buy the item on a place",
            {"place": PLACE_FIELD, "item": ITEM_FIELD, "payable": number_field(PAYABLE)},
            _declined,
        ),
        EventKind(
            "nothing-there",
            "the item that a seat was to take is gone",
            {"place": PLACE_FIELD},
            "nothing lies on {place} any more for {seat}",
        ),
        EventKind("last-tile", "the last tile of a pile is taken", {"place": PLACE_FIELD}, "that was the last one on {place}"),
    ),
)


# --- drafting ----------------------------------------------------------------------------------------------------


@attrs.frozen
class DraftVerb(Verb):
    """The seat takes an open item of a row, of its choice and for free; its effects happen at once.

    A taken item is gone for the other seats, until the row is refilled. If the row is empty, nothing happens; an item with
    figures on it cannot be taken. A seat declines if no item's `if` holds for it.

    Example: `{ do = "each-seat", effects = [{ do = "draft", row = "card-row" }] }`
    """

    do = "draft"
    token = "take from {row}"
    belongs = ("set-up", "phase", "turn", "location", "paid")
    keeps = OPEN
    row: str = field("the row", refers_to="row")

    def describe(self, phrases: Phrases) -> str:
        return f"one of what lies in {self.row}"

    def bind(self, link: Linker) -> Effect:
        row, frame = link.index("row", self.row), link.frame("draft")
        link.add(UNPAID_KINDS, link.index("kind", link.declared("row")[row].record.kind))
        link.add(DRAFTED_ROWS, row)

        def effect(state: State, seat: int, place: int, n: int) -> None:
            if open_places(state, row):
                state.stack.append((frame, seat, row))

        return effect


DRAFTED_ROWS = Handle[int]("drafted-row")
"""The rows from which items are drafted, as indexes."""


def open_places(state: Position, row: int) -> tuple[int, ...]:
    """Returns the spaces of a row that have an item and no figure."""
    spaces = state.rules.entries(ROWS)[row].spaces
    return tuple([place for place in spaces if state.item_at[place] >= 0 and not state.occupancy[place]])


def _open_items(state: Position, row: int) -> tuple[int, ...]:
    return tuple([state.item_at[place] for place in open_places(state, row)])


def _takeable(state: State, seat: int, row: int) -> tuple[int, ...]:
    """Returns the open items of a row whose `if` holds for the seat."""
    takers = state.rules.service(Takers)
    return tuple([item for item in _open_items(state, row) if not takers.closed(state, seat, item)])


class ItemOpen(Check):
    """The item is open in the row, on a space without figures."""

    name = "draft.open"
    kinds = ("draft",)

    def passes(self, facts: Facts, action: Action) -> bool:
        return action.data in _open_items(facts.state, facts.frame[2])

    def explain(self, facts: Facts, action: Action) -> Shortfall:
        row = facts.rules.entries(ROWS)[facts.frame[2]]
        ids = ", ".join(facts.rules.item_ids[item] for item in _open_items(facts.state, facts.frame[2]))
        return Shortfall(self.name, f"one of {ids}", f"{action.args[0]} cannot be taken from {row.id}", ("row", row.id))


class ItemForSeat(PurchaseClosed):
    """The `if` of the item holds for the seat."""

    kinds = ("draft",)
    after = ("draft.open",)

    def item(self, facts: Facts, action: Action) -> int:
        item: int = action.data
        return item


class DraftMust(Check):
    """A seat may decline only if it can take no item."""

    name = "draft.must"
    kinds = ("decline",)

    def passes(self, facts: Facts, action: Action) -> bool:
        return not _takeable(facts.state, facts.seat, facts.frame[2])

    def explain(self, facts: Facts, action: Action) -> Shortfall:
        row = facts.rules.entries(ROWS)[facts.frame[2]]
        ids = either([facts.rules.item_ids[item] for item in _takeable(facts.state, facts.seat, facts.frame[2])])
        return Shortfall(self.name, "an item is taken by a seat that can take one", f"you can take {ids}", ("row", row.id))


class DraftItem(Decision):
    """The choice of an item of a row; x is the row."""

    name = "draft"
    prompt = "which item of {row} to take"
    checks = (ItemOpen, ItemForSeat, DraftMust)
    progress = (ROWS.slot(),)
    exclusive = "draft"
    shapes = {"draft": ITEM, "decline": NOTHING}

    def universe(self) -> Universe:
        kinds = {self.rules.entries(ROWS)[row].kind for row in self.rules.entries(DRAFTED_ROWS)}
        for item in self.rules.items:
            if item.kind in kinds:
                yield "draft", (item.id,), item.index
        closes = any(self.rules.items[taker.item].kind in kinds for taker in self.rules.entries(TAKERS))
        if closes or (kinds and self.rules.items_can_go):
            yield "decline", (), None

    def verify(self, state: State, frame: FrameTuple) -> None:
        expect(frame[2] in self.rules.entries(DRAFTED_ROWS), "nothing is taken from that row")
        is_there = bool(open_places(state, frame[2])) or self.rules.items_can_go
        expect(is_there, "nothing that could be taken lies there")

    def key(self, state: State, frame: FrameTuple) -> Hashable:
        return _takeable(state, frame[1], frame[2])

    def candidates(self, state: State, frame: FrameTuple) -> Iterable[Action]:
        items = [self.rules.action("draft", self.rules.item_ids[item]) for item in _open_items(state, frame[2])]
        return [*items, *self.rules.actions_of("decline")]

    def asked(self, state: Position, frame: FrameTuple) -> Asked:
        among = tuple(self.rules.item_ids[item] for item in _takeable(cast("State", state), frame[1], frame[2]))
        return {"among": among, "more": {"row": self.rules.entries(ROWS)[frame[2]].id}}

    def hint(self, state: Position, frame: FrameTuple, action: Action) -> str:
        return str(attrs.evolve(self.rules.service(Briefs).item(action.data), item="")) if action.kind == "draft" else ""

    def resume(self, state: State, frame: FrameTuple, action: Action) -> None:
        if action.kind == "draft":
            self.rules.service(Bills).take(state, frame[1], state.item_at.index(action.data), UNPAID)


DRAFTING = Mechanism("drafting", verbs=(DraftVerb,), frames=(DraftItem,))
