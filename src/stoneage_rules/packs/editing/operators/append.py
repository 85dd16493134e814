"""`append`: adds elements at the end of lists."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from stoneage_rules.packs.editing.edit import AppliedEdit
from stoneage_rules.packs.editing.operators.list_operator import ListOperator
from stoneage_rules.packs.editing.operators.operator import Schema
from stoneage_rules.packs.editing.operators.site import NOTHING_CHANGES, UNSET, Site, as_words, no_list, no_names, shown
from stoneage_rules.packs.findings.faults import WORDS, Fault, wrong_type
from stoneage_rules.packs.records.addressing import name_of

if TYPE_CHECKING:
    from stoneage_rules.packs.schema.edit_tables import EditForms

__all__ = ["AppendOperator"]


class AppendOperator(ListOperator):
    """Adds elements at the end of a list; several packs can do so in any order."""

    word = "append"
    help = "elements to add at the end of lists"
    done = "appended"
    in_history = "appends"
    in_conflict = "appends {value}"

    def commutes_with_itself(self, first: AppliedEdit, second: AppliedEdit) -> bool | None:
        return True

    def apply(self, site: Site, value: Any) -> Iterator[Fault]:
        if type(value) is not list:
            yield wrong_type(value, WORDS[list])
            return
        if not value:
            yield no_names()
            return
        elements = site.current
        if elements is UNSET:
            elements = site.holder[site.step] = []
            site.target.changes.setdefault(site.path, []).append(site.edit.origin(site.line, self))
        if type(elements) is not list:
            yield no_list(site, elements)
            return
        words = site.words
        for index, element in enumerate(value):
            names, origin = as_words(name_of(element)), site.edit.origin((*site.line, index), self)
            is_there = not isinstance(element, dict) and element in elements
            position = index if is_there else len(elements)
            path, named = (*site.path, position), (*words, *(names or (position,)))
            shift = None if is_there else (position, 1)
            if is_there:
                named = (*words, element)
                yield Fault("SA305", NOTHING_CHANGES, f"{shown(element)} is there already", path=(*site.line, index))
            else:
                elements.append(copy.deepcopy(element))
            site.target.note(path, origin, element, words=named, names=names, idle=is_there, shift=shift)

    def element_schema(self, forms: EditForms, element: Any, metadata: Mapping[str, Any]) -> Schema:
        return {"type": "array", "items": forms.value(element, metadata), "minItems": 1}
