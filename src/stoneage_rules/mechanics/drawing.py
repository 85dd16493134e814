"""Drawing from a bag: filling the spaces of a row, turning up a tile, a face-down item for a seat.

The one rule for what a draw may meet is `met`: an item of a kind that is drawn to a zone goes there, and the draw is made again.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.actions import Outcome
from stoneage_rules.kernel.chance import Chance, Odds, draw_one
from stoneage_rules.kernel.frames import Step
from stoneage_rules.kernel.invariants import expect
from stoneage_rules.kernel.ruleset import Row
from stoneage_rules.kernel.state import State

__all__ = ["DrawHidden", "FillRow", "LayItem", "has_kind", "show_next"]


def has_kind(state: State, zone: int, kind: int) -> bool:
    """Whether a zone still has an item of the kind wanted."""
    items = state.rules.items
    return any(items[item].kind == kind for item in state.zones[zone])


def met(state: State, zone: int, item: int, wanted: int) -> bool:
    """Takes the item drawn out of its zone; whether it is not of the kind wanted, and has gone where it belongs."""
    operations.draw(state, zone, item)
    divert = state.rules.items[item].divert
    if state.rules.items[item].kind == wanted or divert < 0:
        return False
    operations.discard(state, divert, item)
    return True


def lay_next(state: State, row: Row, place: int) -> None:
    """The first item of a queue goes open onto a place, if it is of the row's kind."""
    item = state.zones[row.zone][0]
    if not met(state, row.zone, item, row.kind):
        lay_on(state, row, place, item)


def lay_on(state: State, row: Row, place: int, item: int) -> None:
    """An item goes open onto a place, on top of its pile where the row has piles."""
    if row.pile:
        state.piles[place] -= 1
    operations.lay(state, place, item)


def show_next(state: State, seat: int, place: int) -> None:
    """The next tile of a pile is to be turned up, when what is above it on the stack is done."""
    frames, row = state.rules.frames, state.rules.places[place].row
    queue = state.rules.rows[row].zone in state.rules.queues
    state.stack.append((frames["fill-row"], seat, row) if queue else (frames["lay-item"], seat, row, place))


class Draw(Chance):
    """A draw from a zone, every item in it equally likely."""

    def zone(self, frame: tuple[int, ...]) -> int:
        """The zone drawn from."""
        raise NotImplementedError

    def outcomes(self, state: State, frame: tuple[int, ...]) -> Odds:
        bag = state.zones[self.zone(frame)]
        return tuple((self.rules.draws[item], Fraction(1, len(bag))) for item in bag)

    def accepts(self, state: State, frame: tuple[int, ...], answer: Outcome) -> bool:
        return answer.kind == "draw" and answer.data in state.zones[self.zone(frame)]

    def sample(self, state: State, frame: tuple[int, ...], random: Callable[[], float]) -> Outcome:
        return draw_one(state, self.zone(frame), random)

    def needed(self, state: State, frame: tuple[int, ...]) -> str:
        return f"a draw from the {self.rules.zones[self.zone(frame)]}"


class FillRow(Step):
    """Fills the empty spaces of a row, one by one in its order; x is the row."""

    name = "fill-row"
    progress = ("row",)

    def step(self, state: State, frame: tuple[int, ...]) -> None:
        index, seat, row = frame
        made = state.rules.rows[row]
        empty = [place for place in made.spaces if state.held[place] < 0 and (not made.pile or state.piles[place])]
        if not empty:
            return
        if has_kind(state, made.zone, made.kind):
            state.stack.append(frame)
            if made.zone in state.rules.queues:
                lay_next(state, made, empty[0])
            else:
                state.stack.append((state.rules.frames["lay-item"], seat, row, empty[0]))
        elif made.ends_game:
            operations.note(state, "unfilled", -1, row)
            state.stack.append((state.rules.frames["end"], seat))


class LayItem(Draw):
    """The next item of a row's zone goes open onto a place; x is the row, y the place."""

    name = "lay-item"
    progress = ("row", "place")
    alone = "space"

    def verify(self, state: State, frame: tuple[int, ...]) -> None:
        _, _, row, place = frame
        made = self.rules.rows[row]
        expect(place in made.spaces and state.held[place] < 0, "no empty space of that row")
        expect(not made.pile or state.piles[place] > 0, "a pile without a tile")
        expect(made.zone not in self.rules.queues and has_kind(state, made.zone, made.kind), "nothing is left to be drawn")

    def zone(self, frame: tuple[int, ...]) -> int:
        return self.rules.rows[frame[2]].zone

    def resume(self, state: State, frame: tuple[int, ...], outcome: Outcome) -> None:
        _, _, row, place = frame
        made = self.rules.rows[row]
        if met(state, made.zone, outcome.data, made.kind):
            if has_kind(state, made.zone, made.kind):
                state.stack.append(frame)
            return
        lay_on(state, made, place, outcome.data)


class DrawHidden(Draw):
    """The next item of a kind goes face down to a seat; x is the zone, y the kind."""

    name = "draw-hidden"
    progress = ("zone", "kind")

    def verify(self, state: State, frame: tuple[int, ...]) -> None:
        expect(frame[2] not in self.rules.queues and has_kind(state, frame[2], frame[3]), "nothing is left to be drawn")

    def zone(self, frame: tuple[int, ...]) -> int:
        return frame[2]

    def resume(self, state: State, frame: tuple[int, ...], outcome: Outcome) -> None:
        _, seat, zone, kind = frame
        if not met(state, zone, outcome.data, kind):
            operations.own(state, seat, outcome.data, face_down=True)
        elif has_kind(state, zone, kind):
            state.stack.append(frame)
