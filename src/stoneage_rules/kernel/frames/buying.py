"""Buying the item on a place: pay its price or decline, then have what it brings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.actions import GOODS, NOTHING, Action
from stoneage_rules.kernel.decisions import Decision, Shortfall
from stoneage_rules.kernel.engine import run
from stoneage_rules.kernel.payments import PaymentTable
from stoneage_rules.kernel.state import State

__all__ = ["Buy"]


class Buy(Decision):
    """Pay for the item on a place, or decline; x is the place."""

    name = "buy"
    checks = ("payment.form", "payment.holdings")
    fields = ("place",)
    shapes = {"pay": GOODS, "decline": NOTHING}

    def prepare(self) -> None:
        self.payments: PaymentTable = self.rules.payments

    def universe(self) -> Iterator[tuple[str, tuple[Any, ...], Any]]:
        yield from self.payments.universe(self.rules.item_prices)
        yield "decline", (), None

    def price(self, state: State, place: int) -> int:
        """The price of the item on a place: the space's own, or else the item's."""
        asked = self.rules.places[place].price
        return asked if asked >= 0 else self.rules.items[state.held[place]].price

    def options(self, state: State, frame: tuple[int, ...]) -> tuple[Action, ...]:
        payments = self.payments.options(state, frame[1], self.price(state, frame[2]))
        return payments + self.rules.of_kind("decline")

    def shortfalls(self, state: State, frame: tuple[int, ...], action: Action) -> Iterator[Shortfall]:
        if action.kind == "pay":
            yield from self.payments.shortfalls(state, frame[1], self.price(state, frame[2]), action)

    def resume(self, state: State, frame: tuple[int, ...], action: Action) -> None:
        _, seat, place = frame
        if action.kind == "decline":
            operations.note(state, "decline", seat, place)
            return
        operations.spend(state, seat, action.data)
        take(state, seat, place, action.index)

    def asks(self, state: State, frame: tuple[int, ...]) -> str:
        rules = self.rules
        price = rules.prices[self.price(state, frame[2])].describe(rules.goods)
        return f"whether to pay {price} for {rules.items[state.held[frame[2]]].id}"


def take(state: State, seat: int, place: int, payment: int) -> None:
    """The item on a place becomes the seat's and takes effect; a pile shows its next tile."""
    rules = state.rules
    item = rules.items[operations.lift_item(state, place)]
    if state.piles[place]:
        state.stack.append((rules.frames["lay-item"], seat, rules.places[place].row, place))
    operations.own(state, seat, item.index)
    run(state, seat, item.node, place, payment)
