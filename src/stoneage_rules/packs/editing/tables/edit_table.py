"""The base of `[[patch.KIND]]`, `[[replace.KIND]]` and `[[remove.KIND]]`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from stoneage_rules.packs.editing.edit import Edit, RawRecord, RecordKey
from stoneage_rules.packs.editing.operators.operator import Schema, Skip
from stoneage_rules.packs.findings.faults import UNREAD, Fault, unknown_word

if TYPE_CHECKING:
    from stoneage_rules.packs.schema.edit_tables import EditForms

__all__ = ["EditTable"]


class EditTable:
    """One way to edit records, under a header of its own."""

    word: ClassVar[str]
    """The first word of its header."""
    keys: ClassVar[Sequence[str]]
    """The keys of an edit."""
    needs_reason: ClassVar[bool] = False
    """True if it must say why: whoever misses a record must be able to learn the reason."""
    gives_record: ClassVar[bool] = False
    """True if it gives a record as a whole, which can be judged whatever it takes the place of."""

    def apply(self, edit: Edit, target: RawRecord, records: dict[RecordKey, RawRecord], skip: Skip) -> Iterator[Fault]:
        """Carries an edit out on one of its targets, and yields what is wrong with it.

        Args:
            edit: the edit.
            target: a record that it means.
            records: every record so far, by kind, pack and id.
            skip: whether a part of the edit does not count at this table.
        """
        raise NotImplementedError

    def schema(self, forms: EditForms, name: str, kind: Any) -> Schema:
        """Returns the schema of its edits of records of a kind, whose class is given."""
        raise NotImplementedError

    def strange_key(self, edit: Edit, key: str) -> Fault:
        """Returns the fault of a key that such an edit cannot have."""
        return unknown_word("SA202", UNREAD, key, self.keys, "key", at_key=True, path=(key,))

    def strange_keys(self, edit: Edit) -> list[Fault]:
        """Returns the faults of all keys that the edit cannot have."""
        return [self.strange_key(edit, key) for key in edit.data if key not in self.keys]

    def is_misspelt(self, edit: Edit, key: str) -> bool:
        """Returns whether a key that an edit does not have is there all the same, but misspelt."""
        return key not in edit.data and any(fault.fix == key for fault in self.strange_keys(edit))
