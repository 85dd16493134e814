"""The class of each kind of record: the one place where packs ask what a kind is."""

from __future__ import annotations

from typing import Any

from stoneage_rules.language.records import KINDS, Item

__all__ = ["KINDS", "record_class"]


def record_class(kind: str) -> Any:
    """Returns the class of a kind's records; kinds that content declares itself are kinds of item."""
    return KINDS.get(kind, Item)
