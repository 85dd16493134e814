"""JSON Schemas of the files that authors write, made of records, verbs and edits, for editors; loading does not use them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import UnionType
from typing import Any, ClassVar, Union, get_args, get_origin

import attrs

from stoneage_rules.authoring.property_schema import PropertyFile
from stoneage_rules.authoring.scenario_schema import ScenarioFile
from stoneage_rules.files import write_whole
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.language.cost import MOST_OF_GOOD, MOST_OF_GROUP, Cost
from stoneage_rules.language.fields import Amount, Quantity, refs_of
from stoneage_rules.language.quantity import RANGE_KEYS, IfRow
from stoneage_rules.language.word import Requirement
from stoneage_rules.loading.load import language_of
from stoneage_rules.loading.table_files import TableFile
from stoneage_rules.packs.content import FORMAT, Content, Language, Manifest
from stoneage_rules.packs.merge import EDITS
from stoneage_rules.packs.operator import Operator
from stoneage_rules.packs.parts import (
    about_of,
    element_of,
    fields_of,
    is_effect_class,
    is_own_form,
    is_record,
    plain_type,
    quantity_fields,
    values_of,
)

# --- shapes of values ---------------------------------------------------------------------------------------------
#
# Building blocks of all schemas.


Schema = dict[str, Any]

DRAFT = "http://json-schema.org/draft-07/schema#"
ID = "^[a-z][a-z0-9]*(-[a-z0-9]+)*$"
SHARED_ID = r"^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+$"
SCALARS = {str: "string", int: "integer", bool: "boolean"}
TEXTS: Schema = {"type": "array", "items": {"type": "string"}}


def table(properties: Mapping[str, Schema], *, required: Sequence[str] = (), about: str = "", **more: Any) -> Schema:
    """Returns the schema of a table with these keys and no others."""
    schema: Schema = {"type": "object", "additionalProperties": False, "properties": dict(properties), **more}
    if required:
        schema |= {"required": list(required), "x-taplo": {"initKeys": list(required)}}
    return {"description": about, **schema} if about else schema


def described(schema: Schema, text: str) -> Schema:
    """Returns a schema with a description; a reference is wrapped, since readers ignore keys beside `$ref`."""
    return {**({"allOf": [schema]} if "$ref" in schema else schema), "description": text}


# --- record tables ------------------------------------------------------------------------------------------------
#
# Makes the schemas of records and their values: effects, prices and quantities.


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


# --- edit tables --------------------------------------------------------------------------------------------------
#
# Makes the schemas of edits: the keys of each operator, derived from the fields of the record.


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


# --- schema -------------------------------------------------------------------------------------------------------
#
# JSON Schemas of the files that authors write, generated from records and verbs for editors; loading does not use them.
#
# The loader refuses everything that a schema refuses, with better messages.


def file_name(name: str) -> str:
    """Returns the file name of a schema, which includes the version of the content format."""
    return f"{name}-{FORMAT}.schema.json"


def emit(
    language: Language,
    *,
    content: Content,
    ids: bool = True,
    documents: Mapping[str, type] | None = None,
) -> dict[str, Schema]:
    """Returns the schemas by name: `content` for content files, `pack` for pack.toml, and one for each document.

    Args:
        language: the words that content may use, including those of plugins.
        content: the content of a table, which supplies the kinds of item.
        ids: whether to offer its ids for completion.
        documents: the record classes of files that are one record each, by the names of their schemas.
    """
    offered = _ids(content, language) if ids else {}
    schemas = {
        "content": _Emitter(language, offered).content_file(content.item_kinds),
        "pack": _Emitter(language, {}).document(Manifest, "pack.toml: what a pack is and what it needs"),
    }
    for name, kind in (documents or {}).items():
        schemas[name] = _Emitter(language, offered, checked=False).document(kind, about_of(kind))
    schemas["pack"]["properties"]["format"]["const"] = FORMAT
    return schemas


def _ids(content: Content, language: Language) -> dict[str, list[str]]:
    """Returns the ids that a reference can use at a table, by kind."""
    ids = {kind: [entry.shared_name for entry in entries] for kind, entries in content.entries.items()}
    for kind, record in language.kinds.records.items():
        if "groups" in attrs.fields_dict(record):
            ids[f"group:{kind}"] = [group for entry in content.of(kind) for group in entry.record.groups]
    ids["item"] = [name for entry in content.items() for name in (entry.name, entry.shared_name)]
    ids |= {"counter": list(language.counters), "check": list(language.checks), "kernel": list(language.kernel)}
    return {kind: sorted(set(names)) for kind, names in ids.items() if names}


def _others(items: Schema) -> Schema:
    """Returns the keys of a schema that allow lists under names that it does not know, as ids of kinds are written."""
    return {"additionalProperties": {"type": "array", "items": items}, "propertyNames": {"pattern": "^[a-z][a-z0-9_-]*$"}}


class _Emitter(EditForms):
    """Makes the schema of a whole file."""

    def document(self, kind: type, about: str) -> Schema:
        """Returns the schema of a file that is one record."""
        return self._root(self._record(kind), about)

    def content_file(self, item_kinds: Sequence[str]) -> Schema:
        """Returns the schema of a content file; a kind that it does not know may be one of items that a pack declares."""
        item = self.language.kinds.item
        kinds: dict[str, type] = {**self.language.kinds.records, **dict.fromkeys(item_kinds, item)}
        properties: dict[str, Schema] = {
            "only_if": table(
                {"packs": {**TEXTS, "description": "the packs that must all be there", "minItems": 1}},
                required=["packs"],
                about="the file counts only where these packs are enabled",
            )
        }
        edits: dict[str, dict[str, Schema]] = {word: {} for word in EDITS}
        for name, kind in kinds.items():
            about = about_of(kind)
            properties[name] = {"type": "array", "items": self._refer(kind, self.shared_name(name, kind)), "description": about}
            for word, forms in edits.items():
                form = EDITS[word].schema(self, self.shared_name(name, kind), kind)
                forms[name] = {"type": "array", "items": form, "description": f"{word} a record `{name}`: {about}"}
        for word, forms in edits.items():
            others = _others(EDITS[word].schema(self, "item", item))
            properties[word] = table(forms, about=f"edits of records of other packs: `[[{word}.KIND]]`", **others)
        return self._root(table(properties, **_others(self._refer(item, "item"))), "a content file of a pack")

    def _root(self, schema: Schema, about: str) -> Schema:
        return {
            "$schema": DRAFT,
            "description": about,
            "x-tombi-toml-version": "v1.0.0",
            **schema,
            "definitions": dict(sorted(self.definitions.items())),
        }


# --- schemas ------------------------------------------------------------------------------------------------------
#
# Writes the schema files for editors, which cover packs, their tests and tables, with the words of a table's modules.
#
# `packs.schema` makes the schemas of records.


DOCUMENTS: Mapping[str, type] = {"table": TableFile, "scenarios": ScenarioFile, "properties": PropertyFile}
"""The record classes of files that are one record each, by the names of their schemas."""


def schemas_of(rules: Ruleset, *, ids: bool = True) -> dict[str, dict[str, Any]]:
    """Returns the schemas by name: `content`, `pack`, `table`, `scenarios` and `properties`.

    Args:
        rules: the rules of a table, whose modules supply the kinds of item, verbs and ids of the schemas.
        ids: whether references offer the ids of the enabled packs; other ids remain valid.
    """
    return emit(language_of(rules.table), content=rules.content, ids=ids, documents=DOCUMENTS)


def write_schemas(folder: str | Path, rules: Ruleset, *, ids: bool = True) -> tuple[Path, ...]:
    """Writes the schemas into a folder, creating it if it is missing; returns the files.

    Each file is replaced atomically.

    Raises:
        OSError: the folder cannot be created, or a file cannot be written.
    """
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, schema in schemas_of(rules, ids=ids).items():
        written.append(folder / file_name(name))
        write_whole(written[-1], json.dumps(schema, indent=1, ensure_ascii=False) + "\n")
    return tuple(written)
