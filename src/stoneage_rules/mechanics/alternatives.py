"""Choosing one effect of several."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.actions import FACE, Action
from stoneage_rules.kernel.frames import run
from stoneage_rules.kernel.legality import Decision, Shortfall
from stoneage_rules.kernel.state import State
from stoneage_rules.mechanics.effect_lists import Effects

__all__ = ["ChooseEffect", "Offer", "Offering"]


@attrs.frozen
class Offer:
    """The effects of which one is chosen: their nodes, themselves, and what each is called for short."""

    nodes: tuple[int, ...]
    effects: tuple[Any, ...]
    names: tuple[str, ...]


@attrs.frozen
class Offering:
    """The effect that asks; what it asks about can be seen in it, so that a saved frame's origin is known."""

    frame: int
    offer: int

    def __call__(self, state: State, seat: int, place: int, n: int) -> None:
        state.stack.append((self.frame, seat, self.offer, place, n))


class ChooseEffect(Decision):
    """Which of several effects to have; x is the offer, y and z are the place and the number that effects are about."""

    name = "one-of"
    checks = ("choice.listed",)
    progress = ("offer", "place", "n")
    shapes = {"choose": FACE}

    def prepare(self) -> None:
        rules = self.rules
        self.offers: tuple[Offer, ...] = rules.tables.get("one-of", ())
        self.asked_at = {effect.offer: node for node, (effect, _) in enumerate(rules.nodes) if isinstance(effect, Offering)}
        self.part_of = {node: number for number, offer in enumerate(self.offers) for node in offer.nodes}

    def universe(self) -> Iterator[tuple[str, tuple[Any, ...], Any]]:
        for number in range(max((len(offer.nodes) for offer in self.offers), default=0)):
            yield "choose", (number + 1,), number

    def _as_effects(self, frame: tuple[int, ...]) -> tuple[Effects, tuple[int, ...]]:
        """The list of effects in which the offer stands, as a frame that would begin there."""
        index, seat, offer, place, n = frame
        node = self.asked_at.get(offer, 0)
        while node in self.part_of:
            node = self.asked_at.get(self.part_of[node], 0)
        lists = self.rules.handlers[self.rules.effects_frame]
        assert isinstance(lists, Effects)
        return lists, (index, seat, node, place, n)

    def verify(self, state: State, frame: tuple[int, ...]) -> None:
        lists, outer = self._as_effects(frame)
        lists.verify(state, outer)

    def interrupts(self, frame: tuple[int, ...]) -> bool:
        lists, outer = self._as_effects(frame)
        return lists.interrupts(outer)

    def options(self, state: State, frame: tuple[int, ...]) -> tuple[Action, ...]:
        return self.rules.of_kind("choose")[: len(self.offers[frame[2]].nodes)]

    def shortfalls(self, state: State, frame: tuple[int, ...], action: Action) -> Iterator[Shortfall]:
        if action not in self.options(state, frame):
            most = len(self.offers[frame[2]].nodes)
            yield Shortfall("choice.listed", f"a number from 1 to {most}", f"there is no effect {action.args[0]}")

    def resume(self, state: State, frame: tuple[int, ...], action: Action) -> None:
        _, seat, number, place, n = frame
        offer = self.offers[number]
        operations.note(state, "choose", seat, offer.names[action.data])
        run(state, seat, offer.nodes[action.data], place, n)

    def asks(self, state: State, frame: tuple[int, ...]) -> str:
        names = self.offers[frame[2]].names
        return "one of: " + ", ".join(f"{number} {name}" for number, name in enumerate(names, 1))
