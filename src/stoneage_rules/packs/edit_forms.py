"""The JSON schemas of edits: the keys of each table of edits, and the values under each operator of a patch."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import attrs

from stoneage_rules.language.fields import Described, fields_of
from stoneage_rules.language.forms import Form, Scalar, Schema, SchemaWriter, described, form_of_class, table
from stoneage_rules.language.word import Requirement
from stoneage_rules.packs.operators import ADJUST, INSERTION, OPERATORS, ROUNDINGS, SET, UNSET

NAME: Schema = {"type": ["string", "integer"]}
"""The schema of the name of an element of a list."""
KEYS: Schema = {"type": "object", "minProperties": 1}
TEXTS: Schema = {"type": "array", "items": {"type": "string"}, "minItems": 1}


class EditForms(SchemaWriter):
    """Writes the schemas of records and edits."""

    TARGET_OR_WHERE: ClassVar = [{"required": ["target"]}, {"required": ["where"]}]

    def shared_name(self, name: str, kind: Any) -> str:
        """Returns one name for all kinds of item if no ids distinguish them."""
        return "item" if kind is self.words.kinds.item and not self.ids else name

    def edit(self, word: str, name: str, kind: Any) -> Schema:
        """Returns the schema of the edits in a table, for a kind of record and its class."""
        target = Scalar(str, {"refers_to": name}).one_of(self, str)
        properties: dict[str, Schema] = {
            "target": described(target, f"the `{name}` that is edited, as `PACK:ID`"),
            "when": {
                "type": "array",
                "items": form_of_class(Requirement).schema(self),
                "description": "the edit works only where every row holds",
            },
            "why": {"type": "string", "minLength": 1, "description": "the reason, for `stoneage why` and `stoneage diff`"},
        }
        if word == "replace":
            properties["record"] = described(form_of_class(kind).table(self, whole=False), "the new record")
            return self.define(f"{word}-{name}", lambda: table(properties, required=["target", "why", "record"]))
        conditions = {key: described({}, field.form.metadata.get("help", "")) for key, field in fields_of(kind).items()}
        properties["where"] = table(conditions, about="instead of `target`: every record whose values fit")
        if word == "remove":
            return self.define(f"{word}-{name}", lambda: table(properties, required=["why"], oneOf=self.TARGET_OR_WHERE))
        for key, operator in OPERATORS.items():
            properties[key] = described(self._under(key, kind), operator.help)
        schema = {**table(properties, oneOf=self.TARGET_OR_WHERE), "x-taplo": {"initKeys": ["target"]}}
        return self.define(f"{word}-{name}", lambda: schema)

    def _under(self, word: str, kind: Any) -> Schema:
        """Returns the schema of an operator's value for records of a class."""
        if word == UNSET:
            return TEXTS
        schema: Schema = form_of_class(kind).edited(self, EditedForms(SET if word == "expect" else word))
        return schema


@attrs.frozen
class EditedForms(Described):
    """Writes the schemas of the values under an operator."""

    word: str

    @property
    def names_effects(self) -> bool:
        """True if the operator may give an effect another `id` or `do`."""
        return self.word == SET

    def schema(self, writer: EditForms, form: Form) -> Schema | None:
        """Returns the schema of the operator's value for values of a form, or None if it cannot apply."""
        if self.word in OF_NUMBERS:
            return form.with_numbers(writer, OF_NUMBERS[self.word](writer)) or form.edited(writer, self)
        within, whole = form.edited(writer, self), None
        if self.word == SET:
            is_whole = not form.is_table if form.is_computed else within is None or form.is_list
            within = KEYS if form.is_computed else within
            whole = form.without_references.schema(writer) if is_whole else None
        elif form.inner is not None and form.is_list:
            whole = OF_LISTS[self.word](form.inner.without_references.schema(writer))
        given = [schema for schema in (whole, within) if schema is not None]
        return {"anyOf": given} if len(given) > 1 else given[0] if given else None


def _adjustment(writer: EditForms) -> Schema:
    properties: dict[str, Schema] = {
        "add": described(writer.or_option({"type": "integer"}), "a number to add; below 0 to take away"),
        "times": described(
            {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}, "a fraction such as [3, 2]"
        ),
        "round": {"enum": [*ROUNDINGS], "description": "how the product is rounded"},
    }
    about = "by how much a number changes: `add`, or `times` a fraction, rounded as `round` says"
    return writer.define("adjustment", lambda: table(properties, about=about, minProperties=1))


def _insertion(element: Schema) -> Schema:
    about = ("the new element", "the element that it comes after", "the element that it comes before")
    properties = {key: described(schema, text) for key, schema, text in zip(INSERTION, (element, NAME, NAME), about, strict=True)}
    return table(properties, required=["value"], minProperties=2, maxProperties=2)


OF_NUMBERS: Mapping[str, Callable[[EditForms], Schema]] = {ADJUST: _adjustment}
"""By operator, the schema of its value for a number."""
OF_LISTS: Mapping[str, Callable[[Schema], Schema]] = {
    "append": lambda element: {"type": "array", "items": element, "minItems": 1},
    "drop": lambda element: {"type": "array", "items": NAME, "minItems": 1},
    "insert": _insertion,
}
"""By operator, how its value for a list follows from the schema of the list's elements."""
