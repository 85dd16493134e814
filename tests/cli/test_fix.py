"""`check --fix`: the difference first, then the files, and only where somebody wants it."""

from __future__ import annotations

import json
import os
import re
import stat
from pathlib import Path
from zipfile import ZipFile

import pytest

from cli.terminal import Terminal
from stoneage_rules.testing import write_starter


@pytest.fixture
def pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A new pack in the current folder, with a number in quotation marks, a comment and an odd layout."""
    write_starter(tmp_path / "my-rules")
    monkeypatch.chdir(tmp_path)
    rules = tmp_path / "my-rules" / "rules.toml"
    rules.write_text(rules.read_text("utf-8").replace("amount = 1 }]", 'amount = "1" }]   # only one'), "utf-8")
    return tmp_path / "my-rules"


DIFFERENCE = """\
-append.effects = [{ do = "gain", good = "food", amount = "1" }]   # only one
+append.effects = [{ do = "gain", good = "food", amount = 1 }]   # only one
"""


def test_without_a_terminal_nothing_is_written(stoneage, pack):
    before = (pack / "rules.toml").read_bytes()
    ran = stoneage("check", "my-rules", "--fix")
    assert ran.code == 1
    assert "--- my-rules/rules.toml\n+++ my-rules/rules.toml\n" in ran.out
    assert DIFFERENCE in ran.out
    assert "error[SA201]" in ran.out
    assert ran.out.endswith("not written: 1 fix in 1 file: SA201; `--yes` writes without asking\n")
    assert (pack / "rules.toml").read_bytes() == before


def test_with_yes_the_file_is_written_and_checked(stoneage, pack):
    rules = pack / "rules.toml"
    before = rules.read_bytes()
    os.chmod(rules, 0o640)
    ran = stoneage("check", "my-rules", "--fix", "--yes")
    assert (ran.code, ran.err) == (0, "")
    assert DIFFERENCE in ran.out
    assert "no errors.\nwritten: 1 fix in 1 file: SA201\n" in ran.out
    assert rules.read_bytes() == before.replace(b'"1"', b"1")
    assert stat.S_IMODE(rules.stat().st_mode) == 0o640
    assert sorted(path.name for path in pack.iterdir() if path.name.startswith(".")) == []
    assert stoneage("check", "my-rules", "--fix", "--yes").out == stoneage("check", "my-rules").out


def test_the_line_ends_of_windows_are_kept(stoneage, pack):
    rules = pack / "rules.toml"
    before = rules.read_bytes().replace(b"\n", b"\r\n")
    rules.write_bytes(before)
    ran = stoneage("check", "my-rules", "--fix", "--yes")
    assert ran.code == 0
    assert "\r" not in ran.out
    assert rules.read_bytes() == before.replace(b'"1"', b"1")


@pytest.mark.parametrize(("answer", "written"), [("y", True), ("n", False), ("", False), ("\x04", False)])
def test_at_a_terminal_it_asks(pack, answer, written):
    before = (pack / "rules.toml").read_bytes()
    with Terminal("check", "my-rules", "--fix", folder=pack.parent) as terminal:
        terminal.read(re.compile(r"apply\? \[y/N\] "))
        terminal.type(f"{answer}\n" if answer != "\x04" else answer)
        terminal.read(re.compile("(?!)"))
        assert terminal.command.wait() == (0 if written else 1)
    assert '+append.effects = [{ do = "gain", good = "food", amount = 1 }]   # only one' in terminal.text
    assert ((pack / "rules.toml").read_bytes() != before) == written


def test_what_has_no_fix_is_told_as_ever(stoneage, pack):
    rules = pack / "rules.toml"
    rules.write_text('[[patch.score]]\ntarget = "base:farmers"\nset.each = 1.5\n', "utf-8")
    ran = stoneage("check", "my-rules", "--fix", "--yes")
    assert ran.code == 1
    assert ran.out.endswith("nothing here has a fix: the remedy is for you to choose\n")


def test_a_pack_in_a_zip_file_is_left_as_it_is(stoneage, pack):
    with ZipFile("packed.zip", "w") as packed:
        for file in ("pack.toml", "rules.toml"):
            packed.write(pack / file, file)
    before = Path("packed.zip").read_bytes()
    ran = stoneage("check", "packed.zip", "--fix", "--yes")
    assert ran.code == 1
    assert "left as they are, in a zip file or installed: packed.zip/rules.toml\n" in ran.out
    assert Path("packed.zip").read_bytes() == before


def test_a_table_file_is_fixed_with_the_file_that_it_extends(stoneage, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("club.toml").write_text('players = "4"  # in marks\n', "utf-8")
    Path("mine.toml").write_text('extends = "club.toml"\nmodules = []\n', "utf-8")
    ran = stoneage("check", "mine.toml", "--fix", "--yes")
    assert ran.code == 0, ran.out
    assert Path("club.toml").read_text("utf-8") == "players = 4  # in marks\n"
    assert Path("mine.toml").read_text("utf-8") == 'extends = "club.toml"\nmodules = []\n'


@pytest.mark.parametrize("words", [("--fix", "--json"), ("--yes",)])
def test_what_does_not_go_together_is_told(stoneage, pack, words):
    ran = stoneage("check", "my-rules", *words)
    assert ran.code == 2
    assert "`--fix`" in ran.err


def test_the_fix_of_a_finding_is_in_its_json(stoneage, pack):
    (finding,) = json.loads(stoneage("check", "my-rules", "--json").out)["findings"]
    assert [edit["text"] for edit in finding["fixes"]] == ["1"]


def test_explain_says_which_codes_can_be_fixed(stoneage):
    assert "`stoneage check --fix` does it" in stoneage("explain", "SA201").out
    assert "--fix" not in stoneage("explain", "SA110").out


@pytest.mark.parametrize(
    "lines",
    [
        'only_if.packs = ["igloo"]\n[[patch.location]]\ntarget = "base:hut"\nset.circles = 4\n',
        '[[remove.card]]\ntarget = "base:civ-37"\nwhy = "too strong"\n',
        '[[remove.building]]\ntarget = "base:bld-30"\nwhy = "too strong"\n',
        '[[patch.location]]\ntarget = "base:card-5"\nset.circles = 4\n',
        '[[patch.location]]\ntarget = "base:hunr"\nset.circles = 4\n',
        '[[statement]]\nid = "my-rules.x"\ntext = "X."\nchecks = ["placement.full"]\n',
        '[[statement]]\nid = "my-rules.x"\ntext = "X."\nchecks = ["placement.circle"]\n',
        '[[location]]\nid = "lake"\ncircels = 4\n',
    ],
)
def test_a_word_is_never_written_because_it_is_similar(stoneage, pack, lines):
    rules = pack / "rules.toml"
    rules.write_text(lines, "utf-8")
    manifest = (pack / "pack.toml").read_bytes()
    ran = stoneage("check", "my-rules", "--fix", "--yes")
    assert ran.code == 1
    assert "written:" not in ran.out
    assert (rules.read_text("utf-8"), (pack / "pack.toml").read_bytes()) == (lines, manifest)


def test_the_number_of_players_is_left_to_the_author(stoneage, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("mine.toml").write_text("players = 5\n", "utf-8")
    assert stoneage("check", "mine.toml", "--fix", "--yes").code == 1
    assert Path("mine.toml").read_text("utf-8") == "players = 5\n"


def test_a_missing_manifest_is_written_and_the_files_below_it_checked(stoneage, pack):
    (pack / "pack.toml").unlink()
    (pack / "rules.toml").write_text('[[patch.location]]\ntarget: "base:hut"\nset.circles: 4\n', "utf-8")
    ran = stoneage("check", "my-rules", "--fix")
    assert "+format = 1\n" in ran.out
    assert not (pack / "pack.toml").exists()
    ran = stoneage("check", "my-rules", "--fix", "--yes")
    assert (ran.code, ran.err) == (0, "")
    assert "written: 3 fixes in 2 files: SA101 2 times and SA104\n" in ran.out
    assert (pack / "pack.toml").read_text("utf-8").startswith('format = 1\n[pack]\nid = "my-rules"\n')
    assert (pack / "rules.toml").read_text("utf-8") == '[[patch.location]]\ntarget = "base:hut"\nset.circles = 4\n'


def test_a_folder_without_any_toml_gets_no_manifest(stoneage, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "photos").mkdir()
    assert stoneage("check", "photos", "--fix", "--yes").code == 1
    assert [*(tmp_path / "photos").iterdir()] == []
