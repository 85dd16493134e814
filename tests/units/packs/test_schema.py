"""The JSON Schemas for editors: kept as files, true to the loader, and never stricter than it.

What the loader itself finds is tested elsewhere.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import attrs
import jsonschema
import pytest
import tomli
from hypothesis import event, given, settings
from hypothesis import strategies as st

import stoneage_rules as sa
from long_profile import LONG
from packs.kept import compare
from shipped import SHIPPED, needs
from stoneage_rules import ContentError
from stoneage_rules._version import __version__
from stoneage_rules.authoring.schemas import file_name
from stoneage_rules.packs.build import build_content
from stoneage_rules.packs.content import Pack
from stoneage_rules.packs.load_order import check_relations, in_pack_order
from stoneage_rules.packs.options import read_manifest
from stoneage_rules.packs.report import Report
from stoneage_rules.packs.structure import Structurer
from stoneage_rules.testing import schemas_of, write_starter
from units.library import FEATURES
from units.packs.everything import EVERYTHING, content, language, settings_of

ROOT = Path(__file__).parents[3]
BAD = Path(__file__).parents[2] / "packs" / "bad"


@cache
def schemas() -> Mapping[str, dict[str, Any]]:
    return schemas_of(sa.load(EVERYTHING), ids=False)


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


# --- the schemas themselves -----------------------------------------------------------------------------------------

NAMES = ("content", "pack", "table", "scenarios", "properties")


@pytest.mark.parametrize("name", [pytest.param(name, marks=needs(*SHIPPED) if name == "content" else ()) for name in NAMES])
def test_the_kept_schema_is_that_of_the_records(name: str, request: pytest.FixtureRequest) -> None:
    text = json.dumps(schemas()[name], indent=1, ensure_ascii=False) + "\n"
    compare(ROOT / "schemas" / file_name(name), text, request)


def test_no_schema_is_left_over() -> None:
    assert {file.name for file in (ROOT / "schemas").iterdir()} == {file_name(name) for name in (*NAMES, "view")}


def test_the_kept_schema_of_views_is_what_the_library_says(request: pytest.FixtureRequest) -> None:
    jsonschema.Draft7Validator.check_schema(sa.View.schema())
    compare(ROOT / "schemas" / file_name("view"), json.dumps(sa.View.schema(), indent=1, ensure_ascii=False) + "\n", request)


def test_every_entry_of_a_view_is_described_and_no_other_is_allowed() -> None:
    for path, part in parts(sa.View.schema()):
        if "properties" in part:
            assert part["additionalProperties"] is (path[-1:] == ("pending",)), "modules may add facts of what is asked"
            assert part["required"] == [*part["properties"]]
            undescribed = [key for key, schema in part["properties"].items() if not schema.get("description")]
            assert not undescribed, (path, undescribed)


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_is_right_under_draft_7(name: str) -> None:
    jsonschema.Draft7Validator.check_schema(schemas()[name])


@pytest.mark.parametrize("name", NAMES)
def test_every_key_is_described_and_no_other_is_allowed(name: str) -> None:
    for path, part in parts(schemas()[name]):
        if isinstance(part.get("properties"), Mapping) and "type" in part:
            assert "additionalProperties" in part, path
            undescribed = [key for key, schema in part["properties"].items() if not schema.get("description")]
            assert not undescribed, (path, undescribed)


@pytest.mark.parametrize("name", NAMES)
def test_every_definition_is_used(name: str) -> None:
    used = {part["$ref"].rpartition("/")[2] for _, part in parts(schemas()[name]) if "$ref" in part}
    assert used == set(schemas()[name]["definitions"])


def test_ids_of_a_table_are_offered_and_others_allowed() -> None:
    offered = schemas_of(sa.load(EVERYTHING))["content"]
    good = offered["definitions"]["effect-gain"]["properties"]["good"]
    assert {"$ref": "#/definitions/id-of-good"} in [part for _, part in parts(good)]
    assert offered["definitions"]["id-of-good"]["enum"] == sorted(entry.name for entry in content().of("good"))
    jsonschema.Draft7Validator(offered).validate({"card": [{"id": "c", "effects": [{"do": "gain", "good": "my-rules:ham"}]}]})


TEST_FILES = (*ROOT.glob("tests/scenarios/*.toml"), *ROOT.glob("docs/examples/packs/*/tests/*.toml"))


@pytest.mark.parametrize("name", ["scenarios", "properties"])
def test_ids_are_offered_in_tests_and_others_allowed(name: str) -> None:
    offered = schemas_of(sa.load())[name]
    tables = [part for _, part in parts(offered) if isinstance(part.get("properties"), Mapping) and "type" in part]
    described = [part["properties"] for part in tables]
    assert all(schema.get("description") for properties in described for schema in properties.values())
    assert any({"wood", "gold"} <= properties.keys() for properties in described) is (name == "scenarios")
    place = {"scenarios": "then", "properties": "claim"}[name]
    rows = [schema for _, schema in parts(offered["definitions"][place]["properties"]["meets"])]
    assert {"$ref": "#/definitions/if-row"} in rows
    goods = [schema.get("$ref") for _, schema in parts(offered["definitions"]["if-row"]["properties"]["goods"])]
    assert "#/definitions/id-of-group-good-or-good" in goods
    assert {"wood", "gold", "resource"} <= {*offered["definitions"]["id-of-group-good-or-good"]["enum"]}
    checker = jsonschema.Draft7Validator(offered)
    for data in (tomli.loads(path.read_text("utf-8")) for path in TEST_FILES):
        if {"scenarios": "scenario", "properties": "property"}[name] in data:
            checker.validate(data)


@needs("wild-animals")
def test_verbs_of_plugins_are_known() -> None:
    assert "effect-drive-off" in schemas()["content"]["definitions"]
    assert "effect-drive-off" not in schemas_of(sa.load())["content"]["definitions"]


# --- what they accept -----------------------------------------------------------------------------------------------

WRITTEN = ("content", "plugins", "docs/examples/packs", "examples", "tests/scenarios", "tests/modules")
"""The folders with files that people write and an editor shall help with."""
FILES = [path for folder in WRITTEN for path in sorted((ROOT / folder).rglob("*.toml")) if path.name != "pyproject.toml"]


def needed(path: Path) -> set[str]:
    """The packs of which a file may name kinds or words: those that it, its table or all of its pack cannot be without."""
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


def test_a_new_pack_brings_its_schemas(tmp_path: Path) -> None:
    pack = tmp_path / "my-rules"
    written = write_starter(pack)
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
OF_THE_PACK = "SA205-kind-of-another-pack"
"""A schema is made for all modules that are named when it is written; which of them a pack names is not known to it."""
OF_THE_RECORD = "SA202-two-forms-of-cost"
"""A schema sees what an edit says, which is right by itself, and not the record that it is about."""


IN_A_CONDITION = "SA201-effect-by-its-verb"
"""A schema knows the keys of `where`, and leaves their values to the loader."""
UNSEEN = (OF_THE_PACK, OF_THE_RECORD, IN_A_CONDITION)
SEEN = [path for path in sorted(BAD.iterdir()) if path.name[:5] in SEEN_BY_SCHEMA and path.name not in UNSEEN]


@pytest.mark.parametrize("folder", SEEN, ids=lambda path: path.name)
def test_an_editor_marks_wrong_types_keys_kinds_and_verbs(folder: Path) -> None:
    assert problems("content", tomli.loads((folder / "village.toml").read_text("utf-8")))


# --- never stricter than the loader ---------------------------------------------------------------------------------


def loads(pack: Pack, file: str, data: Mapping[str, Any]) -> bool:
    """Returns whether the loader accepts a pack of which one file says something else: with all modules, and alone.

    Alone, because an edit that needs another module may add what a record itself must have.
    """
    files = pack.files
    if files.manifest is not None and files.manifest.file == file:
        files = attrs.evolve(files, manifest=attrs.evolve(files.manifest, data=data))
    files = attrs.evolve(files, content=tuple(attrs.evolve(s, data=data) if s.file == file else s for s in files.content))
    report = Report()
    manifest = read_manifest(files, Structurer(language().verbs, language().quantities), report)
    if manifest is None or report.diagnostics:
        return False
    packs = [Pack(manifest, files) if other is pack else other for other in content().packs]
    alone = [other for other in packs if other.manifest is manifest or other.id in pack.manifest.requires]
    return all(map(accepts, (packs, alone)))


def accepts(packs: Sequence[Pack]) -> bool:
    """Returns whether the loader accepts these packs."""
    report = Report()
    try:
        check_relations(packs, __version__, FEATURES, report)
        report.check()
        build_content(in_pack_order(packs), settings_of(packs), language())
    except ContentError:
        return False
    return True


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    steps: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, inner in steps:
        yield (*path, step)
        yield from paths(inner, (*path, step))


@cache
def sources() -> tuple[tuple[Pack, str, dict[str, Any], tuple[tuple[Any, ...], ...]], ...]:
    """Every file of every module, with the paths of its values."""
    found = []
    for pack in content().packs:
        for source in (pack.files.manifest, *pack.files.content):
            assert source is not None
            if "statement" not in source.data:
                found.append((pack, source.file, dict(source.data), tuple(paths(source.data))))
    return tuple(found)


ODD_VALUES = (7, -1, 0, 100_000, "zzz", "", True, [], {}, 1.5, ["zzz"], {"zzz": 1}, [{}], {"add": 1}, [{"do": "tool"}])


@st.composite
def changes(draw: st.DrawFn) -> tuple[int, str, tuple[Any, ...], Any]:
    """A file, a word for the change, the path of the value and what is put there."""
    number = draw(st.integers(0, len(sources()) - 1))
    path = draw(st.sampled_from(sources()[number][3]))
    word = draw(st.sampled_from(["replace", "replace", "replace", "delete", "rename", "double"]))
    return number, word, path, draw(st.sampled_from(ODD_VALUES))


def changed(data: dict[str, Any], word: str, path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    data = copy.deepcopy(data)
    holder: Any = data
    for step in path[:-1]:
        holder = holder[step]
    if word == "delete":
        del holder[path[-1]]
    elif word == "rename" and isinstance(holder, dict):
        holder[f"{path[-1]}x"] = holder.pop(path[-1])
    elif word == "double" and isinstance(holder, list):
        holder.append(copy.deepcopy(holder[path[-1]]))
    else:
        holder[path[-1]] = value
    return data


@settings(max_examples=settings().max_examples * (4 if LONG else 1))
@given(changes())
def test_whatever_the_schema_refuses_the_loader_refuses(change: tuple[int, str, tuple[Any, ...], Any]) -> None:
    number, word, path, value = change
    pack, file, data, _ = sources()[number]
    data = changed(data, word, path, value)
    found = problems("pack" if file.endswith("pack.toml") else "content", data)
    event("refused" if found else "accepted")
    if found:
        assert not loads(pack, file, data), found
