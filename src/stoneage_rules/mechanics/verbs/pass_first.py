"""The verb `pass-first`: another seat starts."""

from __future__ import annotations

import attrs

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Effect, Linker
from stoneage_rules.mechanics.verbs.base import Verb

__all__ = ["PassFirst"]


@attrs.frozen
class PassFirst(Verb):
    """The first-player token passes to the next seat on the left.

    Example: `{ do = "pass-first" }`
    """

    do = "pass-first"
    belongs = ("set-up", "phase")

    def bind(self, link: Linker) -> Effect:
        def effect(state: State, seat: int, place: int, n: int) -> None:
            operations.pass_first(state)

        return effect
