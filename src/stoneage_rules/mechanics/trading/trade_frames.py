"""A trade in the middle of a purchase: give goods, get goods, pay with them; until then it can be taken back.

Nothing changes hands before the price is paid: until then what was given and got is progress of the frames.  Then all
moves at once: what was given and what is paid of own goods goes back to the supply, and so does what was got, spent or lost.
What can be given, got and paid is in `trade_options`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, cast

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.actions import GOODS, NOTHING, Action
from stoneage_rules.kernel.asking import Asked
from stoneage_rules.kernel.invariants import expect
from stoneage_rules.kernel.legality import Decision, Extension
from stoneage_rules.kernel.position import Position
from stoneage_rules.kernel.state import State
from stoneage_rules.language.handles import PLACE_SLOT
from stoneage_rules.mechanics.buying import GONE, Bills, asking_price, asking_record, bill_of, brought_by, expect_for_sale
from stoneage_rules.mechanics.payments import PRICES, PaymentFacts, amounts_of, hand_of, payment_slot
from stoneage_rules.mechanics.taking import ItemThere, PurchaseClosed, Takers, note_declined
from stoneage_rules.mechanics.trading.exchange import Rate
from stoneage_rules.mechanics.trading.paying_checks import (
    TradedFacts,
    TradedFirst,
    TradedForm,
    TradedHoldings,
    TradedNeeded,
    TradedSupply,
)
from stoneage_rules.mechanics.trading.trade_checks import (
    GetNeeded,
    GiftNeeded,
    TradeAmount,
    TradeBarred,
    TradeClosed,
    TradeFacts,
    TradeGoods,
    TradeHoldings,
    TradeKind,
    TradeOnce,
    TradeRate,
    TradeSame,
    TradeSeveral,
    TradeStands,
    TradeSupply,
)
from stoneage_rules.mechanics.trading.trade_options import Trades
from stoneage_rules.text.wording import either

__all__ = ["GetGoods", "PayTraded"]


class GiveGoods(Extension):
    """The choice of goods to give in the middle of a purchase, which begins a trade."""

    name = "give-goods"
    extends = "buy"
    shapes = {"give": GOODS}
    checks = (
        TradeKind, TradeRate, TradeOnce, TradeBarred, TradeClosed, TradeGoods, TradeAmount, TradeSeveral, TradeHoldings,
        GiftNeeded,
    )  # fmt: skip

    def prepare(self) -> None:
        self.trades = self.rules.service(Trades)

    def universe(self) -> Iterator[tuple[str, tuple[Any, ...], Any]]:
        yield from self.trades.universe("give")

    def facts(self, state: State, frame: tuple[int, ...]) -> TradeFacts:
        seat, place = frame[1], frame[2]
        exchange, rate = self.trades.asked(state, seat, place)
        size = rate.give if rate else 0
        needed = f"the rate is {rate.give} for {rate.get}" if rate else ""
        serving, payable = self.options(state, frame), self.trades.payable(state, seat, place)
        return TradeFacts(state, seat, place, exchange, rate, size, needed, serving, lambda action: (), payable=payable)

    def options(self, state: State, frame: tuple[int, ...]) -> tuple[Action, ...]:
        return self.trades.gifts(state, frame[1], frame[2]) if self.trades.exchanges else ()

    def resume(self, state: State, frame: tuple[int, ...], action: Action) -> None:
        _, seat, place = frame
        state.stack.append((self.rules.frames["get-goods"], seat, place, action.index))

    def hint(self, state: Position, frame: tuple[int, ...], action: Action) -> str:
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

    def is_closed(self, state: State, frame: tuple[int, ...]) -> bool:
        """Returns whether something used in mid-trade has closed the purchase, or the exchange, to the seat, or undone it."""
        _, seat, place, given, *_ = frame
        if self.takers.can_close and self.takers.must_leave(state, seat, place):
            return True
        if self.trades.has_failed(state, seat, place, given):
            return True
        return self.trades.has_rows and self.trades.begun(state, seat, place, given)[0].closed(state, seat)

    def verify(self, state: State, frame: tuple[int, ...]) -> None:
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
        return self.rules.of_kind("take-back") + self.rules.of_kind("decline")

    def asked(self, state: Position, frame: tuple[int, ...]) -> Asked:
        traded = zip(("given", "got"), frame[3:], strict=False)
        goods = {name: dict(self.rules.actions[action].args) for name, action in traded}
        return {**bill_of(state, frame[1], frame[2]), **goods}  # type: ignore[typeddict-item]

    def hint(self, state: Position, frame: tuple[int, ...], action: Action) -> str:
        return brought_by(state, frame, action)


class GetGoods(TradeDecision):
    """The choice of goods to get for those given; x is the place, y the gift."""

    name = "get-goods"
    prompt = "what to get for {given}"
    progress = (PLACE_SLOT, payment_slot("given"))
    shapes = {"get": GOODS, "take-back": NOTHING, "decline": NOTHING}
    checks = (TradeClosed, TradeStands, TradeGoods, TradeAmount, TradeSeveral, TradeSame, TradeSupply, GetNeeded)

    def universe(self) -> Iterator[tuple[str, tuple[Any, ...], Any]]:
        yield from self.trades.universe("get")
        if self.trades.exchanges:
            yield "take-back", (), None

    def facts(self, state: State, frame: tuple[int, ...]) -> TradeFacts:
        _, seat, place, gift = frame
        exchange, rate = self.trades.begun(state, seat, place, gift)
        given = self.trades.handed(gift, "give")
        needed = f"the rate is {rate.give} for {rate.get}"
        lacking = lambda action: self.trades.lacking(state, amounts_of(action))  # noqa: E731
        failed = self.trades.has_failed(state, seat, place, gift)
        serving = self.options(state, frame)
        return TradeFacts(state, seat, place, exchange, rate, rate.get, needed, serving, lacking, given, failed=failed)

    def options(self, state: State, frame: tuple[int, ...]) -> tuple[Action, ...]:
        _, seat, place, given = frame
        if self.is_closed(state, frame):
            return self.leaving
        return self.trades.gets(state, seat, place, given) + self.leaving

    def resume(self, state: State, frame: tuple[int, ...], action: Action) -> None:
        _, seat, place, given = frame
        if action.kind == "get":
            state.stack.append((self.rules.frames["pay-traded"], seat, place, given, action.index))
        else:
            self.leave(state, seat, place, action)

    def asked(self, state: Position, frame: tuple[int, ...]) -> Asked:
        exchange, rate = self.trades.begun(cast("State", state), *frame[1:])
        facts: Asked = {**super().asked(state, frame), "amount": rate.get, "among": exchange.among(self.rules)}
        return facts

    def hint(self, state: Position, frame: tuple[int, ...], action: Action) -> str:
        _, seat, place, given = frame
        if action.kind != "get" or state.item_at[place] < 0 or self.trades.has_failed(cast("State", state), seat, place, given):
            return ""
        left = self.trades.remaining(cast("State", state), seat, given)
        ways = self.trades.pays(asking_price(state, seat, place), left, action.data)
        return f"then {ways[0]}" if len(ways) == 1 else ""


class PayTraded(TradeDecision):
    """The payment with the goods got; x is the place, y the gift, z the goods got."""

    name = "pay-traded"
    prompt = ("how to pay {owed} with what was got", GONE)
    progress = (PLACE_SLOT, payment_slot("given"), payment_slot("got"))
    shapes = {"pay": GOODS, "take-back": NOTHING, "decline": NOTHING}
    checks = (TradedForm, TradedHoldings, TradeClosed, TradeStands, TradedSupply, TradedFirst, TradedNeeded)

    def verify(self, state: State, frame: tuple[int, ...]) -> None:
        super().verify(state, frame)
        given, got = self.trades.handed(frame[3], "give"), self.trades.handed(frame[4], "get")
        barred = Rate(0, sum(given), sum(got)).barred(given)
        expect(not any(map(min, barred, got)), "a good is traded for itself at a rate that brings no more of it")
        exchange, rate = self.trades.begun(state, *frame[1:4])
        of_exchange = sum(got) == rate.get and all(good in exchange.goods for good, amount in enumerate(got) if amount)
        expect(self.trades.can_fail or of_exchange, "what was got is not what the trade brings")

    def universe(self) -> Iterator[tuple[str, tuple[Any, ...], Any]]:
        yield from ()

    def facts(self, state: State, frame: tuple[int, ...]) -> TradedFacts:
        _, seat, place, given, got = frame
        exchange, _ = self.trades.begun(state, seat, place, given)
        traded = self.trades.handed(got, "get")
        failed = self.trades.has_failed(state, seat, place, given)
        left = hand_of(state, seat) if failed else self.trades.remaining(state, seat, given)
        held = tuple(map(int.__add__, left, traded))
        price = self.rules.entries(PRICES)[asking_price(state, seat, place)]
        payment = PaymentFacts(self.rules, price, held, asking_record(state, place))
        lacking = self.trades.lacking(state, traded)
        got_action, pays = self.rules.actions[got], self.options(state, frame)
        return TradedFacts(state, seat, payment, traded, got_action, exchange, lacking, pays, failed)

    def options(self, state: State, frame: tuple[int, ...]) -> tuple[Action, ...]:
        _, seat, place, given, got = frame
        traded = self.trades.handed(got, "get")
        # Something used in between may have closed the purchase, undone the trade, or emptied the supply.
        if self.is_closed(state, frame) or self.trades.lacking(state, traded):
            return self.leaving
        remaining = self.trades.remaining(state, seat, given)
        return self.trades.pays(asking_price(state, seat, place), remaining, traded) + self.leaving

    def resume(self, state: State, frame: tuple[int, ...], action: Action) -> None:
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
