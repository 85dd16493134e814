"""`check`: of packs, tables and the base game; in every form, with the exit code that goes with what was found."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import stoneage_rules as sa
from cli.conftest import WINTER
from shipped import needs
from sources import ROOT
from stoneage_rules.testing import write_starter
from writing import replace

BAD = Path(__file__).parents[1] / "packs" / "bad"
CARD = """
[[card]]
id = "guessed"
effects = [{ do = "points", amount = 9 }]
icons = { builder = 1 }
confidence = "rulebook"
reconstructed = ["icons"]
"""
FOR_TWO = (
    '[[patch.row]]\ntarget = "base:building-row"\nset.pile = 20\nwhen = [{ players = [2] }]\nwhy = "a fault for two alone"\n'
)
FOR_FIVE = (
    'only_if.packs = ["style-is-the-goal"]\n[[patch.location]]\ntarget = "base:hut"\nwhy = "five"\nwhen = [{ players = [5] }]\n'
)
NEIGHBOUR = 'only_if.packs = ["neighbours"]\n[[patch.location]]\ntarget = "neighbours:tower"\nset.circles = 3\nwhy = "a fault"\n'


def spoil(pack: Path) -> None:
    replace(pack / "rules.toml", "base:fields", "base:field")


# --- what is checked ----------------------------------------------------------------------------------------------


def test_a_pack_is_checked_at_every_player_count(says, pack):
    ran = says("check my-rules", 0, "my-rules 0.1.0: My rules; 1 record and 1 edit in 1 file\n")
    assert ran.out.endswith(
        "checked my-rules with 2, 3 and 4 players: base 1.0.0 and my-rules 0.1.0; 219 records and 1 edit; no errors.\n"
    )
    (pack / "row.toml").write_text(FOR_TWO, "utf-8")
    says("check my-rules", 1, "error[SA212]", "2 piles of 20 need 40")
    says("check my-rules --players 4", 0)


def test_a_pack_is_checked_with_what_is_optional(says, pack):
    replace(pack / "pack.toml", "[requires]", '[optional]\nneighbours = ">=0"\nnowhere = ">=1"\n[requires]')
    (pack / "with.toml").write_text(NEIGHBOUR, "utf-8")
    says("check my-rules", 1, "not there, so not looked at: neighbours and nowhere\n", "warning[SA512]")
    write_starter(pack.parent / "neighbours")
    says("check my-rules", 1, "no location is called `neighbours:tower`")


CIRCLES = '[[patch.location]]\ntarget = "base:{}"\nset.circles = 3\nwhy = "a fault"\n'


@pytest.fixture
def friend(pack: Path) -> Path:
    """A pack with three neighbouring optional packs, where `third` excludes `first`, and a missing one."""
    replace(pack / "pack.toml", "[requires]", "[optional]\nfirst = ''\nsecond = ''\nthird = ''\nfar = ''\n[requires]")
    for name in ("first", "second", "third"):
        write_starter(pack.parent / name, example="five-circles-with-two" if name == "third" else None)
    (pack.parent / "second" / "rules.toml").write_text(CIRCLES.format("quarry"), "utf-8")
    manifest = pack.parent / "third" / "pack.toml"
    manifest.write_text(manifest.read_text("utf-8") + '[conflicts]\nfirst = "a fault"\n', "utf-8")
    return pack


def test_what_needs_several_optional_packs_is_read_with_them(says, friend):
    text = 'only_if.packs = ["first", "second"]\n' + CIRCLES
    (friend / "with.toml").write_text(text.replace("{}", "clay-pit"), "utf-8")
    says("check my-rules", 1, "my-rules 0.1.0: My rules; 1 record and 2 edits in 2 files\n", "warning[SA512]")
    (friend / "with.toml").write_text(text.replace("{}", "clay-pitt"), "utf-8")
    says("check my-rules", 1, "no location is called `base:clay-pitt`")


UNREAD = {
    '"second", "far"': "my-rules/0.toml, it needs second and far together; not there: far",
    '"far"': "my-rules/1.toml, it needs far; not there: far",
    '"first", "third"': "my-rules/2.toml, it needs first and third together; `third` and `first` cannot be used together",
}


def test_a_file_that_is_not_read_is_told_with_the_reason(says, data, friend):
    for number, packs in enumerate(UNREAD):
        (friend / f"{number}.toml").write_text(f"only_if.packs = [{packs}]\n{CIRCLES.format('clay-pit')}", "utf-8")
    says("check my-rules", 1, *(f"not read: {said}\n" for said in UNREAD.values()), "no errors and ")
    assert data("check my-rules", 1)["unread"] == [*UNREAD.values()]
    says("test my-rules --only loads", 0, "passed  loads")


UNREAD_OF_ANY = {
    'any = ["far"]': "it needs far; not there: far",
    'packs = ["second"]\nonly_if.any = ["far"]': "it needs second and far together; not there: far",
    'packs = ["third"]\nonly_if.any = ["far", "first"]': (
        "it needs third and far together or first and third together; not there: far; `third` and `first` cannot be used together"
    ),
}
READ = ('any = ["far", "second"]', 'not = ["far"]', 'packs = ["first"]\nonly_if.not = ["second"]')


@pytest.mark.parametrize(("asked", "because"), [*UNREAD_OF_ANY.items(), *((asked, "") for asked in READ)])
def test_a_file_is_read_if_one_of_its_groups_of_packs_is_there(asked, because, says, data, friend):
    (friend / "with.toml").write_text(f"only_if.{asked}\n{CIRCLES.format('clay-pit')}", "utf-8")
    found = data("check my-rules", 1)
    assert found["unread"] == ([f"my-rules/with.toml, {because}"] if because else [])
    (friend / "with.toml").write_text(f"only_if.{asked}\n{CIRCLES.format('clay-pitt')}", "utf-8")
    assert ("clay-pitt" in str(data("check my-rules", 1)["findings"])) == (not because)
    if because:
        says("check my-rules", 1, f"not read: my-rules/with.toml, {because}\n")


SCENARIO = "[[scenario]]\nname = 'one'\nrules = ['base.place.hut']\n"
FAULTY_TESTS = {
    "more.toml:4:1\n": f"{SCENARIO}dox = []\n",
    "deep/more.toml:2:1\n": f"[table]\nplayer = 3\n{SCENARIO}do = ['decline']\n",
    "properties.toml:3:1\n": "[[property]]\nname = 'one'\ngames = 3\n",
    "cut.toml:4:6\n": f"{SCENARIO}do = [\n",
}


def test_the_form_of_tests_is_read_and_nothing_is_run(says, pack):
    (pack / "tests" / "deep").mkdir()
    for said, text in FAULTY_TESTS.items():
        (pack / "tests" / said.partition(":")[0]).write_text(text, "utf-8")
    says("check my-rules", 1, *FAULTY_TESTS, "1 record and 1 edit in 1 file", "; 4 errors")
    (pack / "rules.toml").write_text("[[card]]\nid = 1\n", "utf-8")
    says("check my-rules", 1, *FAULTY_TESTS, "my-rules/rules.toml:2:6")
    (pack / "pack.toml").write_text("", "utf-8")
    says("check my-rules", 1, *FAULTY_TESTS, "my-rules/pack.toml")


def test_a_scenario_that_fails_is_for_the_command_test(says, pack):
    (pack / "tests" / "more.toml").write_text(f"{SCENARIO}do = ['place nowhere 3']\nthen.phase = 'placing'\n", "utf-8")
    says("check my-rules", 0, "no errors")


@needs("style-is-the-goal")
@pytest.mark.parametrize(
    ("circles", "code", "said"), [(4, 0, "checked my-rules with 2, 3, 4 and 5 players: "), (2, 1, "error[SA305]")]
)
def test_what_an_optional_pack_brings_is_looked_at_with_it(says, pack, circles, code, said):
    """A fifth player, whom only the optional pack seats: a condition on five is none that can never hold."""
    replace(pack / "pack.toml", "[requires]", '[optional]\nstyle-is-the-goal = ">=1"\n[requires]')
    (pack / "with.toml").write_text(f"{FOR_FIVE}set.circles = {circles}\n", "utf-8")
    says("check my-rules", code, said)


@pytest.mark.parametrize("name", ["my-rules/", "my-rules/pack.toml", "my-rules.zip", "."])
def test_a_pack_can_be_named_in_many_ways(says, pack, name, monkeypatch):
    shutil.make_archive("my-rules", "zip", pack.parent, "my-rules")
    if name == ".":
        monkeypatch.chdir(pack)
    says(f"check {name}", 0, "my-rules 0.1.0", "checked my-rules")


@needs("wild-animals")
@pytest.mark.parametrize("name", ["wild-animals", "plugins/stoneage_wild_animals", "-m plugins/stoneage_wild_animals"])
def test_a_module_is_whole_by_its_id_and_by_its_folder(says, name):
    """Its Python is there, too."""
    says(f"check {name} -p 2", 0, "with 2 players")


@needs("wild-animals")
def test_a_module_is_not_whole_in_a_folder_it_is_not_installed_from(says, tmp_path):
    shutil.copytree("plugins/stoneage_wild_animals", tmp_path / "copied")
    told = "wild-animals is installed from", "name it by its id: wild-animals", "give this pack another id"
    says(f"check {tmp_path}/copied", 2, *told)


@needs("igloos")
def test_a_pack_with_the_id_of_an_installed_module_is_told(says, pack):
    """At a table and beside its own tests, too; the module itself is told nothing."""
    for file in pack.glob("*.toml"):
        file.write_text(file.read_text("utf-8").replace("my-rules", "igloos"), "utf-8")
    told = "warning[SA522]: the id of an installed module", "my-rules/pack.toml:", "`igloos` is installed, too"
    says("check my-rules -p 2", 1, *told)
    shutil.make_archive("zipped", "zip", pack.parent, "my-rules")
    says("check zipped.zip -p 2", 1, told[0])
    Path("table.toml").write_text('modules = ["./my-rules"]\n', "utf-8")
    says("check table.toml", 1, *told)
    replace(pack / "pack.toml", '"igloos"', '"igloos" # stoneage: allow SA522 because it replaces the other one')
    says("check my-rules -p 2", 0)
    for name in ("igloos", ROOT / "plugins" / "stoneage_igloos"):
        says(f"check {name} -p 2", 0, "no errors.")


@pytest.mark.parametrize("name", ["four-players", pytest.param("winter-for-two", marks=needs(*WINTER)), "you-and-three"])
def test_the_examples_are_right(says, name):
    table = f"examples/{name}.toml"
    rules = sa.load(table)
    says(f"check {table}", 0, f"\nrules {rules.digest}\nchecked {table} with {rules.players} players: base 1.0.0")


def test_the_base_game_with_modules(says, pack):
    says("check", 0, "checked the base game with 4 players: base 1.0.0; 218 records; no errors.\n")
    says("check -m ./my-rules -p 2", 0, "checked a table with 2 players: base 1.0.0 and my-rules 0.1.0;")


# --- what is found ------------------------------------------------------------------------------------------------


def test_everything_that_is_wrong_is_said_at_once(says, pack, monkeypatch):
    (pack / "cards.toml").write_text(CARD, "utf-8")
    says("check my-rules", 0, "2 records and 1 edit in 2 files, 1 with reconstructed values\n")
    spoil(pack)
    replace(pack / "cards.toml", "9", '"9"')
    replace(pack / "cards.toml", "builder", "bilder")
    ran = says("check my-rules", 1, " --> my-rules/cards.toml:4:", "no icon is called `bilder`", " --> my-rules/rules.toml:4:10")
    unchecked = "what edits without a target change and how the records work together"
    assert ran.out.endswith(f"\nchecked my-rules: 3 errors; not checked yet: {unchecked}. Nothing was loaded.\n")
    monkeypatch.chdir(pack.parent.parent)
    says(f"check {pack}", 1, f" --> {pack.parent.name}/my-rules/rules.toml:")


def test_warnings_and_notes_are_no_errors(says):
    ran = says(f"check {BAD}/SA501-unused-option", 1)
    assert ran.out.startswith("warning[SA501]: an option that nothing uses\n")
    assert ran.out.endswith("no errors and 1 warning.\n")
    packs = BAD / "SA506-later-pack-wins"
    ran = says(f"check -m {packs}/big-huts -m {packs}/small-huts -p 4", 0, "note[SA506]")
    assert ran.out.endswith("no errors and 1 note.\n")


def test_findings_of_two_packs_of_a_table_are_all_told(says, pack):
    shutil.copytree(BAD / "SA505-unused-group", "village")
    (pack / "empty.toml").touch()
    ran = says("check -m ./my-rules -m ./village", 1, "my-rules/empty.toml", "village/village.toml")
    assert ran.out.endswith("no errors and 2 warnings.\n")
    spoil(pack)
    replace(Path("village/village.toml"), "base:food", "base:foood")
    says("check -m ./my-rules -m ./village", 1, "my-rules/rules.toml:4", "village/village.toml:2", ": 2 errors")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--players 5", "5 players are too many. Base is for 2 to 4."),
        pytest.param("--module iglos", "No pack is called iglos. Did you mean igloos?", marks=needs("igloos")),
    ],
)
def test_a_command_line_at_fault_has_no_lines(says, words, message):
    assert "line 1" not in says(f"check {words}", 1, message).out


# --- forms --------------------------------------------------------------------------------------------------------


def test_plain_sentences(says, pack):
    spoil(pack)
    ran = says("check my-rules --plain", 1)
    assert ran.out.startswith("Error SA203 in my-rules/rules.toml, line 4, column 10: an edit of a record that does not exist.")
    assert " | " not in ran.out
    assert ran.out.endswith("1 error; not checked yet: what edits without a target change. Nothing was loaded.\n")
    says("check --json --plain", 2, "choose one")


def test_json(data, pack):
    checked = data("check my-rules")
    assert (checked["passed"], checked["players"], checked["packs"]) == (True, [2, 3, 4], ["base 1.0.0", "my-rules 0.1.0"])
    spoil(pack)
    checked = data("check my-rules", 1)
    assert (checked["passed"], checked["errors"], checked["rules"]) == (False, 1, [])
    (finding,) = checked["findings"]
    assert (finding["place"]["file"], finding["help"]) == ("my-rules/rules.toml", "did you mean `base:fields`?")
    assert (checked["held_back"], checked["unchecked"]) == (0, ["what edits without a target change"])


# --- what is not there --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["my-rulse", "./my-rulse", "my-rules2/../my-rulse"])
def test_a_path_that_is_not_there_offers_the_pack_with_a_similar_name(says, pack, word):
    (pack.parent / "my-rulses").mkdir()  # no pack
    (pack.parent / "my-rules2").mkdir()
    ran = says(f"check {word}", 2, "did you mean `")
    assert ran.err.partition("`")[2].partition("`")[0].endswith("my-rules")


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("none.toml", 2, "none.toml does not exist"),
        ("none", 2, "none does not exist"),
        ("none.zip", 2, "none.zip does not exist"),
        pytest.param("a/igloos", 2, "did you mean `igloos`?", marks=needs("igloos")),
        ("clbu.toml", 2, "did you mean `club.toml`?"),
        ("-m my-rules/rules.toml", 1, "is a file, and no pack"),
        ("-m my-rules/rules.toml", 1, "Name the folder of the pack: my-rules."),
        ("-m ./club.toml", 1, "Name the folder of a pack."),
    ],
)
def test_what_is_not_there_or_something_else_is_told(says, pack, line, code, said):
    Path("club.toml").write_text("players = 3\n", "utf-8")
    says(f"check {line}", code, said)
