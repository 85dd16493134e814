"""Dice for all: one die per player is rolled, and every seat in turn takes one and what it stands for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.actions import FACE, Action, Outcome
from stoneage_rules.kernel.chance import FACES, Chance, Odds, roll_dice
from stoneage_rules.kernel.decisions import Check, Decision, Shortfall, passing
from stoneage_rules.kernel.engine import run
from stoneage_rules.kernel.state import State

__all__ = ["PickDie", "RollForAll"]

BITS = 4
"""Dice left are one number: four bits per face, so up to fifteen dice of a face."""


class RollForAll(Chance):
    """One die per player; x is the dice table."""

    name = "roll-for-all"
    fields = ("dice_table",)

    def outcomes(self, state: State, frame: tuple[int, ...]) -> Odds:
        return self.rules.rolls.odds(self.rules.players)

    def accepts(self, state: State, frame: tuple[int, ...], answer: Any) -> bool:
        return type(answer) is Outcome and answer.kind == "roll" and len(answer.args) == self.rules.players

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
    fields = ("dice_table", "dice")
    shapes = {"pick": FACE}

    def prepare(self) -> None:
        self.check = There()
        self._table: dict[int, tuple[Action, ...]] = {}

    def universe(self) -> Iterator[tuple[str, tuple[Any, ...], Any]]:
        for face in range(1, FACES + 1):
            yield "pick", (face,), face

    def options(self, state: State, frame: tuple[int, ...]) -> tuple[Action, ...]:
        found = self._table.get(frame[3])
        if found is None:
            found = self._table[frame[3]] = passing(self.rules.of_kind("pick"), (self.check,), frame[3])
        return found

    def shortfalls(self, state: State, frame: tuple[int, ...], action: Action) -> Iterator[Shortfall]:
        if action.data is None or not self.check.passes(frame[3], action):
            left = " ".join(str(option.args[0]) for option in self.options(state, frame))
            yield Shortfall(self.check.name, f"a die that shows {action.args[0]}", f"the dice left show {left}")

    def resume(self, state: State, frame: tuple[int, ...], action: Action) -> None:
        index, seat, table, dice = frame
        face = action.data
        dice -= 1 << (face - 1) * BITS
        if dice:
            state.stack.append((index, (seat + 1) % self.rules.players, table, dice))
        operations.note(state, "pick", seat, face)
        run(state, seat, self.rules.tables["dice_table"][table][face - 1], -1, 0)

    def asks(self, state: State, frame: tuple[int, ...]) -> str:
        return "which die to take"
