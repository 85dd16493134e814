"""`adjust`: changes numbers by an amount."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import UnionType
from typing import TYPE_CHECKING, Any, Union, get_args, get_origin

import attrs

from stoneage_rules.language.cost import Cost
from stoneage_rules.language.fields import Amount, Quantity
from stoneage_rules.packs.editing.edit import AppliedEdit
from stoneage_rules.packs.editing.operators.operator import Operator, Schema, unknown_keys
from stoneage_rules.packs.editing.operators.site import NOTHING_CHANGES, UNSET, Site, shown
from stoneage_rules.packs.findings.faults import Fault, other_choice, wrong_type
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.packs.records.parts import members_of, plain_type, quantity_fields

if TYPE_CHECKING:
    from stoneage_rules.packs.schema.edit_tables import EditForms

__all__ = ["AdjustOperator"]

KEYS = ("add", "times", "round")
SUMMARY = "by how much a number changes: `add`, or `times` a fraction, rounded as `round` says"


class AdjustOperator(Operator):
    """Adds to a number, or multiplies it, so that the changes of several packs add up."""

    word = "adjust"
    help = "numbers to change by an amount, so that changes of several packs add up"
    done = "adjusted"
    in_history = "adjusts it by"
    in_conflict = "adjusts {it} by {value}"
    enters_unwritten = True

    def leads_on(self, value: Any, current: Any) -> bool:
        return type(value) is dict and current is not None and type(current) is not int

    def commutes_with_itself(self, first: AppliedEdit, second: AppliedEdit) -> bool | None:
        if first.renames and second.renames:
            return None
        return set(first.value) == set(second.value) == {"add"}

    def apply(self, site: Site, value: Any) -> Iterator[Fault]:
        number = site.default if site.current is UNSET else site.current
        if type(number) is not int:
            yield _no_number(site, number)
            return
        faults = [_number_given(site, value, number)] if type(value) is int else list(_faults(value, site.line))
        yield from faults
        if faults:
            return
        result = _adjusted(number, value)
        if result != number:
            site.put(self, value, result, before=number, result=result)
        else:
            site.target.note(site.path, site.edit.origin(site.line, self), value, number, idle=True)
            yield Fault("SA305", NOTHING_CHANGES, f"it stays {number}")

    def schema(self, forms: EditForms, annotation: Any, metadata: Mapping[str, Any]) -> Schema | None:
        plain, adjustment = plain_type(annotation), _schema(forms)
        if plain is int or (get_origin(plain) in (Union, UnionType) and plain != Amount and int in get_args(plain)):
            return adjustment
        if plain is Cost:
            return {"type": "object", "additionalProperties": adjustment, "minProperties": 1}
        numbers = {
            key: forms.described(adjustment, attribute.metadata["help"])
            for key, attribute in quantity_fields().items()
            if int in members_of(attribute.type)
        }
        computing = forms.table(numbers, minProperties=1)
        if plain is Quantity:
            return computing
        if plain == Amount:
            return {"anyOf": [adjustment, computing]}
        return forms.into(self, annotation, metadata)


def _adjusted(number: int, change: Mapping[str, Any]) -> int:
    if "times" in change:
        product, divisor = number * change["times"][0], change["times"][1]
        number = -(-product // divisor) if change.get("round") == "up" else product // divisor
    return int(number + change.get("add", 0))


def _no_number(site: Site, current: Any) -> Fault:
    message = "an adjustment of something that is no number"
    if current is not None:
        return Fault("SA203", message, f"there is {shown(current)}; only a whole number can be adjusted", at_key=True)
    label = f"{site.label} is not written, and has no number by default"
    return Fault("SA203", message, label, help=f"give it one: `set.{site.written_path} = ...`", at_key=True)


def _number_given(site: Site, value: int, number: int) -> Fault:
    """Returns the fault of a plain number, which could mean an amount to add or a new value."""
    help = f"to add {value}, write `adjust.{site.written_path} = {{ add = {value} }}`"
    help += f"; to make it {value}, write `set.{site.written_path} = {value}`" if value != number else ""
    note = '`{ times = [3, 2], round = "down" }` is a change, too'
    return Fault("SA201", "a number where a change belongs", f"{value} is no change", note, help)


def _faults(value: Any, line: Path) -> Iterator[Fault]:
    strange = set(value) - {*KEYS} if type(value) is dict else set()
    if strange or type(value) is not dict or not {"add", "times"} & set(value):
        yield from unknown_keys(value, KEYS, "a change such as `{ add = 1 }`", line)
    if type(value) is not dict:
        return
    if "times" in value and not _is_fraction(value["times"]):
        yield attrs.evolve(_no_fraction(value["times"]), path=(*line, "times"))
    if "add" in value and type(value["add"]) is not int:
        yield attrs.evolve(wrong_type(value["add"], "a whole number"), path=(*line, "add"))
    if value.get("round", "down") not in ("down", "up"):
        yield other_choice("a word that does not belong here", value["round"], ("down", "up"), "round", path=(*line, "round"))
    elif "round" in value and "times" not in value and "add" in value:
        label = "only `times` is rounded"
        yield Fault("SA207", "a word that does not belong here", label, path=(*line, "round"), at_key=True)


def _is_fraction(times: Any) -> bool:
    return type(times) is list and len(times) == 2 and all(type(number) is int for number in times) and times[1] > 0


def _no_fraction(times: Any) -> Fault:
    if type(times) is list and len(times) == 2 and times[1] == 0 and {type(number) for number in times} == {int}:
        return Fault("SA207", "a fraction by 0", "nothing can be divided by 0", help="write a fraction such as `[3, 2]`")
    return wrong_type(times, "a fraction such as [3, 2]")


def _schema(forms: EditForms) -> Schema:
    fraction = {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}
    properties: dict[str, Schema] = {
        "add": forms.described(forms.or_option({"type": "integer"}), "a number to add; below 0 to take away"),
        "times": forms.described(fraction, "a fraction such as [3, 2]"),
        "round": {"enum": ["down", "up"], "description": "how the product is rounded"},
    }
    return forms.define("adjustment", lambda: forms.table(properties, about=SUMMARY, minProperties=1))
