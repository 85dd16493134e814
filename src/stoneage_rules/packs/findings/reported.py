"""The marker that stands in place of a value whose error has been reported.

It can replace any value: readers, checks and edits skip it without reporting anything.
"""

from __future__ import annotations

from enum import Enum

__all__ = ["REPORTED", "Reported"]


class Reported(Enum):
    """The type of the marker: an enumeration, so that copies are the marker itself."""

    REPORTED = "a value with an error"


REPORTED = Reported.REPORTED
