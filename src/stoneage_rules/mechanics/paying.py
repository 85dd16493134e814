"""Paying for effects: a price anywhere, to be paid or declined; losing goods, steps, tools and figures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import comb
from typing import ClassVar, NamedTuple, cast

import attrs

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.actions import GOODS, NOTHING, Action
from stoneage_rules.kernel.frames import JSON, Asked, FrameTuple, Step, run_effects
from stoneage_rules.kernel.legality import Decision, RecordKey, Universe, phase_record
from stoneage_rules.kernel.nouns import TAKING_ITEMS
from stoneage_rules.kernel.position import Position
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.saving import expect, expect_range
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import MOST, PLACE_OR_NONE_SLOT, Condition, Effect, Handle, Linker, Slot
from stoneage_rules.language.cost import Cost
from stoneage_rules.language.events import Event, EventKind, Mechanism, number_field, text_field
from stoneage_rules.language.fields import Amount, Quantity, field
from stoneage_rules.language.quantity import at_least_zero, comparing
from stoneage_rules.language.reach import NO_DIFFERENCE, Bound, Bounds, Clash, beyond
from stoneage_rules.language.word import Contradiction, Verb
from stoneage_rules.mechanics.belongings import beyond_track, figure_records, is_never_got, most_figures, most_tools, tool_records
from stoneage_rules.mechanics.effect_lists import (
    ANYWHERE,
    SUBJECTS,
    WITHIN,
    Nesting,
    Subject,
    any_available,
    clockwise,
    effect_lists,
    origins,
    record_here,
)
from stoneage_rules.mechanics.locations import owner_of
from stoneage_rules.mechanics.payments import (
    PaymentFacts,
    PaymentForm,
    PaymentHoldings,
    PaymentMust,
    PaymentTable,
    all_prices,
    hand_of,
    payment_facts,
    price_index,
    price_now,
)
from stoneage_rules.mechanics.selecting import chooser_and_chosen
from stoneage_rules.telling.phrases import LogNames, Phrases

MOST_TIMES = 99
"""How often one effect can be paid for, at the most."""

TURNED = {"chooser": ("chosen",), "chosen": ("chooser",)}
"""The contexts where there is a chooser to hand goods to, and a chosen seat."""
TO = {
    "supply": "", "seat": " to the seat", "owner": " to the owner", "chooser": " to the chooser", "chosen": " to the chosen seat"
}  # fmt: skip
"""The words for the key `to` of an effect: who gets the goods."""


def receiver_of(state: State, seat: int, place: int, to: str) -> int:
    """Returns the seat that gets goods of an effect, by its key `to`; -1 for the supply, or if a place has no owner."""
    if to == "supply":
        return -1
    if to in TURNED:
        return chooser_and_chosen(state)[to]
    return seat if to == "seat" else owner_of(state, place)


@attrs.frozen
class PayVerb(Verb):
    """The seat may pay a price for these effects, or decline; a seat that pays nothing at all gets the effects of `else`.

    With `must`, a seat that holds the goods pays. With `times`, the question is repeated after each payment while the seat can
    pay, until it declines or has paid that many times; with `must` it cannot decline earlier. If `times` is 0, nothing happens,
    not even `else`. Effects can read the payment: `{ paid = "value" }`, or `"count"`. Items with uses at any time can help to
    pay; trades and add-ons apply only to purchases. Within `choose-seat` the goods can go `to` the seat that chose.

    Example: `{ do = "pay", cost = { wood = 1 }, effects = [{ do = "points", amount = 4 }], times = 3 }`
    """

    do = "pay"
    token = ("{cost} for {effects}", "pay {cost}")
    tells = "paid"
    decided_by = "to"
    cost: Cost = field("the price", becomes=ANYWHERE)
    effects: tuple[Verb, ...] = field("the effects of a payment", default=(), becomes=ANYWHERE)
    times: Amount = field("the largest number of payments, or a quantity", default=1, least=1, most=MOST_TIMES)
    must: bool = field("whether a seat that holds the goods has to pay", default=False)
    to: str = field("where the payment goes", default="supply", choices=("supply", "chooser", "chosen"), silent_default=True)
    else_: tuple[Verb, ...] = field("the effects for a seat that pays nothing", default=(), becomes=ANYWHERE)

    involved = ("effects", "must", "else_")

    def contradictions(self) -> Iterator[Contradiction]:
        if not self.effects and not self.else_ and not self.must:
            help = "add `effects = [...]`; or `must = true` or `else = [...]`, if it is a tax"
            yield Contradiction("nobody would ever pay: it brings nothing, and may be declined", title=NOTHING_BOUGHT, help=help)

    def belongs_in(self) -> tuple[str, ...]:
        return TURNED.get(self.to, ())

    def describe(self, phrases: Phrases) -> str:
        price = phrases.value(self.cost) + TO[self.to]
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
        once = offer_of(link, self)
        lists, most = (once.node, once.otherwise), once.most
        for node, is_payment in zip(lists, (True, False), strict=True):
            link.append(SUBJECTS, Subject(node, is_payment))
        own = len(link.entries(PAY_OFFERS))
        again = link.append(PAY_OFFERS, once._replace(otherwise=0, most=most - 1, again=own)) if most > 1 else -1
        offer = link.append(PAY_OFFERS, once._replace(again=again))
        frame, times = link.frame("pay-or-decline"), link.amount(self.times)

        def effect(state: State, seat: int, place: int, n: int) -> None:
            left = min(times(state, seat, n), MOST_TIMES)
            if left > 0:
                state.stack.append((frame, seat, offer, place, left))

        return Nesting(effect, lists, PayOrDecline.name, (offer, again))

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
    """The offer that follows a payment, where declining has no effects; -1 if there is none."""


PAY_OFFERS = Handle[PayOffer]("pay-offer")


def offer_of(link: Linker, verb: PayVerb) -> PayOffer:
    """Returns what an effect offers."""
    most = verb.times if isinstance(verb.times, int) else MOST_TIMES
    lists = link.sequence(verb.effects), link.sequence(verb.else_)
    return PayOffer(price_index(link, verb.cost), *lists, verb, most, record_here(link))


def price_of_verb(rules: Ruleset, verb: PayVerb) -> int:
    """Returns an effect's price as an index into the table of prices, before it is read from the game."""
    return next(offer.price for offer in rules.entries(PAY_OFFERS) if offer.word.cost == verb.cost)


PROGRESS = (PAY_OFFERS.slot("offer"), PLACE_OR_NONE_SLOT, Slot("left", least=1))


class PayOrDecline(Decision):
    """The choice to pay or not; x is the offer, y the place that effects are about, z how often it can be paid."""

    name = "pay-or-decline"
    prompt: ClassVar[str | tuple[str, ...]] = ("whether to pay {owed} for {brings}", "whether to pay {owed}")
    checks = (PaymentForm, PaymentHoldings, PaymentMust)
    progress: ClassVar[tuple[Slot, ...]] = PROGRESS
    shapes = {"pay": GOODS, "decline": NOTHING}

    def prepare(self) -> None:
        self.payments = self.rules.service(PaymentTable)
        self.offers = dict(enumerate(self.rules.entries(PAY_OFFERS)))
        self.asked_at = origins(self.rules, self.name)

    def universe(self) -> Universe:
        yield from self.payments.universe(all_prices(self.rules, [offer.price for offer in self.offers.values()]))
        if self.offers:
            yield "decline", (), None

    def verify(self, state: State, frame: FrameTuple) -> None:
        _, _, offer, place, left = frame
        effect_lists(self.rules).expect_effect(state, frame, self.asked_at[offer], place)
        expect_range(left, 1, self.offers[offer].most, "how often it can be paid")

    def is_payable(self, state: State, seat: int, number: int) -> bool:
        """Returns whether a seat can pay for an offer now, unspent items counted."""
        return self.payments.payable(state, seat, price_now(state, seat, self.offers[number].price))

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
            if offer.word.to == "supply":
                operations.spend(state, seat, action.data)
            else:
                operations.lose_goods(state, seat, action.data, receiver_of(state, seat, place, offer.word.to))
            if left > 1:
                state.stack.append((self.rules.frames[PayAgain.name], seat, offer.again, place, left - 1))
            run_effects(state, seat, offer.node, place, action.index)
            return
        if state._noted is not None:
            words = self.payments.prices[price_now(state, seat, offer.price)].describe(self.rules.goods)
            operations.note(state, "forgo", seat, words, int(self.is_payable(state, seat, number)))
        run_effects(state, seat, offer.otherwise, place, 0)

    def owed(self, state: Position, frame: FrameTuple) -> Asked:
        """Returns the price now, and the goods that can pay it."""
        price = self.payments.prices[self.offers[frame[2]].price].now(state, frame[1])
        return {"owed": price.cost, "among": price.among(self.rules)}

    def asked(self, state: Position, frame: FrameTuple) -> Asked:
        _, seat, number, place, left = frame
        offer = self.offers[number]
        brings = self.rules.service(Phrases).effects(offer.word.effects)
        more: dict[str, JSON] = {"times": left}
        if offer.word.to != "supply":
            more["receiver"] = receiver_of(cast("State", state), seat, place, offer.word.to)
        facts: Asked = {**self.owed(state, frame), "brings": brings, "more": more}
        return {**facts, "place": self.rules.places[place].id} if place >= 0 else facts

    def hint(self, state: Position, frame: FrameTuple, action: Action) -> str:
        offer = self.offers[frame[2]]
        if action.kind == "pay":
            return self.rules.service(Phrases).at(state, frame[1], action.index).effects(offer.word.effects)
        return self.rules.service(Phrases).effects(offer.word.else_) if offer.otherwise else ""


class PayAgain(Step):
    """Asks again after a payment, unless the seat can pay nothing more; x, y and z are those of the question."""

    name = "pay-again"
    progress = PROGRESS

    def prepare(self) -> None:
        self.asks = self.rules.frames[PayOrDecline.name]

    def verify(self, state: State, frame: FrameTuple) -> None:
        self.rules.handlers[self.asks].verify(state, frame)

    def step(self, state: State, frame: FrameTuple) -> None:
        if self.rules.handlers[self.asks].is_payable(state, *frame[1:3]):
            state.stack.append((self.asks, *frame[1:]))


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
            "a seat declines to pay for effects",
            {
                "price": text_field("the price in words"),
                "payable": number_field("1 if the seat could have paid, 0 if not"),
            },
            _forgone,
        ),
    ),
)

# --- losses -------------------------------------------------------------------------------------------------------
#
# The choice of goods to lose, of a group of goods.


MOST_WAYS_AT_ONCE = 500
"""The most ways among which goods are given up in one answer; larger losses are chosen in several."""


def at_once(kinds: int) -> int:
    """Returns how many goods one answer chooses, given the number of kinds."""
    return max((count for count in range(2, 12) if comb(kinds + count, count) <= MOST_WAYS_AT_ONCE), default=1)


class Loss(NamedTuple):
    """A group of goods among which the loser chooses."""

    goods: tuple[int, ...]
    name: str
    prices: tuple[int, ...]
    """By the number of goods given up in one answer, from 0 on, the price that asks for that number."""


LOSSES = Handle[Loss]("loss")


class LossTable(PaymentTable):
    """The ways of a seat to give up goods."""

    kind = "lose"


def ask(state: State, frame: int, loser: int, loss: int, left: int, receiver: int) -> None:
    """Takes goods of a group from a seat, or has it choose which, if that makes a difference."""
    goods, hand = state.rules.entries(LOSSES)[loss].goods, hand_of(state, loser)
    held = [hand[good] for good in goods]
    if left <= 0 or not any(held):
        return
    if sum(held) > left and sum(map(bool, held)) > 1:
        state.stack.append((frame, loser, loss, min(left, MOST), receiver + 1))
        return
    operations.lose_goods(state, loser, tuple([left if good in goods else 0 for good in range(len(hand))]), receiver)


class LossForm(PaymentForm):
    """The seat gives up as many goods as it must lose, of the group that the effect names."""

    name = "loss.form"
    kinds = ("lose",)


class LossHoldings(PaymentHoldings):
    """The loser has the goods that it gives up."""

    name = "loss.holdings"
    kinds = ("lose",)


class LoseGoods(Decision):
    """The choice of goods to lose; x is the group, y how many are still to be lost, z the seat that gets them + 1, or 0."""

    name = "lose-goods"
    prompt = "{left} of any {of} to lose"
    checks = (LossForm, LossHoldings)
    progress = (LOSSES.slot(), Slot("left", least=1), Slot("receiver", most=lambda rules: rules.players))
    shapes = {"lose": GOODS}

    def prepare(self) -> None:
        self.losses, self.payments = self.rules.entries(LOSSES), self.rules.service(LossTable)
        self.can_shrink = bool(self.rules.entries(TAKING_ITEMS))
        """True if the loser may hold less, or nothing any more, before it has answered."""

    def universe(self) -> Universe:
        possible = [price for loss in self.losses for price in loss.prices[not self.can_shrink :]]
        yield from dict.fromkeys(self.payments.universe(possible))

    def verify(self, state: State, frame: FrameTuple) -> None:
        _, seat, loss, left, receiver = frame
        expect(receiver != seat + 1, "goods that a seat hands to itself")
        if self.can_shrink:
            return
        hand = hand_of(state, seat)
        held = [hand[good] for good in self.losses[loss].goods]
        expect(sum(held) > left and sum(map(bool, held)) > 1, "a choice of goods to lose that makes no difference")
        in_all = sum(other[3] for other in state.stack if other[:2] == frame[:2])
        expect(in_all <= sum(hand), f"seat {seat} is to lose {in_all} goods in all, and has {sum(hand)}")

    def left(self, state: Position, frame: FrameTuple) -> int:
        """Returns how many goods are still to be lost: less than at first if the seat holds less by now."""
        hand = hand_of(state, frame[1])
        return min(frame[3], sum(hand[good] for good in self.losses[frame[2]].goods))

    def asked_for(self, state: Position, frame: FrameTuple) -> int:
        """Returns the price, by its place in the table, that asks for the goods of one answer."""
        prices = self.losses[frame[2]].prices
        return prices[min(self.left(state, frame), len(prices) - 1)]

    def facts(self, state: State, frame: FrameTuple) -> PaymentFacts:
        facts = payment_facts(state, frame[1], self.asked_for(state, frame), phase_record(state))
        return attrs.evolve(facts, asked="to be lost:")

    def options(self, state: State, frame: FrameTuple) -> tuple[Action, ...]:
        return self.payments.options(state, frame[1], self.asked_for(state, frame))

    def resume(self, state: State, frame: FrameTuple, action: Action) -> None:
        index, seat, loss, left, receiver = frame
        operations.lose_goods(state, seat, action.data, receiver - 1)
        ask(state, index, seat, loss, left - sum(action.data), receiver - 1)

    def asked(self, state: Position, frame: FrameTuple) -> Asked:
        price, receiver = self.payments.prices[self.asked_for(state, frame)], frame[4]
        facts: Asked = {"amount": price.most, "among": price.among(self.rules)}
        more: dict[str, JSON] = {"left": self.left(state, frame), "of": self.losses[frame[2]].name}
        return {**facts, "more": {**more, "receiver": receiver - 1 if receiver else None}}


# --- losing -------------------------------------------------------------------------------------------------------
# Losing goods, steps on a track, tools and figures, at most what the seat has; from a group of goods the loser chooses.


THINGS = ("good", "of", "track", "tools", "figures")
"""Mutually exclusive keys that name what is lost."""


@attrs.frozen
class LoseVerb(Verb):
    """The seat loses goods, steps on a track, tools or figures, as many as it has.

    `good` names one good. From a group of goods, `of`, the loser chooses by an answer such as `lose 1 wood, 1 clay`. If the use
    of an item takes some of them first, the loser gives up the rest. A marker goes back on a `track`, not below 0. With `tools`,
    a highest tool goes down by one, a used one first, and a tool of value 1 is removed: the reverse of the effect `tool`.
    `figures` are taken from home; a colour always keeps one.

    With `from = "others"` all other seats lose; with `from_most`, the seat with most of a quantity: in a tie the seat itself, or
    else the nearest on its left, but with `to = "seat"` always another seat. A quantity in `amount`, `tools` or `figures` is read
    for the loser. Goods go to the supply, or `to` the seat with the effect, which takes nothing from itself, or to the owner of
    the workplace; among effects of `choose-seat` to the `chooser`, and among those of `chooser` to the `chosen` seat.

    Example: `{ do = "lose", of = "resource", amount = { goods = "resource", divide = 2 } }`, or
    `{ do = "lose", good = "food", from_most = { goods = "food" }, to = "seat" }`
    """

    do = "lose"
    decided_by = "to"
    token = ("-{tools} tool", "-{figures} figure", "-{amount} {track}", "-{amount} {of}", "-{amount} {good}")
    good: str | None = field("the good that is lost", default=None, refers_to="good", loses=True)
    of: str | None = field(
        "the group of goods for the loser to choose from", default=None, refers_to="group:good|good", loses=True
    )
    track: str | None = field("the track", default=None, refers_to="track", loses=True)
    tools: Amount | None = field("the number of times a highest tool goes down by one, or a quantity", default=None, least=1)
    figures: Amount | None = field("how many figures are lost; or a quantity", default=None, least=1)
    amount: Amount = field("how many goods, or steps on the track; or a quantity", default=1, least=1)
    from_: str = field(
        "the seat with the effect, or all others", default="seat", choices=("seat", "others"),
        elsewhere="the seat with most of something is named by `from_most = { ... }`; a seat is chosen by `choose-seat`",
    )  # fmt: skip
    from_most: Quantity | None = field("instead of `from`: the seat with most of this loses", default=None, becomes=WITHIN)
    to: str = field(
        "where lost goods go", default="supply", choices=("supply", "seat", "owner", "chooser", "chosen"),
        elsewhere="effects of a chosen seat, within `choose-seat`, hand goods `to` the `chooser`",
    )  # fmt: skip

    involved = (*THINGS, "amount", "from_", "from_most", "to")

    def contradictions(self) -> Iterator[Contradiction]:
        things = [key for key in THINGS if getattr(self, key) is not None]
        if len(things) != 1:
            label = f"`{things[1]}` stands beside `{things[0]}`" if things else "nothing is lost here"
            help = "write one of " + ", ".join(f"`{key}`" for key in THINGS)
            yield Contradiction(label, tuple(things[1:2]), "not one thing to lose", help, at_key=bool(things))
            return
        if things[0] in ("tools", "figures") and self.amount != 1:
            yield Contradiction(f"how many is said by `{things[0]}`", ("amount",), at_key=True)
        if self.to != "supply" and things[0] not in ("good", "of"):
            yield Contradiction("only goods can be handed to a seat", ("to",), at_key=True)
        if self.from_most is not None and self.from_ != "seat":
            yield Contradiction("`from_most` says already who loses", ("from",), at_key=True)
        if self.to == "seat" and self.from_ == "seat" and self.from_most is None:
            help = 'in `choose-seat` write `to = "chooser"`; elsewhere add `from = "others"`, or `from_most = { ... }`'
            yield Contradiction("a seat takes nothing from itself", ("to",), help=help)

    def belongs_in(self) -> tuple[str, ...]:
        return ("workplace",) if self.to == "owner" else TURNED.get(self.to, ())

    def takes(self) -> bool:
        return self.from_ == "seat" and self.to != "chooser" and (self.from_most is None or self.to != "seat")

    def describe(self, phrases: Phrases) -> str:
        amount = next((number for number in (self.tools, self.figures) if number is not None), self.amount)
        count = phrases.amount(amount)
        noun = "tool" if self.tools is not None else "figure"
        lost = f"{count} {noun}{'s' * (amount != 1)}" if isinstance(amount, int) else f"{noun}s, as many as {count}"
        if self.track is not None:
            lost = (
                f"{count} back on {self.track}" if isinstance(amount, int) else f"steps back on {self.track}, as many as {count}"
            )
        elif self.tools is None and self.figures is None:
            lost = phrases.goods(amount, self.good or self.of or "")
        words = f"lose {lost}"
        if self.from_most is not None:
            words = f"whoever has {phrases.most_of(self.from_most)} loses {lost}"
        elif self.from_ == "others":
            words = f"all others lose {lost}"
        return words + TO[self.to]

    def bind(self, link: Linker) -> Effect:
        losers, take, to = self._losers(link), self._taking(link), self.to

        def effect(state: State, seat: int, place: int, n: int) -> None:
            receiver = receiver_of(state, seat, place, to)
            for loser in losers(state, seat):
                if loser != receiver:
                    take(state, loser, receiver, n)

        return effect

    def _losers(self, link: Linker) -> Callable[[State, int], Sequence[int]]:
        """Compiles the losers to a function of the seat that has the effect; it lists first the seat that is asked last."""
        players = link.players
        if self.from_most is None:
            others = [clockwise(players, seat)[:0:-1] for seat in range(players)]
            return (lambda state, seat: others[seat]) if self.from_ == "others" else (lambda state, seat: (seat,))
        reader, nearest = link.quantity(self.from_most), 1 if self.to == "seat" and players > 1 else 0

        def most(state: State, seat: int) -> Sequence[int]:
            return (max(clockwise(players, seat)[nearest:], key=lambda other: reader(state, other, 0)),)

        return most

    def _taking(self, link: Linker) -> Callable[[State, int, int, int], None]:
        """Compiles the loss to a function of the loser, the receiver and `n`."""
        if self.track is not None:
            track, steps = link.index("track", self.track), at_least_zero(link, self.amount)
            return lambda state, loser, receiver, n: operations.go_back(state, loser, track, steps(state, loser, n))
        if self.figures is not None:
            figures = at_least_zero(link, self.figures)
            return lambda state, loser, receiver, n: operations.lose_figures(state, loser, figures(state, loser, n))
        if self.tools is not None:
            tools = at_least_zero(link, self.tools)

            def take(state: State, loser: int, receiver: int, n: int) -> None:
                for _ in range(min(tools(state, loser, n), state.rules.kits.totals[state.kits[loser]])):
                    operations.lose_tool(state, loser)

            return take
        goods, width = link.goods(self.good or self.of or ""), len(link.ids("good"))
        amount = at_least_zero(link, self.amount)
        if len(goods) == 1:
            return lambda state, loser, receiver, n: operations.lose_goods(
                state, loser, tuple([amount(state, loser, n) if good in goods else 0 for good in range(width)]), receiver
            )
        costs = [Cost(of=self.of, at_least=count, at_most=count) for count in range(at_once(len(goods)) + 1)]
        loss = link.add(LOSSES, Loss(goods, self.of or "", tuple(price_index(link, cost) for cost in costs)))
        frame = link.frame(LoseGoods.name)
        return lambda state, loser, receiver, n: ask(state, frame, loser, loss, amount(state, loser, n), receiver)

    def clashes(self, bounds: Bounds) -> Iterator[Clash]:
        key = "from_most" if self.from_most is not None else "from"
        if self.track is not None and bounds.find("track", self.track).shared and (key == "from_most" or self.from_ != "seat"):
            why = f"`{self.track}` has one marker for all: there are no others"
            yield Clash("SA207", "a key that means nothing here", (key,), why, "delete this key")

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        for key, of in (("good", self.good), ("of", self.of)):
            idle = of is not None and is_never_got(bounds, of)
            why = f"nobody ever gets anything of `{of}`"
            yield Bound(("SA514", "nothing to lose"), (key,), idle, why, "name something that there is", about=(of or "",))
        idle, why = self.track is not None and self.track not in bounds.got, f"nobody ever goes forward on `{self.track}`"
        help = "name another track, or take the effect away"
        yield Bound(("SA514", "nothing to lose"), ("track",), idle, why, help, about=(self.track or "",))
        if self.track is not None:
            yield from beyond_track(bounds, "amount", self.amount, self.track)
        tools, figures = most_tools(bounds), max(0, most_figures(bounds) - 1)
        yield from beyond("tools", self.tools, tools, f"tools go up to {tools} in all", set_by=tool_records(bounds))
        why = f"a colour has {figures + 1} figures in all, and keeps one"
        yield from beyond("figures", self.figures, figures, why, set_by=figure_records(bounds))
        yield from comparing(bounds, "from_most", self.from_most)
        alone = self.from_ == "others" and bounds.players == 1
        yield Bound(NO_DIFFERENCE, ("from",), alone, "there is one seat", "take the effect away")


LOSING = Mechanism("losing", verbs=(LoseVerb,), frames=(LoseGoods,))
