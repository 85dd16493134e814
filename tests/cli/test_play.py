"""`stoneage play`: watching, sitting down, undoing, recording."""

from __future__ import annotations

import re

import pytest

import stoneage_rules as sa
from cli.conftest import WINTER
from shipped import needs
from writing import write_pack

QUICK = "play --players 2 --seed 3"
SEATED = f"{QUICK} --seat person --seat sensible"


# --- watching -----------------------------------------------------------------------------------------------------


def test_a_whole_game_is_told(says):
    ran = says(f"{QUICK} --log", 0)
    assert ran.err == ""
    lines = ran.out.split("\n")
    assert lines[0] == "2 players, base, seed 3"
    assert "Round 1, first player is sensible 0" in lines
    assert "Placing figures" in lines
    sheet = lines.index("Final scores")
    assert "the game ends" in lines[:sheet]
    totals = next(line for line in lines[sheet:] if line.startswith("total")).split()[1:]
    winner = max((0, 1), key=lambda seat: int(totals[seat]))
    assert f"sensible {winner} wins" in lines[sheet:]
    assert all(line == line.rstrip() for line in lines)
    # What follows from a place is set in.
    feeding = lines.index("Feeding")
    acted = lines[lines.index("Taking actions") + 1 : feeding - 1]
    assert acted[0].startswith("sensible 0 uses ")
    assert all((" uses " in line) != line.startswith("  ") for line in acted)
    assert not lines[feeding + 1].startswith(" ")


def test_a_game_that_nobody_plays_ends_on_one_screen(says):
    lines = says("play examples/four-players.toml", 0, "shows every step").out.split("\n")
    assert len(lines) <= 23
    assert [line for line in lines if len(line) > 80] == []


def test_a_seed_that_was_chosen_shows_the_same_game_again(says):
    fresh = says("play --players 2", 0).out
    seed = fresh.split("\n")[0].rsplit(" ", 1)[1]
    assert says(f"play --players 2 --seed {seed}", 0).out == fresh


def test_the_examples(says):
    says("play examples/four-players.toml", 0, "Ada", "Final scores")
    said = ("Alex starts; deck 32, buildings", "Alex chooses where to place figures", "Alex> ")
    says("play examples/you-and-three.toml", 0, *said, typed="quit\n")


@needs(*WINTER, "yucata")
@pytest.mark.parametrize(
    ("words", "head"),
    [("", "2 players, {}, seed 2018"), ("--players 3 --seed 4 --module yucata", "3 players, {}, yucata, seed 4")],
)
def test_the_command_line_changes_the_table(says, words, head):
    packs = ", ".join(sa.load("examples/winter-for-two.toml").packs)
    shown = says(f"play examples/winter-for-two.toml {words}", 0, "South").out.split("\n")[0]
    assert sorted(shown.split(", ")) == sorted(head.format(packs).split(", "))


def test_seats_by_policy(says):
    watched = says(f"{QUICK} --seat random --seat sensible", 0).out
    totals = next(line for line in watched.split("\n") if line.startswith("total")).split()[1:]
    assert int(totals[0]) < int(totals[1])


# --- sitting down -------------------------------------------------------------------------------------------------


@pytest.fixture
def seated(says):
    """Returns what follows the first question when some lines, with bars between them, have been typed."""

    def sit(lines: str, *parts: str, words: str = "--no-keep") -> str:
        ran = says(f"{SEATED} {words}", 0, *parts, typed="".join(f"{line}\n" for line in lines.split("|")) if lines else "")
        assert ran.err == ""
        return re.split(r"seat 0(?: \[\d+\])?> ", ran.out, maxsplit=1)[-1]

    return sit


def test_the_board_and_the_options_are_shown(seated):
    seated(
        "quit",
        "Round 1, placing figures; seat 0 starts; deck 32, buildings +6 +6\nseat 0 chooses where to place figures\n",
        " 1 hunt [+] ",
        "14 building-2 [_] +6 ",
        "points home",
        "6 toolmaker-hut",
        " 5 river [_______] dice / 6 gold ",
        "choose by number or name, as `",
    )


@pytest.mark.parametrize("lines", ["", "place hunt 1", "quit"])
def test_the_end_of_the_input_is_a_clean_end(seated, lines):
    assert seated(lines).endswith("the game is left in round 1; its seed is 3\n")


def test_choosing_by_number_and_by_word(seated):
    shown = seated("place toolmaker-hut 1|quit")
    assert seated("6|quit") == seated("6 1|quit") == seated("toolmaker-hut|quit") == shown
    assert shown.startswith("seat 0 puts 1 figure on toolmaker-hut  ")
    assert seated("1 3|quit") == seated("hunt 3|quit")


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("99", "the options are numbered 1, 2, 3, "),
        ("0", "the options are numbered 1, 2, 3, "),
        ("plase hunt 1", "nothing here is called `plase`; did you mean `place`?"),
        ("forst 2", "nothing here is called `forst`; did you mean `forest`?"),
        ("scroe", "did you mean `score`?"),
        ("forest", "several options begin so, `place forest 1` to `place forest 5`; say which, as `forest 5`"),
        ("farm", "nothing here is called `farm`"),
        ("7 1", "`7 1` is not possible now:\n  hut takes exactly 2 figures; 1 was named"),
        ("log 3", "Round 1, first player is seat 0\n\nPlacing figures\n"),
        ("hint", "place fields 1: 1 forward on agriculture\n"),
        ("log x", "say how many"),
        ("log all", "Set-up\nseat 0 begins with 12 food\n"),
        ("log 0", "Set-up\nseat 0 begins with 12 food\n"),
        ("9" * 5000, "the options are numbered 1, 2, 3, "),
        ("pay", "`pay` cannot be read: no goods are named; the form is `pay NUMBER GOOD, "),
        ("2 gold", "nothing here is called `2 gold`"),
        ("card", " 9 place card-1 1 (civ-"),
        ("look sensible", "sensible 1:\n"),
        ("look card-1", "card base:civ-"),
        ("options", " 6 place toolmaker-hut 1 (a tool)"),
        ("place hunt lots", "`lots` stands where a whole number belongs"),
        ("roll 3", "is an outcome of chance"),
        ("undo", "1 decision cannot be taken back; 0 have been made"),
        ("undo 5", "5 decisions cannot be taken back; 0 have been made"),
        ("undo 0", "say how many, as `undo 3`"),
        ("undo x", "say how many, as `undo 3`"),
        ("save", "say what: `save NAME`"),
        ("redo", "nothing has been taken back that could be taken again"),
        ("why", "say what: `why NAME`"),
        ("why 1", "` is possible now: a die / 2 food"),
        ("why forst 2", "did you mean `forest`?"),
        ("why hut 1", "`place hut 1` is not possible now"),
        ("why 99", "the options are numbered 1, 2, 3, "),
        ("why plase", "did you mean `place`?"),
        ("why roll 3", "is for chance to decide"),
        ("why place hunt 1", "`place hunt 1` is possible now"),
        ("why place Family Hut 2", "`place hut 2` is possible now"),
        ("look", "say what: `look NAME`"),
        ("look nowhere", "nothing is called `nowhere`; `board` shows ids"),
        ("look hunt", "location base:hunt (hunting grounds)"),
        ("look civ-33", "card base:civ-33"),
        ("board", "points home"),
        ("score", "Scores, if the game ended now"),
        ("?", "written as: place PLACE NUMBER"),
        ("help", "takes back the last decision of a person here"),
        (" ", "seat 0 chooses where to place figures"),
        ("place hut 1", "`place hut 1` is not possible now:\n  hut takes exactly 2 figures; 1 was named"),
        ("why place hut 1", "1 was named; you have 5 at home\n    Family hut: 2 circles, exactly 2 figures"),
    ],
)
def test_what_else_can_be_typed(seated, line, answer):
    shown = seated(f"{line}|quit")
    assert answer in shown.partition("seat 0> ")[0]
    assert "puts" not in shown, "nothing has been played"
    assert ".toml" not in shown, "a player needs no file"


def test_what_cannot_be_paid_is_said_before_it_is_chosen(seated):
    shown = seated("place card-4 1|place hunt 4|quit")
    row = " ".join(shown.rpartition("\n12 card-4 ")[2].split())
    assert row.startswith(
        "(civ-23: 2 dice / 3 wood, shows 2 shaman; costs 4 of any resource; you cannot pay it now, and get nothing) seat 0"
    )


@pytest.mark.parametrize("lines", ["place hunt 2|undo|place hunt 3|quit", "place hunt 2|2 1|undo 2|place hunt 3|quit"])
def test_decisions_are_taken_back(seated, lines):
    shown = seated(lines)
    assert shown.count("-- taken back to round 1 --") == 1
    assert shown.index("puts 2 figures on hunt") < shown.index("taken back") < shown.index("puts 3 figures on hunt")


@pytest.mark.parametrize(
    ("words", "said", "asked"),
    [("", "-- taken back to round 1 --", "Ada> "), ("--no-undo", "this game is played without taking back", "Bela> ")],
)
def test_a_slip_is_taken_back_at_the_prompt_of_another_person(says, words, said, asked):
    seats = "--seat person:Ada --seat person:Bela --seat sensible:Cleo"
    out = says(f"play --players 3 --seed 7 --no-keep {seats} {words}", 0, typed="hunt 5\nundo\nquit\n").out
    after = out.partition("Bela> ")[2].partition(said)[2]
    assert after.partition("> ")[0].rpartition("\n")[2] + "> " == asked


def test_what_was_taken_back_is_taken_again_with_what_followed(seated):
    """With `redo` the others do what they did before; once something else has been chosen there is nothing to redo."""
    nothing = "nothing has been taken back that could be taken again"

    def placed(shown):
        return [line.removeprefix("seat 0> ") for line in shown.splitlines() if " puts " in line]

    once, again = placed(seated("place hunt 2|quit")), seated("place hunt 2|undo|redo|redo|quit")
    assert len(once) == 1
    assert (placed(again), again.count(nothing)) == (once * 2, 1)
    assert nothing in seated("place hunt 2|undo|place hunt 3|redo|quit")


def test_a_person_can_play_to_the_end(seated):
    """By the same lines again and again, and else by what Enter takes; what a die or a tool comes to is shown."""
    lines = ["8", "9 1", "2 all", "10 1", "11 1", "12 1", "", "1 all"]
    shown = seated("|".join(lines * 600), "Final scores")
    assert "the game is left" not in shown
    assert "pick " in shown
    assert any(f" ({what})" in shown for what in ("1 wood", "1 clay", "1 stone", "1 gold", "a tool"))
    assert " / 3 = " in shown or " / 2 = " in shown


@pytest.fixture
def finished(says, tmp_path):
    """The record of a game of a person that was played to its end by what Enter takes."""
    path = tmp_path / "finished.txt"
    lines = "\n".join(["8", "9 1", "2 all", "10 1", "11 1", "12 1", "", "1 all"] * 600)
    says(f"{SEATED} --record {path}", 0, "Final scores", "the end [quit]> ", typed=lines)
    return path


def test_after_the_end_one_can_look_back_and_take_back(says, finished, tmp_path):
    whole = finished.read_bytes()
    lines = f"hunt|log 2|score|look sensible|board|save {tmp_path / 'copy.txt'}|save {finished}|".replace("|", "\n")
    out = says(f"play {finished}", 0, typed=lines).out
    assert out.count("the end [quit]> ") == 8, "the last line is empty: Enter leaves"
    assert "the game is over; you can still type undo, log, " in out
    for said in (
        "cannot fill the card spaces; the game ends",
        "sensible 1:\n",
        "The game is over, after round",
        "is there already",
    ):
        assert said in out
    assert out.count("Final scores") == 2
    assert (finished.read_bytes(), sa.replay(tmp_path / "copy.txt").is_over) == (whole, True)
    steps = sa.replay(finished).length
    said = says(f"play {finished}", 0, "the end [quit]> -- taken back to round ", "go on with: ", typed="undo\nquit\n").out
    assert "the game is left in round" in said
    assert sa.replay(finished, allow_unfinished=True).length < steps


def test_with_no_undo_the_end_cannot_be_taken_back(says, finished):
    says(f"play {finished} --no-undo", 0, "this game is played without taking back", typed="undo\n")
    assert sa.replay(finished).is_over


def test_a_number_completes_a_place_that_was_named_alone(seated):
    assert "how many for forest> seat 0 puts 3 figures on forest" in seated("2|3|quit")
    assert "seat 0 puts 3 figures on hunt" in seated("2|hunt 3|quit")
    assert seated("2||1 3|quit").count("how many for") == 1


def test_a_refusal_gives_one_reason_and_names_the_others(seated):
    refused, _, explained = seated("2 9|why 2 9|quit").partition("seat 0> ")
    assert "forest has 7 circles; 7 are free" in refused
    assert refused.endswith("  `why 2 9` gives 2 more reasons\n")
    assert "9 were named" not in refused
    assert "9 were named" in explained


@pytest.mark.parametrize("command", ["?", "look hunt", "hint", "log"])
def test_the_question_follows_what_was_looked_up(seated, command):
    looked_up = seated(f"place card-1 1|place hunt 4|{command}|quit").rpartition("seat 0 [")[0].rpartition("seat 0 [")[2]
    assert "seat 0 chooses which place to use next\n" in looked_up
    assert re.search(r"\n *9 card-1 \(", looked_up), "so that it is seen what Enter takes"


def test_what_a_number_of_a_choice_stands_for_is_shown(seated, tmp_path):
    effects = '[{ do = "gain", good = "gold", amount = 2 }, { do = "figure" }]'
    text = f'[[set_up]]\nid = "gift"\neffects = [{{ do = "each-seat", effects = [{{ do = "one-of", effects = {effects} }}] }}]\n'
    text += '[[patch.course]]\ntarget = "base:order-of-play"\nappend.set_up = ["gift"]\n'
    pack = write_pack(tmp_path, {"gift.toml": text}, requires="base")
    shown = seated("choose 2|quit", "1 choose 1 (2 gold)", "2 choose 2 (a figure)", words=f"--no-keep -m {pack}")
    assert "seat 0 chooses: a figure" in shown


# --- recording ----------------------------------------------------------------------------------------------------


@pytest.fixture
def path(tmp_path):
    return tmp_path / "game.txt"


def test_a_game_is_written_as_it_goes_on(says, seated, path):
    says(f"{QUICK} --record {path}", 0)
    assert (sa.replay(path).is_over, sa.replay(path).seed) == (True, 3)
    path.unlink()
    seated("place hunt 2|undo|place hunt 3|quit", words=f"--record {path}")
    text = path.read_text("utf-8")
    assert ("0 place hunt 3\n" in text, "0 place hunt 2\n" in text, text[-1]) == (True, False, "\n")
    assert sa.replay(path, allow_unfinished=True).state.figures_at("hunt")[0] == 3


def test_no_game_is_overwritten_and_no_folder_made(says, path):
    path.write_text("an older game\n", "utf-8")
    says(f"{QUICK} --record {path}", 2, "exists already")
    assert path.read_text("utf-8") == "an older game\n"
    says(f"{QUICK} --record {path.parent}/nowhere/game.txt", 2, "nowhere is no folder; make it first")
