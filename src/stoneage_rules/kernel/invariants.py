"""Checks of a position from outside, before it is played on: nothing in two places, nothing pending that cannot be.

How a position is written down and read is in `saving`; what play itself does never needs these checks.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING

from stoneage_rules.errors import InvalidState
from stoneage_rules.kernel.frames import DECISION

if TYPE_CHECKING:
    from stoneage_rules.kernel.nouns import Place
    from stoneage_rules.kernel.position import Position
    from stoneage_rules.kernel.state import State

__all__ = ["check_pending", "check_position", "expect", "expect_range"]


def expect(holds: bool, message: str) -> None:
    """Refuses unless something holds.

    Raises:
        InvalidState: it does not.
    """
    if not holds:
        raise InvalidState(message)


def check_position(state: Position) -> None:
    """Refuses a position that cannot be.

    Raises:
        InvalidState: an item is missing, in two places or where it cannot lie, there are more goods than the supply
            has, or figures stand where they cannot.
    """
    _check_items(state)
    for good, supply in enumerate(state.rules.supplies or ()):
        held = sum(state.goods[good :: len(state.rules.goods)])
        if 0 <= supply < held:
            raise InvalidState(f"{held} {state.rules.goods[good]} are held, but there are {supply} in all")
    for place in state.rules.places:
        _check_place(state, place)
    for handler in state.rules.handlers:
        handler.verify_position(state)


def _check_items(state: Position) -> None:
    """Refuses items that are missing or in two places, and those face down that are never owned so."""
    rules = state.rules
    for seat, count in enumerate(state.face_down):
        for index in state.zones[rules.zones_of(seat)[1]] if count else ():
            if rules.items[index].kind not in rules.secrets.zones:
                raise InvalidState(f"seat {seat}: {rules.items[index].id} cannot be owned face down")
    lying = [item for item in state.item_at if item >= 0]
    everywhere = [*chain.from_iterable(state.zones), *lying]
    if len(everywhere) == len(rules.items) == len(set(everywhere)):
        return
    counts = Counter(everywhere)
    count, lost = next((counts[item.index], item.id) for item in rules.items if counts[item.index] != 1)
    raise InvalidState(f"{lost} is in {count or 'no'} place{'s' * (count > 1)}")


def _check_place(state: Position, place: Place) -> None:
    """Refuses items that do not belong on a place, and figures where nothing lies that another seat could have taken."""
    index = place.index
    if place.row < 0:
        if state.piles[index]:
            raise InvalidState(f"there is no pile on {place.id}")
    elif state.item_at[index] < 0 and state.occupancy[index] and not (place.is_shared or state.rules.items_can_go):
        raise InvalidState(f"figures stand on {place.id}, which is empty")


def check_pending(state: State) -> None:
    """Refuses unfinished work that could not come about here.

    Raises:
        InvalidState: a frame does not fit the position, or the one to be answered has no answer.
    """
    handlers = state.rules.handlers
    counts = Counter(handlers[frame[0]].exclusive for frame in state.stack)
    for word, count in counts.items():
        expect(count == 1 or not word, f"{count} frames of one {word}")
    for frame in state.waiting:
        handlers[frame[0]].verify_waiting(state, frame)
    expect(bool(state.stack) or not state.waiting, "something waits, but the game is over")
    for depth, frame in enumerate(state.stack):
        handler = handlers[frame[0]]
        if handler.is_root is not (depth == 0):
            raise InvalidState(f"a frame {handler.name} cannot lie on {depth} others")
        handler.verify(state, frame)
        if depth < len(state.stack) - 1:
            expect(handler.can_wait, f"a frame {handler.name} cannot lie below others")
            if handler.role == DECISION:
                expect(bool(handler.options(state, frame)), f"a frame {handler.name} below others has no answer")
    _expect_in_question(state)
    if state.stack:
        handler, frame = handlers[state.stack[-1][0]], state.stack[-1]
        expect(bool(handler.role), "nobody is asked anything, yet the game is not over")
        # Items that can be used at any time are no answer: the question must have one when they are spent.
        options = handler.options(state, frame) if handler.role == DECISION else state.outcomes()
        expect(bool(options), "what is pending has no answer")


def expect_range(value: int, least: int, most: int, what: str) -> None:
    """Refuses a number out of range.

    Raises:
        InvalidState: it is.
    """
    expect(least <= value <= most, f"{what}: {value} is no number from {least} to {most}")


def _expect_in_question(state: State) -> None:
    """Refuses questions and chance events above which something begins that could settle them.

    Only what is used at any time lies above a question, and what an item brings above a draw.
    """
    handlers, above = state.rules.handlers, ""
    for frame in reversed(state.stack):
        handler = handlers[frame[0]]
        if handler.role and above:
            raise InvalidState(f"a frame {above} cannot lie above a frame {handler.name}")
        if handler.interrupts(frame):
            above = handler.name
