"""Every value of every shipped record has an address: the words that an edit writes lead back to it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path as FilePath
from typing import Any

import attrs
import pytest
import tomli

import stoneage_rules as sa
from stoneage_rules.packs.parts import at_words
from stoneage_rules.packs.provenance import as_edited
from stoneage_rules.packs.spans import TomlPath as Path
from units.packs.everything import EVERYTHING, content
from writing import manifest_text, write_pack


def values(value: Any, path: Path = ()) -> Iterator[Path]:
    """The way to every text, number and truth, and to the list that it stands in where it is an element."""
    items: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, inner in items:
        if isinstance(inner, (dict, list)):
            yield from values(inner, (*path, step))
        else:
            yield path if isinstance(step, int) else (*path, step)


def test_every_value_of_every_record_has_an_address() -> None:
    tried, lost = 0, []
    for entry in content():
        for path in set(values(entry.raw_record.data)):
            tried += 1
            if at_words(entry.raw_record.data, entry.raw_record.in_words(path))[0] != path:
                lost.append((entry.address, path))
    assert not lost
    assert tried > 1000


WITH_PATH = re.compile(r"(?:# )?[^=]+ = (?P<value>.*?)  # (?P<path>set\..*)")


def test_a_record_as_toml_is_the_record() -> None:
    for entry in content():
        assert tomli.loads("\n".join(as_edited(entry.raw_record))) == {entry.kind: [entry.raw_record.data]}


def test_every_path_that_is_shown_is_accepted_by_an_edit(tmp_path: FilePath) -> None:
    """The same value again is refused only because it is there already, for each path of each record of all modules."""
    edits, unreached = [], []
    for entry in (entry for entry in content() if entry.copy < 2):
        for line in as_edited(entry.raw_record):
            found = WITH_PATH.fullmatch(line)
            unreached += [line] if "# no path" in line else []
            if found:
                header = f'[[patch.{entry.kind}]]\ntarget = "{entry.raw_record.label}"\n'
                edits.append(f"{header}{found['path']} = {found['value']}\n")
    needed = dict.fromkeys(("base", *EVERYTHING.modules), ">=1.0")
    pack = write_pack(tmp_path, {"edits.toml": "\n".join(edits), "pack.toml": manifest_text("stranger", requires=needed)})
    with pytest.raises(sa.ContentError) as raised:
        sa.load(attrs.evolve(EVERYTHING, modules=(*EVERYTHING.modules, str(pack))))
    assert {found.code for found in raised.value.diagnostics} == {"SA305"}
    assert len(raised.value.diagnostics) == len(edits) > 1000
    assert unreached == []


def test_of_two_effects_with_one_name_no_path_is_shown(tmp_path: FilePath) -> None:
    gain = '{ do = "gain", good = "food" }'
    place = f'[[location]]\nid = "camp"\ncircles = 1\neffects = [{gain}, {gain}]\n'
    rules = sa.load(players=2, modules=[str(write_pack(tmp_path, {"rules.toml": place}, requires="base"))])
    (entry,) = [entry for entry in rules.content if entry.id == "camp"]
    lines = list(as_edited(entry.raw_record))
    assert "circles = 1  # set.circles" in lines
    assert [line.partition("  # ")[2][:8] for line in lines if line.startswith("good")] == ["no path:"] * 2
