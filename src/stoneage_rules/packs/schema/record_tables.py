"""Makes the schemas of records and their values: effects, prices and quantities."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from types import UnionType
from typing import Any, Union, get_args, get_origin

import attrs

from stoneage_rules.language.condition import RANGE_KEYS, IfRow
from stoneage_rules.language.cost import MOST_OF_GOOD, MOST_OF_GROUP, Cost
from stoneage_rules.language.fields import Amount, Quantity, refs_of
from stoneage_rules.packs.content import Language
from stoneage_rules.packs.records.parts import (
    about_of,
    element_of,
    fields_of,
    is_effect_class,
    is_own_form,
    plain_type,
    quantity_fields,
    values_of,
)
from stoneage_rules.packs.schema.shapes_of_values import ID, SCALARS, SHARED_ID, Schema, described, table

__all__ = ["RecordForms"]

OPTION = "the value that a table gives to an option of the pack, or of one that it names, as `PACK:OPTION`"


class RecordForms:
    """Makes the schemas of records, with their definitions."""

    def __init__(self, language: Language, ids: Mapping[str, Sequence[str]], *, checked: bool = True) -> None:
        self.language = language
        self.ids = ids
        self.checked = checked
        """True for content, whose lists have no duplicates and whose values may come from options."""
        self.definitions: dict[str, Schema] = {}

    def _define(self, name: str, make: Callable[[], Schema]) -> Schema:
        """Returns a reference to a definition, which is made on first use and may refer to itself."""
        if name not in self.definitions:
            self.definitions[name] = {}
            self.definitions[name] = make()
        return {"$ref": f"#/definitions/{name}"}

    # --- records ------------------------------------------------------------------------------------------------

    def _refer(self, kind: Any, name: str = "") -> Schema:
        name = name or re.sub(r"(?<!^)(?=[A-Z])", "-", kind.__name__.strip("_")).lower()
        return self._define(name, lambda: self._record(kind))

    def _record(self, kind: Any, *, whole: bool = True) -> Schema:
        """Returns the schema of a record; if not `whole`, of a replacement that takes over an existing id."""
        properties, required = {}, []
        for key, attribute, metadata in fields_of(kind):
            schema = self._value(attribute.type, metadata, refs_of(attribute))
            if key == "id":
                schema = {"type": "string", "pattern": ID if getattr(kind, "namespaced", True) else SHARED_ID}
            properties[key] = described(schema, metadata.get("help", ""))
            if attribute.default is attrs.NOTHING and (whole or key != "id"):
                required.append(key)
        return table(properties, required=required, about=about_of(kind))

    def _value(self, annotation: Any, metadata: Mapping[str, Any], refs: Sequence[str] = ()) -> Schema:
        """Returns the schema of a value of a type, within the range of its field."""
        annotation = plain_type(annotation)
        if annotation is Any:
            return {}
        if is_own_form(annotation):
            return dict(annotation.schema(self.ids))
        if annotation == Amount:
            return {"anyOf": [self._or_option(self._scalar(int, metadata, refs)), self._quantity()]}
        if annotation in SCALARS:
            return self._or_option(self._scalar(annotation, metadata, refs))
        if get_origin(annotation) in (Union, UnionType):
            return self._or_option({"anyOf": [self._scalar(member, metadata, refs) for member in get_args(annotation)]})
        if annotation is IfRow:
            return self._if_row()
        if annotation in (Cost, Quantity):
            return self._cost() if annotation is Cost else self._quantity()
        return self._composed(annotation, metadata, refs)

    def _composed(self, annotation: Any, metadata: Mapping[str, Any], refs: Sequence[str]) -> Schema:
        element, values = element_of(annotation), values_of(annotation)
        if element is not None:
            return self._list(element, metadata, refs)
        if values is not None:
            return self._mapping(values[0], self._value(values[1], metadata, () if refs else refs), metadata, refs)
        return self._effect(metadata.get("context", "")) if is_effect_class(annotation) else self._refer(annotation)

    def _list(self, element: Any, metadata: Mapping[str, Any], refs: Sequence[str]) -> Schema:
        schema: Schema = {"type": "array", "items": self._value(element, metadata, refs)}
        if metadata.get("not_empty"):
            schema["minItems"] = metadata.get("fewest") or 1
        if self.checked and element in SCALARS:
            schema["uniqueItems"] = True
        if metadata.get("or_one"):
            return {"anyOf": [schema, schema["items"]]}
        return schema

    def _mapping(self, key: Any, value: Schema, metadata: Mapping[str, Any], refs: Sequence[str] = ()) -> Schema:
        """Returns the schema of a table whose keys are ids or whole numbers; known ids are offered, others remain valid."""
        bounds = metadata.get("keys")
        schema: Schema = {"type": "object", "additionalProperties": value or True}
        known = {} if self.checked else {name: ref for ref in refs for name in self.ids.get(ref, ())}
        if known:
            schema["properties"] = {name: described(value, f"{ref} `{name}`") for name, ref in sorted(known.items())}
        if key is int:
            pattern = "|".join(map(str, range(bounds[0], bounds[1] + 1))) if bounds else "0|[1-9][0-9]*"
            schema = {"type": "object", "additionalProperties": False, "patternProperties": {f"^({pattern})$": value}}
        if metadata.get("not_empty"):
            schema["minProperties"] = 1
        return schema

    def _scalar(self, kind: Any, metadata: Mapping[str, Any], refs: Sequence[str]) -> Schema:
        schema: Schema = {"type": SCALARS[kind]}
        if kind is str and metadata.get("choices"):
            schema["enum"] = list(metadata["choices"])
        if kind is int:
            for word, bound in (("minimum", metadata.get("least")), ("maximum", metadata.get("most"))):
                if bound is not None:
                    schema[word] = bound
            if metadata.get("not_zero"):
                schema["not"] = {"const": 0}
        known = sorted({name for ref in refs for name in self.ids.get(ref, ())})
        if not known or kind is not str:
            return schema
        return {"anyOf": [self._define("id-of-" + "-or-".join(refs).replace(":", "-"), lambda: {"enum": known}), schema]}

    def _or_option(self, schema: Schema) -> Schema:
        """Returns a schema that allows a value or `{ option = "NAME" }`."""
        if not self.checked:
            return schema
        option = self._define(
            "value-of-option",
            lambda: table({"option": {"type": "string", "description": "the option"}}, required=["option"], about=OPTION),
        )
        either = {"anyOf": [schema, option]}
        plain = len(schema) == 1 and schema.get("type")
        return self._define(f"any-{plain}", lambda: either) if plain else either

    # --- effects, costs, quantities -----------------------------------------------------------------------------

    def _effect(self, context: str) -> Schema:
        words = sorted(word for word, verb in self.language.verbs.items() if verb.can_stand_in(context))
        name = f"effect-of-{context}" if context else "effect"
        return self._define(name, lambda: {"type": "object", "anyOf": [self._verb(word) for word in words]})

    def _verb(self, word: str) -> Schema:
        kind = self.language.verbs[word]

        def make() -> Schema:
            schema = self._record(kind)
            do = {"const": word, "description": f"the verb: {about_of(kind)}"}
            id = {"type": "string", "description": "a name by which edits find this effect among others"}
            schema["properties"] = {"do": do, "id": id, **schema["properties"]}
            required = ["do", *schema.get("required", ())]
            return {**schema, "required": required, "x-taplo": {"initKeys": required}}

        return self._define(f"effect-{word}", make)

    def _quantity(self) -> Schema:
        about = "a number read from the game: one word that says what is counted, and keys that compute with it"
        return self._define("quantity", lambda: table(self._quantity_keys(), about=about, minProperties=1))

    def _quantity_keys(self) -> dict[str, Schema]:
        keys = {name: described(self._word(kind), kind.help) for name, kind in sorted(self.language.quantities.items())}
        for key, attribute in quantity_fields().items():
            metadata = {**attribute.metadata, "not_zero": key == "times"}
            keys[key] = described(self._value(attribute.type, metadata), metadata["help"])
        return keys

    def _if_row(self) -> Schema:
        def make() -> Schema:
            ends = [(key, attrs.fields_dict(IfRow)[key]) for key in RANGE_KEYS]
            properties = {
                **self._quantity_keys(),
                **{
                    key: described(self._value(attribute.type, attribute.metadata), attribute.metadata["help"])
                    for key, attribute in ends
                },
                "id": {"type": "string", "description": "a name by which edits find this row among others"},
            }
            return table(properties, about="a quantity, and the range in which it must lie now", minProperties=2)

        return self._define("if-row", make)

    def _word(self, quantity: Any) -> Schema:
        refs = tuple(quantity.refers_to.split("|")) if quantity.refers_to else ()
        if refs and quantity.choices:
            return {"anyOf": [{"enum": [*quantity.choices]}, self._value(str, {}, refs)]}
        return self._value(quantity.takes, {"choices": quantity.choices}, refs)

    def _cost(self) -> Schema:
        def make() -> Schema:
            kinds = self._or_option({"type": "integer", "minimum": 1, "maximum": MOST_OF_GROUP})
            number = {"anyOf": [kinds, self._quantity()]}
            composed = table(
                {
                    "of": described(self._or_option(self._scalar(str, {}, ("group:good",))), "the group of goods"),
                    "amount": described(number, "how many goods"),
                    "at_least": described(number, "the fewest goods"),
                    "at_most": described(number, "the most goods"),
                    "kinds": described(kinds, "of exactly how many different goods"),
                },
                required=["of"],
                about="a number of goods that the payer composes",
            )
            fixed = {
                "description": "the goods printed, and how many of each",
                "type": "object",
                "additionalProperties": {
                    "anyOf": [self._or_option({"type": "integer", "minimum": 1, "maximum": MOST_OF_GOOD}), self._quantity()]
                },
                "minProperties": 1,
            }
            return {"anyOf": [composed, fixed]}

        return self._define("cost", make)
