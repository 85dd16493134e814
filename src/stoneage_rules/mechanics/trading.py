"""Trading in the middle of a purchase: give goods, get goods, pay with them.  The law and the content are in `trade_checks`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, cast

from stoneage_rules.errors import InvalidState
from stoneage_rules.kernel import operations
from stoneage_rules.kernel.actions import GOODS, NOTHING, Action
from stoneage_rules.kernel.frames import Asked, FrameTuple
from stoneage_rules.kernel.legality import Decision, Extension, Universe, in_order, remember
from stoneage_rules.kernel.nouns import TAKING_ITEMS
from stoneage_rules.kernel.position import Position
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.saving import expect
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import PLACE_SLOT
from stoneage_rules.language.events import GOODS_FIELD, EventKind, Mechanism
from stoneage_rules.mechanics.buying import GONE, Bills, asking_price, asking_record, bill_of, brought_by, expect_for_sale
from stoneage_rules.mechanics.items import ItemThere, PurchaseClosed, Takers, note_declined
from stoneage_rules.mechanics.payments import (
    PRICES,
    Amounts,
    PaymentForm,
    PaymentTable,
    hand_of,
    minus,
    multisets,
    named_goods,
    payment_slot,
    used_of,
)
from stoneage_rules.mechanics.trade_checks import (
    EXCHANGES,
    Exchange,
    ExchangeRecord,
    RateRecord,
    TradeAmount,
    TradeBarred,
    TradeClosed,
    TradedFacts,
    TradedFirst,
    TradedHoldings,
    TradedNeeded,
    TradeFacts,
    TradeGoods,
    TradeHoldings,
    TradeKind,
    TradeNeeded,
    TradeOnce,
    TradeRate,
    TradeSame,
    TradeSeveral,
    TradeStands,
    TradeSupply,
    lacking,
)
from stoneage_rules.text import either

# --- trade options ------------------------------------------------------------------------------------------------
#
# Tables for the frames of a trade: the goods a seat can exchange and still complete the purchase.
# The goods received must be in the supply before the gift returns to it: so they do not depend on the gift, and every offer
# can be carried out.  Nothing here changes a state.


class Trades:
    """The goods a seat can exchange and still complete the purchase, cached by all that they depend on."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.exchanges = rules.entries(EXCHANGES)
        self.payments = rules.service(PaymentTable)
        self.width = len(rules.goods)
        self.has_rows = any(exchange.rows.rows for exchange in self.exchanges)
        self.can_fail = bool(rules.entries(TAKING_ITEMS))
        """True if a trade that is begun can become impossible by uses in mid-trade."""
        self._gifts: dict[Any, tuple[Action, ...]] = {}
        self._gets: dict[Any, tuple[Action, ...]] = {}
        self._pays: dict[Any, tuple[Action, ...]] = {}
        self._can_end: dict[Any, bool] = {}
        self._caps: list[Amounts] = [
            price.fixed or tuple(price.most if good in price.goods else 0 for good in range(self.width))
            for price in rules.entries(PRICES)
        ]
        """By price, how many of each good it can take; further goods in hand make no difference."""

    def universe(self, kind: str) -> Universe:
        """Yields every amount that some rate can give or get."""
        for exchange in self.exchanges:
            for rate in exchange.rates:
                size = rate.give if kind == "give" else rate.get
                for amounts in multisets(exchange.goods, size, self.width):
                    yield kind, named_goods(amounts, self.rules.goods), amounts

    def rate(self, state: State, seat: int, exchange: Exchange) -> RateRecord | None:
        """Returns the rate of a seat now, or None where its position is too low for any."""
        position = exchange.position(state, seat, 0)
        return next((rate for rate in reversed(exchange.rates) if position >= rate.at_least), None)

    def current(self, state: State, seat: int, place: int) -> tuple[Exchange, RateRecord] | None:
        """Returns the trade that is open to a seat for the item on a place."""
        for exchange, rate in self._possible(state, seat, place):
            if not exchange.rows.closed(state, seat):
                return exchange, rate
        return None

    def _possible(self, state: State, seat: int, place: int) -> Iterator[tuple[Exchange, RateRecord]]:
        """Yields the trades that a seat can make for the item on a place if their `if` holds."""
        for exchange in self._fitting(state, place):
            rate = self.rate(state, seat, exchange)
            if rate and not state.marks[seat] & (exchange.done | exchange.barred_by):
                yield exchange, rate

    def asked(self, state: State, seat: int, place: int) -> tuple[Exchange | None, RateRecord | None]:
        """Returns the trade that reasons against a trade for the item on a place speak of, and the seat's rate."""
        exchange, rate = self.current(state, seat, place) or ((*self._fitting(state, place), None)[0], None)
        return exchange, rate or (self.rate(state, seat, exchange) if exchange else None)

    def _fitting(self, state: State, place: int) -> list[Exchange]:
        kind = self.rules.items[state.item_at[place]].kind if state.item_at[place] >= 0 else -1
        return [exchange for exchange in self.exchanges if kind in exchange.kinds]

    def begun(self, state: State, seat: int, place: int, given: int) -> tuple[Exchange, RateRecord]:
        """Returns the trade of a seat that has given something already: the first open one, or one that has closed since.

        Where exchanges have an `if`, those that take these goods at the present rate come first.

        Args:
            given: the `give` by its index.

        Raises:
            InvalidState: there can be none; only a state written by hand gets here.
        """
        fitting = self._fitting(state, place)
        trades = [*self._possible(state, seat, place)] if fitting else []
        if self.has_rows or self.can_fail:
            goods = self.handed(given, "give")
            trades.sort(key=lambda trade: (not trade[0].takes(goods, trade[1].give), trade[0].rows.closed(state, seat)))
        if not trades and self.can_fail:
            trades = [(exchange, exchange.rates[0]) for exchange in fitting or self.exchanges]
        if not trades:
            raise InvalidState(f"seat {seat} is in the middle of a trade that it cannot make")
        return trades[0]

    def has_failed(self, state: State, seat: int, place: int, given: int) -> bool:
        """Returns whether something used in mid-trade has made the trade impossible: the seat lost what it gave, or its rate.

        Raises:
            InvalidState: it is impossible, and nothing can have been used; only a state written by hand gets here.
        """
        goods, possible = self.handed(given, "give"), self._possible(state, seat, place)
        stands = any(exchange.takes(goods, rate.give) for exchange, rate in possible)
        if self.can_fail:
            return not stands or minus(hand_of(state, seat), goods) is None
        expect(stands, f"seat {seat} cannot have given that in a trade: `{self.rules.actions[given]}`")
        self.remaining(state, seat, given)
        return False

    def handed(self, action: int, kind: str) -> Amounts:
        """Returns the goods of a `give` or `get` by its index.

        Raises:
            InvalidState: that action is something else.
        """
        traded = self.rules.actions[action]
        if traded.kind != kind:
            raise InvalidState(f"`{traded}` is no part of a trade: a `{kind}` belongs there")
        amounts: Amounts = traded.data
        return amounts

    def remaining(self, state: State, seat: int, given: int) -> Amounts:
        """Returns the goods that a seat has left after a gift.

        Raises:
            InvalidState: it does not hold that much.
        """
        left = minus(hand_of(state, seat), self.handed(given, "give"))
        if left is None:
            raise InvalidState(f"seat {seat} does not hold what it has given: `{self.rules.actions[given]}`")
        return left

    # --- what can end in the purchase ---------------------------------------------------------------------------

    def gifts(self, state: State, seat: int, place: int) -> tuple[Action, ...]:
        """Returns the gifts whose return can be spent on the price."""
        open_ = self.current(state, seat, place)
        if open_ is None:
            return ()
        exchange, rate = open_
        price = asking_price(state, seat, place)
        if exchange.when_short and self.payments.payable(state, seat, price):
            return ()
        # All that a trade depends on: the goods of the seat, its unspent items, and the supply.
        hand, ceiling = hand_of(state, seat), self.payments.ceiling(state, seat)
        clipped = tuple([min(amount, cap + rate.give) for amount, cap in zip(hand, self._caps[price], strict=True)])
        uses = state.unspent[seat] & self.rules.anytime
        key = price, rate.at_least, exchange.id, clipped, uses, ceiling and (ceiling, hand)
        gifts = self._gifts.get(key)
        if gifts is None:
            gifts = in_order(self._giveable(state, seat, price, exchange, rate))
            remember(self._gifts, key, gifts)
        return gifts

    def _hands(self, state: State, seat: int, size: int) -> Iterator[tuple[Amounts, Amounts | None]]:
        """Yields each hand that a seat has or could have, with the goods then in the supply, `size` of each at the most."""
        ceiling = self.payments.ceiling(state, seat)
        for hand in self.payments.reachable(state, seat):
            yield hand, ceiling and tuple(min(size, most - held) for most, held in zip(ceiling, hand, strict=True))

    def _giveable(self, state: State, seat: int, price: int, exchange: Exchange, rate: RateRecord) -> Iterator[Action]:
        hands, own = tuple(self._hands(state, seat, rate.get)), hand_of(state, seat)
        for amounts in multisets(exchange.goods, rate.give, self.width):
            # The gift must be in hand now: a card spent later asks again then.
            if minus(own, amounts) is None:
                continue
            for hand, supply in hands:
                remaining = minus(hand, amounts)
                if remaining and self._ends(price, remaining, exchange, rate, supply, amounts):
                    yield self.rules.action("give", *named_goods(amounts, self.rules.goods))
                    break

    def _ends(
        self, price: int, remaining: Amounts, exchange: Exchange, rate: RateRecord, supply: Amounts | None, given: Amounts
    ) -> bool:
        key = price, tuple(map(min, remaining, self._caps[price])), exchange.id, rate.get, supply, rate.barred(given)
        can_end = self._can_end.get(key)
        if can_end is None:
            can_end = any(self.pays(price, remaining, got) for got in self._gettable(exchange, rate, supply, given))
            remember(self._can_end, key, can_end)
        return can_end

    def _gettable(self, exchange: Exchange, rate: RateRecord, supply: Amounts | None, given: Amounts) -> Iterator[Amounts]:
        """Yields the amounts that a seat can get at a rate for the goods given, out of the supply."""
        barred = rate.barred(given)
        for got in multisets(tuple(good for good in exchange.goods if not barred[good]), rate.get, self.width):
            if supply is None or minus(supply, got):
                yield got

    def gets(self, state: State, seat: int, place: int, gift: int) -> tuple[Action, ...]:
        """Returns the goods that may be received for a `give`, by its index: at least one of them can be spent on the price."""
        exchange, rate = self.begun(state, seat, place, gift)
        price, given = asking_price(state, seat, place), self.handed(gift, "give")
        # Only the goods left after the gift matter, and of them no more than the price can take.
        hand, ceiling = hand_of(state, seat), self.payments.ceiling(state, seat)
        left = tuple([min(have - gave, cap) for have, gave, cap in zip(hand, given, self._caps[price], strict=True)])
        uses = state.unspent[seat] & self.rules.anytime
        key = price, rate.at_least, exchange.id, left, rate.barred(given), uses, ceiling and (ceiling, hand, given)
        gets = self._gets.get(key)
        if gets is None:
            ends = {
                got
                for hand, supply in self._hands(state, seat, rate.get)
                for got in self._gettable(exchange, rate, supply, given)
                if (remaining := minus(hand, given)) and self.pays(price, remaining, got)
            }
            fitting = (got for got in multisets(exchange.goods, rate.get, self.width) if got in ends)
            gets = in_order(self.rules.action("get", *named_goods(got, self.rules.goods)) for got in fitting)
            remember(self._gets, key, gets)
        return gets

    def pays(self, price: int, remaining: Amounts, got: Amounts) -> tuple[Action, ...]:
        """Returns the payments that spend at least one of the goods received, and no good of the seat in its place."""
        key = price, tuple(map(min, remaining, self._caps[price])), got
        payments = self._pays.get(key)
        if payments is None:
            ways = self.payments.out_of(price, tuple(map(int.__add__, remaining, got)))
            # Of two payments of one size, the one that spends fewer received goods spends own goods instead.
            most: dict[int, int] = {}
            for action in ways:
                size = sum(action.data)
                most[size] = max(used_of(action.data, got), most.get(size, 1))
            payments = tuple(action for action in ways if used_of(action.data, got) == most[sum(action.data)])
            remember(self._pays, key, payments)
        return payments


# --- trade frames -------------------------------------------------------------------------------------------------
#
# A trade in the middle of a purchase: give goods, get goods, pay with them; until then it can be taken back.
#
# Nothing changes hands before the price is paid: until then the gift and the goods received are progress of the frames.  Then
# all moves at once: the gift, the own goods that are paid, and the goods received, spent or lost, go back to the supply.


class GiveGoods(Extension):
    """The choice of goods to give in the middle of a purchase, which begins a trade."""

    name = "give-goods"
    extends = "buy"
    shapes = {"give": GOODS}
    checks = (
        TradeKind, TradeRate, TradeOnce, TradeBarred, TradeClosed, TradeGoods, TradeAmount, TradeSeveral, TradeHoldings,
        TradeNeeded,
    )  # fmt: skip

    def prepare(self) -> None:
        self.trades = self.rules.service(Trades)

    def universe(self) -> Universe:
        yield from self.trades.universe("give")

    def facts(self, state: State, frame: FrameTuple) -> TradeFacts:
        seat, place = frame[1], frame[2]
        exchange, rate = self.trades.asked(state, seat, place)
        payable = self.trades.payments.payable(state, seat, asking_price(state, seat, place))
        size, serving = rate.give if rate else 0, self.options(state, frame)
        return TradeFacts(state, seat, exchange, rate, size, serving, payable=payable)

    def options(self, state: State, frame: FrameTuple) -> tuple[Action, ...]:
        return self.trades.gifts(state, frame[1], frame[2]) if self.trades.exchanges else ()

    def resume(self, state: State, frame: FrameTuple, action: Action) -> None:
        _, seat, place = frame
        state.stack.append((self.rules.frames["get-goods"], seat, place, action.index))

    def hint(self, state: Position, frame: FrameTuple, action: Action) -> str:
        exchange, rate = self.trades.asked(cast("State", state), frame[1], frame[2])
        return f"for {rate.get} of {either(exchange.among(self.rules))}" if exchange and rate else ""


class TradeDecision(Decision):
    """A decision in the middle of a trade; x is the place whose item is bought."""

    exclusive = "purchase"
    undo = "take-back"
    gates = (ItemThere, PurchaseClosed)

    def prepare(self) -> None:
        self.trades = self.rules.service(Trades)
        self.takers = self.rules.service(Takers)

    def is_closed(self, state: State, frame: FrameTuple) -> bool:
        """Returns whether something used in mid-trade has closed the purchase, or the exchange, to the seat, or undone it."""
        _, seat, place, given, *_ = frame
        if self.takers.can_close and self.takers.must_leave(state, seat, place):
            return True
        if self.trades.has_failed(state, seat, place, given):
            return True
        return self.trades.has_rows and self.trades.begun(state, seat, place, given)[0].rows.closed(state, seat)

    def verify(self, state: State, frame: FrameTuple) -> None:
        expect_for_sale(state, frame[2])
        self.trades.begun(state, *frame[1:4])
        self.options(state, frame)

    def leave(self, state: State, seat: int, place: int, action: Action) -> None:
        """Ends the trade: taken back, the purchase is in question as it was before; declined, it is over as well."""
        if action.kind == "take-back":
            state.stack.append((self.rules.frames["buy"], seat, place))
        else:
            note_declined(state, seat, place, 1)

    @cached_property
    def leaving(self) -> tuple[Action, ...]:
        """The actions that end the trade without a purchase."""
        return in_order(self.rules.actions_of("take-back") + self.rules.actions_of("decline"))

    def asked(self, state: Position, frame: FrameTuple) -> Asked:
        traded = zip(("given", "got"), frame[3:], strict=False)
        goods = {name: dict(self.rules.actions[action].args) for name, action in traded}
        return {**bill_of(state, frame[1], frame[2]), **goods}  # type: ignore[typeddict-item]

    def hint(self, state: Position, frame: FrameTuple, action: Action) -> str:
        return brought_by(state, frame, action)


class GetGoods(TradeDecision):
    """The choice of goods to get for those given; x is the place, y the gift."""

    name = "get-goods"
    prompt = "what to get for {given}"
    progress = (PLACE_SLOT, payment_slot("given"))
    shapes = {"get": GOODS, "take-back": NOTHING, "decline": NOTHING}
    checks = (TradeClosed, TradeStands, TradeGoods, TradeAmount, TradeSeveral, TradeSame, TradeSupply, TradeNeeded)

    def universe(self) -> Universe:
        yield from self.trades.universe("get")
        if self.trades.exchanges:
            yield "take-back", (), None

    def facts(self, state: State, frame: FrameTuple) -> TradeFacts:
        _, seat, place, gift = frame
        exchange, rate = self.trades.begun(state, seat, place, gift)
        given = self.trades.handed(gift, "give")
        failed = self.trades.has_failed(state, seat, place, gift)
        serving = self.options(state, frame)
        return TradeFacts(state, seat, exchange, rate, rate.get, serving, given, failed=failed)

    def options(self, state: State, frame: FrameTuple) -> tuple[Action, ...]:
        _, seat, place, given = frame
        if self.is_closed(state, frame):
            return self.leaving
        return self.trades.gets(state, seat, place, given) + self.leaving

    def resume(self, state: State, frame: FrameTuple, action: Action) -> None:
        _, seat, place, given = frame
        if action.kind == "get":
            state.stack.append((self.rules.frames["pay-traded"], seat, place, given, action.index))
        else:
            self.leave(state, seat, place, action)

    def asked(self, state: Position, frame: FrameTuple) -> Asked:
        exchange, rate = self.trades.begun(cast("State", state), *frame[1:])
        facts: Asked = {**super().asked(state, frame), "amount": rate.get, "among": exchange.among(self.rules)}
        return facts

    def hint(self, state: Position, frame: FrameTuple, action: Action) -> str:
        _, seat, place, given = frame
        if action.kind != "get" or state.item_at[place] < 0 or self.trades.has_failed(cast("State", state), seat, place, given):
            return ""
        left = self.trades.remaining(cast("State", state), seat, given)
        ways = self.trades.pays(asking_price(state, seat, place), left, action.data)
        return f"then {ways[0]}" if len(ways) == 1 else ""


class PayTraded(TradeDecision):
    """The payment with the goods received; x is the place, y the gift, z the goods received."""

    name = "pay-traded"
    prompt = ("how to pay {owed} with the goods received", GONE)
    progress = (PLACE_SLOT, payment_slot("given"), payment_slot("got"))
    shapes = {"pay": GOODS, "take-back": NOTHING, "decline": NOTHING}
    checks = (PaymentForm, TradedHoldings, TradeClosed, TradeStands, TradeSupply, TradedFirst, TradedNeeded)

    def verify(self, state: State, frame: FrameTuple) -> None:
        super().verify(state, frame)
        given, got = self.trades.handed(frame[3], "give"), self.trades.handed(frame[4], "get")
        barred = RateRecord(at_least=0, give=sum(given), get=sum(got)).barred(given)
        expect(not any(map(min, barred, got)), "a good is traded for itself at a rate that brings no more of it")
        exchange, rate = self.trades.begun(state, *frame[1:4])
        expect(self.trades.can_fail or exchange.takes(got, rate.get), "the goods received are not what the trade brings")

    def universe(self) -> Universe:
        yield from ()

    def facts(self, state: State, frame: FrameTuple) -> TradedFacts:
        _, seat, place, given, got = frame
        exchange, _ = self.trades.begun(state, seat, place, given)
        traded = self.trades.handed(got, "get")
        failed = self.trades.has_failed(state, seat, place, given)
        left = hand_of(state, seat) if failed else self.trades.remaining(state, seat, given)
        held = tuple(map(int.__add__, left, traded))
        return TradedFacts(
            rules=self.rules,
            price=self.rules.entries(PRICES)[asking_price(state, seat, place)],
            held=held,
            record=asking_record(state, place),
            state=state,
            seat=seat,
            got=self.rules.actions[got],
            trade=exchange,
            pays=self.options(state, frame),
            failed=failed,
        )

    def options(self, state: State, frame: FrameTuple) -> tuple[Action, ...]:
        _, seat, place, given, got = frame
        traded = self.trades.handed(got, "get")
        # Something used in between may have closed the purchase, undone the trade, or emptied the supply.
        if self.is_closed(state, frame) or lacking(state, traded):
            return self.leaving
        remaining = self.trades.remaining(state, seat, given)
        return self.trades.pays(asking_price(state, seat, place), remaining, traded) + self.leaving

    def resume(self, state: State, frame: FrameTuple, action: Action) -> None:
        _, seat, place, given, got = frame
        if action.kind != "pay":
            self.leave(state, seat, place, action)
            return
        actions = self.rules.actions
        exchange, _ = self.trades.begun(state, seat, place, given)
        operations.note(state, "exchange", seat, actions[given].data, actions[got].data)
        operations.mark(state, seat, exchange.done)
        own = tuple(max(0, amount - traded) for amount, traded in zip(action.data, actions[got].data, strict=True))
        operations.spend(state, seat, tuple(map(int.__add__, actions[given].data, own)), told=action.data)
        self.rules.service(Bills).paid(state, seat, place, action.index)


MECHANISM = Mechanism(
    "trading",
    after=("goods",),
    records=(ExchangeRecord,),
    frames=(GetGoods, GiveGoods, PayTraded),
    features=("exchanges",),
    events=(
        EventKind(
            "exchange",
            "a seat trades goods with the supply",
            {"given": GOODS_FIELD.called("what it gives"), "got": GOODS_FIELD.called("what it gets")},
            "{seat} gives {given} for {got}",
        ),
    ),
)
