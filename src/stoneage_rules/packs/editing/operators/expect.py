"""`expect`: asserts current values, to detect that a pack is out of date."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from stoneage_rules.packs.editing.operation import as_path
from stoneage_rules.packs.editing.operators.operator import Operator, Schema
from stoneage_rules.packs.editing.operators.set import SetOperator
from stoneage_rules.packs.editing.operators.site import UNSET, Site, shown
from stoneage_rules.packs.editing.where import is_same
from stoneage_rules.packs.findings.faults import Fault
from stoneage_rules.text.toml_writer import written

if TYPE_CHECKING:
    from stoneage_rules.packs.schema.edit_tables import EditForms

__all__ = ["ExpectOperator"]


class ExpectOperator(Operator):
    """Reports values that differ from those that the edit was written for."""

    word = "expect"
    help = "values that must be there; where they are not, the pack is out of date"
    is_change = False

    def apply(self, site: Site, value: Any) -> Iterator[Fault]:
        current = site.current
        if not is_same(current, value):
            setter = site.target.origin_of(site.path)[0]
            label = f"expected {shown(value)}, but {setter.pack} has {shown(current)}"
            line = f"`{as_path(site.line)} = {written(current)}`"
            help = "" if current is UNSET else f"if your edit still makes sense, write {line}"
            yield Fault("SA306", "a value that differs from what this edit expects", label, help=help)

    def record_schema(self, forms: EditForms, kind: Any) -> Schema:
        return forms.within(SetOperator(), kind)
