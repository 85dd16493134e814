"""The verb `buy`: the item that lies on the location, for its price."""

from __future__ import annotations

import attrs

from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Effect, Linker
from stoneage_rules.mechanics.verbs.base import Verb

__all__ = ["Buy"]


@attrs.frozen
class Buy(Verb):
    """The seat may pay for the item on the location and take it, or decline; its effects come at once.

    The price is the location's `cost`, or the item's own where the location has none.  Where nothing lies any more, or
    that is no location, nothing happens.

    Example: `{ do = "buy" }`
    """

    do = "buy"
    belongs = ("location",)

    def buys(self) -> bool:
        return True

    def bind(self, link: Linker) -> Effect:
        frame = link.frame("buy")

        def effect(state: State, seat: int, place: int, n: int) -> None:
            if place >= 0 and state.held[place] >= 0:
                state.stack.append((frame, seat, place))

        return effect
