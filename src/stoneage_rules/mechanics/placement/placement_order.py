"""The verb `place`, and turns of placing in another order than clockwise, or with figures that may stay at home."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import attrs

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.actions import NOTHING, PLACEMENT, Action
from stoneage_rules.kernel.frames import Step, next_due
from stoneage_rules.kernel.invariants import expect, expect_range
from stoneage_rules.kernel.legality import Check
from stoneage_rules.kernel.position import Position
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Effect, Linker
from stoneage_rules.language.fields import field
from stoneage_rules.language.handles import Handle, Slot
from stoneage_rules.language.phrases import Phrases
from stoneage_rules.language.word import Verb
from stoneage_rules.mechanics.placement.placement_checks import PlacementMust
from stoneage_rules.mechanics.placement.placement_frames import PlaceFigures
from stoneage_rules.mechanics.turn_order import clockwise

CLOCKWISE, REVERSE, SNAKE = "clockwise", "reverse", "there-and-back"


@attrs.frozen
class PlaceVerb(Verb):
    """From the starting player clockwise, one placement each, again and again, until nobody can place.

    In `reverse` order the starting player is the last of each turn, after the next seat on the left; `there-and-back` turns
    round after each turn, so that the last seat places twice, and then the first.  With `pass` a seat may keep its figures
    at home instead of placing; it then places no more in this phase.

    Example: `{ do = "place" }` or `{ do = "place", order = "there-and-back", pass = true }`
    """

    do = "place"
    belongs = ("phase",)
    order: str = field(
        "the order of the seats", default=CLOCKWISE, choices=(CLOCKWISE, REVERSE, SNAKE), silent_default=True
    )  # fmt: skip
    pass_: bool = field("whether a seat may keep figures at home", default=False, silent_default=True)

    def describe(self, phrases: Phrases) -> str:
        turns = "seats place in turn" + ("" if self.order == CLOCKWISE else f", {self.order.replace('-', ' ')}")
        return f"{turns}, or pass" if self.pass_ else turns

    def bind(self, link: Linker) -> Effect:
        frame, ordered = link.frame("next-placement"), link.frame("next-in-order")
        number = link.add(PLACINGS, Placing(self.order, self.pass_))

        def effect(state: State, seat: int, place: int, n: int) -> None:
            state.stack.append((frame, state.start_seat))

        def in_order(state: State, seat: int, place: int, n: int) -> None:
            state.stack.append((ordered, state.start_seat, number, 0, 0))

        return effect if self.order == CLOCKWISE and not self.pass_ else in_order


class Placing(NamedTuple):
    """A compiled `place`."""

    order: str
    can_pass: bool

    def seats(self, players: int, first: int) -> list[int]:
        """Returns the seats of the turns, which come again and again."""
        seats = clockwise(players, first)
        if self.order == CLOCKWISE:
            return seats
        return seats[::-1] if self.order == REVERSE else seats + seats[::-1]


PLACINGS = Handle[Placing]("place-rule")


class NextInOrder(Step):
    """Looks for the next seat that can place; x is the `place`, y the turn, z bits of the seats that have passed, never all."""

    name = "next-in-order"
    progress = (PLACINGS.slot(), Slot("turn"), Slot("passed", most=lambda rules: (1 << rules.players) - 2))

    def interrupts(self, frame: tuple[int, ...]) -> bool:
        return True

    def prepare(self) -> None:
        self.asks, self.or_passes = self.rules.frames[PlaceFigures.name], self.rules.frames[PlaceOrPass.name]

    def seats(self, frame: tuple[int, ...]) -> list[int]:
        """Returns the seats of the turns of a frame."""
        return self.rules.entries(PLACINGS)[frame[2]].seats(self.rules.players, frame[1])

    def verify(self, state: State, frame: tuple[int, ...]) -> None:
        _, _, number, turn, passed = frame
        expect_range(turn, 0, len(self.seats(frame)) - 1, "turn")
        expect(not passed or self.rules.entries(PLACINGS)[number].can_pass, "nobody can pass here")

    def from_seat(self, frame: tuple[int, ...], seat: int) -> tuple[int, ...]:
        """Returns the frame at which a seat's turn comes first."""
        return (*frame[:3], self.seats(frame).index(seat), frame[4])

    def step(self, state: State, frame: tuple[int, ...]) -> None:
        index, first, number, turn, passed = frame
        seats, unable = self.seats(frame), passed
        for ahead in range(len(seats)):
            spot = (turn + ahead) % len(seats)
            seat = seats[spot]
            if unable >> seat & 1:
                continue
            if state.at_home[seat] and self.rules.handlers[self.asks].placements_of(state, seat):
                question = next_due(state, seat) if state.waiting else None
                if question is not None:
                    state.stack += [(index, first, number, spot, passed), question]
                    return
                asks = self.or_passes if self.rules.entries(PLACINGS)[number].can_pass else self.asks
                state.stack += [(index, first, number, (spot + 1) % len(seats), passed), (asks, seat)]
                return
            if state.noted is not None and state.at_home[seat]:
                operations.note(state, "passed-over", seat, state.at_home[seat])
            unable |= 1 << seat


class PlaceOrPass(PlaceFigures):
    """One placement, or the decision to place no more in this phase."""

    name = "place-or-pass"
    prompt = "where to place figures, or to pass"
    shapes = {"place": PLACEMENT, "pass": NOTHING}

    def make_judges(self) -> tuple[Check, ...]:
        return tuple(judge for judge in super().make_judges() if not isinstance(judge, PlacementMust))

    def prepare(self) -> None:
        self.is_used = any(placing.can_pass for placing in self.rules.entries(PLACINGS))
        if self.is_used:
            super().prepare()

    def universe(self) -> Iterator[tuple[str, tuple[Any, ...], Any]]:
        if self.is_used:
            yield "pass", (), None

    def options(self, state: State, frame: tuple[int, ...]) -> tuple[Action, ...]:
        return self.placements_of(state, frame[1]) + self.rules.of_kind("pass")

    def resume(self, state: State, frame: tuple[int, ...], action: Action) -> None:
        if action.kind == "place":
            super().resume(state, frame, action)
            return
        seat = frame[1]
        *turn, passed = state.stack[-1]
        state.stack[-1] = (*turn, passed | 1 << seat)
        operations.note(state, "pass", seat, state.at_home[seat])

    def hint(self, state: Position, frame: tuple[int, ...], action: Action) -> str:
        return super().hint(state, frame, action) if action.kind == "place" else "places no more in this phase"

    def verify(self, state: State, frame: tuple[int, ...]) -> None:
        spot = state.stack.index(frame)
        turn = state.stack[spot - 1]
        expect(spot > 0 and turn[0] == self.rules.frames[NextInOrder.name], "a turn in which nobody can pass")
        expect(self.rules.entries(PLACINGS)[turn[2]].can_pass, "a turn in which nobody can pass")
        expect(not turn[4] >> frame[1] & 1, f"seat {frame[1]} has passed")

    def verify_position(self, state: State) -> None:
        """Leaves it to the decision without `pass`, which judges the same figures."""
