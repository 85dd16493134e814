"""Versions of packs, and the ranges of versions that packs require.

`packaging` knows all forms that Python packages use, but takes longer to import than a pack to read; numbers with dots, and
bounds of such numbers, are compared here.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from typing import Any

__all__ = ["fits", "is_range", "is_version"]

NUMBER = r"[0-9]{1,9}(?:\.[0-9]{1,9}){0,5}"
USUAL_VERSION = re.compile(NUMBER)
USUAL_BOUND = re.compile(rf" *(>=|<=|>|<|==) *({NUMBER}) *")

COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
    "==": operator.eq,
}


def is_version(version: str) -> bool:
    """Returns whether a version can be compared with the ranges that packs require."""
    if USUAL_VERSION.fullmatch(version):
        return True
    from packaging.version import Version

    try:
        Version(version)
    except ValueError:
        # Also raised for a number with more digits than Python converts.
        return False
    return True


def is_range(spec: str) -> bool:
    """Returns whether a range of versions can be read."""
    if _bounds(spec) is not None:
        return True
    from packaging.specifiers import SpecifierSet

    try:
        SpecifierSet(spec)
    except ValueError:
        return False
    return True


def fits(version: str, spec: str) -> bool:
    """Returns whether a version is in a range; False if either cannot be read."""
    bounds = _bounds(spec)
    if bounds is not None and USUAL_VERSION.fullmatch(version):
        return all(COMPARISONS[sign](_parts(version), _parts(bound)) for sign, bound in bounds)
    from packaging.specifiers import SpecifierSet
    from packaging.version import Version

    try:
        return SpecifierSet(spec).contains(Version(version), prereleases=True)
    except ValueError:
        return False


def _bounds(spec: str) -> list[tuple[str, str]] | None:
    """Returns the bounds of a range as comparisons with numbers; None if it has others."""
    bounds = [USUAL_BOUND.fullmatch(bound) for bound in spec.split(",")]
    return None if None in bounds else [(bound[1], bound[2]) for bound in bounds if bound]


def _parts(version: str) -> list[int]:
    """Returns the numbers of a version without zeros at the end, which make no difference."""
    parts = [int(part) for part in version.split(".")]
    while parts and not parts[-1]:
        parts.pop()
    return parts
