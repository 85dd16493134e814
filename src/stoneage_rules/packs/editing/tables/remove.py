"""`[[remove.KIND]]`: removes records from the game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from stoneage_rules.packs.editing.edit import Edit, RawRecord, RecordKey
from stoneage_rules.packs.editing.operation import Operation
from stoneage_rules.packs.editing.operators.operator import Schema, Skip
from stoneage_rules.packs.editing.tables.edit_table import EditTable
from stoneage_rules.packs.findings.faults import Fault

if TYPE_CHECKING:
    from stoneage_rules.packs.schema.edit_tables import EditForms

__all__ = ["RemoveTable"]


class Removal(Operation):
    """The removal of a record."""

    done = "removed"
    in_history = "removes it"
    in_conflict = "removes the record"
    as_last = if_alone = "then the record is gone"
    if_dismissed = ", and the record stays"
    covers_all = True
    ends_target = True
    removes_record = True


REMOVAL = Removal()


class RemoveTable(EditTable):
    """Removes records."""

    word = "remove"
    keys = ("target", "where", "when", "why")
    needs_reason = True

    def apply(self, edit: Edit, target: RawRecord, records: dict[RecordKey, RawRecord], skip: Skip) -> Iterator[Fault]:
        if not skip(edit.pack, target.address, ()):
            target.note((), edit.origin((), REMOVAL))
            del records[target.key]
        yield from ()

    def schema(self, forms: EditForms, name: str, kind: Any) -> Schema:
        properties = {**forms.around(name), "where": forms.where(kind)}
        schema = forms.table(properties, required=["why"], oneOf=forms.TARGET_OR_WHERE)
        return forms.define(f"remove-{name}", lambda: schema)
