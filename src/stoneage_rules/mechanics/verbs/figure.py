"""The verb `figure`: more figures."""

from __future__ import annotations

import attrs

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Effect, Linker
from stoneage_rules.language.fields import field
from stoneage_rules.mechanics.verbs.base import Verb

__all__ = ["Figure"]


@attrs.frozen
class Figure(Verb):
    """The seat takes `amount` figures of its colour from the general supply, home at once, while there are any.

    Example: `{ do = "figure", amount = 1 }`
    """

    do = "figure"
    amount: int = field("how many", default=1, least=1, most=99)

    def bind(self, link: Linker) -> Effect:
        def effect(state: State, seat: int, place: int, n: int) -> None:
            operations.add_figure(state, seat, self.amount)

        return effect
