"""The base class of `[[patch.KIND]]`, `[[replace.KIND]]` and `[[remove.KIND]]`."""

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
    """Base class of the ways to edit a record, each with its own header."""

    word: ClassVar[str]
    """The first word of the header."""
    keys: ClassVar[Sequence[str]]
    """The keys that an edit can have."""
    needs_reason: ClassVar[bool] = False
    """True if `why` is required, so that anyone who misses a record can find the reason."""
    gives_record: ClassVar[bool] = False
    """True if an edit contains a whole record, which can be checked without its target."""

    def apply(self, edit: Edit, target: RawRecord, records: dict[RecordKey, RawRecord], skip: Skip) -> Iterator[Fault]:
        """Applies an edit to one of its targets, and yields its faults.

        Args:
            edit: the edit.
            target: the record to change.
            records: every record so far, by kind, pack and id.
            skip: returns whether the table ignores a part of the edit.
        """
        raise NotImplementedError

    def schema(self, forms: EditForms, name: str, kind: Any) -> Schema:
        """Returns the JSON schema of such edits, for a kind of record and its class."""
        raise NotImplementedError

    def strange_key(self, edit: Edit, key: str) -> Fault:
        """Returns the fault of an unknown key."""
        return unknown_word("SA202", UNREAD, key, self.keys, "key", at_key=True, path=(key,))

    def strange_keys(self, edit: Edit) -> list[Fault]:
        """Returns the faults of all unknown keys of an edit."""
        return [self.strange_key(edit, key) for key in edit.data if key not in self.keys]

    def is_misspelt(self, edit: Edit, key: str) -> bool:
        """Returns whether an edit has a misspelt form of a key instead of the key."""
        return key not in edit.data and any(fault.near == key for fault in self.strange_keys(edit))
