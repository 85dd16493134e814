"""The kinds of record, asked through their classes: packs name none of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stoneage_rules.language.records import KINDS, Item

__all__ = ["DECLARING_KIND", "KINDS", "ONLY_FOR_ITEMS", "owner_of", "owners_of", "record_class"]

DECLARING_KIND = next(kind for kind, record in KINDS.items() if record.declares is not None)
"""The kind whose records declare kinds of items."""
ONLY_FOR_ITEMS = (
    "a condition on the form of a cost",
    "only " + " or ".join(f"an `{kind}`" for kind, record in KINDS.items() if record.has_item_conditions)
    + " is offered item by item, so only its own `when` can ask this",
)  # fmt: skip
"""Message and label for a condition on an item's cost in any other record."""


def record_class(kind: str) -> Any:
    """Returns the class of a kind's records; kinds that content declares itself are kinds of item."""
    return KINDS.get(kind, Item)


def owner_of(kind: str, pack: str) -> str:
    """Returns the pack to whose ids a record's id belongs: none where all packs share them."""
    return pack if record_class(kind).namespaced else ""


def owners_of(kind: str, word: str, packs: Sequence[str]) -> tuple[str, ...]:
    """Returns the packs whose record a word can mean, from the point of view of one that sees some packs."""
    owner = word.rpartition(":")[0]
    return (owner_of(kind, owner),) if owner or not record_class(kind).namespaced else tuple(packs)
