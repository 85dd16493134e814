"""The verb `fill`: the empty spaces of a row."""

from __future__ import annotations

import attrs

from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Effect, Linker
from stoneage_rules.language.fields import field
from stoneage_rules.mechanics.verbs.base import Verb

__all__ = ["Fill"]


@attrs.frozen
class Fill(Verb):
    """The empty spaces of a row are filled from its zone, one by one, in the row's order.

    A row with `when_short = "end"` ends the game at once when it cannot be filled.

    Example: `{ do = "fill", row = "cards" }`
    """

    do = "fill"
    belongs = ("set-up", "phase", "turn", "location")
    row: str = field("the row", refers_to="row")

    def bind(self, link: Linker) -> Effect:
        row, frame = link.index("row", self.row), link.frame("fill-row")

        def effect(state: State, seat: int, place: int, n: int) -> None:
            state.stack.append((frame, state.first, row))

        return effect
