"""Frames that carry on with lists of effects: what is left of one, and one list for every seat in turn.

What an effect does is in `verbs`.
"""

from __future__ import annotations

from collections.abc import Iterator

from stoneage_rules.kernel.frames import Step, run
from stoneage_rules.kernel.invariants import expect, expect_range
from stoneage_rules.kernel.state import State

__all__ = ["EachSeat", "Effects"]


class Effects(Step):
    """The rest of a list of effects."""

    name = "effects"
    progress = ("node", "place", "n")

    def prepare(self) -> None:
        rules = self.rules
        self.of_places = {node: place for place in rules.places for node in self._from(place.node)}
        self.of_phases = {node for phase in rules.phases for node in self._from(phase.node)}
        self.of_items = {node: item for item in rules.items for node in self._from(item.node)}

    def _from(self, node: int) -> Iterator[int]:
        """The nodes of the list that starts at one."""
        while node:
            yield node
            node = self.rules.nodes[node][1]

    def verify(self, state: State, frame: tuple[int, ...]) -> None:
        _, _, node, place, n = frame
        rules = self.rules
        if node in self.of_places:
            expect(place == self.of_places[node].index, "effects of another place")
            expect_range(n, 1, rules.most_figures, "figures that act")
        elif node in self.of_items:
            row = rules.places[place].row if place >= 0 else -1
            expect(row >= 0 and rules.rows[row].kind == self.of_items[node].kind, "effects of an item from elsewhere")
            expect(n < len(rules.actions) and rules.actions[n].kind == "pay", "effects of an item that was not paid")
        else:
            expect_range(n, 0, max(rules.most_figures, len(rules.actions) - 1), "what effects are about")

    def interrupts(self, frame: tuple[int, ...]) -> bool:
        return frame[2] in self.of_places or frame[2] in self.of_phases

    def step(self, state: State, frame: tuple[int, ...]) -> None:
        _, seat, node, place, n = frame
        run(state, seat, node, place, n)


class EachSeat(Step):
    """The same effects for every seat, from the starting player clockwise; x seats are done."""

    name = "each-seat"
    progress = ("node", "done")

    def verify(self, state: State, frame: tuple[int, ...]) -> None:
        lists = self.rules.handlers[self.rules.effects_frame]
        assert isinstance(lists, Effects)
        expect(frame[2] not in lists.of_places and frame[2] not in lists.of_items, "effects that are not every seat's")
        expect_range(frame[3], 0, self.rules.players - 1, "seats that are done")

    def step(self, state: State, frame: tuple[int, ...]) -> None:
        index, first, node, done = frame
        players = state.rules.players
        seat = (first + done) % players
        if done + 1 < players:
            state.stack.append((index, first, node, done + 1))
        run(state, seat, node, -1, 0)
