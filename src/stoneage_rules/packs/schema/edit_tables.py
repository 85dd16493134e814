"""The schemas of edits: the form of each operator, derived from the fields of the record."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import UnionType
from typing import Any, Union, get_args, get_origin

from stoneage_rules.language.fields import Amount, Cost, Quantity
from stoneage_rules.language.records import Item, Requirement
from stoneage_rules.packs.records.annotations import (
    element_of,
    fields_of,
    is_effect_class,
    is_record,
    plain_type,
    values_of,
)
from stoneage_rules.packs.schema.record_tables import RecordForms
from stoneage_rules.packs.schema.shapes_of_values import TEXTS, Schema, described, table

__all__ = ["EditForms"]

NEIGHBOUR = {"type": ["string", "integer"]}
TARGET_OR_WHERE = [{"required": ["target"]}, {"required": ["where"]}]
ADJUSTMENT = "by how much a number changes: `add`, or `times` a fraction, rounded as `round` says"
OPERATORS = {
    "expect": "values that must be there; where they are not, the pack is out of date",
    "unset": "keys to take away, such as `a.b`",
    "drop": "elements to take out of lists, by their names",
    "set": "values to give",
    "adjust": "numbers to change by an amount, so that changes of several packs add up",
    "append": "elements to add at the end of lists",
    "insert": "elements to put beside others in lists",
}

Form = Callable[[Any, Mapping[str, Any]], "Schema | None"]
"""Returns the schema of an operator for a field of some type; None if the operator does not apply to it."""


class EditForms(RecordForms):
    """Makes the schemas of edits, besides those of records."""

    def _shared(self, name: str, kind: Any) -> str:
        """Returns the name of a definition: one for all kinds of item, unless ids tell them apart."""
        return "item" if kind is Item and not self.ids else name

    def _around(self, name: str) -> dict[str, Schema]:
        """Returns the keys of every edit besides its operators."""
        return {
            "target": described(self._scalar(str, {}, (name,)), f"the `{name}` that is edited, as `PACK:ID`"),
            "when": {
                "type": "array",
                "items": self._refer(Requirement),
                "description": "the edit works only where every row holds",
            },
            "why": {"type": "string", "minLength": 1, "description": "the reason, for `stoneage why` and `stoneage diff`"},
        }

    def _replace(self, name: str, kind: Any) -> Schema:
        record = self._record(kind, whole=False)
        name = self._shared(name, kind)
        properties = {**self._around(name), "record": described(record, "the new record")}
        return self._define(f"replace-{name}", lambda: table(properties, required=["target", "why", "record"]))

    def _remove(self, name: str, kind: Any) -> Schema:
        name = self._shared(name, kind)
        properties = {**self._around(name), "where": self._where(kind)}
        return self._define(f"remove-{name}", lambda: table(properties, required=["why"], oneOf=TARGET_OR_WHERE))

    def _where(self, kind: Any) -> Schema:
        conditions = {key: described({}, metadata.get("help", "")) for key, _, metadata in fields_of(kind)}
        return table(conditions, about="instead of `target`: every record whose values fit")

    def _patch(self, name: str, kind: Any) -> Schema:
        name = self._shared(name, kind)
        properties = self._around(name)
        properties["where"] = self._where(kind)
        forms: dict[str, Form] = {
            "expect": self._set_form,
            "set": self._set_form,
            "adjust": self._adjust_form,
            "append": self._append_form,
            "drop": self._drop_form,
            "insert": self._insert_form,
        }
        for word, form in forms.items():
            properties[word] = self._within(word, kind, form)
        properties["unset"] = {**TEXTS, "minItems": 1}
        for word, about in OPERATORS.items():
            properties[word] = described(properties[word], about)
        schema = table(properties, oneOf=TARGET_OR_WHERE)
        return self._define(f"patch-{name}", lambda: {**schema, "x-taplo": {"initKeys": ["target"]}})

    def _within(self, word: str, kind: Any, form: Form) -> Schema:
        """Returns the schema of an operator for a record: the form of each field to which it applies."""
        properties = {}
        for key, attribute, metadata in fields_of(kind):
            schema = None if key == "id" and not is_effect_class(kind) else form(attribute.type, metadata)
            if schema is not None:
                properties[key] = described(schema, metadata.get("help", ""))
        if is_effect_class(kind) and form == self._set_form:
            properties["id"] = {"type": "string", "description": "a name by which edits find this effect"}
            properties["do"] = {"type": "string", "description": "another verb"}
        return table(properties, minProperties=1)

    def _into(self, word: str, form: Form, annotation: Any, metadata: Mapping[str, Any]) -> Schema | None:
        """Returns the schema of an operator for values inside a field, rather than for the field."""
        annotation = plain_type(annotation)
        values, element = values_of(annotation), element_of(annotation)
        if values is not None:
            inner = form(values[1], metadata)
            return None if inner is None else self._mapping(values[0], inner, {"keys": metadata.get("keys"), "not_empty": True})
        if element is not None and is_effect_class(element):
            return self._define(f"{word}-effects", lambda: self._effects_within(word, form))
        if is_record(annotation) and (schema := self._within(word, annotation, form))["properties"]:
            return schema
        inner = form(element, metadata) if element and (element is Quantity or is_record(element)) else None
        tables = {"type": "object", "additionalProperties": inner, "minProperties": 1}  # in a list, by names of any spelling
        return inner and self._define(f"{word}-{element.__name__.lower()}s", lambda: tables)

    def _effects_within(self, word: str, form: Form) -> Schema:
        """Returns the schema for effects in a list by the names that edits give them: their verbs, or ids of any spelling."""
        schemas = {verb: self._within(word, kind, form) for verb, kind in sorted(self.language.verbs.items())}
        named = {
            verb: described(schema, f"the effect `{verb}` of the list")
            for verb, schema in schemas.items()
            if schema["properties"]
        }
        return {"type": "object", "properties": named, "additionalProperties": {"type": "object"}, "minProperties": 1}

    def _set_form(self, annotation: Any, metadata: Mapping[str, Any]) -> Schema | None:
        within = self._into("set", self._set_form, annotation, metadata)
        if plain_type(annotation) in (Cost, Quantity):
            return {"type": "object", "minProperties": 1}
        if plain_type(annotation) == Amount:
            return {"anyOf": [self._value(annotation, metadata), {"type": "object", "minProperties": 1}]}
        if within is None:
            return self._value(annotation, metadata)
        return within if element_of(annotation) is None else {"anyOf": [self._value(annotation, metadata), within]}

    def _adjust_form(self, annotation: Any, metadata: Mapping[str, Any]) -> Schema | None:
        plain = plain_type(annotation)
        if plain is int or (get_origin(plain) in (Union, UnionType) and plain != Amount and int in get_args(plain)):
            return self._adjustment()
        if plain is Cost:
            return {"type": "object", "additionalProperties": self._adjustment(), "minProperties": 1}
        times = table({"times": described(self._adjustment(), "what the number is multiplied with")}, minProperties=1)
        if plain is Quantity:
            return times
        if plain == Amount:
            return {"anyOf": [self._adjustment(), times]}
        return self._into("adjust", self._adjust_form, annotation, metadata)

    def _adjustment(self) -> Schema:
        fraction = {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}
        properties: dict[str, Schema] = {
            "add": described(self._or_option({"type": "integer"}), "a number to add; below 0 to take away"),
            "times": described(fraction, "a fraction such as [3, 2]"),
            "round": {"enum": ["down", "up"], "description": "how the product is rounded"},
        }
        return self._define("adjustment", lambda: table(properties, about=ADJUSTMENT, minProperties=1))

    def _append_form(self, annotation: Any, metadata: Mapping[str, Any]) -> Schema | None:
        return self._on_list("append", self._append_form, annotation, metadata, self._appended)

    def _appended(self, element: Any, metadata: Mapping[str, Any]) -> Schema:
        return {"type": "array", "items": self._value(element, metadata), "minItems": 1}

    def _drop_form(self, annotation: Any, metadata: Mapping[str, Any]) -> Schema | None:
        return self._on_list("drop", self._drop_form, annotation, metadata, self._dropped)

    def _dropped(self, element: Any, metadata: Mapping[str, Any]) -> Schema:
        return {"type": "array", "items": NEIGHBOUR, "minItems": 1}

    def _insert_form(self, annotation: Any, metadata: Mapping[str, Any]) -> Schema | None:
        return self._on_list("insert", self._insert_form, annotation, metadata, self._inserted)

    def _inserted(self, element: Any, metadata: Mapping[str, Any]) -> Schema:
        properties: dict[str, Schema] = {
            "value": described(self._value(element, metadata), "the new element"),
            "after": described(NEIGHBOUR, "the element that it comes after"),
            "before": described(NEIGHBOUR, "the element that it comes before"),
        }
        return table(properties, required=["value"], minProperties=2, maxProperties=2)

    def _on_list(
        self,
        word: str,
        form: Form,
        annotation: Any,
        metadata: Mapping[str, Any],
        of_list: Callable[[Any, Mapping[str, Any]], Schema],
    ) -> Schema | None:
        """Returns the schema of an operator that changes lists: for the list itself, or for lists within."""
        element = element_of(annotation)
        within = self._into(word, form, annotation, metadata)
        if element is None:
            return within
        schema = of_list(element, metadata)
        return schema if within is None else {"anyOf": [schema, within]}
