"""The verb `slide`: items move up in their row."""

from __future__ import annotations

import attrs

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Effect, Linker
from stoneage_rules.language.fields import field
from stoneage_rules.mechanics.verbs.base import Verb

__all__ = ["Slide"]


@attrs.frozen
class Slide(Verb):
    """The items of a row move towards its first space as far as they go, keeping their order.

    Example: `{ do = "slide", row = "cards" }`
    """

    do = "slide"
    belongs = ("phase",)
    row: str = field("the row", refers_to="row")

    def fills(self) -> bool:
        return False

    def bind(self, link: Linker) -> Effect:
        row = link.index("row", self.row)

        def effect(state: State, seat: int, place: int, n: int) -> None:
            operations.slide(state, state.rules.rows[row].spaces)

        return effect
