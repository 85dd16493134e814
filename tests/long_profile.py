"""Tells tests whether this run is a short one, or has the long profile and tries whatever can be tried."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

LONG = os.environ.get("HYPOTHESIS_PROFILE") == "long"

SLOW = bool(os.environ.get("STONEAGE_SLOW") or os.environ.get("CI"))
"""True if tests may take long without trying more."""

T = TypeVar("T")


def extremes(values: Sequence[T]) -> tuple[T, ...]:
    """The first and the last of some values; all of them with the long profile."""
    return tuple(values) if LONG else (values[0], values[-1])
