"""The quantities of rounds: which one is played, and a seat's place in the order of turns."""

from __future__ import annotations

from stoneage_rules.language.binding import Linker, Reader
from stoneage_rules.language.condition import IfRow
from stoneage_rules.language.quantity import COUNT, QuantityKind

__all__ = ["ROUND_COUNTS"]


def _order(link: Linker, of: str) -> Reader:
    players = link.players
    return lambda state, seat, n: (seat - state.start_seat) % players + 1


def _in_rounds(row: IfRow) -> str:
    """Returns a row about the round in words: `from round 3 on`, `in rounds 2 to 4`; empty if it computes with the number."""
    if not row.is_plain:
        return ""
    words = []
    if row.min is not None and row.max is not None:
        words.append(f"in round {row.min}" if row.min == row.max else f"in rounds {row.min} to {row.max}")
    elif row.min is not None:
        words.append(f"from round {row.min} on")
    elif row.max is not None:
        words.append(f"until round {row.max}")
    if row.every is not None:
        words.append(f"in rounds that are multiples of {row.every}")
    return ", ".join(words)


ROUND_COUNTS = (
    QuantityKind(
        "round",
        "the round that is played, 1 for the first; 0 during the set-up",
        lambda link, of: lambda state, seat, n: state.round,
        choices=("now",),
        of_seat=False,
        by_round=True,
        span=lambda records, of: COUNT,
        words="the round",
        in_range=_in_rounds,
        counts=(),
    ),
    QuantityKind(
        "seat",
        "the seat's place in the order of turns: 1 for the starting player, 2 for the next on the left",
        _order,
        choices=("order",),
        span=lambda records, of: (1, records.players),
        words="the place in the order of turns",
        counts=(),
    ),
)
