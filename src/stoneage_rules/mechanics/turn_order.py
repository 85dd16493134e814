"""Orders of seats: which there are, and how one that has begun is kept as one number of a frame."""

from __future__ import annotations

from collections.abc import Sequence
from math import factorial

from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Reader
from stoneage_rules.language.handles import Slot

__all__ = ["ORDER_SLOT", "by_quantity", "clockwise", "number_of", "seats_of"]


def clockwise(players: int, first: int) -> list[int]:
    """Returns all seats, clockwise from one."""
    return [(first + turn) % players for turn in range(players)]


def by_quantity(state: State, first: int, reader: Reader) -> list[int]:
    """Returns all seats, those that have most first; of several with as many, clockwise from one."""
    seats = clockwise(state.rules.players, first)
    return sorted(seats, key=lambda seat: -reader(state, seat, 0))


def number_of(order: Sequence[int]) -> int:
    """Returns the number of an order of seats among all of them."""
    rest, number = sorted(order), 0
    for seat in order:
        number = number * len(rest) + rest.index(seat)
        rest.remove(seat)
    return number


def seats_of(number: int, players: int) -> list[int]:
    """Returns the order of seats with a number."""
    rest, order = list(range(players)), []
    for left in range(players, 0, -1):
        spot, number = divmod(number, factorial(left - 1))
        order.append(rest.pop(spot))
    return order


def _last(rules: Ruleset) -> int:
    return factorial(rules.players) - 1


ORDER_SLOT = Slot("order", most=_last)
"""The slot of a frame whose number is an order of seats, as `number_of` gives it."""
