"""The verb `roll`: dice whose total, with tools, is divided into goods."""

from __future__ import annotations

import attrs

from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Effect, Linker
from stoneage_rules.language.fields import field
from stoneage_rules.mechanics.rolling import Roll as RollMade
from stoneage_rules.mechanics.verbs.base import Verb

__all__ = ["Roll"]


@attrs.frozen
class Roll(Verb):
    """The seat rolls dice, adds any unused tools, divides the total, rounds down and takes that many goods.

    Without `dice` one die is rolled for each figure that stood on the location.  Several goods in `yields` are
    taken in any mix.

    Example: `{ do = "roll", dice = 2, divide = 6, yields = ["gold"] }`
    """

    do = "roll"
    otherwise = "say how many dice, as in `dice = 2`: only where figures act is one rolled for each of them"
    dice: int | None = field("how many dice; without it, one for each figure", default=None, least=1, most=20)
    divide: int = field("how much of the total makes one good", least=1)
    yields: tuple[str, ...] = field("the goods it yields", refers_to="good", not_empty=True, gives=True)

    def belongs_in(self) -> tuple[str, ...]:
        return ("location", "workplace") if self.dice is None else ()

    def bind(self, link: Linker) -> Effect:
        goods = tuple(link.index("good", good) for good in self.yields)
        roll = link.add("rolls", RollMade(self.divide, goods))
        frame = link.frame("roll-for-total")
        link.add("dice_counts", self.dice or 0)
        dice = self.dice

        def effect(state: State, seat: int, place: int, n: int) -> None:
            count = n if dice is None else dice
            if count:
                state.stack.append((frame, seat, roll, count))

        return effect
