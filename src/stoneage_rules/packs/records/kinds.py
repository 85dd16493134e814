"""The kinds of record at a table and their classes, handed in so that `packs` depends on no particular kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from stoneage_rules.language.described import Described
from stoneage_rules.language.word import ContentRecord

__all__ = ["Kinds", "owner_of", "owners_of"]


def owner_of(model: type[ContentRecord], pack: str) -> str:
    """Returns the pack that is the namespace of a record's id; empty for kinds whose ids all packs share."""
    return pack if model.namespaced else ""


def owners_of(model: type[ContentRecord], word: str, packs: Sequence[str]) -> tuple[str, ...]:
    """Returns the namespaces in which to look up a reference, given the packs visible to its own."""
    owner = word.rpartition(":")[0]
    return (owner_of(model, owner),) if owner or not model.namespaced else tuple(packs)


@attrs.frozen(eq=False)
class Kinds(Described):
    """The classes of records by the names of their tables; created once per table."""

    records: Mapping[str, type[ContentRecord]]
    """The classes that mechanisms and plugins register."""
    item: type[ContentRecord]
    """The class of items, with the keys that mechanisms add; content declares the kinds of item."""

    def model(self, kind: str) -> type[ContentRecord]:
        """Returns the class of a kind's records."""
        return self.records.get(kind, self.item)

    @property
    def declaring(self) -> tuple[str, ...]:
        """The kinds whose records declare kinds of item."""
        return tuple(kind for kind, record in self.records.items() if record.declares is not None)

    @property
    def only_for_items(self) -> tuple[str, str]:
        """The message and the label for a condition on an item's cost in a record that is not offered item by item."""
        kinds = [kind for kind, record in self.records.items() if record.has_item_conditions]
        offered = "only " + " or ".join(f"an `{kind}`" for kind in kinds) if kinds else "no record"
        return "a condition on the form of a cost", f"{offered} is offered item by item, so only its own `when` can ask this"
