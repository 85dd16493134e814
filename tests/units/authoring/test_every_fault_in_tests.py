"""A fault at every value, key and word of all scenarios and properties: each is found, at its line and column.

And what the schema of such a file refuses, its reader refuses.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import tomli
from hypothesis import event, given, settings

import stoneage_rules as sa
from gallery import LARGE
from long_profile import some
from shipped import named_in, needs
from sources import ROOT
from stoneage_rules.packs.diagnostics import Diagnostic, TextEdit, edited
from stoneage_rules.packs.find import Source, parse_source
from stoneage_rules.packs.spans import TomlPath
from stoneage_rules.testing import read_scenarios, run_properties, schemas_of
from units.packs.faults import Fault, entries, places_of
from units.packs.test_schema import ODD_VALUES, changed, changes, paths
from writing import toml_file

FOLDERS = ("tests/scenarios", "tests/modules", *(f"content/stoneage_examples/{name}" for name in LARGE))
MOST = 7_000
"""Bytes of the files that are tried: longer ones have no other keys."""
FILES = [
    file.relative_to(ROOT)
    for folder in FOLDERS
    for file in sorted((ROOT / folder).rglob("*.toml"))
    if file.stat().st_size < MOST and {"scenario", "property"} & tomli.loads(file.read_text("utf-8")).keys()
]
marked = [pytest.param(file, marks=needs(*named_in((ROOT / file).read_text("utf-8"))), id=file.as_posix()) for file in FILES]

WRONG: dict[type, tuple[str, ...]] = {
    str: ("7", "true", "2.5", "{}", "1999-12-31"),
    int: ('"7"', "true", "2.5", "{}", '"seven"'),
    bool: ('"true"', "1", "0.5", "{}", '"no"'),
}
"""The values put in place of a value of a type: everything that is of another type, in turn."""

NAMED = {
    "goods", "tracks", "figures", "spaces", "piles", "zones",
    "lines",
}  # fmt: skip
"""Tables whose keys name what there is at the table."""
FREE = {"name", "needed", "found"}
"""Keys whose texts mean nothing, or are looked for in what the game says."""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files in folders of their own, as they lie to each other."""
    place = tmp_path_factory.mktemp("tests")
    for folder in FOLDERS:
        shutil.copytree(ROOT / folder, place / folder, ignore=shutil.ignore_patterns("__pycache__", "*.py"))
    return place


def source_of(file: Path) -> Source:
    source, _, _ = parse_source(file.read_bytes(), str(file))
    return source


@cache
def load(table: str) -> sa.Ruleset:
    return sa.load(sa.Table.from_dict(json.loads(table)))


def loaded(table: Any) -> sa.Ruleset:
    return load(json.dumps(table.to_dict()))


def findings(file: Path, only: set[int]) -> list[Diagnostic]:
    """Returns what is found when a file is read and the entries are looked at that have faults."""
    try:
        if file.name == "properties.toml":
            run_properties(file, load=loaded)
            return []
        scenarios = read_scenarios(file, load=loaded)
    except sa.ContentError as error:
        return list(error.diagnostics)
    return [found for index, scenario in enumerate(scenarios) if index in only for found in scenario.run().findings]


def missed(place: Path, file: Path, faults: list[Fault]) -> list[str]:
    """The faults that are not found where they stand, all written into the file at once."""
    path, text = place / file, (ROOT / file).read_text("utf-8")
    path.write_text(edited(text, [TextEdit(str(path), fault.span, fault.text) for fault in faults]), "utf-8")
    only = {step for fault in faults for step in fault.path[1:2] if isinstance(step, int)}
    found = {(each.place.span.line, each.place.span.column) for each in findings(path, only or {0})}
    path.write_text(text, "utf-8")
    return [f"{fault}, at {place}" for place, fault in places_of(faults).items() if place[1:] not in found]


def keys_in(path: TomlPath) -> list[str]:
    return [step for step in path if isinstance(step, str)]


def is_option(path: TomlPath) -> bool:
    """Returns whether a value is an option's: its pack says what that may be, not the form of the file."""
    return "options" in path


def is_unreadable(source: Source, path: TomlPath) -> bool:
    """Returns whether a text is that of an action that must not be one."""
    return path[-1] == "action" and (*path[:-1], "unreadable") in source.positions


@pytest.mark.parametrize("turn", some(range(5), 3))
@pytest.mark.parametrize("file", marked)
def test_a_value_of_another_type_is_found_where_it_stands(file: Path, turn: int, place: Path) -> None:
    source = source_of(ROOT / file)
    faults = [
        Fault(source.file, path, source.positions[path].value, WRONG[type(value)][turn])
        for path, value in entries(source.data)
        if type(value) in WRONG and not is_option(path)
    ]
    assert faults
    for batch in by_reading(faults):
        assert missed(place, file, batch) == []


def misspelt(source: Source) -> Iterator[Fault]:
    """Every key with its first letter doubled; a seat becomes one that is not there."""
    for path, _ in entries(source.data):
        key = path[-1]
        if isinstance(key, str) and len(path) > 1:
            yield Fault(source.file, path, source.positions[path].key, f"9{key}" if key.isdigit() else key[0] + key)


@pytest.mark.parametrize("file", some(marked, 2))
def test_a_misspelt_key_is_found_where_it_stands(file: Path, place: Path) -> None:
    """All at once of those that hide no other: of one depth, and of one sort of words."""
    groups: dict[Any, list[Fault]] = {}
    for fault in misspelt(source_of(ROOT / file)):
        names = fault.path[-2] in NAMED or fault.text.isdigit() or is_option(fault.path[:-1])
        groups.setdefault((len(fault.path), names, is_option(fault.path), "table" in fault.path), []).append(fault)
    for faults in groups.values():
        for batch in one_by_one(faults) if is_option(faults[0].path[:-1]) else by_reading(faults):
            assert missed(place, file, batch) == []


def by_reading(faults: list[Fault]) -> list[list[Fault]]:
    """In one batch those that are found when the file is read; each by itself of the rows that are read with their table."""
    rows = [fault for fault in faults if "meets" in fault.path[:-1]]
    rest = [fault for fault in faults if fault not in rows]
    return [*([rest] if rest else []), *one_by_one(rows)]


def one_by_one(faults: list[Fault]) -> list[list[Fault]]:
    """Of what is looked at while a table is loaded, the first fault alone is told."""
    return [[fault] for fault in faults]


@pytest.mark.parametrize("file", some(marked, 2))
def test_a_word_that_nothing_has_is_found_where_it_stands(file: Path, place: Path) -> None:
    source = source_of(ROOT / file)
    of_tables, others = [], []
    for number, (path, value) in enumerate(entries(source.data)):
        if type(value) is str and not FREE & set(keys_in(path)[-1:]) and not is_unreadable(source, path):
            fault = Fault(source.file, path, source.positions[path].value, f'"zz-nothing-{number}"')
            (of_tables if "table" in path[:3] else others).append(fault)
    moments = [fault for fault in others if fault.path[-1] in ("at", "until")]
    rest = [fault for fault in others if fault not in moments]
    for batch in (*one_by_one(of_tables), *by_reading(moments), *by_reading(rest)):
        assert missed(place, file, batch) == []


@pytest.mark.parametrize(
    "keys",
    [
        {"acting", "face_down", "unspent", "tools", "asks", "check", "legal_lacks", "winners"},
        {"set_up", "until", "dice", "outcomes_lack", "lines", "unreadable"},
        pytest.param({"marks"}, marks=needs("style-is-the-goal")),
    ],
)
def test_every_sort_of_place_is_tried(keys: set[str]) -> None:
    met = {tuple(keys_in(path)[1:]) for file in FILES for path, _ in entries(source_of(ROOT / file).data)}
    assert keys <= {key for path in met for key in path}


# --- never stricter than the reader -----------------------------------------------------------------------------------


@cache
def validator(name: str) -> jsonschema.Draft7Validator:
    return jsonschema.Draft7Validator(schemas_of(sa.load(), ids=False)[name])


@cache
def documents() -> tuple[tuple[str, dict[str, Any], tuple[TomlPath, ...]], ...]:
    """Every test file, with the schema that it names and the paths of its values."""
    found = []
    for file in FILES:
        data = tomli.loads((ROOT / file).read_text("utf-8"))
        found.append(("properties" if "property" in data else "scenarios", data, tuple(paths(data))))
    return tuple(found)


ODD = (*ODD_VALUES, {"min": 0}, {"0": 1}, {"9": {}}, [[1, False]], [[1]], "start-of-phase", "end-of-game", [0, 0], {"max": "1"})


READERS: dict[str, Callable[[Path], Any]] = {"properties": partial(run_properties, load=loaded), "scenarios": read_scenarios}


@settings(max_examples=6 * settings().max_examples)
@given(changes(documents, ODD))
def test_whatever_the_schema_refuses_the_reader_refuses(tmp_path_factory: pytest.TempPathFactory, change: Any) -> None:
    number, word, path, value = change
    name, data, _ = documents()[number]
    data = changed(data, word, path, value)
    found = [error.message for error in validator(name).iter_errors(data)]
    event("refused" if found else "accepted")
    if not found:
        return
    file = tmp_path_factory.getbasetemp() / "changed.toml"
    file.write_text(toml_file(data), "utf-8")
    with pytest.raises(sa.ContentError):
        READERS[name](file)
