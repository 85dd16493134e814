"""Draws states that agree with a view, each equally likely, for `View.guess`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from stoneage_rules.errors import InvalidState, PluginError
from stoneage_rules.kernel.dealt import arranged, counts_dealt
from stoneage_rules.kernel.invariants import check_pending
from stoneage_rules.kernel.state import State
from stoneage_rules.language.handles import HIDDEN, Slot

if TYPE_CHECKING:
    from stoneage_rules.kernel.ruleset import Ruleset
    from stoneage_rules.kernel.state import RandomSource
    from stoneage_rules.kernel.view import View

__all__ = ["guess"]

MOST_DRAWS = 10_000
"""The most attempts at drawing all hidden values that agree with each other."""

NOTHING = -1
"""The number of a slot with `or_none` that stands for nothing."""


def guess(view: View, random: RandomSource) -> State:
    """Returns the state of `View.guess`.

    Every state that agrees with the view is one deal of the unseen items and one choice of each secret number.  All are
    drawn uniformly from everything within range, and again until the rules' own checks of saved states pass, so that those
    which pass stay equally likely, whatever depends on what.
    """
    hidden = [frame for frame in (*view.stack, *view.waiting) if HIDDEN in frame]
    for _ in range(MOST_DRAWS):
        state = _draw(view, random.random)
        if not hidden or _is_possible(state):
            return state
    handler = view.rules.handlers[hidden[0][0]]
    raise PluginError(
        f"frame {handler.name}: none of {MOST_DRAWS} draws of its secret numbers passed the checks of saved states; "
        "give their slots a narrower range"
    )


def _is_possible(state: State) -> bool:
    """Returns True if the state passes the checks of saved states."""
    try:
        check_pending(state)
    except InvalidState:
        return False
    return True


def _draw(view: View, draw: Callable[[], float]) -> State:
    """Returns a state made from the view, with a value within range drawn for everything hidden."""
    state = State.__new__(State)
    view._copy_numbers(state)
    state._legal = state._options = None
    _deal(state, view, draw)
    if view.rules.secrets.slots:
        state.stack = [_filled(view.rules, frame, draw) for frame in view.stack]
        state.waiting = tuple([_filled(view.rules, frame, draw) for frame in view.waiting])
    return state


def _deal(state: State, view: View, draw: Callable[[], float]) -> None:
    """Deals to each seat as many unseen items of each kind as it owns face down."""
    rules, zones = view.rules, [*view.zones]
    home = rules.secrets.zones
    unseen: dict[int, list[int]] = {}
    for seat, kinds in enumerate(view.hidden_kinds):
        dealt = []
        for kind in kinds:
            if kind not in unseen:
                unseen[kind] = [item for item in zones[home[kind]] if rules.items[item].kind == kind]
            dealt.append(unseen[kind].pop(int(draw() * len(unseen[kind]))))
        if dealt:
            zones[rules.zones_of(seat)[1]] = arranged(dealt, counts_dealt(view, seat, face_down=True))
            for zone in {home[kind] for kind in kinds}:
                zones[zone] = tuple([item for item in zones[zone] if item not in dealt])
    state.zones = tuple(zones)


def _filled(rules: Ruleset, frame: tuple[int, ...], draw: Callable[[], float]) -> tuple[int, ...]:
    """Returns a frame with a number within range for each that is hidden."""
    slots = rules.handlers[frame[0]].progress
    numbers = (_number(rules, slot, draw) if number == HIDDEN else number for slot, number in zip(slots, frame[2:], strict=True))
    return *frame[:2], *numbers


def _number(rules: Ruleset, slot: Slot, draw: Callable[[], float]) -> int:
    """Draws a number that a slot can hold, each equally likely."""
    least, most = (slot.least, slot.most(rules)) if slot.ids is None else (0, len(slot.ids(rules)) - 1)
    number = least + int(draw() * (most - least + 1 + slot.or_none))
    return number if number <= most else NOTHING
