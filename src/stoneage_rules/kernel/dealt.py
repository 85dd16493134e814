"""Items that a seat is being dealt: the last of those that it owns, open or face down, until it has chosen what to keep.

The items before them and they themselves are each in the order of content; how many there are is a number of the frame that
deals, known to all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from stoneage_rules.kernel.position import Position

__all__ = ["arranged", "counts_dealt"]


def counts_dealt(position: Position, seat: int, face_down: bool, above: int = 0) -> tuple[int, ...]:
    """Returns how many items each frame is dealing to a seat, of those on the stack from a depth on, the lowest first."""
    dealers, handlers = position.rules.dealers, position.rules.handlers
    if not dealers:
        return ()
    deals = [handlers[frame[0]].dealt(frame) for frame in position.stack[above:] if frame[1] == seat and frame[0] in dealers]
    return tuple([count for is_down, count in deals if is_down == face_down])


def arranged(numbers: Sequence[int], counts: Sequence[int]) -> tuple[int, ...]:
    """Returns numbers in their order, the last ones by themselves: as many as each of the counts says."""
    end, parts = len(numbers), []
    for count in reversed(counts):
        parts.append(sorted(numbers[max(0, end - count) : end]))
        end = max(0, end - count)
    return (*sorted(numbers[:end]), *(number for part in reversed(parts) for number in part))
