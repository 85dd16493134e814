"""Makes the schemas of edits: the keys of each operator, derived from the fields of the record."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from stoneage_rules.language.condition import IfRow
from stoneage_rules.language.fields import Quantity
from stoneage_rules.language.word import Requirement
from stoneage_rules.packs.editing.operators.operator import Operator
from stoneage_rules.packs.records.parts import element_of, fields_of, is_effect_class, is_record, plain_type, values_of
from stoneage_rules.packs.schema.record_tables import RecordForms
from stoneage_rules.packs.schema.shapes_of_values import Schema, described, table

__all__ = ["EditForms"]


class EditForms(RecordForms):
    """Makes the schemas of records and edits; operators and edit tables use it to build their own."""

    NAME: ClassVar[Schema] = {"type": ["string", "integer"]}
    """The name of an element of a list."""
    TARGET_OR_WHERE: ClassVar[Sequence[Schema]] = [{"required": ["target"]}, {"required": ["where"]}]
    table = staticmethod(table)
    described = staticmethod(described)

    def shared_name(self, name: str, kind: Any) -> str:
        """Returns one name for all kinds of item if no ids tell them apart."""
        return "item" if kind is self.language.kinds.item and not self.ids else name

    def around(self, name: str) -> dict[str, Schema]:
        """Returns the keys that every edit has besides its operators."""
        return {
            "target": described(self._scalar(str, {}, (name,)), f"the `{name}` that is edited, as `PACK:ID`"),
            "when": {
                "type": "array",
                "items": self._refer(Requirement),
                "description": "the edit works only where every row holds",
            },
            "why": {"type": "string", "minLength": 1, "description": "the reason, for `stoneage why` and `stoneage diff`"},
        }

    def whole_record(self, kind: Any) -> Schema:
        """Returns the schema of a replacement record, which needs no id."""
        return self._record(kind, whole=False)

    def where(self, kind: Any) -> Schema:
        conditions = {key: described({}, metadata.get("help", "")) for key, _, metadata in fields_of(kind)}
        return table(conditions, about="instead of `target`: every record whose values fit")

    def within(self, operator: Operator, kind: Any) -> Schema:
        """Returns the schema of an operator's table for a record, with every field that the operator can change."""
        properties = {}
        for key, attribute, metadata in fields_of(kind):
            schema = None if key == "id" and not is_effect_class(kind) else operator.schema(self, attribute.type, metadata)
            if schema is not None:
                properties[key] = described(schema, metadata.get("help", ""))
        if is_effect_class(kind) and operator.names_effects:
            properties["id"] = {"type": "string", "description": "a name by which edits find this effect"}
            properties["do"] = {"type": "string", "description": "another verb"}
        return table(properties, minProperties=1)

    def into(self, operator: Operator, annotation: Any, metadata: Mapping[str, Any]) -> Schema | None:
        """Returns the schema of an operator's table for the values inside a field; None if it cannot change them."""
        annotation = plain_type(annotation)
        values, element = values_of(annotation), element_of(annotation)
        if values is not None:
            inner = operator.schema(self, values[1], metadata)
            return None if inner is None else self._mapping(values[0], inner, {"keys": metadata.get("keys"), "not_empty": True})
        if element is not None and is_effect_class(element):
            return self._define(f"{operator.word}-effects", lambda: self._effects_within(operator))
        if is_record(annotation) and (schema := self.within(operator, annotation))["properties"]:
            return schema
        is_table = element in (Quantity, IfRow) or (element is not None and is_record(element))
        inner = operator.schema(self, element, metadata) if is_table else None
        tables = {"type": "object", "additionalProperties": inner, "minProperties": 1}  # list elements, under any name
        return inner and self._define(f"{operator.word}-{element.__name__.lower()}s", lambda: tables)

    def _effects_within(self, operator: Operator) -> Schema:
        """Returns the schema of effects in a list, by the names that edits use: their verbs or arbitrary ids."""
        schemas = {verb: self.within(operator, kind) for verb, kind in sorted(self.language.verbs.items())}
        named = {
            verb: described(schema, f"the effect `{verb}` of the list")
            for verb, schema in schemas.items()
            if schema["properties"]
        }
        return {"type": "object", "properties": named, "additionalProperties": {"type": "object"}, "minProperties": 1}

    def value(self, annotation: Any, metadata: Mapping[str, Any]) -> Schema:
        """Returns the schema of a value of a type, within the range of its field."""
        return self._value(annotation, metadata)

    def or_option(self, schema: Schema) -> Schema:
        """Returns a schema that also allows `{ option = "NAME" }`."""
        return self._or_option(schema)

    def define(self, name: str, make: Callable[[], Schema]) -> Schema:
        """Returns a reference to a definition, which is made on first use."""
        return self._define(name, make)
