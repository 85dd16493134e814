"""The verb `refresh`: what lasts for a round is over."""

from __future__ import annotations

import attrs

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Effect, Linker
from stoneage_rules.mechanics.verbs.base import Verb

__all__ = ["Refresh"]


@attrs.frozen
class Refresh(Verb):
    """Used tools become usable again, and all marks of the round are wiped.

    Example: `{ do = "refresh" }`
    """

    do = "refresh"
    belongs = ("phase",)

    def bind(self, link: Linker) -> Effect:
        def effect(state: State, seat: int, place: int, n: int) -> None:
            operations.refresh(state)

        return effect
