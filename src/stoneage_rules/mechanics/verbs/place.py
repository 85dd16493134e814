"""The verb `place`: figures are placed until nobody can."""

from __future__ import annotations

import attrs

from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Effect, Linker
from stoneage_rules.mechanics.verbs.base import Verb

__all__ = ["Place"]


@attrs.frozen
class Place(Verb):
    """From the starting player clockwise, one placement each, again and again, until nobody can place.

    Example: `{ do = "place" }`
    """

    do = "place"
    belongs = ("phase",)

    def bind(self, link: Linker) -> Effect:
        frame = link.frame("next-placement")

        def effect(state: State, seat: int, place: int, n: int) -> None:
            state.stack.append((frame, state.first))

        return effect
