"""Quantities that count nothing of a mechanism: a plain number."""

from __future__ import annotations

from stoneage_rules.language.binding import Linker, Reader
from stoneage_rules.language.mechanism import Mechanism
from stoneage_rules.language.quantity import QuantityKind


def _count(link: Linker, of: int) -> Reader:
    return lambda state, seat, n: of


MECHANISM = Mechanism(
    "quantities",
    quantities=(
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
