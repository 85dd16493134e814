"""The verb `dice-for-all`: one die per player, everyone takes one."""

from __future__ import annotations

import attrs

from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Effect, Linker
from stoneage_rules.language.fields import field
from stoneage_rules.mechanics.verbs.base import Verb

__all__ = ["DiceForAll"]


@attrs.frozen
class DiceForAll(Verb):
    """As many dice as players are rolled; from the seat clockwise each takes one die and what it stands for.

    Every seat must take one, useful or not; tools cannot change the dice.

    Example: `{ do = "dice-for-all", table = "finds" }`
    """

    do = "dice-for-all"
    table: str = field("the dice table that says what each die stands for", refers_to="dice_table")

    def bind(self, link: Linker) -> Effect:
        table = link.index("dice_table", self.table)
        frame = link.frame("roll-for-all")

        def effect(state: State, seat: int, place: int, n: int) -> None:
            state.stack.append((frame, seat, table))

        return effect
