"""JSON Schemas of the files that authors write, made from the records and the verbs: for editors, never for loading.

The loader is in `structure`, `values` and `edits`; whatever a schema refuses, it refuses too, with better words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from types import UnionType
from typing import Any, Union, get_args, get_origin

import attrs

from stoneage_rules.fields import Amount, Cost, Quantity, refs_of
from stoneage_rules.packs.annotations import about_of, element_of, fields_of, is_effect_class, is_record, plain_type, values_of
from stoneage_rules.packs.content import Content, Language
from stoneage_rules.packs.manifest import FORMAT, Manifest
from stoneage_rules.packs.models import KINDS, Item, Requirement
from stoneage_rules.packs.parts import is_never_negative
from stoneage_rules.packs.types import is_own_form

__all__ = ["emit", "file_name"]

Schema = dict[str, Any]

DRAFT = "http://json-schema.org/draft-07/schema#"
ID = "^[a-z][a-z0-9]*(-[a-z0-9]+)*$"
STATEMENT_ID = r"^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+$"
SCALARS = {str: "string", int: "integer", bool: "boolean"}
TEXTS: Schema = {"type": "array", "items": {"type": "string"}}

NEIGHBOUR = {"type": ["string", "integer"]}
TARGET_OR_WHERE = [{"required": ["target"]}, {"required": ["where"]}]
OPTION = "the value that a table gives to an option of the pack, or of one that it names, as `PACK:OPTION`"
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


def file_name(name: str) -> str:
    """The name of a schema's file, with the format of content that it is for."""
    return f"{name}-{FORMAT}.schema.json"


def emit(
    language: Language,
    *,
    content: Content,
    ids: bool = True,
    documents: Mapping[str, type] | None = None,
) -> dict[str, Schema]:
    """The schemas by name: `content` for the files of a pack, `pack` for its pack.toml, and one for each document.

    Args:
        language: the verbs and quantities that content may use, those of plugins included.
        content: the content of a table, whose kinds of item are known.
        ids: whether its ids are offered for completion.
        documents: records of other files as wholes, by the names of their schemas.
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
    """What a reference to each kind can say at a table."""
    found = {kind: [entry.name for entry in entries] for kind, entries in content.entries.items()}
    for kind in ("good", "location"):
        found[f"group:{kind}"] = [group for entry in content.of(kind) for group in entry.record.groups]
    found["item"] = [entry.name for entry in content.items()]
    found |= {"counter": list(language.counters), "check": list(language.checks), "kernel": list(language.kernel)}
    return {kind: sorted(set(names)) for kind, names in found.items() if names}


def _table(properties: Mapping[str, Schema], *, required: Sequence[str] = (), about: str = "", **more: Any) -> Schema:
    schema: Schema = {"type": "object", "additionalProperties": False, "properties": dict(properties), **more}
    if required:
        schema |= {"required": list(required), "x-taplo": {"initKeys": list(required)}}
    return {"description": about, **schema} if about else schema


def _described(schema: Schema, text: str) -> Schema:
    """A schema with a description; beside a reference, nothing else would be read."""
    return {**({"allOf": [schema]} if "$ref" in schema else schema), "description": text}


Form = Callable[[Any, Mapping[str, Any]], "Schema | None"]
"""What an operator may say about a field of some type; None where it can say nothing."""


class _Emitter:
    """One schema on its way, with its definitions."""

    def __init__(self, language: Language, ids: Mapping[str, Sequence[str]], *, checked: bool = True) -> None:
        self.language = language
        self.ids = ids
        self.checked = checked
        """Whether the loader holds lists to their elements being different, and content to its options."""
        self.definitions: dict[str, Schema] = {}

    def document(self, kind: type, about: str) -> Schema:
        """The schema of a file that is one record."""
        return self._root(self._record(kind), about)

    def content_file(self, item_kinds: Sequence[str]) -> Schema:
        """The schema of a content file."""
        kinds: dict[str, type] = {**KINDS, **dict.fromkeys(item_kinds, Item)}
        properties: dict[str, Schema] = {
            "only_if": _table(
                {"packs": {**TEXTS, "description": "the packs that must all be there", "minItems": 1}},
                required=["packs"],
                about="the file counts only where these packs are enabled",
            )
        }
        edits: dict[str, dict[str, Schema]] = {"patch": {}, "replace": {}, "remove": {}}
        for name, kind in kinds.items():
            about = about_of(kind)
            properties[name] = {"type": "array", "items": self._refer(kind, self._shared(name, kind)), "description": about}
            for word, forms in edits.items():
                form = getattr(self, f"_{word}")(name, kind)
                forms[name] = {"type": "array", "items": form, "description": f"{word} a record `{name}`: {about}"}
        for word, forms in edits.items():
            properties[word] = _table(forms, about=f"edits of records of other packs: `[[{word}.KIND]]`")
        return self._root(_table(properties), "a content file of a pack")

    def _root(self, schema: Schema, about: str) -> Schema:
        return {
            "$schema": DRAFT,
            "description": about,
            "x-tombi-toml-version": "v1.0.0",
            **schema,
            "definitions": dict(sorted(self.definitions.items())),
        }

    def _define(self, name: str, make: Callable[[], Schema]) -> Schema:
        """A definition, made when it is first referred to; one that refers to itself finds its name taken."""
        if name not in self.definitions:
            self.definitions[name] = {}
            self.definitions[name] = make()
        return {"$ref": f"#/definitions/{name}"}

    # --- records ------------------------------------------------------------------------------------------------

    def _refer(self, kind: Any, name: str = "") -> Schema:
        name = name or re.sub(r"(?<!^)(?=[A-Z])", "-", kind.__name__.strip("_")).lower()
        return self._define(name, lambda: self._record(kind, statement=name == "statement"))

    def _record(self, kind: Any, *, statement: bool = False, whole: bool = True) -> Schema:
        """The table of a record; not `whole` where it replaces one that has its id already."""
        properties, required = {}, []
        for key, attribute, metadata in fields_of(kind):
            schema = self._value(attribute.type, metadata, refs_of(attribute))
            if key == "id":
                schema = {"type": "string", "pattern": STATEMENT_ID if statement else ID}
            properties[key] = _described(schema, metadata.get("help", ""))
            if attribute.default is attrs.NOTHING and (whole or key != "id"):
                required.append(key)
        return _table(properties, required=required, about=about_of(kind))

    def _value(self, annotation: Any, metadata: Mapping[str, Any], refs: Sequence[str] = ()) -> Schema:
        """A value of some type, in the range that its field states."""
        annotation = plain_type(annotation)
        if annotation is Any:
            return {}
        if is_own_form(annotation):
            return dict(annotation.schema(self.ids))
        if annotation == Amount:
            return {"anyOf": [self._or_option(self._scalar(int, metadata, refs)), self._quantity(metadata)]}
        if annotation in SCALARS:
            return self._or_option(self._scalar(annotation, metadata, refs))
        if get_origin(annotation) in (Union, UnionType):
            return self._or_option({"anyOf": [self._scalar(member, metadata, refs) for member in get_args(annotation)]})
        if annotation in (Cost, Quantity):
            return self._cost() if annotation is Cost else self._quantity(metadata)
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
        """A table whose keys are ids, or whole numbers; ids of a table are offered, others stay allowed."""
        bounds = metadata.get("keys")
        schema: Schema = {"type": "object", "additionalProperties": value or True}
        known = {} if self.checked else {name: ref for ref in refs for name in self.ids.get(ref, ())}
        if known:
            schema["properties"] = {name: _described(value, f"{ref} `{name}`") for name, ref in sorted(known.items())}
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
        """The value, or the option that gives it."""
        if not self.checked:
            return schema
        option = self._define(
            "value-of-option",
            lambda: _table({"option": {"type": "string", "description": "the option"}}, required=["option"], about=OPTION),
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

    def _quantity(self, metadata: Mapping[str, Any]) -> Schema:
        name, bound = ("quantity-above-0", {"least": 1}) if is_never_negative(metadata) else ("quantity", {"not_zero": 1})

        def make() -> Schema:
            properties = {
                name: _described(self._word(kind), kind.help) for name, kind in sorted(self.language.quantities.items())
            }
            times = _described(self._or_option(self._scalar(int, bound, ())), "what the number is multiplied with")
            about = "a number read from the game: one word that says what is counted, and `times`"
            return _table({**properties, "times": times}, about=about, minProperties=1, maxProperties=2)

        return self._define(name, make)

    def _word(self, quantity: Any) -> Schema:
        refs = tuple(quantity.refers_to.split("|")) if quantity.refers_to else ()
        return self._or_option(self._scalar(str, {"choices": quantity.choices}, refs))

    def _cost(self) -> Schema:
        def make() -> Schema:
            number = self._or_option({"type": "integer", "minimum": 1, "maximum": 12})
            composed = _table(
                {
                    "of": _described(self._or_option(self._scalar(str, {}, ("group:good",))), "the group of goods"),
                    "amount": _described(number, "how many goods"),
                    "at_least": _described(number, "the fewest goods"),
                    "at_most": _described(number, "the most goods"),
                    "kinds": _described(number, "of exactly how many different goods"),
                },
                required=["of"],
                about="a number of goods that the payer composes",
            )
            fixed = {
                "description": "the goods printed, and how many of each",
                "type": "object",
                "additionalProperties": self._or_option({"type": "integer", "minimum": 1, "maximum": 99}),
                "minProperties": 1,
            }
            return {"anyOf": [composed, fixed]}

        return self._define("cost", make)

    # --- edits --------------------------------------------------------------------------------------------------

    def _shared(self, name: str, kind: Any) -> str:
        """One name for all kinds of item, where there are no ids that would tell them apart."""
        return "item" if kind is Item and not self.ids else name

    def _around(self, name: str) -> dict[str, Schema]:
        """What every edit says beside what it does."""
        return {
            "target": _described(self._scalar(str, {}, (name,)), f"the `{name}` that is edited, as `PACK:ID`"),
            "when": {
                "type": "array",
                "items": self._refer(Requirement),
                "description": "the edit works only where every row holds",
            },
            "why": {"type": "string", "minLength": 1, "description": "the reason, for `stoneage why` and `stoneage diff`"},
        }

    def _replace(self, name: str, kind: Any) -> Schema:
        record = self._record(kind, statement=name == "statement", whole=False)
        name = self._shared(name, kind)
        properties = {**self._around(name), "record": _described(record, "the new record")}
        return self._define(f"replace-{name}", lambda: _table(properties, required=["target", "why", "record"]))

    def _remove(self, name: str, kind: Any) -> Schema:
        name = self._shared(name, kind)
        properties = {**self._around(name), "where": self._where(kind)}
        return self._define(f"remove-{name}", lambda: _table(properties, required=["why"], oneOf=TARGET_OR_WHERE))

    def _where(self, kind: Any) -> Schema:
        conditions = {key: _described({}, metadata.get("help", "")) for key, _, metadata in fields_of(kind)}
        return _table(conditions, about="instead of `target`: every record whose values fit")

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
            properties[word] = _described(properties[word], about)
        schema = _table(properties, oneOf=TARGET_OR_WHERE)
        return self._define(f"patch-{name}", lambda: {**schema, "x-taplo": {"initKeys": ["target"]}})

    def _within(self, word: str, kind: Any, form: Form) -> Schema:
        """What an operator may say about a record: the form of each field of which it can say anything."""
        properties = {}
        for key, attribute, metadata in fields_of(kind):
            schema = None if key == "id" and not is_effect_class(kind) else form(attribute.type, metadata)
            if schema is not None:
                properties[key] = _described(schema, metadata.get("help", ""))
        if is_effect_class(kind) and form == self._set_form:
            properties["id"] = {"type": "string", "description": "a name by which edits find this effect"}
            properties["do"] = {"type": "string", "description": "another verb"}
        return _table(properties, minProperties=1)

    def _into(self, word: str, form: Form, annotation: Any, metadata: Mapping[str, Any]) -> Schema | None:
        """What an operator may say about values inside a field, rather than about the field."""
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
        """Effects in a list by the names that edits give them: their verbs, or ids of any spelling."""
        found = {verb: self._within(word, kind, form) for verb, kind in sorted(self.language.verbs.items())}
        named = {
            verb: _described(schema, f"the effect `{verb}` of the list") for verb, schema in found.items() if schema["properties"]
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
        times = _table({"times": _described(self._adjustment(), "what the number is multiplied with")}, minProperties=1)
        if plain is Quantity:
            return times
        if plain == Amount:
            return {"anyOf": [self._adjustment(), times]}
        return self._into("adjust", self._adjust_form, annotation, metadata)

    def _adjustment(self) -> Schema:
        fraction = {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}
        properties: dict[str, Schema] = {
            "add": _described(self._or_option({"type": "integer"}), "a number to add; below 0 to take away"),
            "times": _described(fraction, "a fraction such as [3, 2]"),
            "round": {"enum": ["down", "up"], "description": "how the product is rounded"},
        }
        return self._define("adjustment", lambda: _table(properties, about=ADJUSTMENT, minProperties=1))

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
            "value": _described(self._value(element, metadata), "the new element"),
            "after": _described(NEIGHBOUR, "the element that it comes after"),
            "before": _described(NEIGHBOUR, "the element that it comes before"),
        }
        return _table(properties, required=["value"], minProperties=2, maxProperties=2)

    def _on_list(
        self,
        word: str,
        form: Form,
        annotation: Any,
        metadata: Mapping[str, Any],
        made: Callable[[Any, Mapping[str, Any]], Schema],
    ) -> Schema | None:
        """The form of an operator that is about lists: the list itself, or lists within."""
        element = element_of(annotation)
        within = self._into(word, form, annotation, metadata)
        if element is None:
            return within
        schema = made(element, metadata)
        return schema if within is None else {"anyOf": [schema, within]}
