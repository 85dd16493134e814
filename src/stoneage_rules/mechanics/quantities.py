"""Quantities that count nothing of a mechanism: a plain number, and the rank of a seat by another quantity."""

from __future__ import annotations

from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Linker, Reader
from stoneage_rules.language.fields import Quantity
from stoneage_rules.language.mechanism import Mechanism
from stoneage_rules.language.quantity import QuantityKind


def _count(link: Linker, of: int) -> Reader:
    return lambda state, seat, n: of


def _rank(link: Linker, quantity: Quantity) -> Reader:
    """Compiles the rank of a seat by another quantity."""
    assert isinstance(quantity.of, Quantity)
    reader, seats, least = link.quantity(quantity.of), range(link.players), int(not quantity.alone)

    def rank(state: State, seat: int, n: int) -> int:
        own = reader(state, seat, n)
        better = [other for other in seats if other != seat and reader(state, other, n) >= own + least]
        return 1 + len(better)

    return rank


MECHANISM = Mechanism(
    "quantities",
    quantities=(
        QuantityKind(
            "rank",
            "the seat's rank by a quantity: 1 for the seat with most; tied seats share the better rank, "
            "or with `alone = true` the worse one",
            _rank,
            takes=Quantity,
            keys=("alone",),
            span=lambda records, of: (1, records.players),
            words="the rank by {of}",
            counts=(),
        ),
        QuantityKind(
            "count",
            "a number as it stands",
            _count,
            takes=int,
            of_seat=False,
            words="{of}",
            counts=(),
            span=lambda records, of: (of, of),
        ),
    ),
)
