"""The verb `tool`: tools of one's own."""

from __future__ import annotations

import attrs

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Effect, Linker
from stoneage_rules.language.fields import field
from stoneage_rules.mechanics.verbs.base import Verb

__all__ = ["Tool"]


@attrs.frozen
class Tool(Verb):
    """The seat takes `amount` tools, one after the other.

    While there is room each is a new tool of value 1; then a lowest tool goes up by one, an unused one first, and a
    used one stays used.  Where every tool is at its highest, nothing happens.

    Example: `{ do = "tool" }`
    """

    do = "tool"
    amount: int = field("how many", default=1, least=1, most=12)

    def bind(self, link: Linker) -> Effect:
        def effect(state: State, seat: int, place: int, n: int) -> None:
            for _ in range(self.amount):
                operations.add_tool(state, seat)

        return effect
