"""Tells tests which profile runs: few games and examples by default, all with `full`, whatever can be tried with `long`."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import TypeVar

PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "quick")

LONG = PROFILE == "long"

FULL = LONG or PROFILE == "full"

SLOW = bool(os.environ.get("STONEAGE_SLOW") or os.environ.get("CI"))
"""True if tests may take long without trying more."""

T = TypeVar("T")


def extremes(values: Sequence[T]) -> tuple[T, ...]:
    """The first and the last of some values; all of them with the long profile."""
    return tuple(values) if LONG else (values[0], values[-1])


def some(values: Iterable[T], every: int) -> tuple[T, ...]:
    """The first of every so many values; all of them with the profiles `full` and `long`."""
    return tuple(values)[:: 1 if FULL else every]
