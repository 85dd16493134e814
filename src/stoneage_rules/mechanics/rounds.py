"""Frames of the course of the game: set-up, phases in their order, the end and final scoring.

What happens within a phase is content: a list of effects.
"""

from __future__ import annotations

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.frames import Step, run, use
from stoneage_rules.kernel.invariants import expect, expect_range
from stoneage_rules.kernel.state import State
from stoneage_rules.mechanics.dice_for_all import next_pick

__all__ = ["End", "LastUses", "Rounds", "SetUp", "Standing"]


class SetUp(Step):
    """The set-up's effects, then the first round."""

    name = "set-up"

    def verify(self, state: State, frame: tuple[int, ...]) -> None:
        expect(False, "the set-up is over as soon as it begins")

    def step(self, state: State, frame: tuple[int, ...]) -> None:
        state.stack.append((state.rules.frames["rounds"], state.first, 0))
        run(state, state.first, state.rules.setup, -1, 0)


class Rounds(Step):
    """The phases one after the other, round after round; x is the phase that comes next."""

    name = "rounds"
    progress = ("phase",)
    beneath_all = True

    def step(self, state: State, frame: tuple[int, ...]) -> None:
        index, _, phase = frame
        phases = state.rules.phases
        state.stack.append((index, state.first, (phase + 1) % len(phases)))
        operations.start_phase(state, phase)
        if not state.rules.standing[phase]:
            run(state, state.first, phases[phase].node, -1, 0)
            return
        state.stack.append((state.rules.effects_frame, state.first, phases[phase].node, -1, 0))
        state.stack.append((state.rules.frames["standing"], state.first, phase, 0))


class Standing(Step):
    """What owned items bring at the start of a phase, seat by seat; x is the phase, y the items that are done."""

    name = "standing"
    progress = ("phase", "done")

    def step(self, state: State, frame: tuple[int, ...]) -> None:
        index, first, phase, done = frame
        rules = state.rules
        players = rules.players
        owners = [
            ((first + turn) % players, rules.items[item])
            for turn in range(players)
            for item in rules.standing[phase]
            if item in state.zones[rules.zones_of((first + turn) % players)[0]]
        ]
        if done >= len(owners):
            return
        state.stack.append((index, first, phase, done + 1))
        seat, item = owners[done]
        operations.note(state, "standing", seat, item.index)
        for when, node in item.standing:
            if when == phase:
                state.stack.append((rules.effects_frame, seat, node, -1, 0))


class End(Step):
    """The game ends here and now: whatever was unfinished is dropped, final scoring comes."""

    name = "end"

    def step(self, state: State, frame: tuple[int, ...]) -> None:
        state.stack[:] = [(state.rules.frames["last-uses"], state.first, 0)]
        operations.note(state, "end", -1)


class LastUses(Step):
    """Before final scoring dice that wait are picked, then what can be used at any time is used; x seats are done.

    The oldest roll comes first, clockwise from its buyer; dice that a use has brought are picked before the next use.
    """

    name = "last-uses"
    progress = ("done",)
    beneath_all = True

    def verify(self, state: State, frame: tuple[int, ...]) -> None:
        expect_range(frame[2], 0, self.rules.players - 1, "seats that are done")

    def step(self, state: State, frame: tuple[int, ...]) -> None:
        index, first, done = frame
        seat = (first + done) % state.rules.players
        usable = state.kept[seat] & state.rules.anytime
        pick = next_pick(state)
        if pick is not None:
            state.stack.append(frame)
            state.stack.append(pick)
        elif usable:
            state.stack.append(frame)
            use(state, seat, usable.bit_length() - 1)
        elif done + 1 < state.rules.players:
            state.stack.append((index, first, done + 1))
