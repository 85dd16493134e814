"""Invariants of the numbers of a state: nothing negative, nothing lost, nothing in two places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from stoneage_rules.kernel.state import State

__all__ = [
    "figures_are_conserved",
    "goods_fit_the_supply",
    "items_are_conserved",
    "numbers_are_in_range",
    "places_follow_their_items",
]

COUNTS = (
    "goods", "tracks", "figures", "at_home", "kits", "unspent", "marks", "occupied_by", "placed", "occupancy", "piles",
    "face_down",
)  # fmt: skip
"""The sequences of a state in which no number is negative."""


def numbers_are_in_range(state: State) -> None:
    """No number is negative but points, and tracks, tools, round, phase and first seat are within their bounds."""
    rules = state.rules
    for name in COUNTS:
        numbers = getattr(state, name)
        if any(type(number) is not int or number < 0 for number in numbers):
            raise AssertionError(f"{name} has {list(numbers)}; each must be a whole number from 0 on")
    if any(type(points) is not int for points in state.points):
        raise AssertionError(f"points are {state.points}; each must be a whole number")
    for what, value, least, most in (
        ("the seat that starts", state.start_seat, 0, rules.players - 1),
        ("the round", state.round, 0, state.round),
        ("the phase", state.phase_index, -1, len(rules.phases) - 1),
        *(("a track", position, 0, rules.track_tops[i % len(rules.tracks)]) for i, position in enumerate(state.tracks)),
    ):
        if not least <= value <= most:
            raise AssertionError(f"{what} is at {value}, which must be from {least} to {most}")
    for seat in range(rules.players):
        _check_tools(state, seat)


def _check_tools(state: State, seat: int) -> None:
    kits = state.rules.kits
    values = [value for value, _ in state.player(seat).tools]
    if len(values) > kits.spaces or not all(1 <= value <= kits.top for value in values):
        raise AssertionError(
            f"seat {seat} has tools {values}, but there are {kits.spaces} spaces for values from 1 to {kits.top}"
        )
    if max(values, default=0) - min(values, default=0) > 1:
        raise AssertionError(f"seat {seat} has tools {values}, which differ by more than 1")


def goods_fit_the_supply(state: State) -> None:
    """Of a good that can run out, the seats hold no more than there are."""
    for good, supply in enumerate(state.rules.supplies or ()):
        held = sum(state.goods[good :: len(state.rules.goods)])
        if 0 <= supply < held:
            raise AssertionError(f"{held} {state.rules.goods[good]} are held, but there are {supply} in all")


def figures_are_conserved(state: State) -> None:
    """Every figure of a seat is at home or on one place, and the places' own numbers agree with it."""
    rules, players = state.rules, state.rules.players
    rows = [state.placed[place.index * players : (place.index + 1) * players] for place in rules.places]
    for seat in range(players):
        placed, figures = sum(row[seat] for row in rows), state.figures[seat]
        if state.at_home[seat] + placed != figures or figures > rules.most_figures:
            there = f"{state.at_home[seat]} at home and {placed} placed"
            raise AssertionError(f"seat {seat} has {figures} of {rules.most_figures} figures, {there}")
        _expect_bits(state.occupied_by[seat], (row[seat] > 0 for row in rows), f"the places occupied by seat {seat}")
    if [*state.occupancy] != [sum(row) for row in rows]:
        raise AssertionError(f"the places count {[*state.occupancy]} figures, but {[sum(row) for row in rows]} stand there")
    full = (sum(row) >= place.room for place, row in zip(rules.places, rows, strict=True))
    _expect_bits(state.full_places, full, "the full places")
    for place, row in zip(rules.places, rows, strict=True):
        if sum(row) > place.room:
            raise AssertionError(f"{place.id} has {place.circles} circles, but {sum(row)} figures: {[*row]} by seat")


def items_are_conserved(state: State) -> None:
    """Every item is in one zone or on one space, and only what a seat owns has uses left."""
    rules = state.rules
    where = Counter(item for zone in state.zones for item in zone)
    where.update(item for item in state.item_at if item >= 0)
    wrong = {item.id: where[item.index] for item in rules.items if where[item.index] != 1}
    if wrong or len(where) != len(rules.items):
        raise AssertionError(f"items must be in one place each; these are in another number of places: {wrong or where}")
    for seat in range(rules.players):
        owned, down = rules.zones_of(seat)
        if state.face_down[seat] != len(state.zones[down]):
            raise AssertionError(f"seat {seat} counts {state.face_down[seat]} items face down, but has {len(state.zones[down])}")
        unspent = {item for bit, item in enumerate(rules.later_uses) if state.unspent[seat] >> bit & 1}
        foreign = unspent.difference(state.zones[owned])
        if foreign or state.unspent[seat] >> len(rules.later_uses):
            ids = [rules.items[item].id for item in foreign]
            raise AssertionError(f"seat {seat} has uses left of what it does not own: {ids}")


def places_follow_their_items(state: State) -> None:
    """A space without an item is closed, as is a place that somebody would have to own, and items lie on spaces alone."""
    rules = state.rules
    owned = {item for seat in range(rules.players) for item in state.zones[rules.zones_of(seat)[0]]}
    missing = (
        (place.row >= 0 and state.item_at[place.index] < 0) or (place.owned >= 0 and place.owned not in owned)
        for place in rules.places
    )
    _expect_bits(state.closed_places, missing, "the closed places")
    for place in rules.places:
        if place.row < 0 and state.item_at[place.index] >= 0:
            raise AssertionError(f"{rules.items[state.item_at[place.index]].id} lies on {place.id}, which is no space")


def _expect_bits(bits: int, flags: Iterable[bool], what: str) -> None:
    """Refuses bits that are not those of some flags."""
    expected = sum(1 << index for index, flag in enumerate(flags) if flag)
    if bits != expected:
        raise AssertionError(f"{what} are {bits:#b}, but must be {expected:#b}, a bit for each place")
