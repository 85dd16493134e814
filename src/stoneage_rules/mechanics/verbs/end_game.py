"""The verb `end-game`: the game is over, at once or on a condition."""

from __future__ import annotations

import attrs

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Effect, Linker
from stoneage_rules.language.fields import field
from stoneage_rules.mechanics.verbs.base import Verb

__all__ = ["EndGame"]


@attrs.frozen
class EndGame(Verb):
    """Final scoring comes now: when a space of the row is empty, after a number of rounds, or without a condition.

    Example: `{ do = "end-game", when_empty = "buildings" }` or `{ do = "end-game", after_round = 8 }`
    """

    do = "end-game"
    when_empty: str | None = field("only when a space of this row is empty", default=None, refers_to="row")
    after_round: int | None = field("only when this round or a later one has been played", default=None, least=1)

    def fills(self) -> bool:
        return False

    def bind(self, link: Linker) -> Effect:
        row = None if self.when_empty is None else link.index("row", self.when_empty)
        after_round = self.after_round
        frame = link.frame("end")

        def effect(state: State, seat: int, place: int, n: int) -> None:
            if row is not None and all(state.held[space] >= 0 for space in state.rules.rows[row].spaces):
                return
            if after_round is not None and state.round < after_round:
                return
            if row is not None:
                operations.note(state, "emptied", -1, row)
            state.stack.append((frame, seat))

        return effect
