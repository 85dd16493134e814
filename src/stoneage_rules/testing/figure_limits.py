"""Refuses figures of a position that no game can produce: over a limit, or still placed after all have come home.

Reading saved states (`kernel.saving`) checks the circles of places and the number of figures of each seat.
"""

from __future__ import annotations

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.nouns import Place
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State
from stoneage_rules.language.word import Verb
from stoneage_rules.mechanics.effect_lists import EachSeatVerb
from stoneage_rules.mechanics.items import verbs_in
from stoneage_rules.mechanics.limits import PlaceLimited
from stoneage_rules.mechanics.placement.placement_frames import PlaceFigures
from stoneage_rules.mechanics.placement.placement_order import PlaceVerb
from stoneage_rules.mechanics.resolving import ResolveVerb
from stoneage_rules.testing.position_reader import PositionError

__all__ = ["check_figures"]


def check_figures(state: State) -> None:
    """Refuses figures that cannot be where they are, in a state whose phase has not begun yet.

    Raises:
        PositionError: there are more than a limit allows, or they should be at home by now.
    """
    placed = [
        (seat, place)
        for place in state.rules.places
        for seat in range(state.rules.players)
        if state.occupied_by[seat] >> place.index & 1
    ]
    _check_home(state, placed)
    _check_limits(state, placed)


def _check_home(state: State, placed: list[tuple[int, Place]]) -> None:
    """Refuses figures away from home after the phase in which all act, except for those that stay."""
    acted = _acted_before(state.rules, state.phase_index)
    for seat, place in placed:
        if acted and not place.stays:
            raise PositionError(
                f"seat {seat} has figures on {place.id} in the phase {state.phase}, but in the phase {acted} before it all "
                f"figures have acted and come home from there",
                ("figures", place.id),
            )


def _acted_before(rules: Ruleset, phase: int) -> str:
    """Returns the phase before one in which all figures have acted, and after which none are placed, or an empty text."""
    effects = {entry.name: entry.record.effects for entry in rules.content.of("phase")}
    for back in range(len(rules.phases)):
        id = rules.phases[phase - back].id
        if any(isinstance(inner, PlaceVerb) for effect in effects[id] for inner in verbs_in(effect)):
            return ""
        if back and any(map(_all_act, effects[id])):
            return id
    return ""


def _all_act(effect: Verb) -> bool:
    inner = effect.effects if isinstance(effect, EachSeatVerb) and not effect.if_ else ()
    return any(isinstance(verb, ResolveVerb) and not verb.if_ for verb in inner)


def _check_limits(state: State, placed: list[tuple[int, Place]]) -> None:
    """Places the figures on an empty board again, in any order that the limits allow; refuses those that no order allows."""
    rules = state.rules
    limits = [check for check in rules.handlers[rules.frames[PlaceFigures.name]].place_checks if isinstance(check, PlaceLimited)]
    board = state.copy()
    counts = {(seat, place): operations.lift(board, seat, place.index) for seat, place in placed}
    while counts:
        closing = {
            (seat, place): next((limit for limit in limits if not limit.allows(board, seat, place, count)), None)
            for (seat, place), count in counts.items()
        }
        seat, place = next((each for each, limit in closing.items() if limit is None), next(iter(closing)))
        limit = closing[seat, place]
        if limit is not None:
            reason = rules.reason(limit.tell(board, seat, place))
            raise PositionError(f"seat {seat} has figures on {place.id}, but {reason}", ("figures", place.id))
        operations.put(board, seat, place.index, counts.pop((seat, place)))
