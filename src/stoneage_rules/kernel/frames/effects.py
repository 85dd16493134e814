"""Frames that carry on with lists of effects: what is left of one, and one list for every seat in turn.

What an effect does is in `verbs`.
"""

from __future__ import annotations

from stoneage_rules.kernel.engine import Step, run
from stoneage_rules.kernel.state import State

__all__ = ["EachSeat", "Effects"]


class Effects(Step):
    """The rest of a list of effects."""

    name = "effects"
    fields = ("node", "place", "n")

    def step(self, state: State, frame: tuple[int, ...]) -> None:
        _, seat, node, place, n = frame
        run(state, seat, node, place, n)


class EachSeat(Step):
    """The same effects for every seat, from the starting player clockwise; x seats are done."""

    name = "each-seat"
    fields = ("node", "done")

    def step(self, state: State, frame: tuple[int, ...]) -> None:
        index, first, node, done = frame
        players = state.rules.players
        seat = (first + done) % players
        if done + 1 < players:
            state.stack.append((index, first, node, done + 1))
        run(state, seat, node, -1, 0)
