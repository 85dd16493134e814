"""TOML that is newer than version 1.0: packs and tables load, and `check` tells each place, whatever file it is in."""

from __future__ import annotations

from pathlib import Path

import pytest

import stoneage_rules as sa
from stoneage_rules.testing import inspect_pack, inspect_table
from writing import write_pack

EDIT = '[[patch.location]]\ntarget = "base:hut"\n'
NEWER = {
    "lines": ("append.effects = [{\n do = 'tool' }]", (3, 19)),
    "a comment": ("append.effects = [{ do = 'tool' # x\n }]", (3, 19)),
    "within": ("append.effects = [{ do = 'gain', good = 'food', if = [{ round = 'now',\n min = 2 }] }]", (3, 55)),
    "a comma": ("append.effects = [{ do = 'tool', }]", (3, 32)),
    "escape": (r'set.name = "\e"', (3, 13)),
    "escaped number": (r'set.name = "a\\\x41"', (3, 16)),
    "in a long text": ('set.name = """\na\\x41"""', (4, 2)),
    "in a key": (r'set."n\x61me" = "a"', (3, 7)),
}


@pytest.mark.parametrize("case", NEWER)
def test_what_is_newer_is_a_warning_at_its_place(tmp_path: Path, case: str) -> None:
    text, at = NEWER[case]
    inspection = inspect_pack(write_pack(tmp_path, {"rules.toml": f"{EDIT}{text}\n"}, requires="base"))
    (found,) = (finding for finding in inspection.findings if finding.code in ("SA523", "SA101"))
    assert (found.code, found.severity.value, found.place.span.start) == ("SA523", "warning", at)
    assert found.packs == ("stranger",)
    assert inspection.rules


@pytest.mark.parametrize(
    "text",
    [
        "append.effects = [\n { do = 'tool' },\n { do = 'tool' },\n]",
        'append.rules = ["base.place.hut",]\nset.name = "a\\\\e"',
        "set.name = 'a\\e\\x41'",
        'set.name = """\n{\n}, }"""',
        "append.effects = [{ do = 'pay', price = [\n 'a',\n] }]",
    ],
)
def test_toml_1_0_is_not_told(tmp_path: Path, text: str) -> None:
    inspection = inspect_pack(write_pack(tmp_path, {"rules.toml": f"{EDIT}{text}\n"}, requires="base"))
    assert not {"SA523", "SA101"} & {finding.code for finding in inspection.findings}


def test_manifests_tables_and_tests_are_looked_at_and_the_pack_loads(tmp_path: Path) -> None:
    pack = write_pack(tmp_path, {"rules.toml": f"{EDIT}set.circles = 3\n"}, requires="base")
    table = tmp_path / "table.toml"
    table.write_text("modules = ['./stranger']\noptions = {\n}\nrequires = { base = '>=1', }\n", "utf-8")
    scenario = "[[scenario]]\nname = 'x'\nrules = ['base.place.hut']\ndo = []\n"
    (pack / "tests").mkdir()
    (pack / "tests" / "more.toml").write_text(f"{scenario}given = {{\nphase = 'placing' }}\nthen.phase = 'placing'\n", "utf-8")
    manifest = (pack / "pack.toml").read_text("utf-8")
    (pack / "pack.toml").write_text(manifest.replace('[requires]\nbase = ">=1.0"', '[requires]\nbase = ">=1.\\x30"'), "utf-8")
    assert sa.load(table).digest
    told = {(Path(one.place.file).name, one.place.span.line) for one in inspect_pack(pack).findings if one.code == "SA523"}
    assert told == {("pack.toml", 11), ("more.toml", 5)}
    told = {(Path(one.place.file).name, one.place.span.line) for one in inspect_table(table).findings if one.code == "SA523"}
    assert told == {("pack.toml", 11), ("table.toml", 2), ("table.toml", 4)}
