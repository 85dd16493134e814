"""`[[patch.KIND]]`: changes single values of records."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import attrs

from stoneage_rules.packs.editing.edit import Edit, RawRecord, RecordKey
from stoneage_rules.packs.editing.operators import OPERATORS
from stoneage_rules.packs.editing.operators.operator import Schema, Skip
from stoneage_rules.packs.editing.tables.edit_table import EditTable
from stoneage_rules.packs.editing.where import keys_of_kind
from stoneage_rules.packs.findings.faults import Fault
from stoneage_rules.packs.findings.mends import Write
from stoneage_rules.text.wording import listed

if TYPE_CHECKING:
    from stoneage_rules.packs.schema.edit_tables import EditForms

__all__ = ["PatchTable"]


class PatchTable(EditTable):
    """Changes values of a record with operators, which are keys of the edit."""

    word = "patch"
    keys = ("target", "where", "when", "why", *OPERATORS)

    def apply(self, edit: Edit, target: RawRecord, records: dict[RecordKey, RawRecord], skip: Skip) -> Iterator[Fault]:
        if set(edit.data) <= {*self.keys} - {*OPERATORS}:
            yield _nothing_to_change(target)
        target.keep_original()
        for word, operator in OPERATORS.items():
            if word in edit.data:
                for fault in operator.carry_out(edit, target, skip):
                    yield _with_way_out(fault, edit) if fault.code == "SA305" else fault

    def strange_key(self, edit: Edit, key: str) -> Fault:
        """Returns the fault of an unknown key; for a key of the record, suggests how to change that."""
        fault = super().strange_key(edit, key)
        if key not in keys_of_kind(edit.model):
            return fault
        appended = f" or `append.{key}`" if isinstance(edit.data[key], list) else ""
        label, mend = f"`{key}` is a key of the record, not of its edit", Write(f"set.{key}", at_key=True)
        help = f"to change it, write `{mend}`{appended}"
        return attrs.evolve(fault, label=label, help=help, note="", near=None, mend=None if appended else mend)

    def schema(self, forms: EditForms, name: str, kind: Any) -> Schema:
        properties = {**forms.around(name), "where": forms.where(kind)}
        for word, operator in OPERATORS.items():
            properties[word] = forms.described(operator.record_schema(forms, kind), operator.help)
        schema = {**forms.table(properties, oneOf=forms.TARGET_OR_WHERE), "x-taplo": {"initKeys": ["target"]}}
        return forms.define(f"patch-{name}", lambda: schema)


def _nothing_to_change(target: RawRecord) -> Fault:
    key = next((key for key, value in target.data.items() if type(value) is int), "name")
    changes = [f"`{word}`" for word, operator in OPERATORS.items() if operator.is_change]
    note, help = f"changes are written with {listed(changes)}", f"add a change, for example `set.{key} = ...`"
    return Fault("SA305", "an edit without a change", "it does not say what to change", note, help=help)


def _with_way_out(fault: Fault, edit: Edit) -> Fault:
    """Returns the fault of a line without effect with its help: to delete the line, or the edit if that is its only line."""
    if fault.help or fault.near:
        return attrs.evolve(fault, help=fault.help or f"did you mean `{fault.near}`?")
    changes = [edit.data[word] for word in OPERATORS if word in edit.data]
    while len(changes) == 1 and isinstance(changes[0], (dict, list)):
        changes = [*(changes[0].values() if isinstance(changes[0], dict) else changes[0])]
    return attrs.evolve(fault, help=f"write something else, or delete this {'line' if len(changes) > 1 else 'edit'}")
