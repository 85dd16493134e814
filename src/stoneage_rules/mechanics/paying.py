"""Paying for effects: a price anywhere, to be paid or declined, once or several times."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, cast

import attrs

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.actions import GOODS, NOTHING, Action
from stoneage_rules.kernel.frames import Asked, FrameTuple, Step, run
from stoneage_rules.kernel.legality import Decision, RecordKey, Universe
from stoneage_rules.kernel.position import Position
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.saving import expect_range
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import PLACE_OR_NONE_SLOT, Condition, Effect, Handle, Linker, Reader, Slot
from stoneage_rules.language.cost import Cost
from stoneage_rules.language.events import Event, EventKind, Mechanism, number_field, text_field
from stoneage_rules.language.fields import Amount, field
from stoneage_rules.language.word import Contradiction, Verb
from stoneage_rules.mechanics.effect_lists import SUBJECTS, Subject, any_available, effect_lists, effects_of
from stoneage_rules.mechanics.payments import (
    PaymentFacts,
    PaymentForm,
    PaymentHoldings,
    PaymentMust,
    PaymentTable,
    all_prices,
    payment_facts,
    price_index,
    price_now,
)
from stoneage_rules.telling.phrases import LogNames, Phrases

MOST_TIMES = 99
"""How often one effect can be paid for, at the most."""

ANYWHERE = {"location": "paid", "workplace": "reward"}
"""Effects that are paid for know what was paid, and no longer how many figures act."""


@attrs.frozen
class PayVerb(Verb):
    """The seat may pay a price and then has these effects, or it declines; whoever pays nothing at all has those of `else`.

    With `must`, a seat that holds the goods pays.  With `times`, it is asked again after each payment, as often as it can pay:
    until it declines, or has paid so many times; with `must` it cannot decline before.  Where `times` comes to 0, nothing
    happens, `else` included.  Effects can ask what was paid: `{ paid = "value" }`, or `"count"`.  Items that can be used at
    any time help to pay, if their owner likes; trades and add-ons serve purchases alone.

    Example: `{ do = "pay", cost = { wood = 1 }, effects = [{ do = "points", amount = 4 }], times = 3 }`
    """

    do = "pay"
    token = ("{cost} for {effects}", "pay {cost}")
    is_payment = True
    cost: Cost = field("the price", becomes=ANYWHERE)
    effects: tuple[Verb, ...] = field("what a payment brings", default=(), becomes=ANYWHERE)
    times: Amount = field("how often it can be paid, at the most; or a quantity", default=1, least=1, most=MOST_TIMES)
    must: bool = field("whether a seat that holds the goods has to pay", default=False)
    else_: tuple[Verb, ...] = field("what a seat has that pays nothing", default=(), becomes=ANYWHERE)

    involved = ("effects", "must", "else_")

    def contradictions(self) -> Iterator[Contradiction]:
        if not self.effects and not self.else_ and not self.must:
            help = "add `effects = [...]`; or `must = true` or `else = [...]`, if it is a tax"
            yield Contradiction("nobody would ever pay: it brings nothing, and may be declined", title=NOTHING_BOUGHT, help=help)

    def describe(self, phrases: Phrases) -> str:
        price = phrases.value(self.cost)
        if self.must:
            words = f"must pay {price}" + (f" for {phrases.effects(self.effects)}" if self.effects else "")
        else:
            words = f"{phrases.effects(self.effects)} for {price}" if self.effects else f"may pay {price}"
        words += "" if self.times == 1 else f", up to {phrases.amount(self.times)} times"
        return words + (f", or else {phrases.effects(self.else_)}" if self.else_ else "")

    def obstacle(self, state: Position, seat: int, place: int) -> str:
        now = cast("State", state)
        payable = state.rules.service(PaymentTable).payable(now, seat, price_now(now, seat, price_of_verb(state.rules, self)))
        return "" if payable else "you cannot pay it now"

    def bind(self, link: Linker) -> Effect:
        record = None if link.here is None else (link.here.kind, link.here.name)
        most = self.times if isinstance(self.times, int) else MOST_TIMES
        lists = link.sequence(self.effects), link.sequence(self.else_)
        for node, is_payment in zip(lists, (True, False), strict=True):
            link.append(SUBJECTS, Subject(node, is_payment))
        once = PayOffer(price_index(link, self.cost), *lists, self, most, record)
        own = len(link.entries(PAY_OFFERS))
        again = link.append(PAY_OFFERS, once._replace(otherwise=0, most=most - 1, again=own)) if most > 1 else -1
        offer = link.append(PAY_OFFERS, once._replace(again=again))
        return AskForPayment(link.frame("pay-or-decline"), offer, again, link.amount(self.times), lists)

    def available(self, link: Linker) -> Condition | None:
        return any_available(link, (*self.effects, *self.else_))

    def scores(self) -> Amount | None:
        return 0 if all(effect.scores() == 0 for effect in (*self.effects, *self.else_)) else None


NOTHING_BOUGHT = "a price for nothing"


class PayOffer(NamedTuple):
    """Something to pay for: the price, the effects of paying and of paying nothing, and how it is asked again."""

    price: int
    node: int
    otherwise: int
    word: PayVerb
    """The same as content has it."""
    most: int
    """How often it can still be paid, at the most."""
    record: RecordKey | None
    again: int = -1
    """The offer that follows a payment, in which paying nothing has no effects; -1 if there is none."""


PAY_OFFERS = Handle[PayOffer]("pay-offer")


def price_of_verb(rules: Ruleset, verb: PayVerb) -> int:
    """Returns the price that an effect asks, as a place in the table of prices, whatever it comes to."""
    return next(offer.price for offer in rules.entries(PAY_OFFERS) if offer.word.cost == verb.cost)


@attrs.frozen
class AskForPayment:
    """The effect that asks; it shows its offers, so that the origin of a saved frame is known."""

    frame: int
    offer: int
    again: int
    times: Reader
    lists: tuple[int, ...]

    def __call__(self, state: State, seat: int, place: int, n: int) -> None:
        left = min(self.times(state, seat, n), MOST_TIMES)
        if left > 0:
            state.stack.append((self.frame, seat, self.offer, place, left))


PROGRESS = (PAY_OFFERS.slot("offer"), PLACE_OR_NONE_SLOT, Slot("left", least=1))


class PayOrDecline(Decision):
    """The choice to pay or not; x is the offer, y the place that effects are about, z how often it can be paid."""

    name = "pay-or-decline"
    prompt = ("whether to pay {owed} for {brings}", "whether to pay {owed}")
    checks = (PaymentForm, PaymentHoldings, PaymentMust)
    progress = PROGRESS
    shapes = {"pay": GOODS, "decline": NOTHING}

    def prepare(self) -> None:
        self.payments = self.rules.service(PaymentTable)
        self.offers = self.rules.entries(PAY_OFFERS)
        asking = effects_of(self.rules, AskForPayment)
        self.asked_at = {offer: node for node, effect in asking for offer in (effect.offer, effect.again)}

    def universe(self) -> Universe:
        yield from self.payments.universe(all_prices(self.rules, [offer.price for offer in self.offers]))
        if self.offers:
            yield "decline", (), None

    def verify(self, state: State, frame: FrameTuple) -> None:
        _, _, offer, place, left = frame
        effect_lists(self.rules).expect_place(self.asked_at[offer], place)
        expect_range(left, 1, self.offers[offer].most, "how often it can be paid")

    def interrupts(self, frame: FrameTuple) -> bool:
        return effect_lists(self.rules).begins(self.asked_at[frame[2]])

    def facts(self, state: State, frame: FrameTuple) -> PaymentFacts:
        _, seat, number, *_ = frame
        offer = self.offers[number]
        price = price_now(state, seat, offer.price)
        must = offer.word.must and bool(self.payments.options(state, seat, price))
        return attrs.evolve(payment_facts(state, seat, price, offer.record), must=must)

    def options(self, state: State, frame: FrameTuple) -> tuple[Action, ...]:
        offer = self.offers[frame[2]]
        payments = self.payments.options(state, frame[1], price_now(state, frame[1], offer.price))
        return payments if payments and offer.word.must else payments + self.rules.actions_of("decline")

    def resume(self, state: State, frame: FrameTuple, action: Action) -> None:
        _, seat, number, place, left = frame
        offer = self.offers[number]
        if action.kind == "pay":
            operations.spend(state, seat, action.data)
            if left > 1:
                state.stack.append((self.rules.frames[PayAgain.name], seat, offer.again, place, left - 1))
            run(state, seat, offer.node, place, action.index)
            return
        if state._noted is not None:
            price = price_now(state, seat, offer.price)
            words, payable = self.payments.prices[price].describe(self.rules.goods), self.payments.payable(state, seat, price)
            operations.note(state, "forgo", seat, words, int(payable))
        run(state, seat, offer.otherwise, place, 0)

    def asked(self, state: Position, frame: FrameTuple) -> Asked:
        _, seat, number, place, left = frame
        offer = self.offers[number]
        price = self.payments.prices[offer.price].now(state, seat)
        brings = self.rules.service(Phrases).effects(offer.word.effects)
        facts: Asked = {"owed": price.cost, "among": price.among(self.rules), "brings": brings, "more": {"times": left}}
        return {**facts, "place": self.rules.places[place].id} if place >= 0 else facts

    def hint(self, state: Position, frame: FrameTuple, action: Action) -> str:
        offer = self.offers[frame[2]]
        if action.kind == "pay":
            return self.rules.service(Phrases).at(state, frame[1], action.index).effects(offer.word.effects)
        return self.rules.service(Phrases).effects(offer.word.else_) if offer.otherwise else ""


class PayAgain(Step):
    """Asks again after a payment, unless nothing can pay any more; x, y and z are those of the question."""

    name = "pay-again"
    progress = PROGRESS

    def prepare(self) -> None:
        self.asks = self.rules.frames[PayOrDecline.name]
        self.payments = self.rules.service(PaymentTable)

    def verify(self, state: State, frame: FrameTuple) -> None:
        self.rules.handlers[self.asks].verify(state, frame)

    def interrupts(self, frame: FrameTuple) -> bool:
        return bool(self.rules.handlers[self.asks].interrupts(frame))

    def step(self, state: State, frame: FrameTuple) -> None:
        _, seat, offer, place, left = frame
        if self.payments.payable(state, seat, price_now(state, seat, self.rules.entries(PAY_OFFERS)[offer].price)):
            state.stack.append((self.asks, seat, offer, place, left))


def _forgone(names: LogNames, event: Event) -> str:
    verb = "declines to pay" if event["payable"] else "cannot pay"
    return f"{names.who(event.seat)} {verb} {event['price']}"


MECHANISM = Mechanism(
    "paying",
    verbs=(PayVerb,),
    frames=(PayOrDecline, PayAgain),
    events=(
        EventKind(
            "forgo",
            "a seat does not pay for effects",
            {
                "price": text_field("the price in words"),
                "payable": number_field("1 if it could have been paid, 0 if not"),
            },
            _forgone,
        ),
    ),
)
