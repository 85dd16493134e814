"""JSON Schemas of the files that authors write, made of records, verbs and edits, for editors; loading does not use them."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import attrs

from stoneage_rules.authoring.property_schema import PropertyFile
from stoneage_rules.authoring.scenario_schema import ScenarioFile, moments_in
from stoneage_rules.files import expect_own, write_together
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.language.fields import fields_of
from stoneage_rules.language.forms import Schema, about_of, described, form_of_class, table
from stoneage_rules.loading.load import language_of
from stoneage_rules.loading.table_files import TableFile
from stoneage_rules.packs.content import FORMAT, Content, Language, Manifest
from stoneage_rules.packs.edit_forms import EditForms
from stoneage_rules.packs.options import OnlyIf
from stoneage_rules.packs.patching import EDITS

TEXTS: Schema = {"type": "array", "items": {"type": "string"}}
HOME = "https://stoneage-rules.readthedocs.io/en/stable/schemas/"
"""The beginning of the `$id` of each schema: the site has those of the library's own words there."""
DOCUMENTS: Mapping[str, type] = {"table": TableFile, "scenarios": ScenarioFile, "properties": PropertyFile}
"""The record classes of files that are one record each, by the names of their schemas."""


# The loader refuses everything that a schema refuses, with better messages.


def schemas_of(rules: Ruleset, *, ids: bool = True) -> dict[str, dict[str, Any]]:
    """Returns the schemas by name: `content`, `pack`, `table`, `scenarios` and `properties`.

    Args:
        rules: the rules of a table, whose modules supply the kinds of item, verbs and ids of the schemas.
        ids: whether references offer the ids of the enabled packs; other ids remain valid.
    """
    language, content = language_of(rules.table), rules.content
    offered = _ids(content, language) if ids else {}
    schemas = {
        "content": _Emitter(language, offered).content_file(content.item_kinds),
        "pack": _Emitter(language, {}).document(Manifest, "pack.toml: what a pack is and what it needs"),
    }
    for name, kind in DOCUMENTS.items():
        schemas[name] = _Emitter(language, offered, checked=False).document(kind, about_of(kind))
    schemas["pack"]["properties"]["format"]["const"] = FORMAT
    homes = {name: f"{HOME}{name}-{FORMAT}.schema.json" for name in schemas}
    return {name: _shared({"$id": homes[name], "title": f"Stone Age: {name}", **schemas[name]}) for name in schemas}


_text = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode


def _with_lines(schema: Schema) -> str:
    """Returns a schema as JSON, with a line for each definition so that differences can be read."""
    texts = {key: _text(value) for key, value in schema.items()}
    if "definitions" in schema:
        lines = [f"{_text(name)}:{_text(part)}" for name, part in schema["definitions"].items()]
        texts["definitions"] = "{\n" + ",\n".join(lines) + "\n}"
    return "{" + ",".join(f"{_text(key)}:{text}" for key, text in texts.items()) + "}\n"


def _shared(root: Schema) -> Schema:
    """Returns an equal schema that defines each repeated part once, if only its description varies."""
    counts: Counter[str] = Counter()
    names: dict[str, int] = {}

    def refer(part: Any) -> Any:
        if isinstance(part, list):
            return [*map(refer, part)]
        if not isinstance(part, dict):
            return part
        new = {key: refer(part[key]) for key in part}
        is_schema = isinstance(part.get("type") or part.get("anyOf") or part.get("allOf"), (str, list))
        for strip in (dict, _undescribed) if is_schema else ():
            text = _text(strip(new))
            if counts[_text(strip(part))] > 1 and len(text) > 60:  # a reference takes nearly as much
                reference = {"$ref": f"#/definitions/{names.setdefault(text, len(names) + 1)}"}
                return reference if strip is dict else described(reference, part["description"])
        return new

    def count(part: Schema) -> Schema:
        counts.update({_text(part), _text(_undescribed(part))})
        return part

    json.loads(_text(root), object_hook=count)
    schema: Schema = refer(root)
    schema["definitions"] |= {str(names[text]): json.loads(text) for text in names}
    return schema


def _undescribed(part: Schema) -> Schema:
    return {key: part[key] for key in part if key != "description"}


def _ids(content: Content, language: Language) -> dict[str, list[str]]:
    """Returns the ids that a reference can use at a table, by kind."""
    ids = {kind: [entry.shared_name for entry in entries] for kind, entries in content.entries.items()}
    for kind, record in language.kinds.records.items():
        if "groups" in attrs.fields_dict(record):
            ids[f"group:{kind}"] = [group for entry in content.of(kind) for group in entry.record.groups]
    ids["item"] = [name for entry in content.items() for name in (entry.name, entry.shared_name)]
    ids |= {"counter": list(language.counters), "check": list(language.checks), "kernel": list(language.kernel)}
    ids |= moments_in(ids)
    return {kind: sorted(set(names)) for kind, names in ids.items() if names}


def _others(items: Schema) -> Schema:
    """Returns the keys of a schema that allow a list under any name that is written like the id of a kind."""
    return {"additionalProperties": {"type": "array", "items": items}, "propertyNames": {"pattern": "^[a-z][a-z0-9_-]*$"}}


class _Emitter(EditForms):
    """Makes the schema of a whole file."""

    def document(self, kind: type, about: str) -> Schema:
        """Returns the schema of a file that is one record."""
        return self._root(form_of_class(kind).table(self), about)

    def content_file(self, item_kinds: Sequence[str]) -> Schema:
        """Returns the schema of a content file; a kind that it does not know may be one of items that a pack declares."""
        item = self.words.kinds.item
        kinds: dict[str, type] = {**self.words.kinds.records, **dict.fromkeys(item_kinds, item)}
        properties: dict[str, Schema] = {
            "only_if": table(
                {
                    key: {**TEXTS, "description": one.form.metadata["help"], "minItems": 1}
                    for key, one in fields_of(OnlyIf).items()
                },
                minProperties=1,
                about="the file is read only if all of this is true of the table",
            )
        }
        edits: dict[str, dict[str, Schema]] = {word: {} for word in EDITS}
        for name, kind in kinds.items():
            about = about_of(kind)
            records = self.define(self.shared_name(name, kind), partial(form_of_class(kind).table, self))
            properties[name] = {"type": "array", "items": records, "description": about}
            for word, forms in edits.items():
                form = self.edit(word, self.shared_name(name, kind), kind)
                forms[name] = {"type": "array", "items": form, "description": f"{word} a record `{name}`: {about}"}
        for word, forms in edits.items():
            others = _others(self.edit(word, "item", item))
            properties[word] = table(forms, about=f"edits of records of other packs: `[[{word}.KIND]]`", **others)
        return self._root(
            table(properties, **_others(self.define("item", partial(form_of_class(item).table, self)))),
            "a content file of a pack",
        )

    def _root(self, schema: Schema, about: str) -> Schema:
        return {
            "$schema": "http://json-schema.org/draft-07/schema#",
            "description": about,
            "x-tombi-toml-version": "v1.0.0",
            **schema,
            "definitions": dict(sorted(self.definitions.items())),
        }


def texts_of(rules: Ruleset, *, ids: bool = True) -> dict[str, str]:
    """Returns the texts of the schemas by the names of their files, which include the version of the content format."""
    return {schema["$id"].removeprefix(HOME): _with_lines(schema) for schema in schemas_of(rules, ids=ids).values()}


def write_schemas(folder: str | Path, rules: Ruleset, *, ids: bool = True) -> tuple[Path, ...]:
    """Writes the schemas into a folder, creating it if it is missing; returns the files.

    Earlier schemas are replaced, all of them or none.

    Raises:
        OSError: the folder cannot be created, or a file cannot be written or is not a schema of the library.
    """
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    texts = texts_of(rules, ids=ids)
    for name in texts:
        expect_own(folder / name, rf'\{{"\$id":"{re.escape(HOME)}')
    write_together({folder / name: text.encode() for name, text in texts.items()})
    return tuple(folder / name for name in texts)
