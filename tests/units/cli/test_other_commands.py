"""`replay`, `simulate`, `show` and `explain`."""

from __future__ import annotations

import json
import re
from functools import partial
from importlib.metadata import EntryPoint

import pytest

import stoneage_rules as sa
from cli.conftest import WINTER
from properties.tables import players_of
from shipped import HERE, needs
from stoneage_rules.cli import modules as listing
from stoneage_rules.cli import play as playing
from stoneage_rules.cli import simulate as simulating
from stoneage_rules.cli.boards import show_scores
from stoneage_rules.cli.screen import screen
from stoneage_rules.loading.installed import Installed
from stoneage_rules.testing import position
from unsafe import UNSAFE

PACK = """
format = 1

[pack]
id = "doubtful"
name = "Doubtful values"
version = "1.0"
kind = "house-rules"
license = "MIT"

[requires]
base = ">=1"
"""

CARD = """
[[card]]
id = "guessed"
name = "A card \\u001b[31m nobody knows"
effects = [{ do = "points", amount = 9 }]
icons = { builder = 1 }
rules = []
confidence = "rulebook"
reconstructed = ["icons"]
"""


@pytest.fixture
def pack(tmp_path):
    folder = tmp_path / "doubtful"
    folder.mkdir()
    (folder / "pack.toml").write_text(PACK, "utf-8")
    (folder / "cards.toml").write_text(CARD, "utf-8")
    return folder


# --- replay -------------------------------------------------------------------------------------------------------


@pytest.fixture
def recorded(stoneage, tmp_path):
    path = tmp_path / "game.txt"
    assert stoneage("play", "--players", "2", "--seed", "3", "--record", path).code == 0
    return path


def test_replay_tells_the_game_again(stoneage, recorded):
    played = stoneage("play", "--players", "2", "--seed", "3").out.split("\n")
    ran = stoneage("replay", recorded)
    assert ran.code == 0
    told = ran.out.split("\n")
    assert told[:-2] == played[:-1]
    assert told[-2].endswith("all of them as the rules have it")


def test_replay_quietly(stoneage, recorded):
    ran = stoneage("replay", recorded, "--quiet")
    assert ran.code == 0
    assert ran.out.startswith("Final scores\n")
    assert "puts" not in ran.out


def test_a_changed_record_is_refused_with_its_line(stoneage, recorded):
    lines = recorded.read_text("utf-8").split("\n")
    number = next(number for number, line in enumerate(lines, 1) if line.startswith("1 place"))
    lines[number - 1] = "1 place hut 7"
    recorded.write_text("\n".join(lines), "utf-8")
    ran = stoneage("replay", recorded)
    assert ran.code == 1
    assert ran.err.startswith(f"{recorded}: line {number}: `1 place hut 7` is refused")
    assert "expected: seat 1 chooses where to place figures" in ran.err
    assert "Round 1" in ran.out, "the good part is told"
    assert "hut 7" not in ran.out
    quiet = stoneage("replay", recorded, "--quiet")
    assert (quiet.code, quiet.out, quiet.err) == (1, "", ran.err)


def test_an_unfinished_record(stoneage, recorded):
    lines = recorded.read_text("utf-8").split("\n")
    recorded.write_text("\n".join([*lines[:60], ""]), "utf-8")
    ran = stoneage("replay", recorded, "--quiet")
    assert ran.code == 1
    assert "line 61: the record breaks off" in ran.err
    ran = stoneage("replay", recorded, "--unfinished")
    assert ran.code == 0
    assert "points home" in ran.out
    assert "Final scores" not in ran.out


def test_a_file_that_is_no_record(stoneage):
    ran = stoneage("replay", "examples/four-players.toml")
    assert ran.code == 1
    assert "a line `---` is expected" in ran.err


# --- simulate -----------------------------------------------------------------------------------------------------


def test_simulate_counts(stoneage):
    ran = stoneage("simulate", "-n", "6", "--players", "2", "--seed", "5")
    assert ran.code == 0
    assert ran.err == ""
    lines = ran.out.split("\n")
    assert lines[0] == "6 games, 2 players, base, seeds from 5"
    assert lines[1].split() == ["seat", "policy", "mean", "spread", "lowest", "highest", "victories"]
    rows = [line.split() for line in lines[2:4]]
    scores = []
    for seed in range(5, 11):
        game = sa.Game(sa.load(players=2), seed, skip_forced=True)
        game.run(sa.policies.make_policies(["sensible"] * 2, seed))
        scores.append(game.state.scores)
    for seat, row in enumerate(rows):
        mine = [score[seat] for score in scores]
        assert row[:3] == ["seat", str(seat), "sensible"]
        assert row[3] == f"{sum(mine) / 6:.1f}"
        assert (int(row[5]), int(row[6])) == (min(mine), max(mine))
        assert row[7] == str(sum(score[seat] > score[1 - seat] for score in scores))
    assert lines[4].startswith("rounds: ")
    endings = [line for line in lines if line.startswith("ended as ")]
    assert sum(int(line.rsplit(" ", 1)[1]) for line in endings) == 6
    assert all("cannot fill the" in line or "is empty" in line for line in endings)


def test_simulate_by_policy(stoneage):
    def seated(*words):
        ran = stoneage("simulate", "-n", "2", "-p", "3", "-s", "1", *words)
        return [line.split()[2] for line in ran.out.split("\n")[2:5]], ran.err

    told = "nobody is named from seat {} on; `sensible` plays there\n"
    assert seated("--seat", "random") == (["random", "sensible", "sensible"], told.format(1))
    assert seated("--seat", "random", "--seat", "sensible") == (["random", "sensible", "sensible"], told.format(2))
    assert seated(*["--seat", "random"] * 3) == (["random"] * 3, "")
    assert seated("--seat", "sensible", "--policy", "random") == (["sensible", "random", "random"], "")
    assert seated() == (["sensible"] * 3, "")
    ran = stoneage("simulate", "-n", "2", "-p", "3", "-s", "1", "--policy", "random")
    assert [line.split()[2] for line in ran.out.split("\n")[2:5]] == ["random"] * 3


def test_a_table_that_names_some_seats_says_who_plays_at_the_others(stoneage, tmp_path):
    table = tmp_path / "table.toml"
    table.write_text('players = 3\n[[seats]]\nname = "Ada"\npolicy = "random"\n', "utf-8")
    for command in (["simulate", "-n", "1"], ["play"]):
        assert stoneage(*command, "-s", "1", table).err == "nobody is named from seat 1 on; `sensible` plays there\n"


def test_simulate_a_table(stoneage):
    ran = stoneage("simulate", "examples/you-and-three.toml", "-n", "2", "-s", "1")
    assert ran.code == 0
    assert ran.out.count("sensible") == 4, "a person's seat is played by the sensible policy"
    assert "Ada (seat 1)" in ran.out


def test_simulate_interrupted(stoneage, monkeypatch):
    played = []
    really = simulating._play

    def interrupted(*args):
        if len(played) == 3:
            raise KeyboardInterrupt
        played.append(really(*args))
        return played[-1]

    monkeypatch.setattr(simulating, "_play", interrupted)
    ran = stoneage("simulate", "-n", "50", "-p", "2", "-s", "1")
    assert ran.code == 2
    assert ran.out.startswith("3 games, 2 players")
    assert ran.err == "interrupted after 3 of 50 games\n"


NO_PLACING = """
[[patch.course]]
target = "base:order-of-play"
drop.phases = ["placing"]

[[remove.phase]]
target = "placing"
why = "nobody ever works, so that nothing ever runs out"
"""


@pytest.mark.parametrize("command", [["simulate", "-n", "3"], ["play"]])
def test_a_game_that_does_not_end_is_the_last_one(stoneage, pack, monkeypatch, command):
    (pack / "cards.toml").write_text(NO_PLACING, "utf-8")
    monkeypatch.setattr(simulating, "LONGEST", 300)
    monkeypatch.setattr(playing, "Game", partial(sa.Game, longest=300))
    ran = stoneage(*command, "-p", "2", "-s", "7", "-m", pack)
    assert ran.code == 1
    assert re.fullmatch(r"seed 7: not over after 300 steps, in round \d+\n", ran.err)


def test_a_shared_victory_counts_in_part(stoneage, monkeypatch):
    monkeypatch.setattr(simulating, "_play", lambda *args: simulating.GameResult((7, 7), (0, 1), 9, "it ended"))
    rows = stoneage("simulate", "-n", "4", "-p", "2").out.split("\n")[2:4]
    assert [row.split()[-3:] for row in rows] == [["2", "(50", "%)"]] * 2


# --- modules ------------------------------------------------------------------------------------------------------


def test_a_pack_that_is_named_by_its_path_is_listed(stoneage, pack):
    ran = stoneage("modules", "-m", pack)
    assert ran.code == 0
    assert f"\ndoubtful 1.0: Doubtful values, enabled\n  from {pack}\n  adds 1 card\n" in ran.out


def test_a_pack_that_cannot_be_read_is_listed_as_broken(stoneage, pack):
    (pack / "pack.toml").write_text("format = 1\n", "utf-8")
    assert f"{pack}: broken: {pack}/pack.toml:1: " in stoneage("modules", "-m", pack).out


@pytest.mark.parametrize(
    ("root", "told"),
    [
        (None, "there is no package `doubtful`, which its entry point `doubtful` names"),
        ("named-otherwise", "its pack calls itself `doubtful`; entry point and pack.toml must agree"),
        ("unreadable", "unreadable/pack.toml:1: "),
    ],
)
def test_an_installed_module_that_cannot_be_enabled_is_listed_as_broken(stoneage, pack, monkeypatch, root, told):
    folder = None if root is None else pack.rename(pack.parent / root)
    if root == "unreadable":
        (folder / "pack.toml").write_text("format = 1\n", "utf-8")
    known = Installed("rules", EntryPoint("rules", "doubtful", "stoneage.modules"), folder)
    monkeypatch.setattr(listing, "installed_modules", lambda: {"rules": known})
    (line,) = stoneage("modules").out.splitlines()
    assert line.startswith("rules: broken: ")
    assert told in line


# --- packs in other places --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("play doubtful", "doubtful is no table file, but a pack; to play with it: `-m ./doubtful`"),
        ("diff base doubtful", "doubtful is no table file, but a pack; to play with it: `-m ./doubtful`"),
        ("simulate ./doubtful", "doubtful is no table file, but a pack; to play with it: `-m ./doubtful`"),
        ("modules doubtful", "doubtful is no table file, but a pack; to play with it: `-m ./doubtful`"),
        ("simulate -m doubtful", "no module is called `doubtful`; for the pack in the folder of this name: `-m ./doubtful`"),
        ("modules -m doubtful", "no module is called `doubtful`; for the pack in the folder of this name: `-m ./doubtful`"),
        ("check -m doubtful", "no module is called `doubtful`; for the pack in the folder of this name: `-m ./doubtful`"),
        (
            "check doubtful/cards.toml",
            "doubtful/cards.toml is content of a pack; name the folder of the pack: `stoneage check ./doubtful`",
        ),
    ],
)
def test_a_pack_where_something_else_belongs_is_known_for_one(stoneage, pack, monkeypatch, words, told):
    monkeypatch.chdir(pack.parent)
    ran = stoneage(*words.split())
    assert ran.code == 2
    assert ran.err.split("\n")[0] == told


def test_the_numbers_of_players_of_a_pack_are_no_table_file(stoneage, pack):
    file = pack / "counts.toml"
    file.write_text('[[players]]\nid = "few"\nat_least = 2\nat_most = 3\n', "utf-8")
    assert "counts.toml is content of a pack" in stoneage("check", file).err
    file.write_text("players = 3\n", "utf-8")
    assert stoneage("check", file).code == 0


def test_a_table_beside_a_manifest_is_a_table(stoneage, pack, monkeypatch):
    monkeypatch.chdir(pack)
    (pack / "table.toml").write_text("players = 2\nmodles = []", "utf-8")
    assert "no key is called `modles`" in stoneage("check", "table.toml").out


# --- new ----------------------------------------------------------------------------------------------------------


def test_a_table_file_has_no_id(stoneage, tmp_path):
    ran = stoneage("new", tmp_path / "evening.toml", "--kind", "table", "--id", "ours")
    assert (ran.code, ran.err.partition("\n")[0]) == (2, "a table file has no id; leave out `--id`")
    assert not (tmp_path / "evening.toml").exists()


# --- show ---------------------------------------------------------------------------------------------------------


def test_show_lists_kinds(stoneage):
    ran = stoneage("show")
    assert ran.code == 0
    kinds = {line.split()[0]: line for line in ran.out.split("\n")[1:] if line}
    rules = sa.load(players=4)
    assert set(kinds) == {kind for kind, entries in rules.content.entries.items() if entries}
    assert kinds["card"].split()[1] == "36"


def test_show_says_that_there_is_nothing_of_a_kind(stoneage):
    assert stoneage("show", "exchange").out == "there are none at this table\n"


def test_a_kind_is_called_by_its_plural_too(stoneage):
    assert stoneage("show", "phases").out == stoneage("show", "phase").out
    assert stoneage("show", "dice tables").out == stoneage("show", "dice_table").out


def test_show_writes_records_as_they_are_edited(stoneage):
    shown = stoneage("show", "feed-tribe", "--toml").out.splitlines()
    assert shown[1] == "[[phase]]"
    assert "# must = false  # set.effects.each-seat.effects.feed.must" in shown
    assert "amount = -10  # set.effects.each-seat.effects.feed.starve.points.amount" in shown
    assert stoneage("show", "phase", "feed-tribe", "--toml").out.splitlines() == shown
    every = stoneage("show", "phases", "--toml").out
    assert every.count("\n[[phase]]\n") == 4
    assert "\n".join(shown) in every


def test_the_history_of_a_value_is_there_for_programs(stoneage):
    (setting,) = json.loads(stoneage("why", "building base:bld-01 cost", "--json").out)
    assert (setting["address"], setting["value"]) == ("building base:bld-01 cost", {"wood": 2, "clay": 1})
    assert (setting["file"], setting["pack"]) == ("stoneage_base/buildings.toml", "base")


def test_show_every_kind_and_record(stoneage):
    """Nothing in the content, the modules' included, is unfit to be shown."""
    players = players_of(HERE)[-1]
    words = ("-p", str(players), *(word for module in HERE for word in ("-m", module)))
    rules = sa.load(players=players, modules=HERE)
    for kind, entries in rules.content.entries.items():
        if entries:
            ran = stoneage("show", kind, *words)
            assert ran.code == 0
            lines = ran.out.rstrip("\n").split("\n")
            assert len(lines) == len(entries) + 1, kind
            assert not [line for line in lines if "object at" in line or "attr" in line]


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (["card", "civ-33"], ["card base:civ-33", "one_use_tool: 4", "icons: toolmaker: 1", "printed in a rulebook",
                              "stoneage_base/cards.toml:", "base.civ.one-use-tool: One-use tools"]),
        (["civ-33"], ["card base:civ-33"]),
        (["base:civ-33"], ["card base:civ-33"]),
        (["card base:civ-33"], ["card base:civ-33"]),
        (["limit", "village-places"], ["at_most: 2: 2; 3: 2", "count.village.2-3: With 2 or 3 players"]),
        (["statement", "base.feed.whole"], ["kind: ruling", "why: ", "carried out by: phase base:feed-tribe"]),
        (["base.feed.whole"], ["statement base.feed.whole"]),
        (["statement", "base.feed"], ["base.feed.income", "base.feed.starve"]),
        (["building", "bld"], ["bld-01", "bld-28"]),
        (["building", "bld-2"], ["bld-20", "bld-28"]),
        (["hut"], ["location base:hut (family hut)", "figures: exactly 2", "effects: a figure"]),
        (["building", "bld-18"], ["cost: ", "points, the value paid"]),
    ],
)  # fmt: skip
def test_show_a_record(stoneage, words, shown):
    ran = stoneage("show", *words)
    assert ran.code == 0
    for text in shown:
        assert text in ran.out


@needs(*WINTER)
def test_show_at_a_table(stoneage):
    assert stoneage("show", "igloo", "igloo-a").code == 2
    ran = stoneage("show", "igloo", "igloo-a", "--table", "examples/winter-for-two.toml")
    assert ran.code == 0
    assert ran.out.startswith("igloo igloos:igloo-a")


def test_what_is_reconstructed_is_said_so(stoneage, pack):
    shown = stoneage("show", "card", "guessed", "-m", pack).out
    assert "icons: builder: 1  [reconstructed]" in shown
    assert "effects: 9 points\n" in shown
    assert "reconstructed, not verified: icons" in shown
    listed = stoneage("show", "card", "-m", pack).out
    assert "rulebook; reconstructed: icons" in listed
    assert "\x1b" not in listed, "a name from a stranger's pack cannot steer the terminal"
    assert "A card \ufffd[31m nobody knows" in listed
    kinds = stoneage("show", "-m", pack).out
    assert next(line for line in kinds.split("\n") if line.startswith("card ")).split()[1:3] == ["37", "1"]
    assert "1 record in 1 file, 1 with reconstructed values\n" in stoneage("check", "-m", pack).out


@needs("igloos", "style-is-the-goal")
def test_a_record_of_which_all_is_reconstructed_is_not_called_printed(stoneage):
    modules = ("-m", "igloos", "-m", "style-is-the-goal")
    assert "  confidence: reconstructed: plausible, not verified\n" in stoneage("show", "igloo", "igloo-a", *modules).out
    assert "  confidence: printed in a rulebook\n" in stoneage("show", "building", "style-bld-1", *modules).out
    assert "  confidence: reconstructed" in stoneage("show", "building", "style-bld-2", *modules).out, "a second such tile"
    third = stoneage("show", "building", "style-bld-3", *modules).out
    assert "rulebook" not in third


def test_a_value_that_is_reconstructed_in_part_says_which(stoneage, pack):
    table = '[[dice_table]]\nid = "odd"\nfaces.1 = [{ do = "tool" }]\nfaces.2 = [{ do = "tool" }]\nreconstructed = ["faces.2"]\n'
    (pack / "more.toml").write_text(table, "utf-8")
    assert "a tool  [reconstructed: 2]\n" in stoneage("show", "dice_table", "odd", "-m", pack).out
    (pack / "more.toml").write_text(table.replace('["faces.2"]', '["faces.4"]'), "utf-8")
    ran = stoneage("show", "dice_table", "odd", "-m", pack)
    assert ran.code == 2
    assert "a part that `faces` does not have" in ran.err


def test_a_ruling_is_printed_nowhere(stoneage):
    shown = stoneage("show", "base.place.no-pass").out
    assert "kind: ruling" in shown
    assert "confidence" not in shown
    assert "printed in a rulebook" in stoneage("show", "base.place.hut").out


# --- why and diff -------------------------------------------------------------------------------------------------

EDITS = """
[[remove.card]]
target = "base:civ-36"
why = "one card less"

[[patch.location]]
target = "base:hut"
unset = ["circles"]
why = "as many as like"

[[patch.location]]
target = "base:fields"
insert.effects = { value = { do = "tool", id = "spade" }, before = "advance" }
why = "whoever digs finds something"
"""


def test_what_is_gone_or_put_in_can_be_asked_about(stoneage, pack):
    (pack / "cards.toml").write_text(EDITS, "utf-8")
    asked = {
        "location base:fields": "\n  effects: doubtful 1.0 inserts before advance:",
        "card base:civ-36": "doubtful 1.0 removes it in doubtful/cards.toml:2: one card less",
        "location base:hut circles": "doubtful 1.0 unsets it in doubtful/cards.toml:8: as many as like",
        "location base:fields effects.advance": '\n  base 1.0.0 defines it as { do = "advance", ',
        "location base:fields effects.spade": 'doubtful 1.0 inserts before advance: { do = "tool", id = "spade" } in doubtful/',
    }
    for datum, answer in asked.items():
        ran = stoneage("why", datum, "-m", pack)
        assert ran.code == 0, ran.err
        assert answer in ran.out
    listed = stoneage("diff", "base", "-m", pack).out
    assert 'effects  inserted { do = "tool", id = "spade" }  (doubtful, ' in listed
    assert listed.endswith("3 differences from the base game\n")


OPTION = """
[options.prize]
type = "int"
default = 3
help = "What the grounds bring"
"""

ADJUSTED = """
[[patch.building]]
target = "base:bld-01"
adjust.effects.points.amount = { add = 2 }

[[patch.location]]
target = "base:hunt"
insert.effects = { value = { do = "points", amount = { option = "prize" } }, after = "roll" }
"""


def test_a_number_that_was_adjusted_is_shown_as_it_is_now(stoneage, pack):
    manifest = pack / "pack.toml"
    manifest.write_text(manifest.read_text("utf-8") + OPTION, "utf-8")
    (pack / "edits.toml").write_text(ADJUSTED, "utf-8")
    listed = stoneage("diff", "base", "-m", pack).out
    assert "effects.points.amount  adjusted { add = 2 } to 12, before 10  (doubtful, " in listed
    assert 'effects  inserted { do = "points", amount = 3 }  (doubtful, ' in listed
    asked = stoneage("why", "building base:bld-01 points", "-m", pack).out
    assert "adjusts it by { add = 2 } to 12 in doubtful/edits.toml:4" in asked
    assert "defines it as 10 in" in asked
    asked = stoneage("why", "location base:hunt effects.points", "-m", pack).out
    assert 'inserts after roll: { do = "points", amount = 3 } in' in asked
    results = {entry["address"]: entry["result"] for entry in json.loads(stoneage("diff", "base", "-m", pack, "--json").out)}
    assert results["building base:bld-01 effects.points.amount"] == 12
    assert results["location base:hunt effects"] is None


# --- explain ------------------------------------------------------------------------------------------------------


def test_explain(stoneage):
    listed = stoneage("explain")
    assert listed.code == 0
    codes = [line.split()[0] for line in listed.out.split("\n")[1:] if line]
    assert "SA302" in codes
    for code in codes:
        ran = stoneage("explain", code.lower())
        assert ran.code == 0
        assert ran.out.startswith(f"{code}: ")


def test_a_tie_is_shown_with_what_breaks_it(capsys):
    rules = sa.load(players=2)
    seats = {0: {"points": 9}, 1: {"points": 9, "figures": 6}}
    over = position(rules, {"over": True, "seats": seats})
    show_scores(over, sa.Narrator(rules))
    lines = capsys.readouterr().out.splitlines()
    (row,) = [line for line in lines if line.startswith("tie-break: agriculture + total tool value + figures")]
    assert row.split()[-2:] == ["5", "6"]
    assert lines[-1] == "seat 1 wins"


def test_heads_of_tables_cannot_steer_the_terminal(capsys):
    screen.table(["points", "\x1b]0;x\x07\u202eevil\U000e0041"], [["1", "2\u200f"]], title="Final\x1b")
    shown = capsys.readouterr().out
    assert UNSAFE & set(shown) == {"\n"}
    assert "evil" in shown


def test_json_on_a_terminal_cannot_steer_it(capsys, monkeypatch):
    data = {"name": "\u202eevil\x9b2J"}
    screen.json(data)
    assert json.loads(capsys.readouterr().out) == data
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    screen.json(data)
    shown = capsys.readouterr().out
    assert json.loads(shown) == data
    assert UNSAFE & set(shown) == {"\n"}


def test_a_name_at_a_seat_cannot_steer_the_terminal(stoneage):
    ran = stoneage("play", "--seat", "person:\u202eevil")
    assert ran.code == 2
    assert "has a character that steers a terminal" in ran.err
