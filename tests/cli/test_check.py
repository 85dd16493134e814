"""`check`: of packs, tables and the base game; in every form, with the exit code that goes with what was found."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import stoneage_rules as sa
from cli.conftest import WINTER
from shipped import needs
from stoneage_rules.testing import write_starter

BAD = Path(__file__).parents[1] / "packs" / "bad"
CARD = """
[[card]]
id = "guessed"
effects = [{ do = "points", amount = 9 }]
icons = { builder = 1 }
confidence = "rulebook"
reconstructed = ["icons"]
"""


@pytest.fixture
def pack(tmp_path, monkeypatch):
    """A new pack in the current folder."""
    write_starter(tmp_path / "my-rules")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "my-rules"


def spoil(pack: Path) -> None:
    rules = pack / "rules.toml"
    rules.write_text(rules.read_text("utf-8").replace("base:fields", "base:field"), "utf-8")


# --- what is checked ----------------------------------------------------------------------------------------------


def test_a_pack_is_checked_at_every_player_count(stoneage, pack):
    ran = stoneage("check", "my-rules")
    assert (ran.code, ran.err) == (0, "")
    assert "my-rules 0.1.0: My rules; 1 record and 1 edit in 1 file\n" in ran.out
    assert ran.out.endswith(
        "checked my-rules with 2, 3 and 4 players: base 1.0.0 and my-rules 0.1.0; 215 records and 1 edit; no errors.\n"
    )


def test_a_fault_at_one_player_count_is_found(stoneage, pack):
    (pack / "row.toml").write_text(
        '[[patch.row]]\ntarget = "base:building-row"\nset.pile = 20\nwhen = [{ players = [2] }]\nwhy = "a fault for two alone"\n',
        "utf-8",
    )
    ran = stoneage("check", "my-rules")
    assert ran.code == 1
    assert "error[SA212]" in ran.out
    assert "2 piles of 20 need 40" in ran.out
    assert stoneage("check", "my-rules", "--players", "4").code == 0


def test_a_pack_is_checked_with_what_is_optional(stoneage, pack):
    manifest = pack / "pack.toml"
    manifest.write_text(manifest.read_text("utf-8") + '\n[optional]\nneighbours = ">=1"\nnowhere = ">=1"\n', "utf-8")
    other = '\n[patch]\nlocation = [{ target = "neighbours:tower", set.circles = 3, why = "a fault" }]\n'
    (pack / "with.toml").write_text('only_if.packs = ["neighbours"]\n' + other, "utf-8")
    assert "not there, so not looked at: neighbours and nowhere\n" in stoneage("check", "my-rules").out
    write_starter(pack.parent / "neighbours")
    manifest = pack.parent / "neighbours" / "pack.toml"
    manifest.write_text(manifest.read_text("utf-8").replace('version = "0.1.0"', 'version = "1.0.0"'), "utf-8")
    ran = stoneage("check", "my-rules")
    assert ran.code == 1
    assert "no location is called `neighbours:tower`" in ran.out


@needs("style-is-the-goal")
def test_what_an_optional_pack_brings_is_looked_at_with_it(stoneage, pack):
    """A fifth player, whom only the optional pack seats: a condition on five is none that can never hold."""
    manifest = pack / "pack.toml"
    manifest.write_text(manifest.read_text("utf-8") + '\n[optional]\nstyle-is-the-goal = ">=1"\n', "utf-8")
    edit = '[[patch.location]]\ntarget = "base:hut"\nwhen = [{{ players = [5] }}]\nset.circles = {}\nwhy = "five huts"\n'
    (pack / "with.toml").write_text('only_if.packs = ["style-is-the-goal"]\n' + edit.format(4), "utf-8")
    ran = stoneage("check", "my-rules")
    assert ran.code == 0
    assert "checked my-rules with 2, 3, 4 and 5 players: " in ran.out
    (pack / "with.toml").write_text('only_if.packs = ["style-is-the-goal"]\n' + edit.format(2), "utf-8")
    ran = stoneage("check", "my-rules")
    assert ran.code == 1
    assert "error[SA305]" in ran.out


@pytest.mark.parametrize("name", ["my-rules/", "my-rules/pack.toml", "my-rules.zip", "."])
def test_a_pack_can_be_named_in_many_ways(stoneage, pack, name, monkeypatch):
    shutil.make_archive("my-rules", "zip", pack.parent, "my-rules")
    if name == ".":
        monkeypatch.chdir(pack)
    ran = stoneage("check", name)
    assert ran.code == 0
    assert "my-rules 0.1.0" in ran.out
    assert "checked my-rules" in ran.out


@needs("wild-animals")
def test_a_module_is_whole_by_its_id_and_by_its_folder(stoneage):
    for name in ("wild-animals", "plugins/stoneage_wild_animals"):
        ran = stoneage("check", name)
        assert (ran.code, ran.err) == (0, ""), "its Python is there, too"
        assert f"checked {name} with 2, 3" in ran.out
    assert stoneage("check", "-m", "plugins/stoneage_wild_animals").code == 0


@needs("wild-animals")
def test_a_module_is_not_whole_in_a_folder_it_is_not_installed_from(stoneage, tmp_path):
    shutil.copytree("plugins/stoneage_wild_animals", tmp_path / "copied")
    ran = stoneage("check", tmp_path / "copied")
    assert (ran.code, ran.out) == (2, "")
    assert "wild-animals is installed from" in ran.err
    assert "name it by its id: wild-animals" in ran.err


def test_files_are_named_from_where_one_stands(stoneage, pack, monkeypatch):
    spoil(pack)
    assert " --> my-rules/rules.toml:" in stoneage("check", "my-rules").out
    monkeypatch.chdir(pack.parent.parent)
    assert f" --> {pack.parent.name}/my-rules/rules.toml:" in stoneage("check", pack).out


@pytest.mark.parametrize("name", ["four-players", pytest.param("winter-for-two", marks=needs(*WINTER)), "you-and-three"])
def test_the_examples_are_right(stoneage, name):
    ran = stoneage("check", f"examples/{name}.toml")
    rules = sa.load(f"examples/{name}.toml")
    assert ran.code == 0
    assert f"\nrules {rules.digest}\nchecked examples/{name}.toml with {rules.players} players: base 1.0.0" in ran.out


def test_the_base_game_with_modules(stoneage, pack):
    assert stoneage("check").out.endswith("checked the base game with 4 players: base 1.0.0; 214 records; no errors.\n")
    ran = stoneage("check", "-m", "./my-rules", "-p", "2")
    assert "checked a table with 2 players: base 1.0.0 and my-rules 0.1.0;" in ran.out


def test_what_is_reconstructed_is_said_so(stoneage, pack):
    (pack / "cards.toml").write_text(CARD, "utf-8")
    assert "2 records and 1 edit in 2 files, 1 with reconstructed values\n" in stoneage("check", "my-rules").out


# --- what is found ------------------------------------------------------------------------------------------------


def test_everything_that_is_wrong_is_said_at_once(stoneage, pack):
    spoil(pack)
    (pack / "cards.toml").write_text(CARD.replace("9", '"9"').replace("builder", "bilder"), "utf-8")
    ran = stoneage("check", "my-rules")
    assert (ran.code, ran.err) == (1, "")
    assert "my-rules/cards.toml:4:" in ran.out
    assert "no icon is called `bilder`" in ran.out
    assert "my-rules/rules.toml:6:10" in ran.out
    unchecked = "what edits without a target change and how the records work together"
    assert ran.out.endswith(f"\nchecked my-rules: 3 errors; not checked yet: {unchecked}. Nothing was loaded.\n")


def test_what_is_odd_is_a_warning(stoneage):
    ran = stoneage("check", BAD / "SA501-unused-option")
    assert ran.code == 1
    assert ran.out.startswith("warning[SA501]: an option that nothing uses\n")
    assert ran.out.endswith("no errors and 1 warning.\n")


def test_what_no_number_of_players_meets_is_odd(stoneage, pack):
    (pack / "odd.toml").write_text(
        '[[limit]]\nid = "many"\ncounts = "occupied-places"\ngroup = "village"\nat_most = { 3 = 2, 7 = 1 }\n\n'
        '[[patch.location]]\ntarget = "base:hut"\nwhen = [{ players = [2] }, { players = [3] }]\nset.circles = 3\nwhy = "no"\n',
        "utf-8",
    )
    ran = stoneage("check", "my-rules", "-p", "3")
    assert ran.code == 1
    assert "a limit for a number of players that there cannot be\n --> my-rules/odd.toml:5:20" in ran.out
    assert "no number of players is in all rows" in ran.out


def test_a_file_whose_name_is_passed_over_is_an_error(stoneage, pack):
    (pack / "rules.toml").rename(pack / "rules.TOML")
    ran = stoneage("check", "my-rules")
    assert ran.code == 1
    assert "my-rules/rules.TOML:1:1" in ran.out
    assert "its name must end with .toml, in small letters" in ran.out


def test_a_note_is_no_failure(stoneage):
    packs = BAD / "SA506-later-pack-wins"
    ran = stoneage("check", "-m", packs / "big-huts", "-m", packs / "small-huts", "-p", "4")
    assert ran.code == 0
    assert "note[SA506]" in ran.out
    assert ran.out.endswith("no errors and 1 note.\n")


def test_a_table_at_fault(stoneage, tmp_path):
    table = tmp_path / "table.toml"
    table.write_text('playrs = 4\n\n[[seats]]\npolicy = "sensibel"\n', "utf-8")
    ran = stoneage("check", table)
    assert (ran.code, ran.err) == (1, "")
    assert f"{table}:1:1" in ran.out
    assert "`players`" in ran.out
    table.write_text('players = 4\n\n[[seats]]\npolicy = "sensibel"\n', "utf-8")
    ran = stoneage("check", table)
    assert ran.code == 1
    assert f"{table}:4:10" in ran.out
    assert ran.out.endswith(f"checked {table}: 1 error. Nothing was loaded.\n")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--players", "5"], "5 players are too many. Base is for 2 to 4."),
        pytest.param(["--module", "iglos"], "No pack is called iglos. Did you mean igloos?", marks=needs("igloos")),
    ],
)
def test_a_command_line_at_fault_has_no_lines(stoneage, words, message):
    ran = stoneage("check", *words)
    assert ran.code == 1
    assert message in ran.out
    assert "line 1" not in ran.out


@pytest.mark.parametrize("name", ["none.toml", "none", "none.zip"])
def test_nothing_to_check(stoneage, tmp_path, name):
    ran = stoneage("check", tmp_path / name)
    assert (ran.code, ran.out) == (2, "")
    assert f"{name} does not exist" in ran.err


# --- forms --------------------------------------------------------------------------------------------------------


def test_plain_sentences(stoneage, pack):
    spoil(pack)
    ran = stoneage("check", "my-rules", "--plain")
    assert ran.code == 1
    assert ran.out.startswith("Error SA203 in my-rules/rules.toml, line 6, column 10: an edit of a record that does not exist.")
    assert " | " not in ran.out
    assert ran.out.endswith(
        "\nchecked my-rules: 1 error; not checked yet: what edits without a target change. Nothing was loaded.\n"
    )


def test_json(stoneage, pack):
    checked = json.loads(stoneage("check", "my-rules", "--json").out)
    assert checked["passed"] is True
    assert (checked["players"], checked["packs"]) == ([2, 3, 4], ["base 1.0.0", "my-rules 0.1.0"])
    spoil(pack)
    ran = stoneage("check", "my-rules", "--json")
    checked = json.loads(ran.out)
    assert (ran.code, checked["passed"], checked["errors"], checked["rules"]) == (1, False, 1, [])
    assert checked["findings"][0]["place"]["file"] == "my-rules/rules.toml"
    assert (checked["findings"][0]["help"], checked["findings"][0]["fixes"]) == ("did you mean `base:fields`?", [])
    assert (checked["held_back"], checked["unchecked"]) == (0, ["what edits without a target change"])


def test_one_form_at_a_time(stoneage):
    ran = stoneage("check", "--json", "--plain")
    assert (ran.code, ran.out) == (2, "")
    assert "choose one" in ran.err


@pytest.mark.parametrize("word", ["my-rulse", "./my-rulse", "my-rules2/../my-rulse"])
def test_a_path_that_is_not_there_offers_the_pack_with_a_similar_name(stoneage, pack, word):
    (pack.parent / "my-rulses").mkdir()  # no pack
    (pack.parent / "my-rules2").mkdir()
    ran = stoneage("check", word)
    assert ran.code == 2
    assert "did you mean `" in ran.err
    assert ran.err.partition("`")[2].partition("`")[0].endswith("my-rules")


@needs("igloos")
def test_an_installed_module_is_offered_by_its_id_alone(stoneage):
    """In a folder that has no such pack."""
    assert "did you mean `igloos`?" in stoneage("check", "a/igloos").err


def test_a_table_file_that_is_not_there_offers_one_with_a_similar_name(stoneage, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "club.toml").write_text("players = 3\n", "utf-8")
    assert "did you mean `club.toml`?" in stoneage("check", "clbu.toml").err


def test_an_optional_pack_that_is_not_installed_is_a_warning(stoneage, pack):
    (pack / "pack.toml").write_text((pack / "pack.toml").read_text("utf-8") + '\n[optional]\nigloo = ">=1.0"\n', "utf-8")
    (pack / "more.toml").write_text('only_if.packs = ["igloo"]\n[[patch.location]]\ntarget = "base:x"\n', "utf-8")
    ran = stoneage("check", "my-rules")
    assert ran.code == 1
    assert "warning[SA512]" in ran.out
    assert "no pack is called `igloo`" in ran.out


def test_a_file_of_a_pack_in_place_of_its_folder_is_told(stoneage, pack):
    (pack.parent / "loose.toml").write_text("", "utf-8")
    ran = stoneage("check", "-m", "my-rules/rules.toml")
    assert ran.code == 1
    assert "is a file, and no pack" in ran.out
    assert "Name the folder of the pack: my-rules." in ran.out
    assert "Name the folder of a pack." in stoneage("check", "-m", "./loose.toml").out
