"""Makes states from a few facts in the words of the content, and describes states by all of their facts.

Reading saved states (`kernel.saving`) finds contradictions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import attrs

from stoneage_rules.kernel.frames import Step, advance
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.saving import state_from_dict
from stoneage_rules.kernel.state import State
from stoneage_rules.kernel.state_data import state_to_dict
from stoneage_rules.mechanics.placement.placement_order import NextInOrder
from stoneage_rules.mechanics.turn_order import seats_of
from stoneage_rules.testing.figure_limits import check_figures
from stoneage_rules.testing.item_placement import ItemPlacement
from stoneage_rules.testing.names import EMPTY, SET_UP
from stoneage_rules.testing.position_reader import PositionError, read_position
from stoneage_rules.testing.scenario_schema import Given, GivenSeat
from stoneage_rules.testing.set_up import first_round, in_set_up

__all__ = ["PositionError", "describe", "position", "state_of"]


def position(rules: Ruleset, given: Mapping[Any, Any]) -> State:
    """Makes a state from a few facts; its phase has begun and waits for a choice or for chance.

    Facts that are not given are as the set-up leaves them, with the first items of every supply drawn.  The keys:

    - `round`, `phase` (its id) and `first` (the seat that starts); `acting` is the seat at which a phase begins in
      which one seat after the other acts.  The phase `set-up` stands for the first decision of the set-up.
    - `set_up`: answers to the decisions of the set-up, which are else the first option of each; `over`: True for a game
      that has ended.
    - `seats`: by seat `points`, `goods`, `tracks`, `figures`, `tools` (value and whether used, one by one), `items`
      that lie open, those that are `face_down`, those of the open ones whose later use is `unspent`
      (all of them, if that is left out), and `marks` (those that its figures have left on it, if that is left out).
    - `figures`: by place the figures there, as a list with one number per seat, or by seat.
    - `spaces`: by place the item that lies there, or `none`; `piles`: by place how many are face down beneath.
    - `zones`: by zone all items in it.

    - `dealt_to`: the seats to which items are dealt, one by one, for which no other place is left; without it, there must
      be a place for each.

    Raises:
        InvalidState: the position is impossible; the message names the contradiction.  It is a `PositionError` if the path
            to the faulty part is known.
    """
    return state_of(rules, read_position(rules, given))


def state_of(rules: Ruleset, given: Given, listen: Callable[[State], object] | None = None) -> State:
    """Returns the state of a position whose names are all known.

    Args:
        rules: the rules of the table.
        given: the position.
        listen: called with the state before its phase begins.

    Raises:
        InvalidState: as for `position`.
    """
    state = state_from_dict(rules, _placed(rules, given))
    if listen is not None:
        listen(state)
    if given.phase != SET_UP and not given.over:
        check_figures(state)
        _begin(state, given.acting)
    return state


def _placed(rules: Ruleset, given: Given) -> dict[str, Any]:
    """Returns a position as a saved state whose phase has not begun."""
    begun = first_round(rules, given.set_up) if given.phase != SET_UP else in_set_up(rules, given.set_up)
    saved = state_to_dict(begun)
    if given.phase != SET_UP:
        saved.update(round=given.round or 1, phase=given.phase or rules.phases[0].id, stack=[], waiting=[])
    saved["first"] = begun.start_seat if given.first is None else given.first
    placement = ItemPlacement(rules, saved, given)
    for seat, entry in (given.seats or {}).items():
        _write_seat(rules, saved["seats"][seat], entry)
    placed: Mapping[str, Any] = given.figures or {}
    for place, figures in placed.items():
        by_seat = isinstance(figures, dict)
        saved["places"][place]["figures"] = [figures.get(str(seat), 0) for seat in range(rules.players)] if by_seat else figures
    _leave_marks(rules, saved, given.seats or {})
    placement.place()
    return saved


def _leave_marks(rules: Ruleset, saved: dict[str, Any], seats: Mapping[int, GivenSeat]) -> None:
    """Gives seats the marks that their figures on the board have left, unless the marks of a seat are given."""
    for place in rules.places:
        left = [mark for bit, mark in enumerate(rules.marks) if place.marks >> bit & 1]
        for seat, count in enumerate(saved["places"][place.id]["figures"] if left else ()):
            if count and (seat not in seats or seats[seat].marks is None):
                saved["seats"][seat]["marks"] += left


def describe(state: State) -> dict[str, Any]:
    """Returns all facts of a state in the words of `position`, and `at_home` besides; items without an order are sorted."""
    rules, saved = state.rules, state_to_dict(state)
    spaces = {place.id: saved["places"][place.id] for place in rules.places if place.row >= 0}
    return {
        "round": saved["round"],
        "phase": saved["phase"] or SET_UP,
        "first": saved["first"],
        "seats": {str(seat): {**entry, "at_home": state.at_home[seat]} for seat, entry in enumerate(saved["seats"])},
        "figures": {id: _by_seat(place["figures"]) for id, place in saved["places"].items()},
        "spaces": {id: space["item"] or EMPTY for id, space in spaces.items()},
        "piles": {id: space["pile"] for id, space in spaces.items()},
        "zones": saved["zones"],
    }


def _by_seat(values: Sequence[int]) -> dict[str, int]:
    return {str(seat): value for seat, value in enumerate(values)}


def _write_seat(rules: Ruleset, saved: dict[str, Any], given: GivenSeat) -> None:
    if given.items is not None:
        saved["unspent"] = [item for item in given.items if rules.item_index[item] in rules.later_use_bits]
    for key, value in attrs.asdict(given, recurse=False).items():
        if isinstance(value, Mapping):
            saved[key] = {**saved[key], **value}
        elif value is not None:
            saved[key] = list(value) if isinstance(value, tuple) else value


def _begin(state: State, acting: Any) -> None:
    """Begins the phase of a state, at the seat that acts first if one is given."""
    rules = state.rules
    rounds = rules.frames["rounds"]
    handler = rules.handlers[rounds]
    assert isinstance(handler, Step)
    state.round -= state.phase_index == 0
    handler.step(state, (rounds, state.start_seat, state.phase_index))
    if acting is not None:
        _let_act(state, acting)
    phase = state.phase
    advance(state)
    if acting is not None and (acting, phase) != (state.seat, state.phase):
        turn = "the game is over" if state.seat is None else f"it is the turn of seat {state.seat} in the phase {state.phase}"
        raise PositionError(f"seat {acting} is asked nothing in the phase {phase}: {turn}", ("acting",))


TURNS = "each-seat", "each-seat-in-order", "next-placement", "next-in-order"
"""The steps by which seats come one after the other; those before them, such as standing effects, are done first."""


def _let_act(state: State, acting: int) -> None:
    """Skips the seats before the one whose turn it is."""
    rules = state.rules
    turns = [rules.frames[name] for name in TURNS]
    while state.stack and state.stack[-1][0] not in turns and (step := rules.steps[state.stack[-1][0]]) is not None:
        if rules.handlers[state.stack[-1][0]].is_root:
            break
        step(state, state.stack.pop())
    handler, first, *rest = state.stack[-1]
    if handler == rules.frames["each-seat"]:
        state.stack[-1] = handler, first, rest[0], (acting - first) % rules.players
    elif handler == rules.frames["each-seat-in-order"]:
        state.stack[-1] = handler, first, rest[0], seats_of(rest[2], rules.players).index(acting), rest[2]
    elif handler == rules.frames["next-placement"]:
        if not state.at_home[acting]:
            raise PositionError(f"seat {acting} cannot place: it has nobody at home", ("acting",))
        state.stack[-1] = handler, acting
    elif handler == rules.frames["next-in-order"]:
        in_order = rules.handlers[handler]
        assert isinstance(in_order, NextInOrder)
        state.stack[-1] = in_order.from_seat(state.stack[-1], acting)
    else:
        raise PositionError(f"in the phase {state.phase} the seats do not act one after the other", ("acting",))
