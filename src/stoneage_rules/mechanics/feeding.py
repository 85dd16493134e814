"""Feeding figures when the food does not suffice: pay with other goods, or starve."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.actions import GOODS, NOTHING, Action
from stoneage_rules.kernel.frames import run
from stoneage_rules.kernel.invariants import expect_range
from stoneage_rules.kernel.legality import Decision, Shortfall, phase_record
from stoneage_rules.kernel.state import State
from stoneage_rules.mechanics.payments import PaymentTable

__all__ = ["FeedOrStarve", "Feeding", "feed"]


@attrs.frozen
class Feeding:
    """One way of feeding: the good that feeds, the prices in place of it by missing number, what starving does."""

    good: int
    prices: tuple[int, ...]
    starve: int


def feed(state: State, seat: int, feeding: int) -> None:
    """One of the good per figure at home; asks only when there is not enough."""
    rules = state.rules
    made: Feeding = rules.tables["feedings"][feeding]
    spot = seat * len(rules.goods) + made.good
    missing = state.home[seat] - state.goods[spot]
    if missing > 0:
        operations.note(state, "short", seat, made.good, missing)
        state.stack.append((rules.frames["feed-or-starve"], seat, feeding, missing))
        return
    operations.note(state, "feed", seat, state.home[seat])
    operations.gain(state, seat, made.good, -state.home[seat])


class FeedOrStarve(Decision):
    """How to make up for missing food, or to starve; x is the way of feeding, y what is missing."""

    name = "feed-or-starve"
    checks = ("payment.form", "payment.holdings")
    progress = ("feeding", "missing")
    shapes = {"pay": GOODS, "starve": NOTHING}

    def prepare(self) -> None:
        self.payments: PaymentTable = self.rules.payments

    def universe(self) -> Iterator[tuple[str, tuple[Any, ...], Any]]:
        for feeding in self.rules.tables.get("feedings", ()):
            yield from self.payments.universe(feeding.prices)
            yield "starve", (), None

    def verify(self, state: State, frame: tuple[int, ...]) -> None:
        expect_range(frame[3], 1, self.rules.most_figures, "what is missing")

    def price(self, frame: tuple[int, ...]) -> int:
        made: Feeding = self.rules.tables["feedings"][frame[2]]
        return made.prices[frame[3] - 1]

    def options(self, state: State, frame: tuple[int, ...]) -> tuple[Action, ...]:
        return self.payments.options(state, frame[1], self.price(frame)) + self.rules.of_kind("starve")

    def shortfalls(self, state: State, frame: tuple[int, ...], action: Action) -> Iterator[Shortfall]:
        if action.kind == "pay":
            yield from self.payments.shortfalls(state, frame[1], self.price(frame), action, phase_record(state))

    def resume(self, state: State, frame: tuple[int, ...], action: Action) -> None:
        _, seat, feeding, missing = frame
        made: Feeding = self.rules.tables["feedings"][feeding]
        held = state.goods[seat * len(self.rules.goods) + made.good]
        operations.gain(state, seat, made.good, -held)
        if action.kind == "pay":
            operations.spend(state, seat, action.data)
            return
        operations.note(state, "starve", seat, missing)
        run(state, seat, made.starve, -1, missing)

    def asks(self, state: State, frame: tuple[int, ...]) -> str:
        return f"how to make up for {frame[3]} missing {self.rules.goods[self.rules.tables['feedings'][frame[2]].good]}"
