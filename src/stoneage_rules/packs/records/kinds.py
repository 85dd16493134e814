"""The kinds of record at a table, asked through their classes: packs name none of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from stoneage_rules.language.word import ContentRecord

__all__ = ["Kinds", "owner_of", "owners_of"]


def owner_of(model: type[ContentRecord], pack: str) -> str:
    """Returns the pack to whose ids a record's id belongs: none where all packs share them."""
    return pack if model.namespaced else ""


def owners_of(model: type[ContentRecord], word: str, packs: Sequence[str]) -> tuple[str, ...]:
    """Returns the packs whose record a word can mean, from the point of view of one that sees some packs."""
    owner = word.rpartition(":")[0]
    return (owner_of(model, owner),) if owner or not model.namespaced else tuple(packs)


@attrs.frozen(eq=False)
class Kinds:
    """The classes of records by the names of their tables; made once for a table."""

    records: Mapping[str, type[ContentRecord]]
    """The kinds that mechanisms and plugins register."""
    item: type[ContentRecord]
    """The class of items, with the keys that mechanisms add: content declares the kinds of these itself."""

    def model(self, kind: str) -> type[ContentRecord]:
        """Returns the class of a kind's records."""
        return self.records.get(kind, self.item)

    @property
    def declaring(self) -> tuple[str, ...]:
        """The kinds whose records declare kinds of items."""
        return tuple(kind for kind, record in self.records.items() if record.declares is not None)

    @property
    def only_for_items(self) -> tuple[str, str]:
        """Message and label for a condition on an item's cost in a record that is not offered item by item."""
        kinds = [kind for kind, record in self.records.items() if record.has_item_conditions]
        offered = "only " + " or ".join(f"an `{kind}`" for kind in kinds) if kinds else "no record"
        return "a condition on the form of a cost", f"{offered} is offered item by item, so only its own `when` can ask this"
