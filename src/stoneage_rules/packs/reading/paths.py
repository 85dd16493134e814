"""Paths into TOML values."""

from __future__ import annotations

from typing import Any

from stoneage_rules.packs.reading.spans import Path

__all__ = ["value_at"]


def value_at(value: Any, path: Path) -> Any:
    """Returns the value at a path of keys and indices; None if there is none."""
    for step in path:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return None
    return value
