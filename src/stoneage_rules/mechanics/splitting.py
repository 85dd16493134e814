"""Yields of rolls that are several goods in any mix: the seat says how many of each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.actions import Action
from stoneage_rules.kernel.asking import Asked
from stoneage_rules.kernel.invariants import expect, expect_range
from stoneage_rules.kernel.legality import Check, Decision, Facts, Shortfall
from stoneage_rules.kernel.position import Position
from stoneage_rules.kernel.state import State
from stoneage_rules.language.handles import Slot
from stoneage_rules.mechanics.choosing import TAKE
from stoneage_rules.mechanics.payments import multisets, named
from stoneage_rules.mechanics.totals import ROLLS, Roll, Totals


class SplitTotal(Check):
    """The goods are as many as the roll yields, of those that it yields."""

    name = "split.total"

    def passes(self, facts: Facts, action: Action) -> bool:
        goods = [facts.rules.goods[good] for good in _yields(facts)]
        return sum(count for _, count in action.args) == facts.frame[3] and all(good in goods for good, _ in action.args)

    def explain(self, facts: Facts, action: Action) -> Shortfall:
        goods = " and ".join(facts.rules.goods[good] for good in _yields(facts))
        return Shortfall(self.name, f"{facts.frame[3]} in all, of {goods}", f"`{action}` is something else")


def _yields(facts: Facts) -> tuple[int, ...]:
    """Returns the goods that the roll in question yields."""
    return facts.rules.entries(ROLLS)[facts.frame[2]].goods


class SplitYield(Decision):
    """A yield of several goods in any mix; x is the roll, y how many goods there are."""

    name = "split-yield"
    prompt = "how to split {amount}"
    checks = (SplitTotal,)
    progress = (ROLLS.slot(), Slot("amount"))
    shapes = {"take": TAKE}

    def verify(self, state: State, frame: tuple[int, ...]) -> None:
        roll = self.rules.entries(ROLLS)[frame[2]]
        expect(len(roll.goods) > 1, "a yield of one good is not split")
        expect_range(frame[3], 1, self.most(roll), "goods to split")

    def universe(self) -> Iterator[tuple[str, tuple[Any, ...], Any]]:
        for roll in self.rules.entries(ROLLS):
            if len(roll.goods) > 1:
                for amount in range(1, self.most(roll) + 1):
                    for amounts in multisets(roll.goods, amount, len(self.rules.goods)):
                        yield "take", named(amounts, self.rules.goods), amounts

    def most(self, roll: Roll) -> int:
        """Returns the largest yield of a roll."""
        return self.rules.service(Totals).most // roll.divide

    def candidates(self, state: State, frame: tuple[int, ...]) -> Iterator[Action]:
        for amounts in multisets(self.rules.entries(ROLLS)[frame[2]].goods, frame[3], len(self.rules.goods)):
            yield self.rules.action("take", *named(amounts, self.rules.goods))

    def resume(self, state: State, frame: tuple[int, ...], action: Action) -> None:
        operations.gain_goods(state, frame[1], action.data)

    def asked(self, state: Position, frame: tuple[int, ...]) -> Asked:
        return {"amount": frame[3], "among": self.rules.entries(ROLLS)[frame[2]].among(self.rules)}
