"""The verb `gain`: goods from the supply."""

from __future__ import annotations

import attrs

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Effect, Linker
from stoneage_rules.language.fields import Amount, field
from stoneage_rules.mechanics.payments import Amounts
from stoneage_rules.mechanics.verbs.base import Verb, at_least_zero

__all__ = ["Gain"]

TAKEN = "an effect gives 1 or more; to take goods, write `cost = { GOOD = 2 }` of an item, or take points, by `points` below 0"


@attrs.frozen
class Gain(Verb):
    """The seat takes `amount` of a good from the supply.

    Example: `{ do = "gain", good = "wood", amount = 2 }`
    """

    do = "gain"
    good: str = field("the good to take", refers_to="good", gives=True)
    amount: Amount = field("how many, or a quantity", default=1, least=1, instead_of_less=TAKEN)

    def bind(self, link: Linker) -> Effect:
        good = link.index("good", self.good)
        amount = at_least_zero(link, self.amount)

        def effect(state: State, seat: int, place: int, n: int) -> None:
            operations.gain(state, seat, good, amount(state, seat, n))

        return effect

    def gains(self, link: Linker) -> tuple[Amounts, ...] | None:
        if not isinstance(self.amount, int):
            return None
        good = link.index("good", self.good)
        return (tuple(self.amount if other == good else 0 for other in range(len(link.ids("good")))),)
