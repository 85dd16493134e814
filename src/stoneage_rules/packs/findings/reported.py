"""The marker that stands in place of a value whose error has been reported.

It can replace any value: readers, checks and edits skip it without reporting anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any

__all__ = ["REPORTED", "Partial", "Reported", "is_whole"]


class Reported(Enum):
    """The type of the marker: an enumeration, so that copies are the marker itself."""

    REPORTED = "a value with an error"


REPORTED = Reported.REPORTED


class Partial:
    """Mixin of records with errors, which are also instances of their record class."""

    __slots__ = ()


def is_whole(value: Any) -> bool:
    """Returns whether a value contains no `REPORTED`."""
    if isinstance(value, tuple):
        return all(map(is_whole, value))
    if isinstance(value, Mapping):
        return all(map(is_whole, value.values()))
    return value is not REPORTED and not isinstance(value, Partial)
