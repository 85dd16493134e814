"""Limits on the contents of a file: number of values, nesting depth, length."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

__all__ = ["MOST_VALUES", "TOO_DEEP", "count_values", "size_fault"]

MOST_VALUES = 20_000
"""Maximum number of keys and list elements in all files of a pack; the base game has about 3,000."""
MOST_DEPTH = 40
MOST_TEXT = 10_000
TOO_MANY = f"it has more than {MOST_VALUES} values"
TOO_DEEP = f"it is nested more than {MOST_DEPTH} deep"


def size_fault(data: Mapping[str, Any]) -> str:
    """Describes the first way in which values exceed the limits of TOML or of packs; empty if they do not."""
    level: list[Any] = [data]
    count = 0
    for _ in range(MOST_DEPTH + 1):
        inner = _values_of(level)
        count += len(inner)
        if count > MOST_VALUES:
            return TOO_MANY
        if any(type(value) is int and not -(2**63) <= value < 2**63 for value in inner):
            return "it has a whole number that TOML does not allow: 64 bits are the limit"
        if any(type(value) is str and len(value) > MOST_TEXT for value in inner):
            return f"it has a text of more than {MOST_TEXT} characters"
        level = [value for value in inner if isinstance(value, (dict, list))]
        if not level:
            return ""
    return TOO_DEEP


def _values_of(holders: Sequence[Any]) -> list[Any]:
    return [value for holder in holders for value in (holder.values() if isinstance(holder, dict) else holder)]


def count_values(data: Any) -> int:
    """Counts keys and list elements recursively, down to the maximum nesting depth of a pack."""
    level, count = [data], 0
    while level:
        inner = _values_of(level)
        count += len(inner)
        level = [value for value in inner if isinstance(value, (dict, list))]
    return count
