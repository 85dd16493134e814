"""Taking goods of one's own choice from the supply."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.actions import GOODS, Action
from stoneage_rules.kernel.legality import Decision, Shortfall
from stoneage_rules.kernel.state import State
from stoneage_rules.mechanics.payments import multisets, named

__all__ = ["TAKE", "Choice", "ChooseGoods"]

TAKE = GOODS


@attrs.frozen
class Choice:
    """`amount` goods out of `goods`, equal or different."""

    goods: tuple[int, ...]
    amount: int
    name: str


class ChooseGoods(Decision):
    """Which goods to take; x is the choice."""

    name = "choose-goods"
    checks = ("choice.amount",)
    progress = ("choice",)
    shapes = {"take": TAKE}

    def prepare(self) -> None:
        self._table: dict[int, tuple[Action, ...]] = {}

    def universe(self) -> Iterator[tuple[str, tuple[Any, ...], Any]]:
        for choice in self.rules.tables.get("choices", ()):
            for amounts in multisets(choice.goods, choice.amount, len(self.rules.goods)):
                yield "take", named(amounts, self.rules.goods), amounts

    def options(self, state: State, frame: tuple[int, ...]) -> tuple[Action, ...]:
        found = self._table.get(frame[2])
        if found is None:
            choice: Choice = self.rules.tables["choices"][frame[2]]
            found = self._table[frame[2]] = tuple(
                self.rules.action("take", *named(amounts, self.rules.goods))
                for amounts in multisets(choice.goods, choice.amount, len(self.rules.goods))
            )
        return found

    def shortfalls(self, state: State, frame: tuple[int, ...], action: Action) -> Iterator[Shortfall]:
        if action not in self.options(state, frame):
            choice: Choice = self.rules.tables["choices"][frame[2]]
            yield Shortfall("choice.amount", f"{choice.amount} of any {choice.name}", f"`{action}` is something else")

    def resume(self, state: State, frame: tuple[int, ...], action: Action) -> None:
        for good, amount in enumerate(action.data):
            if amount:
                operations.gain(state, frame[1], good, amount)

    def asks(self, state: State, frame: tuple[int, ...]) -> str:
        choice: Choice = self.rules.tables["choices"][frame[2]]
        return f"{choice.amount} of any {choice.name} to take"
