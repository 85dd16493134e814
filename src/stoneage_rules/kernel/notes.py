"""Helpers of operations: `note` records an event, `replaced` changes one value of a tuple."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from stoneage_rules.kernel.state import State

__all__ = ["NOBODY", "note", "replaced"]

NOBODY = -1
"""Stands in events for a seat where nobody in particular does it."""

Value = TypeVar("Value")


def note(state: State, *event: int | str | tuple[int | str, ...]) -> None:
    """Notes an event, when somebody listens."""
    if state.noted is not None:
        state.noted.append(event)


def replaced(values: tuple[Value, ...], index: int, value: Value) -> tuple[Value, ...]:
    """Returns the values with another one at an index; copies of a state share what does not change."""
    changed = [*values]
    changed[index] = value
    return tuple(changed)
