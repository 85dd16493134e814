"""Dice tables, and the verb that rolls dice for all by one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import attrs

from stoneage_rules.kernel.nouns import FACES
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Declared, Effect, Linker
from stoneage_rules.language.fields import field
from stoneage_rules.language.handles import Handle
from stoneage_rules.language.phrases import Phrases
from stoneage_rules.language.reach import NO_DIFFERENCE, Bound, Bounds
from stoneage_rules.language.word import ContentRecord, Verb


@attrs.frozen
class DiceTableRecord(ContentRecord):
    """The meaning of each face of a die."""

    table = "dice_table"
    is_used_by_name = True

    faces: Mapping[int, tuple[Verb, ...]] = field("the effects of each face, 1 to 6", keys=(1, 6), context="reward")
    others_pick: str = field(
        "when the other seats take their die: at once, or as the first thing of their next turn",
        default="at-once", choices=("at-once", "next-turn"),
    )  # fmt: skip

    def bind(self, link: Linker, declared: Declared) -> None:
        nodes = tuple(link.sequence(self.faces.get(face, ())) for face in range(1, FACES + 1))
        link.append(DICE_TABLES, DiceTable(declared.name, nodes, self.others_pick == "next-turn"))

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        if self.others_pick != "at-once":
            idle = all(use.word.table != bounds.here.name for use in bounds.words(DiceForAllVerb))
            why = f"no effect `dice-for-all` uses `{self.id}`"
            yield Bound(NO_DIFFERENCE, ("others_pick",), idle, why, "delete this line", at_key=True)


@attrs.frozen
class DiceForAllVerb(Verb):
    """As many dice as players are rolled; from the seat clockwise each takes one die and what it stands for.

    Every seat must take one, useful or not; tools cannot change the dice.

    Example: `{ do = "dice-for-all", table = "finds" }`
    """

    do = "dice-for-all"
    table: str = field("the dice table that says what each die stands for", refers_to="dice_table")

    def describe(self, phrases: Phrases) -> str:
        return f"a die for everyone ({self.table})"

    def bind(self, link: Linker) -> Effect:
        table = link.index("dice_table", self.table)
        frame = link.frame("roll-for-all")

        def effect(state: State, seat: int, place: int, n: int) -> None:
            state.stack.append((frame, seat, table))

        return effect


class DiceTable(NamedTuple):
    """A compiled dice table: its id, the node of each face, and whether the others pick on their next turn."""

    id: str
    nodes: tuple[int, ...]
    later: bool


DICE_TABLES = Handle[DiceTable]("dice_table")
