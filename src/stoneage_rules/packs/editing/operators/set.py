"""`set`: gives values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from stoneage_rules.language.cost import Cost
from stoneage_rules.language.fields import Amount, Quantity
from stoneage_rules.packs.editing.edit import AppliedEdit, Edit
from stoneage_rules.packs.editing.operation import as_path
from stoneage_rules.packs.editing.operators.operator import Operator, Schema
from stoneage_rules.packs.editing.operators.site import NOTHING_CHANGES, UNSET, Site, shown
from stoneage_rules.packs.editing.where import is_same
from stoneage_rules.packs.findings.faults import Fault
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.packs.records.parts import element_of, plain_type

if TYPE_CHECKING:
    from stoneage_rules.packs.schema.edit_tables import EditForms

__all__ = ["SetOperator"]


class SetOperator(Operator):
    """Gives a value, whatever it was before."""

    word = "set"
    help = "values to give"
    done = "set"
    in_history = "sets it to"
    in_conflict = "sets {it} to {value}"
    as_last = if_alone = "then it is {value}"
    covers_all = True
    names_effects = True

    def apply(self, site: Site, value: Any) -> Iterator[Fault]:
        if site.path == ("id",):
            yield Fault("SA207", "an id that cannot be changed", "ids are how records are found", at_key=True)
            return
        current = site.current
        is_default = current is UNSET and is_same(value, site.default)
        if is_default or is_same(value, current):
            before = None if is_default else current
            site.target.note(site.path, site.edit.origin(site.line, self), value, before, idle=True)
            label = f"it is {shown(value)} already" + (", without being written" if is_default else "")
            yield Fault("SA305", NOTHING_CHANGES, label)
            return
        site.target.forget(site.path)
        site.put(self, value, value)

    def gives_whole(self, edit: Edit, holder: Any, steps: Path) -> bool:
        """Returns whether the edit also unsets the table."""
        unset = edit.data.get("unset")
        return type(unset) is list and as_path(steps) in unset and isinstance(holder, dict)

    def ways_out(self, first: AppliedEdit, second: AppliedEdit, words: str) -> Sequence[str]:
        if type(first.before) is not int or first.words != second.words:
            return ()
        return "in both packs, instead of `set`:", f"  adjust.{words} = {{ add = ... }}", "  then the changes add up"

    def schema(self, forms: EditForms, annotation: Any, metadata: Mapping[str, Any]) -> Schema | None:
        """Returns the JSON schema of the value itself, or of values within it."""
        within = forms.into(self, annotation, metadata)
        if plain_type(annotation) in (Cost, Quantity):
            return {"type": "object", "minProperties": 1}
        if plain_type(annotation) == Amount:
            return {"anyOf": [forms.value(annotation, metadata), {"type": "object", "minProperties": 1}]}
        if within is None:
            return forms.value(annotation, metadata)
        return within if element_of(annotation) is None else {"anyOf": [forms.value(annotation, metadata), within]}
