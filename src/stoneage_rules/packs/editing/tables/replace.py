"""`[[replace.KIND]]`: replaces records as a whole."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import attrs

from stoneage_rules.packs.editing.edit import Edit, RawRecord, RecordKey
from stoneage_rules.packs.editing.operation import Operation, is_same_toml
from stoneage_rules.packs.editing.operators.operator import Schema, Skip
from stoneage_rules.packs.editing.operators.site import NOTHING_CHANGES
from stoneage_rules.packs.editing.tables.edit_table import EditTable
from stoneage_rules.packs.findings.faults import UNREAD, WORDS, Fault, wrong_type

if TYPE_CHECKING:
    from stoneage_rules.packs.schema.edit_tables import EditForms

__all__ = ["ReplaceTable"]


class Replacement(Operation):
    """The replacement of a record."""

    done = "replaced"
    in_history = "replaces it by"
    in_conflict = "replaces the record"
    as_last = "then it is the record of {pack}"
    covers_all = True


REPLACEMENT = Replacement()


class ReplaceTable(EditTable):
    """Replaces a record by a new one with the same id."""

    word = "replace"
    keys = ("target", "when", "why", "record")
    needs_reason = True
    gives_record = True

    def apply(self, edit: Edit, target: RawRecord, records: dict[RecordKey, RawRecord], skip: Skip) -> Iterator[Fault]:
        new = edit.data.get("record")
        if skip(edit.pack, target.address, ()) or self.is_misspelt(edit, "record"):
            return
        if type(new) is not dict:
            label, help = "what is the new record?", "write its keys under `record`"
            missing = Fault("SA204", "a replacement without `record`", label, help=help)
            yield missing if new is None else attrs.evolve(wrong_type(new, WORDS[dict]), path=("record",))
            return
        if new.get("id", target.id) != target.id:
            label = f"the record keeps the id `{target.id}`"
            yield Fault("SA207", "an id that cannot be changed", label, path=("record", "id"))
            return
        data = {"id": target.id, **copy.deepcopy(new)}
        origin = edit.origin(("record",), REPLACEMENT)
        if is_same_toml(data, target.data):
            target.note((), origin, new, idle=True)
            label, help = f"{target.label} is this already", "write something else, or delete this edit"
            yield Fault("SA305", NOTHING_CHANGES, label, help=help, path=("record",))
            return
        target.keep_original()
        before, target.data = target.data, data
        target.changes.clear()
        target.note((), origin, new, before)
        target.origin = origin

    def strange_key(self, edit: Edit, key: str) -> Fault:
        if key != "where":
            return super().strange_key(edit, key)
        label, help = "one new record cannot replace several", 'instead of this line name the one: `target = "PACK:ID"`'
        return Fault("SA202", UNREAD, label, help=help, at_key=True, path=(key,))

    def schema(self, forms: EditForms, name: str, kind: Any) -> Schema:
        record = forms.described(forms.whole_record(kind), "the new record")
        properties = {**forms.around(name), "record": record}
        return forms.define(f"replace-{name}", lambda: forms.table(properties, required=["target", "why", "record"]))
