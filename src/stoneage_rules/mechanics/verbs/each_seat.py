"""The verb `each-seat`: the same effects for everyone in turn order."""

from __future__ import annotations

import attrs

from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Effect, Linker
from stoneage_rules.language.fields import field
from stoneage_rules.mechanics.verbs.base import Verb

__all__ = ["EachSeat"]

WITHIN = {"phase": "turn", "location": "reward", "workplace": "reward"}
"""The turn of a phase is a seat's own; figures that act are those of one seat, and not what each seat has."""


@attrs.frozen
class EachSeat(Verb):
    """Every seat, from the starting player clockwise, has these effects; one seat finishes before the next begins.

    Example: `{ do = "each-seat", effects = [{ do = "gain", good = "wood", amount = 1 }] }`
    """

    do = "each-seat"
    effects: tuple[Verb, ...] = field("what each seat has", not_empty=True, becomes=WITHIN)

    def bind(self, link: Linker) -> Effect:
        node = link.sequence(self.effects)
        frame = link.frame("each-seat")

        def effect(state: State, seat: int, place: int, n: int) -> None:
            state.stack.append((frame, state.first, node, 0))

        return effect
