"""The verb `choose`: goods of one's own choice."""

from __future__ import annotations

import attrs

from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Effect, Linker
from stoneage_rules.language.fields import field
from stoneage_rules.mechanics.choosing import Choice
from stoneage_rules.mechanics.payments import Amounts, multisets
from stoneage_rules.mechanics.verbs.base import Verb

__all__ = ["Choose"]


@attrs.frozen
class Choose(Verb):
    """The seat takes `amount` goods of its choice, equal or different, from a group of goods.

    Example: `{ do = "choose", of = "resource", amount = 2 }`
    """

    do = "choose"
    of: str = field("the group of goods to choose from", refers_to="group:good|good", gives=True)
    amount: int = field("how many", default=1, least=1, most=12)

    def bind(self, link: Linker) -> Effect:
        choice = link.add("choices", Choice(link.goods(self.of), self.amount, self.of))
        frame = link.frame("choose-goods")

        def effect(state: State, seat: int, place: int, n: int) -> None:
            state.stack.append((frame, seat, choice))

        return effect

    def gains(self, link: Linker) -> tuple[Amounts, ...]:
        return tuple(multisets(link.goods(self.of), self.amount, len(link.ids("good"))))
