"""A list of events that passes each of them on, so that a state can be looked at in the middle of a move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

__all__ = ["EventRelay"]


class EventRelay(list[tuple[Any, ...]]):
    """A list that passes each event on instead of storing it; `state.noted` can be one.

    Args:
        listen: called for every event when the kernel notes it.
    """

    def __init__(self, listen: Callable[[tuple[Any, ...]], None]) -> None:
        super().__init__()
        self._listen = listen

    def append(self, event: tuple[Any, ...]) -> None:
        self._listen(event)
