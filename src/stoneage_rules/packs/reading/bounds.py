"""How much a file may hold: how many values, how deep, how long."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

__all__ = ["MOST_VALUES", "TOO_DEEP", "count_values", "size_fault"]

MOST_VALUES = 20_000
"""Keys and elements of lists, in all files of a pack; the base game has about 3,000."""
MOST_DEPTH = 40
MOST_TEXT = 10_000
TOO_MANY = f"it has more than {MOST_VALUES} values"
TOO_DEEP = f"it is nested more than {MOST_DEPTH} deep"


def size_fault(data: Mapping[str, Any]) -> str:
    """Returns what about the values is more than TOML or a pack may hold."""
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
    """Returns how many keys and elements there are, all the way down; not deeper than a pack may be nested."""
    level, count = [data], 0
    while level:
        inner = _values_of(level)
        count += len(inner)
        level = [value for value in inner if isinstance(value, (dict, list))]
    return count
