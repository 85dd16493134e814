"""Games at the terminal that are kept, broken off, and gone on with."""

from __future__ import annotations

import re

import pytest

import stoneage_rules as sa
from writing import write_pack

TWO = ("--players", "2", "--seed", "3")
SEATED = ("play", *TWO, "--seat", "person", "--seat", "sensible")


def kept_in(games):
    """Returns the one game that has been kept."""
    (path,) = games.iterdir()
    return path


# --- kept without being asked -------------------------------------------------------------------------------------


def test_a_game_with_a_person_is_kept(stoneage, games):
    ran = stoneage(*SEATED, typed="place hunt 2\nquit\n")
    path = kept_in(games)
    assert re.fullmatch(r"stoneage-\d{4}-\d\d-\d\d-3\.txt", path.name)
    assert f"the game is kept in {path}\n" in ran.out.partition("Round 1")[0] + ran.out
    assert ran.out.endswith(f"the game is left in round 1; its seed is 3\ngo on with: stoneage play {path}\n")
    game = sa.replay(path, allow_unfinished=True)
    assert str(game.answers()[-1][1]) != "place hunt 2", "the others have moved since"
    assert "0 place hunt 2\n" in path.read_text("utf-8")


def test_a_second_game_of_the_same_day_and_seed_has_its_own_file(stoneage, games):
    for _ in range(3):
        stoneage(*SEATED, typed="place hunt 2\nquit\n")
    assert sorted(path.name.partition("-3")[2] for path in games.iterdir()) == ["-2.txt", "-3.txt", ".txt"]


def test_games_of_policies_are_kept_only_if_a_file_is_named(stoneage, games):
    assert stoneage("play", *TWO).code == 0
    assert [*games.iterdir()] == []


def test_nobody_has_to_keep_a_game(stoneage, games):
    ran = stoneage(*SEATED, "--no-keep", typed="place hunt 2\nquit\n")
    assert "kept" not in ran.out
    assert "go on with" not in ran.out
    assert [*games.iterdir()] == []


def test_a_game_in_which_nothing_was_decided_is_not_kept(stoneage, games):
    ran = stoneage(*SEATED, typed="quit\n")
    assert "go on with" not in ran.out
    assert [*games.iterdir()] == []


def test_a_folder_that_cannot_be_written_is_said_and_the_game_goes_on(stoneage, games):
    games.rmdir()
    ran = stoneage(*SEATED, typed="place hunt 2\nquit\n")
    assert ran.code == 0
    assert ran.err.startswith("this game is not kept: ")
    assert "puts 2 figures on hunt" in ran.out


@pytest.mark.parametrize("typed", ["place hunt 2\n", "place hunt 2\nquit\n"])
def test_every_end_says_how_to_go_on(stoneage, games, typed):
    assert stoneage(*SEATED, typed=typed).out.endswith(f"go on with: stoneage play {kept_in(games)}\n")


def test_ctrl_c_says_how_to_go_on(stoneage, games, monkeypatch):
    lines = iter(["place hunt 2"])

    def interrupted(prompt=""):
        for line in lines:
            return line
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    ran = stoneage(*SEATED)
    assert ran.code == 2
    assert ran.err == "\ninterrupted\n"
    assert ran.out.endswith(f"go on with: stoneage play {kept_in(games)}\n")


def test_a_game_that_is_over_says_how_to_see_it_again(stoneage, tmp_path):
    path = tmp_path / "my game.txt"
    ran = stoneage("play", *TWO, "--record", path)
    assert ran.out.endswith(f"show it again with: stoneage replay '{path}'\n")


# --- gone on with -------------------------------------------------------------------------------------------------


def test_a_game_goes_on_where_it_was_left(stoneage, games):
    """The same typed lines lead to the same game, whether it is broken off or not."""
    lines = ["1", "2", "1", "1", "3", "1", "1", "2"]
    stoneage(*SEATED, typed="\n".join([*lines, "quit", ""]))
    whole = kept_in(games).read_text("utf-8")
    kept_in(games).unlink()
    stoneage(*SEATED, typed="\n".join([*lines[:3], ""]))
    path = kept_in(games)
    middle = stoneage("play", path, typed="\n".join([*lines[3:5], "quit", ""]))
    assert middle.out.startswith("2 players, base, seed 3\n")
    assert "takes 12 food" not in middle.out, "the set-up is not told again"
    last = stoneage("play", path, typed="\n".join([*lines[5:], "quit", ""]))
    assert last.code == 0
    assert path.read_text("utf-8") == whole
    assert kept_in(games) == path


def test_a_record_that_another_program_writes_ends_the_game(stoneage, games, monkeypatch):
    """Somebody goes on with it at another terminal: nothing of theirs is overwritten."""
    stoneage(*SEATED, typed="place hunt 2\nquit\n")
    path = kept_in(games)
    theirs = ""

    def typed(prompt=""):
        nonlocal theirs
        theirs = path.read_text("utf-8") + "# theirs\n"
        path.write_text(theirs, "utf-8")
        return "1"

    monkeypatch.setattr("builtins.input", typed)
    ran = stoneage("play", path)
    assert ran.code == 2
    assert f"{path}: another program has changed this record since its last step was written here" in ran.err
    assert path.read_text("utf-8") == theirs


def test_a_lost_record_is_written_anew(stoneage, games, monkeypatch):
    stoneage(*SEATED, typed="place hunt 2\nquit\n")
    path = kept_in(games)
    lines = iter(["1", "quit"])

    def typed(prompt=""):
        path.unlink(missing_ok=True)
        return next(lines)

    monkeypatch.setattr("builtins.input", typed)
    assert stoneage("play", path).code == 0
    assert sa.replay(path, allow_unfinished=True).length


def test_what_was_decided_before_can_be_taken_back(stoneage, games):
    stoneage(*SEATED, typed="place hunt 2\nquit\n")
    stoneage("play", kept_in(games), typed="undo\nplace hunt 3\nquit\n")
    text = kept_in(games).read_text("utf-8")
    assert "0 place hunt 3\n" in text
    assert "0 place hunt 2\n" not in text


def test_a_record_that_a_killed_program_left_goes_on(stoneage, games):
    stoneage(*SEATED, typed="place hunt 2\nquit\n")
    path = kept_in(games)
    whole = path.read_text("utf-8")
    path.write_text(whole[:-5], "utf-8")
    ran = stoneage("play", path, typed="quit\n")
    assert ran.code == 0
    assert path.read_text("utf-8").endswith("\n")


def test_a_record_made_elsewhere_goes_on_with_other_players(stoneage, tmp_path, games):
    rules = sa.load(players=2)
    game = sa.Game(rules, seed=5, names=["Bea", ""], policies=["my-bots:best", "random"])
    game.play("place hunt 2")
    path, other = tmp_path / "theirs.txt", tmp_path / "mine.txt"
    game.record.write(path)
    ran = stoneage("play", path)
    assert ran.code == 2
    assert "`my-bots:best` plays at seat 0; say who goes on there: `--seat WHO`" in ran.err
    before = path.read_bytes()
    ran = stoneage("play", path, "--seat", "sensible", "--record", other)
    assert (ran.code, ran.err) == (0, ""), "the record names who plays at the other seat"
    assert path.read_bytes() == before
    again = sa.replay(other)
    assert again.is_over
    assert (again.names, again.policies) == (("Bea", ""), ("sensible", "random"))
    assert [*games.iterdir()] == []


def test_a_record_that_stops_before_a_roll_goes_on(stoneage, tmp_path):
    game = sa.Game(sa.load(players=2), seed=5)
    for action in ("place hunt 5", "place forest 5", "resolve hunt"):
        game.play(action)
    game.undo_to(game.length - 1)
    assert game.state.is_chance
    game.record.write(tmp_path / "game.txt")
    assert stoneage("play", tmp_path / "game.txt").code == 0
    assert sa.replay(tmp_path / "game.txt").is_over


def test_a_game_that_is_over_shows_its_scores(stoneage, tmp_path):
    path = tmp_path / "game.txt"
    stoneage("play", *TWO, "--record", path)
    before = path.read_bytes()
    ran = stoneage("play", path)
    assert ran.code == 0
    assert "Final scores" in ran.out
    assert path.read_bytes() == before


@pytest.mark.parametrize("words", [("--players", "3"), ("--seed", "1"), ("-m", "base")])
def test_a_record_brings_its_own_table(stoneage, games, words):
    stoneage(*SEATED, typed="place hunt 2\nquit\n")
    ran = stoneage("play", kept_in(games), *words)
    assert ran.code == 2
    assert "is the record of a game, with its own players, modules and seed" in ran.err


def test_a_record_with_a_fault_is_refused_with_its_line(stoneage, games):
    stoneage(*SEATED, typed="place hunt 2\nquit\n")
    path = kept_in(games)
    path.write_text(path.read_text("utf-8").replace("place hunt 2", "place hut 1"), "utf-8")
    ran = stoneage("play", path, typed="quit\n")
    assert ran.code == 2
    assert ran.err.startswith(f"{path}: line ")
    assert "hut takes exactly 2 figures" in ran.err
    assert "place hut 1" in path.read_text("utf-8"), "it is as it was"


def test_packs_elsewhere_are_named_in_the_command_that_goes_on(stoneage, games, tmp_path):
    pack = write_pack(tmp_path / "rules", {}, requires="base")
    ran = stoneage(*SEATED, "-m", str(pack), typed="place hunt 2\nquit\n")
    command = ran.out.rsplit("go on with: stoneage ", 1)[1].split()
    assert command == ["play", str(kept_in(games)), "--packs-from", str(pack.parent)]
    refused = stoneage(*command[:2], typed="quit\n")
    assert refused.code == 2
    assert "if you trust the record" in refused.err
    assert stoneage(*command, typed="place hunt 1\nquit\n").code == 0


# --- a full disk --------------------------------------------------------------------------------------------------


def test_a_full_disk_is_told_once_and_the_game_goes_on(stoneage, games, monkeypatch):
    really, full = sa.RunningRecord._append, [False, True, True, True, False]

    def append(record, file, part):
        if full and full.pop(0):
            raise OSError(28, "No space left on device")
        really(record, file, part)

    monkeypatch.setattr(sa.RunningRecord, "_append", append)
    ran = stoneage(*SEATED, typed="1\n1\n1\n1\nquit\n")
    path = kept_in(games)
    assert ran.code == 0
    assert ran.err == (
        f"{path}: No space left on device; the game goes on, and is written as soon as that is possible\n"
        f"{path}: the whole game is written again\n"
    )
    assert sa.replay(path, allow_unfinished=True).length > 10


def test_a_disk_that_stays_full_is_told_at_the_end_with_the_name_of_the_record(stoneage, tmp_path, monkeypatch):
    def append(record, file, part):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(sa.RunningRecord, "_append", append)
    path = tmp_path / "game.txt"
    ran = stoneage("play", *TWO, "--record", path)
    assert ran.code == 2
    assert "Final scores" in ran.out
    assert ran.err.endswith(f"{path}: No space left on device\n")


# --- undo ---------------------------------------------------------------------------------------------------------


def test_what_chance_has_shown_is_said_when_it_is_taken_back(stoneage, games):
    ran = stoneage(*SEATED, typed="place hunt 5\n" + "1\n" * 4 + "undo\n" * 5 + "quit\n")
    known = [line for line in ran.out.split("\n") if line.startswith("   known now, and it would come again: ")]
    rolled = [line.strip() for line in ran.out.partition("-- taken back")[0].split("\n") if "rolls" in line]
    assert rolled
    assert all(any(text in line for line in known) for text in rolled)


def test_a_secret_is_not_said_when_it_is_taken_back():
    from stoneage_rules import Narrator
    from stoneage_rules.cli.boards import LogPrinter

    game = sa.Game(sa.load(players=2), seed=1)
    printer = LogPrinter(Narrator(game.rules))
    game.listen(printer)
    number = 0
    while not any(game.state.face_down):
        number += 7
        game.play(game.legal()[number % len(game.legal())])
    (item,) = next(seat["face_down"] for seat in game.state.to_dict()["seats"] if seat["face_down"])
    assert any("face down" in text for _, text in printer._of_chance)
    assert all(item not in text for _, text in printer._of_chance)
