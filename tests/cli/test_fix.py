"""`check --fix`: the difference first, then the files, and only where somebody wants it."""

from __future__ import annotations

import os
import re
import stat
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from cli.terminal import Terminal
from writing import replace

QUOTED = 'append.effects = [{ do = "gain", good = "food", amount = "1" }]   # only one\n'
DIFFERENCE = "-" + QUOTED + "+" + QUOTED.replace('"1"', "1")
FIX = "check my-rules --fix"


@pytest.fixture
def rules(pack: Path) -> Path:
    """The rules of a new pack, with a number in quotation marks, a comment and an odd layout."""
    file = pack / "rules.toml"
    replace(file, "amount = 1 }]", 'amount = "1" }]   # only one')
    return file


def test_without_a_terminal_nothing_is_written(says, data, rules):
    before = rules.read_bytes()
    ran = says(FIX, 1, "--- my-rules/rules.toml\n+++ my-rules/rules.toml\n", DIFFERENCE, "error[SA201]")
    assert ran.out.endswith("not written: 1 fix in 1 file: SA201; `--yes` writes without asking\n")
    assert rules.read_bytes() == before
    (finding,) = data("check my-rules", 1)["findings"]
    assert [edit["text"] for edit in finding["fixes"]] == ["1"]


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_with_yes_the_file_is_written_and_checked(says, rules, end):
    """With the line ends and the rights that it had."""
    before = rules.read_bytes().replace(b"\n", end)
    rules.write_bytes(before)
    os.chmod(rules, 0o640)
    ran = says(f"{FIX} --yes", 0, DIFFERENCE, "no errors.\nwritten: 1 fix in 1 file: SA201\n")
    assert (ran.err, "\r" in ran.out) == ("", False)
    assert rules.read_bytes() == before.replace(b'"1"', b"1")
    assert stat.S_IMODE(rules.stat().st_mode) == 0o640
    assert not [path for path in rules.parent.iterdir() if path.name.startswith(".")]
    assert says(f"{FIX} --yes", 0).out == says("check my-rules", 0).out


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")
@pytest.mark.parametrize(("answer", "code"), [("y\n", 0), ("\n", 1), ("\x04", 1)])
def test_at_a_terminal_it_asks(rules, answer, code):
    before = rules.read_bytes()
    with Terminal("check", "my-rules", "--fix", folder=rules.parents[1]) as terminal:
        terminal.read(re.compile(r"apply\? \[y/N\] "))
        terminal.type(answer)
        terminal.read(re.compile("(?!)"))
        assert terminal.command.wait() == code
    assert DIFFERENCE.split("\n")[1] in terminal.text
    assert (rules.read_bytes() == before) == bool(code)


LOCATION = '[[location]]\nid = "camp"\nrules = ["base.place.hut"]\n'
MISPLACED = {
    "a record": (
        "rules.toml",
        LOCATION + "\n# the figures\n[location.figures]\nexactly = 2\ncircles = 2 # both\n",
        LOCATION + "circles = 2 # both\n\n# the figures\n[location.figures]\nexactly = 2\n",
        "move it above `[location.figures]`",
    ),
    "several lines": (
        "rules.toml",
        LOCATION + '[[location.effects]]\ndo = "points"\namount = 1\nmark = { label = [\n  "a",\n] }\n\n[[card]]\n',
        LOCATION + 'mark = { label = [\n  "a",\n] }\n[[location.effects]]\ndo = "points"\namount = 1\n\n[[card]]\n',
        "move it above `[[location.effects]]`",
    ),
    "only_if": (
        "rules.toml",
        f'# ours\n{LOCATION}only_if.packs = ["base"]\n\n[[card]]\n',
        f'# ours\nonly_if.packs = ["base"]\n{LOCATION}\n[[card]]\n',
        "move it above `[[location]]`, to the first lines of the file",
    ),
    "a manifest": (
        "pack.toml",
        '[pack]\nid = "my-rules"\nname = "x"\nversion = "1"\n[requires]\nbase = ">=1"\nformat = 1\n',
        'format = 1\n[pack]\nid = "my-rules"\nname = "x"\nversion = "1"\n[requires]\nbase = ">=1"\n',
        "move it above `[pack]`, to the first lines of the file",
    ),
    "a scenario": (
        "tests/more.toml",
        '[[scenario]]\nname = "x"\n[scenario.given]\nphase = "placing"\ndo = []\n',
        '[[scenario]]\nname = "x"\ndo = []\n[scenario.given]\nphase = "placing"\n',
        "move it above `[scenario.given]`",
    ),
    "a property": (
        "tests/properties.toml",
        '[[property]]\nname = "x"\n[property.for]\ngames = 3\nalways = { at = "end-of-game" }\n',
        '[[property]]\nname = "x"\nalways = { at = "end-of-game" }\n[property.for]\ngames = 3\n',
        "move it above `[property.for]`",
    ),
    "a table": (
        "../my-table.toml",
        'modules = ["base"]\n\n[options.base]\nplayers = 3\n',
        'modules = ["base"]\nplayers = 3\n\n[options.base]\n',
        "move it above `[options.base]`, to the first lines of the file",
    ),
    "versions of a table": (
        "../my-table.toml",
        '[requires]\nbase = ">=1"\nseed = 3\n[[seats]]\nname = "A"\n',
        'seed = 3\n[requires]\nbase = ">=1"\n[[seats]]\nname = "A"\n',
        "move it above `[requires]`, to the first lines of the file",
    ),
}


@pytest.mark.parametrize("case", MISPLACED)
def test_a_key_of_a_table_around_its_own_is_moved_up(says, pack, case):
    name, written, meant, help = MISPLACED[case]
    (pack / name).write_text(written, "utf-8")
    line = f"check {'my-table.toml' if name.startswith('..') else 'my-rules'}"
    said = says(line, 1, "error[SA202]: a key that nothing reads", help).out
    assert ("quotation marks" in said, "the key `format` is missing" in said) == (False, False)
    code = 0 if name.startswith("..") else 1
    says(f"{line} --fix --yes", code, "written: 1 fix in 1 file: SA202")
    assert (pack / name).read_text("utf-8") == meant


STAYS = [
    '[[location]]\nid = "camp"\ncircles = 1\n[location.figures]\nexactly = 2\ncircles = 2\n',
    LOCATION + "circles = 1\nfigures = { exactly = 2, name = 'x' }\n",
    LOCATION + "circles = 1\n[location.figures]\nexactly = 2\n[location.figures.mark]\nlabel = ['x']\n",
    LOCATION + "circles = 1\nfigures.exactly = 2\nfigures.name = 'x'\n",
]


@pytest.mark.parametrize("text", STAYS)
def test_a_key_that_is_there_already_or_below_no_header_is_not_moved(says, rules, text):
    rules.write_text(text, "utf-8")
    assert "move it above" not in says(FIX, 1, "error[SA202]", "nothing here has a fix").out


NEVER = [
    '[[patch.score]]\ntarget = "base:farmers"\nset.each = 1.5\n',
    'only_if.packs = ["igloo"]\n[[patch.location]]\ntarget = "base:hut"\nset.circles = 4\n',
    '[[remove.card]]\ntarget = "base:civ-37"\nwhy = "too strong"\n',
    '[[patch.location]]\ntarget = "base:hunr"\nset.circles = 4\n',
    '[[statement]]\nid = "my-rules.x"\ntext = "X."\nchecks = ["placement.circle"]\n',
    '[[location]]\nid = "lake"\ncircels = 4\n',
]


@pytest.mark.parametrize("lines", NEVER)
def test_what_has_several_remedies_or_is_only_similar_is_left_to_the_author(says, rules, lines):
    rules.write_text(lines, "utf-8")
    manifest = (rules.parent / "pack.toml").read_bytes()
    ran = says(f"{FIX} --yes", 1)
    assert ran.out.endswith("nothing here has a fix: the remedy is for you to choose\n")
    assert (rules.read_text("utf-8"), (rules.parent / "pack.toml").read_bytes()) == (lines, manifest)


def test_a_pack_in_a_zip_file_is_left_as_it_is(says, rules):
    with ZipFile("packed.zip", "w") as packed:
        for file in ("pack.toml", "rules.toml"):
            packed.write(rules.parent / file, file)
    before = Path("packed.zip").read_bytes()
    says("check packed.zip --fix --yes", 1, "left as they are, in a zip file or installed: packed.zip/rules.toml\n")
    assert Path("packed.zip").read_bytes() == before


def test_a_table_file_is_fixed_with_the_file_that_it_extends(says, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("club.toml").write_text('players = "4"  # in marks\n', "utf-8")
    Path("mine.toml").write_text('extends = "club.toml"\nmodules = []\n', "utf-8")
    says("check mine.toml --fix --yes", 0)
    assert Path("club.toml").read_text("utf-8") == "players = 4  # in marks\n"
    assert Path("mine.toml").read_text("utf-8") == 'extends = "club.toml"\nmodules = []\n'
    # How many play is for the author to say.
    Path("mine.toml").write_text("players = 5\n", "utf-8")
    says("check mine.toml --fix --yes", 1)
    assert Path("mine.toml").read_text("utf-8") == "players = 5\n"


@pytest.mark.parametrize("words", ["--fix --json", "--yes"])
def test_what_does_not_go_together_is_told(says, words):
    says(f"check {words}", 2, "`--fix`")


def test_explain_says_which_codes_can_be_fixed(says):
    says("explain SA201", 0, "`stoneage check --fix` does it")
    assert "--fix" not in says("explain SA110", 0).out


def test_a_missing_manifest_is_written_and_the_files_below_it_checked(says, rules):
    manifest = rules.parent / "pack.toml"
    manifest.unlink()
    rules.write_text('[[patch.location]]\ntarget: "base:hut"\nset.circles: 4\n', "utf-8")
    says(FIX, 1, "+format = 1\n")
    assert not manifest.exists()
    says(f"{FIX} --yes", 0, "written: 3 fixes in 2 files: SA101 2 times and SA104\n")
    assert manifest.read_text("utf-8").startswith('format = 1\n[pack]\nid = "my-rules"\n')
    assert rules.read_text("utf-8") == '[[patch.location]]\ntarget = "base:hut"\nset.circles = 4\n'


def test_a_folder_without_any_toml_gets_no_manifest(says, tmp_path):
    says(f"check {tmp_path} --fix --yes", 1)
    assert [*tmp_path.iterdir()] == []
