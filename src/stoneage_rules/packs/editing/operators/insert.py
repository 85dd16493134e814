"""`insert`: adds elements to lists beside others."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from stoneage_rules.packs.editing.edit import AppliedEdit
from stoneage_rules.packs.editing.operators.list_operator import ListOperator
from stoneage_rules.packs.editing.operators.operator import Schema, unknown_keys
from stoneage_rules.packs.editing.operators.site import NOTHING_CHANGES, Site, ambiguous_name, as_words, no_list, shown
from stoneage_rules.packs.findings.faults import WORDS, Fault, unknown_word, wrong_type
from stoneage_rules.packs.records.addressing import name_of
from stoneage_rules.text.toml_writer import written
from stoneage_rules.text.wording import choices_of

if TYPE_CHECKING:
    from stoneage_rules.packs.schema.edit_tables import EditForms

__all__ = ["InsertOperator"]

SIDES = ("after", "before")
KEYS = ("value", *SIDES)
WRONG_SIDES = {
    0: Fault("SA204", "an insertion without a neighbour", "write `after` or `before`, the element that it shall stand beside"),
    2: Fault("SA207", "an insertion with two neighbours", "write one of `after` and `before`"),
}
"""The fault for each wrong number of sides named."""


class InsertOperator(ListOperator):
    """Adds an element to a list, before or after another."""

    word = "insert"
    help = "elements to put beside others in lists"
    done = "inserted"
    in_conflict = "inserts {value}"
    as_last = "then both are there, that of {pack} next to {neighbour}"
    conflict = "two packs insert into {what}, and nothing says which comes first"
    needs_original = False

    def leads_on(self, value: Any, current: Any) -> bool:
        if type(value) is not dict or current is None:
            return False
        has_names = isinstance(current, list) and any(isinstance(element, dict) for element in current)
        return not (isinstance(current, list) and ({*KEYS} & set(value) or not has_names))

    def commutes_with_itself(self, first: AppliedEdit, second: AppliedEdit) -> bool | None:
        return False if first.beside == second.beside else None

    def history_of(self, applied: AppliedEdit) -> str:
        assert applied.beside is not None
        return "inserts {} {}:".format(*applied.beside)

    def value_of(self, applied: AppliedEdit, written: str) -> str:
        assert applied.beside is not None
        side, neighbour = applied.beside
        return f"{written} {side} {shown(neighbour)}"

    def apply(self, site: Site, value: Any) -> Iterator[Fault]:
        elements = site.current
        names = [name_of(element) for element in elements] if type(elements) is list else []
        faults = list(_faults(site, names, value))
        yield from faults
        if faults:
            return
        side = "after" if "after" in value else "before"
        element, beside = value["value"], (side, value[side])
        origin, own = site.edit.origin((*site.line, "value"), self), as_words(name_of(element))
        if not isinstance(element, dict) and element in elements:
            words = (*site.words, element)
            site.target.note(site.path, origin, element, words=words, names=own, idle=True, beside=beside)
            yield Fault("SA305", NOTHING_CHANGES, f"{shown(element)} is there already", path=(*site.line, "value"))
            return
        position = names.index(value[side]) + (side == "after")
        words = (*site.words, *(own or (position,)))
        site.target.pin(site.path, len(elements))
        site.target.moved(site.path, position, 1)
        elements.insert(position, copy.deepcopy(element))
        site.target.note((*site.path, position), origin, element, words=words, names=own, beside=beside, shift=(position, 1))

    def element_schema(self, forms: EditForms, element: Any, metadata: Mapping[str, Any]) -> Schema:
        properties: dict[str, Schema] = {
            "value": forms.described(forms.value(element, metadata), "the new element"),
            "after": forms.described(forms.NAME, "the element that it comes after"),
            "before": forms.described(forms.NAME, "the element that it comes before"),
        }
        return forms.table(properties, required=["value"], minProperties=2, maxProperties=2)


def _faults(site: Site, names: Sequence[Any], value: Any) -> Iterator[Fault]:
    """Yields the faults of `{ value = ..., after = "..." }`, and of the list that it applies to."""
    sides = {*SIDES} & set(value) if type(value) is dict else set()
    if type(site.current) is not list:
        yield no_list(site, site.current, path=site.line)
    elif len(sides) != 1 and type(value) is dict and "value" in value and set(value) <= set(KEYS):
        example = f"for example `after = {written(names[-1])}`" if names else "the list is empty: write `append` instead"
        note = choices_of("entry", [str(name) for name in names if name is not None])
        yield attrs.evolve(WRONG_SIDES[len(sides)], path=site.line, help=f"{example}, within the brackets", note=note)
    elif len(sides) != 1 or set(value) != {"value", *sides}:
        yield from unknown_keys(value, KEYS, '`{ value = ..., after = "..." }`', site.line)
    else:
        yield from _neighbour_faults(site, names, value, sides.pop())


def _neighbour_faults(site: Site, names: Sequence[Any], value: Mapping[str, Any], side: str) -> Iterator[Fault]:
    neighbour, line = value[side], (*site.line, side)
    same = [name for name in names if name == neighbour and type(name) is type(neighbour)]
    wanted = int if names and all(type(name) is int for name in names) else str
    if type(neighbour) is not wanted:
        yield attrs.evolve(wrong_type(neighbour, WORDS[wanted]), path=line)
    elif len(same) > 1:
        yield ambiguous_name(neighbour, line)
    elif not same:
        message, label = "a neighbour that is not there", f"{site.label} has no {shown(neighbour)}"
        known = [name for name in names if name is not None]
        yield unknown_word("SA203", message, str(neighbour), known, "entry", label=label, path=line)
