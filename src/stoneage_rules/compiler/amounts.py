"""Computes with numbers that are read from a game: over seats, times, plus, divided, within bounds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from stoneage_rules.language.binding import Held, Linker, Reader
from stoneage_rules.language.fields import Quantity
from stoneage_rules.language.quantity import divided

__all__ = ["computed"]

OVER_SEATS: Mapping[str, Callable[[Iterable[int]], int]] = {"all": sum, "most": max, "fewest": min}


def computed(link: Linker, reader: Reader, quantity: Quantity) -> Reader:
    """Returns the reader of a quantity, given that of its word for one seat."""
    if quantity.seats:
        reader = _over_seats(reader, quantity.seats, link.players)
    if quantity.times != 1:
        reader = _multiplied(reader, quantity.times)
    if quantity.plus != 0:
        reader = _sum(reader, link.amount(quantity.plus))
    if quantity.divide != 1:
        reader = _divided(reader, quantity)
    if quantity.at_least is not None:
        reader = _bound(max, reader, link.amount(quantity.at_least))
    if quantity.at_most is not None:
        reader = _bound(min, reader, link.amount(quantity.at_most))
    if quantity.if_:
        reader = _either(link.condition(quantity.rows), reader, link.amount(quantity.else_))
    return reader


def _either(held: Held, reader: Reader, other: Reader) -> Reader:
    return lambda state, seat, n: reader(state, seat, n) if held(state, seat, n) else other(state, seat, n)


def _over_seats(reader: Reader, seats: str, players: int) -> Reader:
    everybody = range(players)
    if seats == "others":
        return lambda state, seat, n: sum([reader(state, other, n) for other in everybody if other != seat])
    choose = OVER_SEATS[seats]
    return lambda state, seat, n: choose([reader(state, other, n) for other in everybody])


def _multiplied(reader: Reader, times: int) -> Reader:
    return lambda state, seat, n: times * reader(state, seat, n)


def _sum(reader: Reader, more: Reader) -> Reader:
    return lambda state, seat, n: reader(state, seat, n) + more(state, seat, n)


def _divided(reader: Reader, quantity: Quantity) -> Reader:
    return lambda state, seat, n: divided(reader(state, seat, n), quantity)


def _bound(choose: Callable[[int, int], int], reader: Reader, bound: Reader) -> Reader:
    return lambda state, seat, n: choose(reader(state, seat, n), bound(state, seat, n))
