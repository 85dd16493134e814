"""`drop`: removes elements from lists by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import attrs

from stoneage_rules.packs.editing.edit import AppliedEdit
from stoneage_rules.packs.editing.operators.list_operator import ListOperator
from stoneage_rules.packs.editing.operators.operator import Schema
from stoneage_rules.packs.editing.operators.site import (
    NOTHING_CHANGES,
    UNSET,
    Site,
    ambiguous_name,
    as_words,
    no_list,
    no_names,
    shown,
)
from stoneage_rules.packs.findings.faults import WORDS, Fault, wrong_type
from stoneage_rules.packs.findings.mends import Write
from stoneage_rules.packs.records.addressing import name_of
from stoneage_rules.text.toml_writer import written
from stoneage_rules.text.wording import choices_of, either

if TYPE_CHECKING:
    from stoneage_rules.packs.schema.edit_tables import EditForms

__all__ = ["DropOperator"]


class DropOperator(ListOperator):
    """Removes elements from a list by name."""

    word = "drop"
    help = "elements to take out of lists, by their names"
    done = "dropped"
    in_history = "drops"
    in_conflict = "drops {value}"
    ends_target = True

    def commutes_with_itself(self, first: AppliedEdit, second: AppliedEdit) -> bool | None:
        return True

    def apply(self, site: Site, value: Any) -> Iterator[Fault]:
        elements = [] if site.current is UNSET else site.current
        if type(value) is not list:
            yield wrong_type(value, WORDS[list])
            return
        if not value:
            yield no_names()
        if type(elements) is not list:
            yield no_list(site, elements)
            return
        for index, name in enumerate(value):
            if type(name) in (str, int):
                yield from self._drop(site, elements, name, index)
            else:
                yield _no_name(site, elements, name, index)

    def _drop(self, site: Site, elements: list[Any], name: Any, index: int) -> Iterator[Fault]:
        names = [name_of(element) for element in elements]
        places = [place for place, other in enumerate(names) if other == name and type(other) is type(name)]
        line, words = (*site.line, index), (*site.words, name)
        origin = site.edit.origin(line, self)
        if not places:
            site.target.note((*site.path, index), origin, name, words=words, names=as_words(name), idle=True)
            known = choices_of("entry", [str(other) for other in names if other is not None])
            yield Fault("SA305", NOTHING_CHANGES, f"{site.label} has no {shown(name)}", known, path=line)
        elif len(places) > 1 and isinstance(elements[places[0]], dict):
            yield ambiguous_name(name, line)
        else:
            site.target.pin(site.path, len(elements))
            del elements[places[0]]
            site.target.forget((*site.path, places[0]))
            site.target.moved(site.path, places[0] + 1, -1)
            gone = (*site.path, f"without {name}")
            site.target.note(gone, origin, name, name, words=words, names=as_words(name), shift=(places[0], -1))

    def element_schema(self, forms: EditForms, element: Any, metadata: Mapping[str, Any]) -> Schema:
        return {"type": "array", "items": forms.NAME, "minItems": 1}


def _no_name(site: Site, elements: list[Any], value: Any, index: int) -> Fault:
    """Returns the fault of an element that stands where its name belongs."""
    name = name_of(value) if isinstance(value, dict) else None
    known = [other for other in map(name_of, elements) if type(other) in (str, int)]
    mend = Write(written(name)) if name in known else None
    help = "" if mend else f"write its name: {either(f'`{written(other)}`' for other in known)}" if known else "write its name"
    fault = wrong_type(value, "the name of an element")
    return attrs.evolve(fault, label="elements are dropped by name", mend=mend, help=help, path=(*site.line, index))
