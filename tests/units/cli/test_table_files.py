"""Table files: those that extend another one, the versions that they require, and what is said of those that are wrong."""

from __future__ import annotations

import re
from pathlib import Path

import attrs
import pytest
import tomli

import stoneage_rules as sa
from shipped import needs
from stoneage_rules import Seat
from stoneage_rules.authoring.starters import table_text
from stoneage_rules.cli.app import run
from stoneage_rules.loading.installed import installed_modules
from stoneage_rules.loading.table_files import TableFile
from stoneage_rules.packs.content import Resolution
from stoneage_rules.testing import inspect_table
from writing import write_pack

RULE = '[[patch.location]]\ntarget = "base:hunt"\nset.circles = 9\n'

CLUB = """
modules = ["igloos", "./rules/stranger"]
players = 4
seed = 8
[requires]
base = ">=1.0"
stranger = ">=1.0"
[options.base]
edition = "2008"
[[seats]]
name = "Ada"
[[seats]]
name = "Bela"
"""
EVENING = """
extends = "../club.toml"
modules = ["harsh-winter", "igloos"]
players = 3
[requires]
stranger = ">=1.0,<2"
[options.harsh-winter]
insulate-igloos = true
[[seats]]
name = "Cleo"
"""


@pytest.fixture
def evening(tmp_path: Path) -> Path:
    """A table file in a folder of its own, which extends one in the folder above."""
    write_pack(tmp_path / "rules", {"hunt.toml": RULE}, requires="base")
    (tmp_path / "club.toml").write_text(CLUB, "utf-8")
    (tmp_path / "friday").mkdir()
    file = tmp_path / "friday" / "evening.toml"
    file.write_text(EVENING, "utf-8")
    return file


@needs("igloos", "harsh-winter")
def test_a_table_file_takes_over_what_it_does_not_say(evening: Path) -> None:
    table = sa.read_table(evening)
    rules = str((evening.parent.parent / "rules" / "stranger").resolve())
    assert table.modules[0] == "igloos"
    assert Path(table.modules[1]).resolve() == Path(rules)
    assert table.modules[2:] == ("harsh-winter",), "a module that both name is there once"
    assert (table.players, table.seed, [seat.name for seat in table.seats]) == (3, 8, ["Cleo"])
    assert table.options == {"base": {"edition": "2008"}, "harsh-winter": {"insulate-igloos": True}}
    assert table.requires == {"base": ">=1.0", "stranger": ">=1.0,<2"}


@needs("igloos", "harsh-winter")
def test_a_record_keeps_all_settings_and_needs_no_table_file(
    evening: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    rules = sa.load(evening)
    assert rules.table.to_dict().keys() <= {"players", "modules", "options", "first_seat", "allow_reconstructed"}
    table = sa.read_table(evening)
    plain = sa.load(players=3, modules=list(table.modules), options=table.options)
    assert plain.digest == rules.digest
    game = sa.Game(rules, seed=8)
    record = str(game.record)
    assert "extends" not in record
    assert "requires" not in record
    (tmp_path / "game.txt").write_text(record, "utf-8")
    evening.unlink()
    assert sa.replay(tmp_path / "game.txt", allow_unfinished=True, packs_from=tmp_path).rules.digest == rules.digest


@needs("igloos", "harsh-winter")
def test_modules_can_be_taken_away(evening: Path) -> None:
    evening.write_text('extends = "../club.toml"\nwithout = ["igloos", "../rules/stranger"]\n[requires]\n', "utf-8")
    file = evening.parent.parent / "club.toml"
    file.write_text(CLUB.replace('stranger = ">=1.0"\n', ""), "utf-8")
    assert sa.read_table(evening).modules == ()
    assert sa.load(evening).packs == ("base",)


@needs("igloos", "harsh-winter")
def test_a_decision_over_the_same_value_replaces_that_of_the_file_before(evening: Path) -> None:
    first = '[[resolve]]\ndatum = "location base:hunt circles"\nuse = "stranger"\n'
    second = '[[resolve]]\ndatum = "location base:hunt circles"\nuse = "base"\n'
    club = evening.parent.parent / "club.toml"
    club.write_text(CLUB + first, "utf-8")
    assert [decision.use for decision in sa.read_table(evening).resolve] == ["stranger"]
    evening.write_text(EVENING + second, "utf-8")
    table = sa.read_table(evening)
    assert [decision.use for decision in table.resolve] == ["base"]
    assert table == sa.Table.from_dict(table.to_dict()), "the file that it comes from is no setting"
    evening.write_text("first_seat = 7\n" + EVENING, "utf-8")
    with pytest.raises(sa.ContentError) as refused:
        sa.load(sa.read_table(evening))
    assert {found.place.file for found in refused.value.diagnostics} == {str(evening)}


WRONG = {
    "a base file with a wrong type": ("players = 3\n", 'players = "4"\n', "SA201", "club.toml", 1),
    "a base file with an unknown key": ("", "plyers = 4\n", "SA202", "club.toml", 1),
    "a base file that is not TOML": ("", "players = \n", "SA101", "club.toml", 1),
    "an option of the base file": ("", '[options.base]\nedition = "1999"\n', "SA303", "club.toml", 2),
    "a module of the base file": ('modules = ["igloos"]\n', 'modules = ["yglus"]\n', "SA301", "club.toml", 1),
    "seats of the base file": ("players = 2\n", "seats = [{}, {}, {}]\n", "SA303", "club.toml", 1),
    "a seed below 0": (None, "seed = -1\n", "SA303", "club.toml", 1),
    "a name that steers a terminal": (None, '[[seats]]\nname = "\\u001b[2J"\n', "SA303", "club.toml", 2),
    "a name of no file": (None, f'modules = ["./{"long" * 750}/"]\n', "SA301", "club.toml", 1),
    "a base file of a name of no file": (None, f'extends = "{"long" * 750}"\n', "SA308", "club.toml", 1),
    "a policy of the base file": ("", '[[seats]]\npolicy = "sensibl"\n', "SA303", "club.toml", 2),
    "an idle decision of the base file": (
        "", '[[resolve]]\ndatum = "location base:hunt circles"\nuse = "base"\n', "SA503", "club.toml", 1,
    ),
    "a folder instead of a file": (None, 'extends = "."\n', "SA308", "club.toml", 1),
    "a folder that is not there": (None, 'extends = "away/club.toml"\n', "SA308", "club.toml", 1),
    "a file that extends itself": (None, 'extends = "club.toml"\n', "SA309", "club.toml", 1),
    "an extension that is no text": (None, "extends = 3\n", "SA201", "club.toml", 1),
    "modules taken from nothing": (None, 'without = ["igloos"]\n', "SA303", "club.toml", 1),
    "the type of what is taken away": (None, 'without = "igloos"\n', "SA201", "club.toml", 1),
}  # fmt: skip


def test_a_head_over_the_settings_is_told_to_be_taken_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("club.toml").write_text("[table]\nplayers = 3\n", "utf-8")
    assert run(["check", "--plain", "club.toml"]) == 1
    assert "the settings of a table file stand at its top" in capsys.readouterr().out


@needs("igloos")
@pytest.mark.parametrize("case", WRONG)
def test_a_fault_is_told_in_the_file_in_which_it_is(
    case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    own, club, code, file, line = WRONG[case]
    monkeypatch.chdir(tmp_path)
    Path("club.toml").write_text(club, "utf-8")
    Path("evening.toml").write_text("" if own is None else f'extends = "club.toml"\n{own}', "utf-8")
    table = "club.toml" if own is None else "evening.toml"
    assert run(["check", "--plain", table]) == 1
    assert f"{file}, line {line}" in (told := capsys.readouterr().out) or f"{file}:{line}" in told, told
    assert code in told


def test_a_long_chain_of_table_files_is_refused(tmp_path: Path) -> None:
    for number in range(9):
        (tmp_path / f"t{number}.toml").write_text(f'extends = "t{number + 1}.toml"\n', "utf-8")
    (tmp_path / "t9.toml").write_text("players = 2\n", "utf-8")
    with pytest.raises(sa.ContentError) as refused:
        sa.read_table(tmp_path / "t0.toml")
    assert [finding.code for finding in refused.value.diagnostics] == ["SA309"]
    assert sa.read_table(tmp_path / "t2.toml").players == 2


@pytest.mark.parametrize(
    ("asked", "help"),
    [
        ("evenin.toml", "did you mean `evening.toml`?"),
        ("evening", "did you mean `evening.toml`?"),
        ("x/a.toml", "`stoneage new --kind table a.toml`"),
    ],
)
def test_a_table_file_that_is_not_there_is_told_as_missing(
    asked: str, help: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("evening.toml").write_text("players = 2\n", "utf-8")
    (finding,) = inspect_table(asked).findings
    assert (finding.code, finding.place.file) == ("SA308", asked)
    assert "there is no such f" in finding.place.label
    assert help in finding.help


def test_all_faults_of_a_chain_are_told_at_once(tmp_path: Path) -> None:
    (tmp_path / "club.toml").write_text('players = "4"\n', "utf-8")
    (tmp_path / "evening.toml").write_text('extends = "club.toml"\nseed = "1"\n', "utf-8")
    findings = inspect_table(tmp_path / "evening.toml").findings
    assert [Path(finding.place.file).name for finding in findings] == ["evening.toml", "club.toml"]


def test_settings_of_a_call_cannot_extend(tmp_path: Path) -> None:
    with pytest.raises(sa.ContentError, match="SA202"):
        sa.Table.from_dict({"extends": "club.toml"})


PAGE = Path(__file__).parents[3] / "docs" / "tables.md"


def test_the_page_names_every_key() -> None:
    """The keys of a table file, and of its `[[seats]]` and `[[resolve]]`."""
    rows = [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| `")]
    named = {word for row in rows for word in re.findall(r"[a-z_]+", " ".join(re.findall("`([^`]*)`", row)).lower())}
    keys = {part.name for kind in (TableFile, Seat, Resolution) for part in attrs.fields(kind) if part.init}
    assert keys <= named
    assert len(rows) == sum(part.init for part in attrs.fields(TableFile))


@needs("igloos", "harsh-winter", "wild-animals")
def test_the_tables_of_the_page_are_right(tmp_path: Path) -> None:
    for block in re.findall("```toml\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL):
        (tmp_path / block.partition("\n")[0].removeprefix("# ")).write_text(block, "utf-8")
    assert inspect_table(tmp_path / "evening.toml").passed
    assert set(sa.load(tmp_path / "evening.toml").packs) == {"base", "igloos", "harsh-winter"}


# --- a first table file -------------------------------------------------------------------------------------------


def test_a_new_table_file_plays_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["new", "--kind", "table", "evening.toml"]) == 0
    assert "evening.toml" in capsys.readouterr().out
    assert inspect_table("evening.toml").passed
    assert sa.load("evening.toml").digest == sa.load(players=4).digest
    assert run(["new", "--kind", "table", "evening.toml"]) == 2
    assert run(["new", "--kind", "table", "away/evening.toml"]) == 2
    assert run(["new", "--kind", "table", "evening"]) == 2
    assert run(["new", "--kind", "table", "--id", "x", "other.toml"]) == 2
    assert [file.name for file in tmp_path.iterdir()] == ["evening.toml"]


def test_a_new_table_file_is_not_told_to_extend_itself() -> None:
    assert '# extends = "club.toml"' in table_text("evening.toml")
    assert '"club.toml"' not in table_text("club.toml")


def test_a_new_table_file_lists_every_option_with_its_default() -> None:
    """Each line can be used by taking its sign away; with all of them the rules are those with the modules alone."""
    text = table_text("evening.toml")
    ours = "".join(line[2:] if re.match("# (options|requires)[.]", line) else line for line in text.splitlines(keepends=True))
    data = tomli.loads(re.sub("    # (.*)", r"    \1", ours))
    modules = [name for name, known in installed_modules().items() if name != "base" and known.root is not None]
    assert sorted(data["modules"]) == sorted(modules)
    rules = sa.load(sa.Table.from_dict(data))
    defaults = {
        pack.id: {name: option.default for name, option in pack.manifest.options.items()}
        for pack in rules.content.packs
        if pack.manifest.options
    }
    assert data["options"] == defaults
    assert rules.digest == sa.load(players=4, modules=sorted(modules)).digest


# --- what a table changes -----------------------------------------------------------------------------------------


def told(capsys: pytest.CaptureFixture[str], *words: object) -> list[str]:
    assert run([str(word) for word in words]) == 0
    return capsys.readouterr().out.splitlines()


def test_diff_tells_the_options_of_a_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("club.toml").write_text('players = 3\n[options.base]\nedition = "2008"\n', "utf-8")
    Path("evening.toml").write_text('extends = "club.toml"\n', "utf-8")
    lines = [
        'option base edition  set "2008", before "2018"  (table, club.toml:3)',
        "phase base:feed-tribe effects.each-seat.effects.feed.must  set true  (base, ",
        'phase base:feed-tribe rules  appended "base.feed.must"  (base, ',
        "3 differences from the base game",
    ]
    assert told(capsys, "diff", "base", "evening.toml") == (found := told(capsys, "diff", "evening.toml"))
    assert all(map(str.startswith, found, lines)), found
    assert len(found) == len(lines)
    Path("club.toml").write_text('edition = "2008"\n', "utf-8")
    assert told(capsys, "diff", "base", "evening.toml")[0].endswith("(table, club.toml:1)")


@needs("igloos", "harsh-winter")
def test_diff_tells_the_differences_between_two_tables(evening: Path, capsys: pytest.CaptureFixture[str]) -> None:
    club = evening.parent.parent / "club.toml"
    evening.write_text('extends = "../club.toml"\nplayers = 3\nwithout = ["../rules/stranger"]\n', "utf-8")
    club.write_text(CLUB.replace('stranger = ">=1.0"\n', ""), "utf-8")
    lines = told(capsys, "diff", club, evening)
    assert f"players  set 3, before 4  (table, {evening}:2)" in lines
    assert any(line.startswith("pack stranger  gone, before") for line in lines)
    assert any(line.startswith("location base:hunt circles  unset, before 9") for line in lines), lines
    assert lines[-1] == f"{len(lines) - 1} differences from {club}"
    back = told(capsys, "diff", evening, club)
    assert any(line.startswith("location base:hunt circles  set 9  (stranger, ") for line in back), back
    assert told(capsys, "diff", club, "-m", "igloos")[0] == 'pack stranger  gone, before "1.0.0"  (table, the settings)'
    assert told(capsys, "diff", club, club) == [f"0 differences from {club}"]


@needs("igloos")
def test_diff_of_tables_names_records_that_come_and_go(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    less, more = tmp_path / "less.toml", tmp_path / "more.toml"
    less.write_text("players = 2\n", "utf-8")
    more.write_text('players = 2\nmodules = ["igloos"]\n', "utf-8")
    there, back = told(capsys, "diff", less, more), told(capsys, "diff", more, less)
    added = {line.split("  ")[0] for line in there if "  added" in line and not line.startswith("pack")}
    gone = {line.split("  ")[0] for line in back if "  gone" in line and not line.startswith("pack")}
    assert added == gone != set()


def test_diff_is_of_tables_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["diff", "igloos", "evening.toml"]) == 2
    assert "with `base` or with a table file" in capsys.readouterr().err
