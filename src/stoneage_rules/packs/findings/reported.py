"""The marker that stands in place of a value whose error has been reported.

It may be any value: whatever reads, checks or edits it passes over it in silence.
"""

from __future__ import annotations

from enum import Enum

__all__ = ["REPORTED", "Reported"]


class Reported(Enum):
    """The type of the marker: an enumeration, so that copies are the marker itself."""

    REPORTED = "a value with an error"


REPORTED = Reported.REPORTED
