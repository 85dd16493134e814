"""Table files: those that extend another one, the versions that they require, and what is said of those that are wrong."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import tomli

import stoneage_rules as sa
from cli.conftest import ROOT
from shipped import HERE, needs
from stoneage_rules.testing import inspect_table, schemas_of
from writing import write_pack

RULE = '[[patch.location]]\ntarget = "base:hunt"\nset.circles = 9\n'
OTHERS = needs("igloos", "harsh-winter")
PAGE = (ROOT / "docs" / "tables.md").read_text("utf-8")

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
RESOLVE = '[[resolve]]\ndatum = "location base:hunt circles"\nuse = "{}"\n'


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The current folder: a club's table file, one that extends it in a folder of its own, and a pack."""
    monkeypatch.chdir(tmp_path)
    write_pack(tmp_path / "rules", {"hunt.toml": RULE}, requires="base")
    Path("friday").mkdir()
    write(CLUB, EVENING)


def write(club: str, evening: str | None = None) -> None:
    Path("club.toml").write_text(club, "utf-8")
    if evening is not None:
        Path("friday/evening.toml").write_text(evening, "utf-8")


@OTHERS
def test_a_table_file_takes_over_what_it_does_not_say() -> None:
    table = sa.read_table("friday/evening.toml")
    first, rules, last = table.modules  # a module that both name is there once
    assert (first, Path(rules).resolve(), last) == ("igloos", Path("rules/stranger").resolve(), "harsh-winter")
    assert (table.players, table.seed, [seat.name for seat in table.seats]) == (3, 8, ["Cleo"])
    assert table.options == {"base": {"edition": "2008"}, "harsh-winter": {"insulate-igloos": True}}
    assert table.requires == {"base": ">=1.0", "stranger": ">=1.0,<2"}


@OTHERS
def test_a_record_keeps_all_settings_and_needs_no_table_file() -> None:
    rules, table = sa.load("friday/evening.toml"), sa.read_table("friday/evening.toml")
    assert rules.table.to_dict().keys() <= {"players", "modules", "options", "first_seat", "allow_reconstructed"}
    assert sa.load(players=3, modules=list(table.modules), options=table.options).digest == rules.digest
    record = str(sa.Game(rules, seed=8).record)
    assert not any(word in record for word in ("extends", "requires"))
    Path("game.txt").write_text(record, "utf-8")
    Path("friday/evening.toml").unlink()
    assert sa.replay("game.txt", allow_unfinished=True, packs_from=".").rules.digest == rules.digest


@OTHERS
def test_modules_can_be_taken_away() -> None:
    write(f"{CLUB}[options.stranger]\nx = 1\n", 'extends = "../club.toml"\nwithout = ["igloos", "../rules/stranger"]\n')
    assert sa.read_table("friday/evening.toml").modules == ()
    assert sa.load("friday/evening.toml").packs == ("base",)


@OTHERS
def test_a_decision_over_the_same_value_replaces_that_of_the_file_before() -> None:
    write(CLUB + RESOLVE.format("stranger"))
    assert [decision.use for decision in sa.read_table("friday/evening.toml").resolve] == ["stranger"]
    write(CLUB + RESOLVE.format("stranger"), EVENING + RESOLVE.format("base"))
    table = sa.read_table("friday/evening.toml")
    assert [decision.use for decision in table.resolve] == ["base"]
    assert table == sa.Table.from_dict(table.to_dict()), "the file that it comes from is no setting"


WRONG = {
    # the table file, unless the club's is looked at itself; the club's; code, file and line of what is told
    "a base file with a wrong type": ("players = 3", 'players = "4"', "SA201", "club.toml", 1),
    "a base file with an unknown key": ("", "plyers = 4", "SA202", "club.toml", 1),
    "a base file that is not TOML": ("", "players = ", "SA101", "club.toml", 1),
    "an option of the base file": ("", '[options.base]\nedition = "1999"', "SA303", "club.toml", 2),
    "a module of the base file": ('modules = ["igloos"]', 'modules = ["yglus"]', "SA301", "club.toml", 1),
    "seats of the base file": ("players = 2", "seats = [{}, {}, {}]", "SA303", "club.toml", 1),
    "a seed below 0": (None, "seed = -1", "SA303", "club.toml", 1),
    "a name that steers a terminal": (None, '[[seats]]\nname = "\\u001b[2J"', "SA303", "club.toml", 2),
    "a name of no file": (None, f'modules = ["./{"long" * 750}/"]', "SA301", "club.toml", 1),
    "a base file of a name of no file": (None, f'extends = "{"long" * 750}"', "SA308", "club.toml", 1),
    "a policy of the base file": ("", '[[seats]]\npolicy = "sensibl"', "SA303", "club.toml", 2),
    "an option of a policy": (None, '[[seats]]\npolicy = "thoughtful(playouts=0)"', "SA303", "club.toml", 2),
    "another version of a policy": (None, '[[seats]]\npolicy = "sensible"\nversion = "0"', "SA303", "club.toml", 2),
    "an idle decision of the base file": ("", RESOLVE.format("base"), "SA503", "club.toml", 1),
    "a module that is named twice": (None, 'modules = [\n"igloos",\n"igloos"]', "SA303", "club.toml", 3),
    "a path that is named twice": (None, 'modules = [\n"./rules/stranger",\n"rules/stranger/"]', "SA303", "club.toml", 3),
    "a module that the base file names twice": ("", 'modules = [\n"igloos",\n"igloos"]', "SA303", "club.toml", 3),
    "a module that it names twice itself": ('modules = [\n"igloos",\n"igloos"]', "", "SA303", "evening.toml", 4),
    "a setting of its own": ("first_seat = 7", "", "SA303", "evening.toml", 2),
    "a folder instead of a file": (None, 'extends = "."', "SA308", "club.toml", 1),
    "a folder that is not there": (None, 'extends = "away/club.toml"', "SA308", "club.toml", 1),
    "an extension that is no text": (None, "extends = 3", "SA201", "club.toml", 1),
    "modules taken from nothing": (None, 'without = ["igloos"]', "SA303", "club.toml", 1),
    "the type of what is taken away": (None, 'without = "igloos"', "SA201", "club.toml", 1),
    "a setting below a head": (None, "[[seats]]\nplayers = 3", "is no key of [[seats]]. Move it above", "club.toml", 2),
    "a word of other games": (None, 'expansions = ["igloos"]', "Did you mean modules?", "club.toml", 1),
    "options in double brackets": (None, '[[options.base]]\nedition = "x"', "Write [options.base]", "club.toml", 1),
    "a head over the settings": (None, "[table]\nplayers = 3", "stand at its top", "club.toml", 1),
}


@needs("igloos")
@pytest.mark.parametrize("case", WRONG)
def test_a_fault_is_told_in_the_file_in_which_it_is(case: str, says) -> None:
    own, club, code, file, line = WRONG[case]
    write(f"{club}\n", None if own is None else f'extends = "../club.toml"\n{own}\n')
    out = says("check --plain " + ("club.toml" if own is None else "friday/evening.toml"), 1, code).out
    assert f"{file}, line {line}" in out or f"{file}:{line}" in out


@needs("igloos")
def test_a_module_beside_a_table_that_has_it_is_told(says) -> None:
    Path("club.toml").write_text('modules = ["igloos"]\n', "utf-8")
    says("check club.toml --module igloos --plain", 1, "SA303", "The same as igloos before")
    says("rules --module igloos --module igloos base.place.hut", 2, "SA303", "The same as igloos before")


def test_faults_of_seed_and_seats_are_told_together(says) -> None:
    Path("club.toml").write_text('seed = -1\n[[seats]]\npolicy = "sensibel"\n', "utf-8")
    says("check --plain club.toml", 1, "a seed below 0", "Did you mean sensible?", "2 errors")


def test_a_long_chain_of_table_files_is_refused() -> None:
    for number in range(9):
        Path(f"t{number}.toml").write_text(f'extends = "t{number + 1}.toml"\n', "utf-8")
    Path("t9.toml").write_text("players = 2\n", "utf-8")
    assert [finding.code for finding in inspect_table("t0.toml").findings] == ["SA309"]
    assert sa.read_table("t2.toml").players == 2


@pytest.mark.parametrize(
    ("asked", "help"),
    [
        ("clbu.toml", "did you mean `club.toml`?"),
        ("club", "did you mean `club.toml`?"),
        ("x/a.toml", "`stoneage new --kind table a.toml`"),
    ],
)
def test_a_table_file_that_is_not_there_is_told_as_missing(asked: str, help: str) -> None:
    (finding,) = inspect_table(asked).findings
    assert (finding.code, finding.place.file) == ("SA308", asked)
    assert "there is no such f" in finding.place.label
    assert help in finding.help


def test_all_faults_of_a_chain_are_told_at_once() -> None:
    write('players = "4"\n', 'extends = "../club.toml"\nseed = "1"\n')
    findings = inspect_table("friday/evening.toml").findings
    assert [Path(finding.place.file).name for finding in findings] == ["evening.toml", "club.toml"]


def test_settings_of_a_call_cannot_extend() -> None:
    with pytest.raises(sa.ContentError, match="SA202"):
        sa.Table.from_dict({"extends": "club.toml"})
    with pytest.raises(TypeError, match="`players` of a table"):
        sa.Table(players="4")  # type: ignore[arg-type]


def test_the_page_names_every_key() -> None:
    """The keys of a table file, and of its `[[seats]]` and `[[resolve]]`."""
    rows = [line for line in PAGE.partition("key")[2].splitlines() if line.startswith("| `")]
    named = {word for row in rows for word in re.findall(r"[a-z_]+", " ".join(re.findall("`([^`]*)`", row)).lower())}
    schema = schemas_of(sa.load())["table"]
    assert {key for part in (schema, *schema["definitions"].values()) for key in part["properties"]} <= named
    assert len(rows) == len(schema["properties"])


@needs("igloos", "harsh-winter", "wild-animals")
def test_the_tables_of_the_page_are_right() -> None:
    for block in re.findall("```toml\n(.*?)```", PAGE, re.DOTALL):
        Path(block.partition("\n")[0].removeprefix("# ")).write_text(block, "utf-8")
    assert inspect_table("evening.toml").passed
    assert {*sa.load("evening.toml").packs} == {"base", "igloos", "harsh-winter"}


# --- a first table file -------------------------------------------------------------------------------------------


def test_a_new_table_file_plays_as_it_is(says) -> None:
    says("new --kind table evening.toml", 0, "evening.toml")
    assert inspect_table("evening.toml").passed
    assert sa.load("evening.toml").digest == sa.load(players=4).digest
    for words in ("evening.toml", "away/evening.toml", "evening"):
        says(f"new --kind table {words}", 2)
    assert '# extends = "club.toml"' in Path("evening.toml").read_text("utf-8")
    Path("club.toml").unlink()
    says("new --kind table club.toml", 0)
    assert '"club.toml"' not in Path("club.toml").read_text("utf-8")


def test_a_new_table_file_lists_every_option_with_its_default(says) -> None:
    """Each line can be used by taking its sign away; with all of them the rules are those with the modules alone."""
    says("new --kind table evening.toml", 0)
    lines = Path("evening.toml").read_text("utf-8").splitlines(keepends=True)
    used = "".join(line[2:] if re.match("# (options|requires)[.]", line) else line for line in lines)
    data = tomli.loads(re.sub("    # (.*)", r"    \1", used))
    assert {*data["modules"]} >= {*HERE}
    rules = sa.load(sa.Table.from_dict(data))
    manifests = {pack.id: pack.manifest.options for pack in rules.content.packs if pack.manifest.options}
    assert data["options"] == {
        id: {name: option.default for name, option in options.items()} for id, options in manifests.items()
    }
    assert rules.digest == sa.load(players=4, modules=sorted(data["modules"])).digest


# --- what a table changes -----------------------------------------------------------------------------------------


def test_diff_tells_the_options_of_a_table(says) -> None:
    write('players = 3\n[options.base]\nedition = "2008"\n', 'extends = "../club.toml"\n')
    out = says("diff base friday/evening.toml", 0).out
    assert says("diff friday/evening.toml", 0).out == out
    rules = [line for line in out.splitlines() if line.startswith("phase base:feed-tribe rules  set ")]
    assert ["base.feed.must" in half for line in rules for half in line.split("before")] == [True, False]
    assert [line.partition("  (")[0] for line in out.splitlines() if line not in rules] == [
        'option base edition  set "2008", before "2018"',
        "phase base:feed-tribe effects.each-seat.effects.feed.must  set true",
        "3 differences from the base game",
    ]
    assert "club.toml:3)" in out.splitlines()[0]
    write('edition = "2008"\n')
    says("diff base friday/evening.toml", 0, "club.toml:1)")


@OTHERS
def test_diff_tells_the_differences_between_two_tables(says) -> None:
    write(CLUB, 'extends = "../club.toml"\nplayers = 3\nwithout = ["../rules/stranger"]\n')
    out = says(
        "diff club.toml friday/evening.toml",
        0,
        "players  set 3, before 4  (table, friday/evening.toml:2)\n",
        "pack stranger  gone, before",
        "location base:hunt circles  unset, before 9",
    ).out
    assert out.endswith(f"{out.count(chr(10)) - 1} differences from club.toml\n")
    says("diff friday/evening.toml club.toml", 0, "location base:hunt circles  set 9  (stranger, ")
    says("diff club.toml -m igloos", 0, 'pack stranger  gone, before "1.0.0"  (table, the settings)')
    assert says("diff club.toml club.toml", 0).out == "0 differences from club.toml\n"
    says("diff igloos club.toml", 2, "with `base` or with a table file")


@needs("igloos")
def test_diff_of_tables_names_records_that_come_and_go(says) -> None:
    write("players = 2\n", 'players = 2\nmodules = ["igloos"]\n')
    names = []
    for tables, deed in (("club.toml friday/evening.toml", "  added"), ("friday/evening.toml club.toml", "  gone")):
        lines = says(f"diff {tables}", 0).out.splitlines()
        names.append({line.split("  ")[0] for line in lines if deed in line and not line.startswith("pack")})
    assert names[0] == names[1] != set()
