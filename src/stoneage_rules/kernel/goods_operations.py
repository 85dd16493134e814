"""Changes of a state that move goods; mechanisms find them in `operations`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from stoneage_rules.kernel.notes import note
from stoneage_rules.language.handles import MOST

if TYPE_CHECKING:
    from stoneage_rules.kernel.state import State

__all__ = ["MOST_IN_BYTE", "gain", "gain_goods", "left_in_supply", "lose_goods", "pay", "spend"]

MOST_IN_BYTE = 255
"""The most of a good that a state holds in a byte; if a seat has more, the goods become a list."""


def gain(state: State, seat: int, good: int, count: int) -> None:
    """Adds goods from the supply, never fewer than 0; of a good that can run out, no more than are left."""
    if count < 0:
        raise ValueError(f"{count} {state.rules.goods[good]} cannot be gained; `pay` and `lose_goods` take goods away")
    if state.rules.supplies is not None:
        count = min(count, left_in_supply(state, good))
    spot = seat * len(state.rules.goods) + good
    held = state.goods[spot] + count
    if held > MOST_IN_BYTE:
        count = _add(state, spot, count)
    else:
        state.goods[spot] = held
    if count and state.noted is not None:
        state.noted.append(("gain", seat, good, count))


def gain_goods(state: State, seat: int, amounts: tuple[int, ...]) -> None:
    """Adds goods from the supply, one amount per good."""
    for good, amount in enumerate(amounts):
        if amount:
            gain(state, seat, good, amount)


def left_in_supply(state: State, good: int) -> int:
    """Returns the number of a good that nobody holds; `sys.maxsize` if it never runs out."""
    supplies = state.rules.supplies
    if supplies is None or supplies[good] < 0:
        return sys.maxsize
    return supplies[good] - sum(state.goods[good :: len(state.rules.goods)])


def spend(state: State, seat: int, amounts: tuple[int, ...], told: tuple[int, ...] = ()) -> None:
    """Returns goods to the supply, one amount per good, never more than is held; `told` is the bill, if that is another."""
    for spot, amount in enumerate(amounts, seat * len(amounts)):
        if amount:
            _take(state, spot, amount)
    if state.noted is not None and any(told or amounts):
        state.noted.append(("spend", seat, told or amounts))


def pay(state: State, seat: int, good: int, count: int) -> None:
    """Returns some of one good to the supply, never more than is held."""
    if count:
        width = len(state.rules.goods)
        _take(state, seat * width + good, count)
        if state.noted is not None:
            state.noted.append(("spend", seat, tuple([count if other == good else 0 for other in range(width)])))


def _take(state: State, spot: int, count: int) -> None:
    left = state.goods[spot] - count
    if left < 0 or count < 0:
        seat, good = divmod(spot, len(state.rules.goods))
        raise ValueError(f"seat {seat} has {state.goods[spot]} {state.rules.goods[good]} and cannot spend {count}")
    state.goods[spot] = left


def lose_goods(state: State, seat: int, amounts: tuple[int, ...], to: int = -1) -> None:
    """Takes goods from a seat as far as they are there, one amount per good: to the supply, or to another seat."""
    width = len(amounts)
    taken = tuple([min(amount, state.goods[seat * width + good]) for good, amount in enumerate(amounts)])
    for good, amount in enumerate(taken):
        state.goods[seat * width + good] -= amount
        if to >= 0:
            _add(state, to * width + good, amount)
    if any(taken):
        note(state, "loss", seat, taken, to)


def _add(state: State, spot: int, count: int) -> int:
    """Adds to a number of goods, up to a thousand million; returns how many were added."""
    if state.goods[spot] + count > MOST_IN_BYTE:
        state.goods = [*state.goods]
        count = min(count, MOST - state.goods[spot])
    state.goods[spot] += count
    return count
