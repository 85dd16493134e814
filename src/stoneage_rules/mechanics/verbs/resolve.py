"""The verb `resolve`: a seat's figures act."""

from __future__ import annotations

import attrs

from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Effect, Linker
from stoneage_rules.mechanics.verbs.base import Verb

__all__ = ["Resolve"]


@attrs.frozen
class Resolve(Verb):
    """The seat resolves all places on which it has figures, one at a time, in any order.

    Example: `{ do = "each-seat", effects = [{ do = "resolve" }] }`
    """

    do = "resolve"
    belongs = ("turn",)

    def bind(self, link: Linker) -> Effect:
        frame = link.frame("resolve-next")

        def effect(state: State, seat: int, place: int, n: int) -> None:
            state.stack.append((frame, seat))

        return effect
