"""A trade in the middle of a purchase: give goods, get goods, pay with them; declining before that undoes all.

Nothing changes hands before the price is paid: until then what was given and got is progress of the frames.  Then all
moves at once: what was given and what is paid of own goods goes back to the supply, and so does what was got, spent or lost.
What can be given, got and paid is in `trades`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.actions import GOODS, NOTHING, Action
from stoneage_rules.kernel.invariants import expect_for_sale, expect_in_question
from stoneage_rules.kernel.legality import Decision, Shortfall
from stoneage_rules.kernel.state import State
from stoneage_rules.mechanics.add_ons import asking_price, asking_record, paid
from stoneage_rules.mechanics.payments import Amounts, minus, used_of
from stoneage_rules.mechanics.trade_options import Trades, out_of_supply

__all__ = ["GetGoods", "PayTraded"]


class GetGoods(Decision):
    """What to get for the goods given; x is the place, y the gift."""

    name = "get-goods"
    progress = ("place", "given")
    alone = "purchase"

    def verify(self, state: State, frame: tuple[int, ...]) -> None:
        expect_for_sale(state, frame[2])
        expect_in_question(state, frame)
        self.options(state, frame)

    checks = ("trade.goods", "trade.amount", "trade.several", "trade.supply", "trade.needed")
    shapes = {"get": GOODS, "decline": NOTHING}

    def prepare(self) -> None:
        self.trades = Trades(self.rules)

    def universe(self) -> Iterator[tuple[str, tuple[Any, ...], Any]]:
        yield from self.trades.universe("get")

    def options(self, state: State, frame: tuple[int, ...]) -> tuple[Action, ...]:
        _, seat, place, given = frame
        self.trades.rest(state, seat, given)
        return self.trades.gets(state, seat, place, self.rules.actions[given].data) + self.rules.of_kind("decline")

    def shortfalls(self, state: State, frame: tuple[int, ...], action: Action) -> Iterator[Shortfall]:
        if action in self.options(state, frame):
            return
        exchange, rate = self.trades.begun(state, frame[1], frame[2])
        needed = f"the rate is {rate.give} for {rate.get}"
        amiss = list(self.trades.amount_shortfalls(exchange, rate.get, action, needed))
        yield from amiss
        lacking = self.trades.lacking(state, self.rules.payments.amounts(action))
        if lacking:
            yield out_of_supply(lacking, exchange)
        elif not amiss:
            needed = "goods of which at least one is spent on the price"
            yield Shortfall("trade.needed", needed, f"`{action}` does not end in the purchase", exchange.record)

    def resume(self, state: State, frame: tuple[int, ...], action: Action) -> None:
        _, seat, place, given = frame
        if action.kind == "get":
            state.stack.append((self.rules.frames["pay-traded"], seat, place, given, action.index))
        else:
            operations.note(state, "decline", seat, place)

    def asks(self, state: State, frame: tuple[int, ...]) -> str:
        return f"what to get for {', '.join(self.rules.actions[frame[3]].text.split(' ')[1:])}"


class PayTraded(Decision):
    """How to pay with what was got; x is the place, y the gift, z what was got."""

    name = "pay-traded"
    progress = ("place", "given", "got")
    alone = "purchase"

    def verify(self, state: State, frame: tuple[int, ...]) -> None:
        expect_for_sale(state, frame[2])
        expect_in_question(state, frame)
        self.options(state, frame)

    checks = ("payment.form", "payment.holdings", "trade.supply", "trade.needed", "trade.first")
    shapes = {"pay": GOODS, "decline": NOTHING}

    def prepare(self) -> None:
        self.trades = Trades(self.rules)

    def universe(self) -> Iterator[tuple[str, tuple[Any, ...], Any]]:
        yield from ()

    def options(self, state: State, frame: tuple[int, ...]) -> tuple[Action, ...]:
        _, seat, place, given, got = frame
        self.trades.begun(state, seat, place)
        rest, traded = self.trades.rest(state, seat, given), self.trades.handed(got, "get")
        # Something used in between may have emptied the supply.
        pays = () if self.trades.lacking(state, traded) else self.trades.pays(asking_price(state, place), rest, traded)
        return pays + self.rules.of_kind("decline")

    def shortfalls(self, state: State, frame: tuple[int, ...], action: Action) -> Iterator[Shortfall]:
        if action.kind != "pay" or action in self.options(state, frame):
            return
        _, seat, place, given, got = frame
        amounts, text = self.rules.payments.amounts(action), self.rules.actions[got].text
        price, record = self.rules.prices[asking_price(state, place)], asking_record(state, place)
        rest = self.trades.rest(state, seat, given)
        amiss = []
        if not price.met_by(amounts):
            needed = f"the price is {price.describe(self.rules.goods)}"
            amiss.append(Shortfall("payment.form", needed, f"`{action}` is something else", record))
        traded = self.trades.handed(got, "get")
        if minus(tuple(map(int.__add__, rest, traded)), amounts) is None:
            needed = f"`{action}` takes goods that are left after the trade, or got in it"
            amiss.append(Shortfall("payment.holdings", needed, f"seat {seat} has fewer", record))
        yield from amiss or self._unspent(state, frame, amounts, f"`{action}` after `{text}`")

    def _unspent(self, state: State, frame: tuple[int, ...], amounts: Amounts, found: str) -> Iterator[Shortfall]:
        """What speaks against a payment that is the price and could be made."""
        _, seat, place, _, got = frame
        traded = self.trades.handed(got, "get")
        exchange, _ = self.trades.begun(state, seat, place)
        record, lacking = exchange.record, self.trades.lacking(state, traded)
        if lacking:
            yield out_of_supply(lacking, exchange)
        elif used_of(amounts, traded):
            yield Shortfall("trade.first", "what was got is spent before own goods", f"{found} keeps some of it", record)
        else:
            yield Shortfall("trade.needed", "at least one good got is spent", f"{found} spends none of it", record)

    def resume(self, state: State, frame: tuple[int, ...], action: Action) -> None:
        _, seat, place, given, got = frame
        if action.kind == "decline":
            operations.note(state, "decline", seat, place)
            return
        actions = self.rules.actions
        exchange, _ = self.trades.begun(state, seat, place)
        operations.note(state, "exchange", seat, actions[given].text, actions[got].text)
        state.marks[seat] |= exchange.done
        own = tuple(max(0, amount - traded) for amount, traded in zip(action.data, actions[got].data, strict=True))
        operations.spend(state, seat, actions[given].data)
        operations.spend(state, seat, own)
        paid(state, seat, place, action.index)

    def asks(self, state: State, frame: tuple[int, ...]) -> str:
        price = self.rules.prices[asking_price(state, frame[2])].describe(self.rules.goods)
        return f"how to pay {price} with what was got"
