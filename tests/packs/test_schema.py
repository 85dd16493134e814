"""The JSON Schemas for editors: kept as files, and true to what people write.

That they are never stricter than the loader is tried in `tests/units/packs/test_schema.py`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import tomli

import stoneage_rules as sa
from packs.everything import EVERYTHING, content
from packs.kept import compare
from shipped import SHIPPED, needs
from sources import ROOT
from stoneage_rules.testing import schemas_of, write_schemas, write_starter

BAD = Path(__file__).parent / "bad"


def file_name(name: str) -> str:
    return f"{name}-1.schema.json"


@cache
def schemas() -> Mapping[str, dict[str, Any]]:
    return {**schemas_of(sa.load(EVERYTHING), ids=False), "view": sa.View.schema()}


@cache
def validator(name: str) -> jsonschema.Draft7Validator:
    return jsonschema.Draft7Validator(schemas()[name])


def problems(name: str, data: Mapping[str, Any]) -> list[str]:
    """Returns what a schema finds wrong, in its own words."""
    found = (jsonschema.exceptions.best_match([error]) for error in validator(name).iter_errors(data))
    return [f"{list(error.absolute_path)}: {error.message}" for error in found if error is not None]


def parts(schema: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Mapping[str, Any]]]:
    """Every table within a schema, with its path."""
    if isinstance(schema, Mapping):
        yield path, schema
        for key, inner in schema.items():
            yield from parts(inner, (*path, key))
    elif isinstance(schema, list):
        for index, inner in enumerate(schema):
            yield from parts(inner, (*path, str(index)))


def referred(root: Mapping[str, Any], part: Mapping[str, Any]) -> Mapping[str, Any]:
    """A part of a schema, or the definition that it is nothing but a reference to."""
    while [*part] == ["$ref"]:
        part = root["definitions"][part["$ref"].rpartition("/")[2]]
    return part


def opened(root: Mapping[str, Any], part: Any) -> Any:
    """A part of a schema with the parts that are only shared in their places, as if each was written out."""
    if isinstance(part, list):
        return [opened(root, inner) for inner in part]
    if not isinstance(part, Mapping):
        return part
    about = {}
    if [*part] == ["allOf", "description"] and is_shared(part["allOf"][0]):
        about, part = {"description": part["description"]}, part["allOf"][0]
    while is_shared(part):
        part = root["definitions"][part["$ref"].rpartition("/")[2]]
    return {key: opened(root, inner) for key, inner in part.items()} | about


def is_shared(part: Mapping[str, Any]) -> bool:
    return part.get("$ref", "").rpartition("/")[2].isdigit()


# --- the schemas themselves -----------------------------------------------------------------------------------------

NAMES = ("content", "pack", "table", "scenarios", "properties", "view")


@pytest.mark.parametrize("name", [pytest.param(name, marks=needs(*SHIPPED) if name == "content" else ()) for name in NAMES])
def test_the_kept_schema_is_that_of_the_records(name: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    (tmp_path / file_name("view")).write_text(
        json.dumps(sa.View.schema(), separators=(",", ":"), ensure_ascii=False) + "\n", "utf-8"
    )
    write_schemas(tmp_path / "others", sa.load(EVERYTHING), ids=False)
    (written,) = tmp_path.rglob(file_name(name))
    compare(ROOT / "schemas" / file_name(name), written.read_text("utf-8"), request)


def test_no_schema_is_left_over() -> None:
    assert {file.name for file in (ROOT / "schemas").iterdir()} == {*map(file_name, NAMES)}


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_is_right_under_draft_7_and_every_key_described(name: str) -> None:
    """No other key is allowed; what is asked lacks the facts that do not apply; every definition is used."""
    jsonschema.Draft7Validator.check_schema(schemas()[name])
    found = [*parts(schemas()[name])]
    for path, part in found:
        if isinstance(part.get("properties"), Mapping) and "type" in part:
            assert "additionalProperties" in part, path
            undescribed = [
                key for key, schema in part["properties"].items() if not referred(schemas()[name], schema).get("description")
            ]
            assert not undescribed, (path, undescribed)
            if name == "view":
                assert part["additionalProperties"] is False
                assert {"pending", "owed"} & {*path[-1:]} or part["required"] == [*part["properties"]]
    used = {part["$ref"].rpartition("/")[2] for _, part in found if "$ref" in part}
    assert used == {*schemas()[name].get("definitions", ())}


def test_ids_of_a_table_are_offered_and_others_allowed() -> None:
    offered = schemas_of(sa.load(EVERYTHING))["content"]
    good = offered["definitions"]["effect-gain"]["properties"]["good"]
    assert {"$ref": "#/definitions/id-of-good"} in [part for _, part in parts(opened(offered, good))]
    assert offered["definitions"]["id-of-good"]["enum"] == sorted(entry.name for entry in content().of("good"))
    jsonschema.Draft7Validator(offered).validate({"card": [{"id": "c", "effects": [{"do": "gain", "good": "my-rules:ham"}]}]})


TEST_FILES = (*ROOT.glob("tests/scenarios/*.toml"), *ROOT.glob("content/stoneage_examples/*/tests/*.toml"))


@pytest.mark.parametrize("name", ["scenarios", "properties"])
def test_ids_are_offered_in_tests_and_others_allowed(name: str) -> None:
    offered = schemas_of(sa.load())[name]
    names = [{*part["properties"]} for _, part in parts(offered) if isinstance(part.get("properties"), Mapping)]
    assert any({"wood", "gold"} <= keys for keys in names) is (name == "scenarios")
    goods = [schema.get("$ref") for _, schema in parts(opened(offered, offered["definitions"]["if-row"]["properties"]["goods"]))]
    assert "#/definitions/id-of-group-good-or-good" in goods
    assert {"wood", "gold", "resource"} <= {*offered["definitions"]["id-of-group-good-or-good"]["enum"]}
    for data in (tomli.loads(path.read_text("utf-8")) for path in TEST_FILES):
        if {"scenarios": "scenario", "properties": "property"}[name] in data:
            jsonschema.Draft7Validator(offered).validate(data)


@needs("wild-animals")
def test_verbs_of_plugins_are_known() -> None:
    assert "effect-drive-off" in schemas()["content"]["definitions"]
    assert "effect-drive-off" not in schemas_of(sa.load())["content"]["definitions"]


# --- what they accept -----------------------------------------------------------------------------------------------

WRITTEN = ("content", "plugins", "examples", "tests/scenarios", "tests/modules/*/scenarios")
"""The folders with files that people write and an editor shall help with."""
FILES = [path for folder in WRITTEN for path in sorted(ROOT.glob(f"{folder}/**/*.toml")) if path.name != "pyproject.toml"]


def needed(path: Path) -> set[str]:
    """The packs whose kinds or words a file may name: those that it, its table or all of its pack cannot be without."""
    data = tomli.loads(path.read_text("utf-8"))
    beside = path.parent / "pack.toml"
    manifest = tomli.loads(beside.read_text("utf-8")) if beside.is_file() else {}
    return {*manifest.get("requires", ()), *data.get("only_if", {}).get("packs", ())}


@pytest.mark.parametrize(
    "path", [pytest.param(path, marks=needs(*needed(path)), id=path.relative_to(ROOT).as_posix()) for path in FILES]
)
def test_a_file_names_its_schema_and_keeps_to_it(path: Path) -> None:
    text = path.read_text("utf-8")
    named = SCHEMA_LINE.match(text)
    assert named, f"{path} begins with no line such as #:schema PATH"
    schema = (path.parent / named[1]).resolve()
    assert schema.parent == ROOT / "schemas"
    assert problems(schema.name.partition("-")[0], tomli.loads(text)) == []


SCHEMA_LINE = re.compile(r"#:schema (\S+)\n")


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_has_a_title_and_those_of_files_a_name_of_their_own(name: str) -> None:
    assert schemas()[name]["title"]
    assert name == "view" or schemas()[name]["$id"].endswith(f"/{file_name(name)}")


def test_parts_that_are_repeated_are_shared() -> None:
    """The schema of content would be 524 KB with every part written out."""
    root = schemas()["content"]
    texts = [json.dumps(part) for _, part in parts(root) if isinstance(part.get("type"), str)]
    assert [text for text in {*texts} if len(text) > 200 and texts.count(text) > 1] == []
    size = len(json.dumps(root, separators=(",", ":")))
    assert size < 280_000, "share a part that is new, or raise this: a word for every number takes 17 KB, a verb 2"


def test_a_new_pack_names_no_schema_unless_they_are_asked_for(tmp_path: Path) -> None:
    written = write_starter(tmp_path / "my-rules")
    assert {path.suffix for path in written} == {".toml"}
    assert not any(path.read_text("utf-8").startswith(("#:schema", "\n")) for path in written)


def test_a_new_pack_brings_its_schemas(tmp_path: Path) -> None:
    pack = tmp_path / "my-rules"
    written = write_starter(pack, schemas=True)
    for path in written:
        if path.suffix == ".toml":
            named = SCHEMA_LINE.match(path.read_text("utf-8"))
            assert named
            schema = json.loads((path.parent / named[1]).resolve().read_text("utf-8"))
            jsonschema.Draft7Validator(schema).validate(tomli.loads(path.read_text("utf-8")))
    assert "base:fields" not in (pack / "schemas" / "pack-1.schema.json").read_text("utf-8")
    assert '"fields"' in (pack / "schemas" / "content-1.schema.json").read_text("utf-8")


@pytest.mark.parametrize("path", sorted(BAD.rglob("table.toml")), ids=lambda path: path.parent.name)
def test_tables_are_accepted_whose_fault_is_not_their_form(path: Path) -> None:
    assert problems("table", tomli.loads(path.read_text("utf-8"))) == []


SEEN_BY_SCHEMA = ("SA201", "SA202", "SA205", "SA208")
UNSEEN = {
    "SA205-kind-of-ones-own",  # A list of an unknown name may be of a kind that the pack declares.
    "SA205-kind-of-another-pack",  # A schema is made for all modules that are named when it is written, whatever a pack names.
    "SA202-two-forms-of-cost",  # It sees what an edit says, which is right by itself, and not the record that it is about.
    "SA201-effect-by-its-verb",  # It knows the keys of `where`, and leaves their values to the loader.
}
SEEN = [path for path in sorted(BAD.iterdir()) if path.name[:5] in SEEN_BY_SCHEMA and path.name not in UNSEEN]


@pytest.mark.parametrize("folder", SEEN, ids=lambda path: path.name)
def test_an_editor_marks_wrong_types_keys_kinds_and_verbs(folder: Path) -> None:
    assert problems("content", tomli.loads((folder / "village.toml").read_text("utf-8")))
