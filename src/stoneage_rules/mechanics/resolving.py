"""Taking the actions of placed figures, one place at a time, in the order that their owner likes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.actions import PLACE, Action
from stoneage_rules.kernel.frames import Step, run
from stoneage_rules.kernel.legality import Check, Decision, Shortfall, passing
from stoneage_rules.kernel.state import State
from stoneage_rules.mechanics.dice_for_all import ask_waiting

__all__ = ["ResolveNext", "ResolvePlace"]


class Standing(Check):
    """The seat has figures on the place."""

    name = "resolve.standing"

    def passes(self, facts: int, action: Action) -> bool:
        return bool(facts >> action.data & 1)

    def tell_place(self, seat: int, action: Action, record: tuple[str, str]) -> Shortfall:
        place = action.args[0]
        return Shortfall(self.name, f"figures on {place} that wait to act", f"seat {seat} has none there", record)


class ResolveNext(Step):
    """Asks a seat for its next place until none of its figures is left to act."""

    name = "resolve-next"

    def interrupts(self, frame: tuple[int, ...]) -> bool:
        return True

    def step(self, state: State, frame: tuple[int, ...]) -> None:
        seat = frame[1]
        if state.waiting and ask_waiting(state, seat):
            state.stack.insert(-1, frame)
        elif state.mine[seat] & state.rules.resolvable:
            state.stack.append(frame)
            state.stack.append((state.rules.frames["resolve-place"], seat))


class ResolvePlace(Decision):
    """Which place acts next."""

    name = "resolve-place"
    alone = "turn"
    checks = ("resolve.standing",)
    shapes = {"resolve": PLACE}

    def prepare(self) -> None:
        self.check = Standing()
        self._table: dict[int, tuple[Action, ...]] = {}

    def universe(self) -> Iterator[tuple[str, tuple[Any, ...], Any]]:
        for place in self.rules.places:
            if not place.stays:
                yield "resolve", (place.id,), place.index

    def options(self, state: State, frame: tuple[int, ...]) -> tuple[Action, ...]:
        key = state.mine[frame[1]] & self.rules.resolvable
        found = self._table.get(key)
        if found is None:
            found = self._table[key] = passing(self.rules.of_kind("resolve"), (self.check,), key)
        return found

    def shortfalls(self, state: State, frame: tuple[int, ...], action: Action) -> Iterator[Shortfall]:
        key = state.mine[frame[1]] & self.rules.resolvable
        if action.data is None or not self.check.passes(key, action):
            yield self.check.tell_place(frame[1], action, self.rules.place(action.args[0]).record)

    def resume(self, state: State, frame: tuple[int, ...], action: Action) -> None:
        seat, place = frame[1], action.data
        count = operations.lift(state, seat, place)
        operations.note(state, "resolve", seat, place, count)
        run(state, seat, state.rules.places[place].node, place, count)

    def asks(self, state: State, frame: tuple[int, ...]) -> str:
        return "which place acts next"
