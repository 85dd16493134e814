"""Frames of the course of the game: set-up, phases in their order, the end and final scoring.

What happens within a phase is content: a list of effects.
"""

from __future__ import annotations

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.engine import Step, run
from stoneage_rules.kernel.state import State

__all__ = ["End", "LastUses", "Rounds", "SetUp"]


class SetUp(Step):
    """The set-up's effects, then the first round."""

    name = "set-up"

    def step(self, state: State, frame: tuple[int, ...]) -> None:
        state.stack.append((state.rules.frames["rounds"], state.first, 0))
        run(state, state.first, state.rules.setup, -1, 0)


class Rounds(Step):
    """The phases one after the other, round after round; x is the phase that comes next."""

    name = "rounds"
    fields = ("phase",)

    def step(self, state: State, frame: tuple[int, ...]) -> None:
        index, _, phase = frame
        phases = state.rules.phases
        state.stack.append((index, state.first, (phase + 1) % len(phases)))
        operations.start_phase(state, phase)
        run(state, state.first, phases[phase].node, -1, 0)


class End(Step):
    """The game ends here and now: whatever was unfinished is dropped, final scoring comes."""

    name = "end"

    def step(self, state: State, frame: tuple[int, ...]) -> None:
        state.stack[:] = [(state.rules.frames["last-uses"], state.first, 0)]
        operations.note(state, "end", -1)


class LastUses(Step):
    """What can be used at any time and lies unspent is used before final scoring; x seats are done."""

    name = "last-uses"
    fields = ("done",)

    def step(self, state: State, frame: tuple[int, ...]) -> None:
        from stoneage_rules.kernel.engine import use

        index, first, done = frame
        seat = (first + done) % state.rules.players
        usable = state.kept[seat] & state.rules.anytime
        if usable:
            state.stack.append(frame)
            use(state, seat, usable.bit_length() - 1)
        elif done + 1 < state.rules.players:
            state.stack.append((index, first, done + 1))
