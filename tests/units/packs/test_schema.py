"""The JSON Schemas for editors are never stricter than the loader: records with a change are tried with both.

What the schemas say is tested in `tests/packs/test_schema.py`.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import attrs
from hypothesis import event, given, settings
from hypothesis import strategies as st

from long_profile import LONG
from packs.test_schema import problems, schemas
from stoneage_rules import ContentError
from stoneage_rules._version import __version__
from stoneage_rules.language.forms import Structurer
from stoneage_rules.packs.build import OF_A_TABLE_FILE, build_content
from stoneage_rules.packs.content import Pack
from stoneage_rules.packs.edit_forms import OF_LISTS, OF_NUMBERS
from stoneage_rules.packs.load_order import check_relations, in_pack_order
from stoneage_rules.packs.operators import OPERATORS
from stoneage_rules.packs.options import read_manifest
from stoneage_rules.packs.report import Report
from units.library import FEATURES
from units.packs.everything import content, entries, language, settings_of


def test_every_operator_has_a_schema() -> None:
    assert {*OF_NUMBERS, *OF_LISTS, "expect", "set", "unset"} == {*OPERATORS}, "add it to OF_NUMBERS or OF_LISTS"


def loads(pack: Pack, file: str, data: Mapping[str, Any]) -> bool:
    """Returns whether the loader accepts a pack with one changed file: with all modules, and alone.

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


def paths(value: Any) -> Iterator[tuple[Any, ...]]:
    return (path for path, _ in entries(value))


@cache
def sources() -> tuple[tuple[Pack, str, dict[str, Any], tuple[tuple[Any, ...], ...]], ...]:
    """Every file of every module, with the paths of its values."""
    found = []
    for pack in content().packs:
        for source in (pack.files.manifest, *pack.files.content):
            if "statement" not in source.data:
                found.append((pack, source.file, dict(source.data), tuple(paths(source.data))))
    return tuple(found)


ODD_VALUES = (7, -1, 0, 100_000, "zzz", "", True, [], {}, 1.5, ["zzz"], {"zzz": 1}, [{}], {"add": 1}, [{"do": "tool"}])


@st.composite
def changes(
    draw: st.DrawFn, files: Callable[[], Sequence[tuple[Any, ...]]], values: Sequence[Any]
) -> tuple[int, str, tuple[Any, ...], Any]:
    """The number of a file, whose paths stand last, a word for the change, the path of the value and what is put there."""
    number = draw(st.integers(0, len(files()) - 1))
    path = draw(st.sampled_from(files()[number][-1]))
    word = draw(st.sampled_from(["replace", "replace", "replace", "delete", "rename", "double"]))
    return number, word, path, draw(st.sampled_from(values))


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
@given(changes(sources, ODD_VALUES))
def test_whatever_the_schema_refuses_the_loader_refuses(change: tuple[int, str, tuple[Any, ...], Any]) -> None:
    number, word, path, value = change
    pack, file, data, _ = sources()[number]
    data = changed(data, word, path, value)
    found = problems("pack" if file.endswith("pack.toml") else "content", data)
    event("refused" if found else "accepted")
    if found:
        assert not loads(pack, file, data), found


def test_what_a_table_file_says_is_known() -> None:
    """All of its keys but `edition`, which is a kind of record, and `[[seats]]`."""
    assert {*schemas()["table"]["properties"]} == {*OF_A_TABLE_FILE, "edition", "seats"}
