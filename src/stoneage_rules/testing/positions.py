"""Positions in the words of the content: a few given facts become a whole state, and a state becomes facts again.

What contradicts itself is judged by the reading of saved states (`kernel.saving`); nothing is judged twice here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stoneage_rules.kernel.frames import Step, advance
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.saving import state_from_dict, state_to_dict
from stoneage_rules.kernel.state import State
from stoneage_rules.testing.figure_limits import check_figures
from stoneage_rules.testing.item_placement import Dealer
from stoneage_rules.testing.names import EMPTY
from stoneage_rules.testing.position_reader import PositionError, read_given

__all__ = ["PositionError", "describe", "position"]


def position(rules: Ruleset, given: Mapping[Any, Any]) -> State:
    """A state from what is given; the phase is begun, and runs until somebody must choose or chance must decide.

    Whatever is not given is as the set-up leaves it, with the first items of every supply drawn.  The keys:

    - `round`, `phase` (its id) and `first` (the seat that starts); `acting` is the seat at which a phase begins in
      which one seat after the other acts.
    - `seats`: by seat `points`, `goods`, `tracks`, `figures`, `tools` (value and whether used, one by one), `items`
      that lie open, those that are `face_down`, those of the open ones whose later use is `unspent`, and `marks`.
    - `figures`: by place the figures there, as a list with one number per seat, or by seat.
    - `spaces`: by place the item that lies there, or `none`; `piles`: by place how many are face down beneath.
    - `zones`: by zone all items in it, or how many there are.

    Items that are thereby left without a place belong to the seats whose `items` are not given.

    Raises:
        InvalidState: it cannot be; the message names what contradicts what.  It is a `PositionError` where the path
            to what is at fault is known.
    """
    said = read_given(rules, given)
    saved = state_to_dict(_set_up(rules))
    saved.update(round=said.round, phase=said.phase, first=said.first, stack=[], waiting=[])
    for seat, entry in said.seats.items():
        _write_seat(saved["seats"][seat], entry)
    for place, figures in said.figures.items():
        saved["places"][place]["figures"] = figures
    Dealer(rules, saved, said).deal()
    state = state_from_dict(rules, saved)
    check_figures(state)
    _begin(state, said.acting)
    return state


def describe(state: State) -> dict[str, Any]:
    """All facts of a state in the words of `given`; what lies in no order is sorted."""
    rules, saved = state.rules, state_to_dict(state)
    spaces = {place.id: saved["places"][place.id] for place in rules.places if place.row >= 0}
    return {
        "round": saved["round"],
        "phase": saved["phase"],
        "first": saved["first"],
        "seats": {str(seat): {**entry, "at_home": state.home[seat]} for seat, entry in enumerate(saved["seats"])},
        "figures": {id: _by_seat(place["figures"]) for id, place in saved["places"].items()},
        "spaces": {id: space["item"] or EMPTY for id, space in spaces.items()},
        "piles": {id: space["pile"] for id, space in spaces.items()},
        "zones": saved["zones"],
    }


def _by_seat(values: Sequence[int]) -> dict[str, int]:
    return {str(seat): value for seat, value in enumerate(values)}


def _set_up(rules: Ruleset) -> State:
    """The start of the first round, with the first outcome of every chance event and the first of all choices."""
    state = rules.initial_state()
    while state.phase < 0 and not state.is_over:
        state.apply(state.outcomes()[0][0] if state.is_chance else state.legal()[0])
    return state


def _write_seat(saved: dict[str, Any], entry: Mapping[str, Any]) -> None:
    for key, value in entry.items():
        saved[key] = {**saved[key], **value} if isinstance(saved[key], dict) else value


def _begin(state: State, acting: int | None) -> None:
    """The phase of the state begins, at the seat `acting` when one is given."""
    rules = state.rules
    rounds = rules.frames["rounds"]
    handler = rules.handlers[rounds]
    assert isinstance(handler, Step)
    state.round -= state.phase == 0
    handler.step(state, (rounds, state.first, state.phase))
    if acting is not None:
        _let_act(state, acting)
    phase = state.phase_id
    advance(state)
    if acting is not None and (acting, phase) != (state.seat, state.phase_id):
        turn = "the game is over" if state.seat is None else f"it is the turn of seat {state.seat} in the phase {state.phase_id}"
        raise PositionError(f"seat {acting} is asked nothing in the phase {phase}: {turn}", ("acting",))


def _let_act(state: State, acting: int) -> None:
    """Passes over the seats before the one that is to act."""
    rules = state.rules
    handler, first, *rest = state.stack[-1]
    if handler == rules.frames["each-seat"]:
        state.stack[-1] = handler, first, rest[0], (acting - first) % rules.players
    elif handler == rules.frames["next-placement"]:
        if not state.home[acting]:
            raise PositionError(f"seat {acting} cannot place: it has nobody at home", ("acting",))
        state.stack[-1] = handler, acting
    else:
        raise PositionError(f"in the phase {state.phase_id} the seats do not act one after the other", ("acting",))
