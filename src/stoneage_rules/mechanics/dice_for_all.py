"""Dice for all: one die per player is rolled, and every seat takes one and what it stands for, at once or on its next turn.

Picks that wait are set aside in the state, one entry per roll, the oldest first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

import attrs

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.actions import FACE, Action, Outcome
from stoneage_rules.kernel.chance import FACES, Chance, Odds, roll_dice
from stoneage_rules.kernel.frames import run
from stoneage_rules.kernel.invariants import expect, expect_in_question, expect_range
from stoneage_rules.kernel.legality import Check, Decision, Shortfall, passing
from stoneage_rules.kernel.state import State

__all__ = ["PickDie", "PickLater", "RollForAll", "SharedTable", "ask_waiting", "next_pick"]

BITS = 4
"""Dice left are one number: four bits per face, so up to fifteen dice of a face."""


@attrs.frozen
class SharedTable:
    """A compiled dice table: the node of each face, and whether the others pick on their next turn."""

    nodes: tuple[int, ...]
    later: bool


class RollForAll(Chance):
    """One die per player; x is the dice table."""

    name = "roll-for-all"
    progress = ("dice_table",)

    def outcomes(self, state: State, frame: tuple[int, ...]) -> Odds:
        return self.rules.rolls.odds(self.rules.players)

    def accepts(self, state: State, frame: tuple[int, ...], answer: Outcome) -> bool:
        return answer.kind == "roll" and len(answer.args) == self.rules.players

    def sample(self, state: State, frame: tuple[int, ...], random: Callable[[], float]) -> Outcome:
        return roll_dice(state, self.rules.players, random)

    def needed(self, state: State, frame: tuple[int, ...]) -> str:
        return f"a roll of {self.rules.players} dice, one for each player"

    def resume(self, state: State, frame: tuple[int, ...], outcome: Outcome) -> None:
        dice = sum(1 << (face - 1) * BITS for face in outcome.args)
        operations.note(state, "roll", frame[1], outcome.text)
        state.stack.append((self.rules.frames["pick-die"], frame[1], frame[2], dice))


class There(Check):
    """A die of that face is still left."""

    name = "pick.left"

    def passes(self, facts: int, action: Action) -> bool:
        return bool(facts >> (action.args[0] - 1) * BITS & (1 << BITS) - 1)


class PickDie(Decision):
    """Which die a seat takes; x is the dice table, y the dice that are left."""

    name = "pick-die"
    checks = ("pick.left",)
    progress: ClassVar[tuple[str, ...]] = ("dice_table", "dice")

    def verify(self, state: State, frame: tuple[int, ...]) -> None:
        # Of a roll from which the others pick later, the buyer is the first.
        table: SharedTable = self.rules.tables["dice_table"][frame[2]]
        players = self.rules.players
        expect_range(dice_left(frame[3]), players if table.later else 1, players, "dice that are left")

    shapes = {"pick": FACE}

    def prepare(self) -> None:
        self.check = There()
        self._table: dict[int, tuple[Action, ...]] = {}

    def universe(self) -> Iterator[tuple[str, tuple[Any, ...], Any]]:
        for face in range(1, FACES + 1) if self.rules.tables.get("dice_table") else ():
            yield "pick", (face,), face

    def dice(self, state: State, frame: tuple[int, ...]) -> int:
        """The dice to pick from."""
        return frame[3]

    def options(self, state: State, frame: tuple[int, ...]) -> tuple[Action, ...]:
        dice = self.dice(state, frame)
        found = self._table.get(dice)
        if found is None:
            found = self._table[dice] = passing(self.rules.of_kind("pick"), (self.check,), dice)
        return found

    def shortfalls(self, state: State, frame: tuple[int, ...], action: Action) -> Iterator[Shortfall]:
        if action.data is None or not self.check.passes(self.dice(state, frame), action):
            left = " ".join(str(option.args[0]) for option in self.options(state, frame))
            yield Shortfall(self.check.name, f"a die that shows {action.args[0]}", f"the dice left show {left}")

    def resume(self, state: State, frame: tuple[int, ...], action: Action) -> None:
        index, seat, table, dice = frame
        rules = self.rules
        made: SharedTable = rules.tables["dice_table"][table]
        dice -= die(action.data)
        if dice and made.later:
            others = (1 << rules.players) - 1 & ~(1 << seat)
            operations.set_aside(state, (rules.frames["pick-later"], seat, table, dice, others))
        elif dice:
            state.stack.append((index, (seat + 1) % rules.players, table, dice))
        take_face(state, seat, table, action.data)

    def asks(self, state: State, frame: tuple[int, ...]) -> str:
        return "which die to take"


def dice_left(dice: int) -> int:
    """How many dice are left; 0 for a number that is no dice."""
    if dice >> FACES * BITS:
        return 0
    return sum(dice >> face * BITS & (1 << BITS) - 1 for face in range(FACES))


def die(face: int) -> int:
    """One die of a face, among the dice left."""
    return 1 << (face - 1) * BITS


def take_face(state: State, seat: int, table: int, face: int) -> None:
    """A seat takes a die and has what it stands for."""
    operations.note(state, "pick", seat, face)
    run(state, seat, state.rules.tables["dice_table"][table].nodes[face - 1], -1, 0)


class PickLater(PickDie):
    """A die of a roll that waits.

    Set aside, the frame is the roll itself: x the dice table, y the dice left, z the bits of the seats still to pick.
    On the stack it asks a seat: x is then the place among what waits, y and z are 0.
    """

    name = "pick-later"
    progress = ("dice_table_or_waiting", "dice", "seats")
    alone = "pick that waited"

    def verify(self, state: State, frame: tuple[int, ...]) -> None:
        _, seat, spot, dice, seats = frame
        expect(spot < len(state.waiting) and not dice and not seats, "no such roll waits")
        expect(spot == oldest(state, seat), f"seat {seat} has no die to pick, or one of an older roll")
        expect_in_question(state, frame)

    def verify_waiting(self, state: State, frame: tuple[int, ...]) -> None:
        _, buyer, table, dice, seats = frame
        tables: tuple[SharedTable, ...] = self.rules.tables["dice_table"]
        expect(table < len(tables) and tables[table].later, "dice that are picked at once")
        expect(0 < seats < 1 << self.rules.players and not seats >> buyer & 1, "seats that have no die to pick")
        expect(dice_left(dice) == seats.bit_count(), "another number of dice than of seats")

    def universe(self) -> Iterator[tuple[str, tuple[Any, ...], Any]]:
        yield from ()

    def dice(self, state: State, frame: tuple[int, ...]) -> int:
        return state.waiting[frame[2]][3]

    def resume(self, state: State, frame: tuple[int, ...], action: Action) -> None:
        _, seat, spot, _, _ = frame
        index, buyer, table, dice, seats = state.waiting[spot]
        seats &= ~(1 << seat)
        if seats:
            state.waiting[spot] = (index, buyer, table, dice - die(action.data), seats)
        else:
            del state.waiting[spot]
        take_face(state, seat, table, action.data)


def ask_waiting(state: State, seat: int) -> bool:
    """Asks a seat for its die of the oldest roll from which it has not picked yet; whether there is one."""
    spot = oldest(state, seat)
    if spot is None:
        return False
    state.stack.append((state.rules.frames["pick-later"], seat, spot, 0, 0))
    return True


def oldest(state: State, seat: int) -> int | None:
    """The oldest roll from which a seat has not picked yet, as a place among what waits."""
    index = state.rules.frames["pick-later"]
    return next((spot for spot, frame in enumerate(state.waiting) if frame[0] == index and frame[4] >> seat & 1), None)


def next_pick(state: State) -> tuple[int, ...] | None:
    """The frame that asks for the next of all dice that wait: of the oldest roll, clockwise from its buyer."""
    index, players = state.rules.frames["pick-later"], state.rules.players
    for spot, (kind, buyer, *roll) in enumerate(state.waiting):
        if kind == index:
            turns = ((buyer + turn) % players for turn in range(1, players))
            return index, next(seat for seat in turns if roll[2] >> seat & 1), spot, 0, 0
    return None
