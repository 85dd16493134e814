"""Totals of rolls: the most dice, the highest total, and what modules add to one."""

from __future__ import annotations

from typing import NamedTuple

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.nouns import FACES
from stoneage_rules.kernel.position import Position
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State
from stoneage_rules.language.handles import Handle

DICE_COUNTS = Handle[int]("dice count")
"""Every number of dice that content rolls at once for a total; 0 stands for one for each figure."""


class Roll(NamedTuple):
    """A roll for a total: total / divide goods, rounded down, among `goods`."""

    divide: int
    goods: tuple[int, ...]

    def among(self, rules: Ruleset) -> tuple[str, ...]:
        """Returns the ids of the goods that it yields."""
        return tuple(rules.goods[good] for good in self.goods)


ROLLS = Handle[Roll]("roll")


class Totals:
    """The most dice and the highest totals of rolls, and what modules add to them."""

    def __init__(self, rules: Ruleset) -> None:
        self.rolls = rules.entries(ROLLS)
        self.most_dice = max((rules.most_figures, *rules.entries(DICE_COUNTS)))
        self.one_use = sum(1 << bit for bit, item in enumerate(rules.later_uses) if rules.items[item].one_use)
        """Bits of the later uses that are tools for one roll."""
        tools = rules.kits.spaces * rules.kits.top + sum(rules.items[item].one_use for item in rules.later_uses)
        self.most = FACES * self.most_dice + tools
        """The highest total: every die shows its highest face, every tool and one-use tool is added."""
        self.adjustments = rules.questions["stoneage_roll_adjustment"]
        self.causes = rules.questions["stoneage_adjustment_cause"]

    def adjusted(self, state: State, seat: int, total: int) -> int:
        """Returns a total with what modules add to it: never below 0, and never above what dice and tools can make."""
        change = self.change(state, seat)
        if not change:
            return total
        if state.noted is not None:
            causes = [str(cause(state, seat)) for cause in self.causes]
            operations.note(state, "adjusted", seat, change, ", ".join(filter(None, causes)))
        return self.within(total + change)

    def change(self, state: Position, seat: int) -> int:
        """Returns what modules add to a total."""
        change = 0
        for adjustment in self.adjustments:
            change += adjustment(state, seat)
        return change

    def within(self, total: int) -> int:
        """Returns a total that is never below 0, and never above what dice and tools can make."""
        return min(max(total, 0), self.most)

    def comes_to(self, state: Position, seat: int, index: int, total: int) -> str:
        """Returns in a few words what a roll yields for a total, with what modules add to it: `7 / 3 = 2 wood`."""
        roll, total = self.rolls[index], self.within(total + self.change(state, seat))
        return f"{total} / {roll.divide} = {total // roll.divide} {' or '.join(roll.among(state.rules))}"
