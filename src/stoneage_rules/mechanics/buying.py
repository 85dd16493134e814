"""Buying the item on a place: pay its price, trade for what is missing, or decline.

A trade on the way stands in `trading`, what comes after the price in `taking`, what pays it in `payments`.
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
from stoneage_rules.mechanics.payments import PaymentTable
from stoneage_rules.mechanics.trade_options import Trades

__all__ = ["Buy"]


class Buy(Decision):
    """Pay for the item on a place, trade for what is missing, or decline; x is the place."""

    name = "buy"
    checks = ("payment.form", "payment.holdings", "trade.kind", "trade.rate", "trade.once", "trade.barred",
              "trade.goods", "trade.amount", "trade.several", "trade.holdings", "trade.needed")  # fmt: skip
    progress = ("place",)
    alone = "purchase"
    shapes = {"pay": GOODS, "give": GOODS, "decline": NOTHING}

    def prepare(self) -> None:
        self.payments: PaymentTable = self.rules.payments
        self.trades = Trades(self.rules) if self.rules.tables.get("exchanges") else None

    def verify(self, state: State, frame: tuple[int, ...]) -> None:
        expect_for_sale(state, frame[2])
        expect_in_question(state, frame)

    def universe(self) -> Iterator[tuple[str, tuple[Any, ...], Any]]:
        yield from self.payments.universe(self.rules.item_prices)
        if self.rules.item_prices:
            yield "decline", (), None
        if self.trades:
            yield from self.trades.universe("give")

    def options(self, state: State, frame: tuple[int, ...]) -> tuple[Action, ...]:
        seat, place = frame[1], frame[2]
        found = self.payments.options(state, seat, asking_price(state, place))
        if self.trades:
            found += self.trades.gifts(state, seat, place)
        return found + self.rules.of_kind("decline")

    def shortfalls(self, state: State, frame: tuple[int, ...], action: Action) -> Iterator[Shortfall]:
        seat, place = frame[1], frame[2]
        if action.kind == "pay":
            record = asking_record(state, place)
            yield from self.payments.shortfalls(state, seat, asking_price(state, place), action, record)
        elif action.kind == "give":
            yield from (self.trades or Trades(self.rules)).gift_shortfalls(state, seat, place, action)

    def resume(self, state: State, frame: tuple[int, ...], action: Action) -> None:
        _, seat, place = frame
        if action.kind == "pay":
            operations.spend(state, seat, action.data)
            paid(state, seat, place, action.index)
        elif action.kind == "give":
            state.stack.append((self.rules.frames["get-goods"], seat, place, action.index))
        else:
            operations.note(state, "decline", seat, place)

    def asks(self, state: State, frame: tuple[int, ...]) -> str:
        rules = self.rules
        price = rules.prices[asking_price(state, frame[2])].describe(rules.goods)
        return f"whether to pay {price} for {rules.items[state.held[frame[2]]].id}"
