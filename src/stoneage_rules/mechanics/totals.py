"""Totals of rolls: the most dice, the highest total, and what modules add to one."""

from __future__ import annotations

from typing import NamedTuple

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.nouns import FACES
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State
from stoneage_rules.language.handles import Handle

DICE_COUNTS = Handle[int]("dice count")
"""Every number of dice that content rolls at once for a total; 0 stands for one for each figure."""


class Roll(NamedTuple):
    """A roll for a total: total / divide goods, rounded down, among `goods`."""

    divide: int
    goods: tuple[int, ...]


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

    def adjusted(self, state: State, seat: int, total: int) -> int:
        """Returns a total with what modules add to it: never below 0, and never above what dice and tools can make."""
        change = 0
        for adjustment in self.adjustments:
            change += adjustment(state, seat)
        if not change:
            return total
        operations.note(state, "adjusted", seat, change)
        return min(max(total + change, 0), self.most)
