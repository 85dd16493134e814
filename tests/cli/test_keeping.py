"""Games at the terminal that are kept, broken off, and gone on with."""

from __future__ import annotations

import re

import pytest

import stoneage_rules as sa
from writing import write_pack

TWO = "play --players 2 --seed 3"
SEATED = f"{TWO} --seat person --seat sensible"
HUNT = "place hunt 2\nquit\n"
FULL = OSError(28, "No space left on device")


@pytest.fixture
def kept(says, games):
    """The file of a game that was broken off after a decision."""
    says(SEATED, 0, typed=HUNT)
    (path,) = games.iterdir()
    return path


@pytest.fixture
def typing(monkeypatch):
    """Has each line that is typed come from a function, which may do something else, too."""
    return lambda typed: monkeypatch.setattr("builtins.input", typed)


# --- kept without being asked -------------------------------------------------------------------------------------


def test_a_game_with_a_person_is_kept(says, games):
    for typed in (HUNT, "place hunt 2\n", HUNT):
        ran = says(SEATED, 0, typed=typed)
    assert sorted(path.name.partition("-3")[2] for path in games.iterdir()) == ["-2.txt", "-3.txt", ".txt"]
    path = games / ran.out.rpartition("/")[2].strip()
    assert re.fullmatch(r"stoneage-\d{4}-\d\d-\d\d-3-3\.txt", path.name)
    assert f"the game is kept in {path}\n" in ran.out
    assert ran.out.endswith(f"the game is left in round 1; its seed is 3\ngo on with: stoneage play {path}\n")
    assert str(sa.replay(path, allow_unfinished=True).answers()[-1][1]) != "place hunt 2", "the others have moved since"
    assert "0 place hunt 2\n" in path.read_text("utf-8")


@pytest.mark.parametrize(("line", "typed"), [(TWO, ""), (f"{SEATED} --no-keep", HUNT), (SEATED, "quit\n")])
def test_a_game_is_not_kept_without_a_person_a_wish_or_a_decision(says, games, line, typed):
    ran = says(line, 0, typed=typed)
    assert "go on with" not in ran.out
    assert [*games.iterdir()] == []


def test_a_folder_that_cannot_be_written_is_said_and_the_game_goes_on(says, games):
    games.rmdir()
    ran = says(SEATED, 0, "puts 2 figures on hunt", typed=HUNT)
    assert ran.err.startswith("this game is not kept: ")


def test_ctrl_c_says_how_to_go_on(says, games, typing):
    lines = iter(["place hunt 2"])

    def interrupted(prompt=""):
        for line in lines:
            return line
        raise KeyboardInterrupt

    typing(interrupted)
    ran = says(SEATED, 2)
    (path,) = games.iterdir()
    assert (ran.err, ran.out.rpartition("go on with: ")[2]) == ("\ninterrupted\n", f"stoneage play {path}\n")


def test_a_game_that_is_over_shows_its_scores_and_how_to_see_it_again(says, tmp_path):
    path = tmp_path / "my game.txt"
    says(f"{TWO} --record '{path}'", 0, f"show it again with: stoneage replay '{path}'\n")
    before = path.read_bytes()
    says(f"play '{path}'", 0, "Final scores")
    assert path.read_bytes() == before


# --- gone on with -------------------------------------------------------------------------------------------------


def test_a_game_goes_on_where_it_was_left(says, games):
    """The same typed lines lead to the same game, whether it is broken off or not."""
    texts = []
    for parts in (["6 8 9 7 10 11 1 quit"], ["6 8 9", "7 10 quit", "11 1 quit"]):
        line = SEATED
        for part in parts:
            says(line, 0, typed=part.replace(" ", "\n") + "\n")
            (path,) = games.iterdir()
            line = f"play {path}"
        texts.append(path.read_text("utf-8"))
        path.unlink()
    assert texts[0] == texts[1]


def test_a_record_that_another_program_writes_ends_the_game(says, kept, typing):
    """Somebody goes on with it at another terminal: nothing of theirs is overwritten."""
    theirs = kept.read_text("utf-8") + "# theirs\n"

    def typed(prompt=""):
        kept.write_text(theirs, "utf-8")
        return "6"

    typing(typed)
    says(f"play {kept}", 2, f"{kept}: another program has changed this record since its last step was written here")
    assert kept.read_text("utf-8") == theirs


def test_a_lost_record_is_written_anew(says, kept, typing):
    lines = iter(["6", "quit"])

    def typed(prompt=""):
        kept.unlink(missing_ok=True)
        return next(lines)

    typing(typed)
    says(f"play {kept}", 0)
    assert sa.replay(kept, allow_unfinished=True).length


def test_what_was_decided_before_can_be_taken_back(says, kept):
    says(f"play {kept}", 0, typed="undo\nplace hunt 3\nquit\n")
    text = kept.read_text("utf-8")
    assert ("0 place hunt 3\n" in text, "0 place hunt 2\n" in text) == (True, False)


def test_a_record_that_a_killed_program_left_goes_on(says, kept):
    kept.write_text(kept.read_text("utf-8")[:-5], "utf-8")
    says(f"play {kept}", 0, typed="quit\n")
    assert kept.read_text("utf-8").endswith("\n")


def test_a_record_made_elsewhere_goes_on_with_other_players(says, tmp_path, games):
    game = sa.Game(sa.load(players=2), seed=5, names=["Bea", ""], policies=["my-bots:best", "random"])
    game.play("place hunt 2")
    path, other = tmp_path / "theirs.txt", tmp_path / "mine.txt"
    game.record.write(path)
    says(f"play {path}", 2, "`my-bots:best` plays at seat 0; say who goes on there: `--seat WHO`")
    before = path.read_bytes()
    ran = says(f"play {path} --seat sensible --record {other}", 0)
    assert (ran.err, path.read_bytes()) == ("", before), "the record names who plays at the other seat"
    again = sa.replay(other)
    assert (again.is_over, again.names, again.policies) == (True, ("Bea", ""), ("sensible", "random"))
    assert [*games.iterdir()] == []


def test_a_policy_of_another_version_goes_on_and_is_told(says, tmp_path):
    game = sa.Game(sa.load(players=2), seed=5, policies=["random", "sensible"])
    game.versions = ("0", None)
    game.record.write(tmp_path / "game.txt")
    now = sa.policies.version_of("random")
    ran = says(f"play {tmp_path}/game.txt", 0)
    assert ran.err == f"`random` played at seat 0 in version 0; version {now} goes on\n"
    assert sa.replay(tmp_path / "game.txt").versions == (now, sa.policies.version_of("sensible"))


def test_a_record_that_stops_before_a_roll_goes_on(says, tmp_path):
    game = sa.Game(sa.load(players=2), seed=5)
    for action in ("place hunt 5", "place forest 5", "resolve hunt"):
        game.play(action)
    game.undo_to(game.length - 1)
    assert game.state.is_chance
    game.record.write(tmp_path / "game.txt")
    says(f"play {tmp_path}/game.txt", 0)
    assert sa.replay(tmp_path / "game.txt").is_over


@pytest.mark.parametrize("words", ["--players 3", "--seed 1", "-m base"])
def test_a_record_brings_its_own_table(says, kept, words):
    says(f"play {kept} {words}", 2, "is the record of a game, with its own players, modules and seed")


def test_a_record_with_a_fault_is_refused_with_its_line(says, kept):
    text = kept.read_text("utf-8").replace("place hunt 2", "place hut 1")
    kept.write_text(text, "utf-8")
    says(f"play {kept}", 2, f"{kept}: line ", "hut takes exactly 2 figures", typed="quit\n")
    assert kept.read_text("utf-8") == text


@pytest.mark.parametrize(("old", "step"), [("0 place hunt 2\n", None), ("0 place hut 1\n", 0)])
def test_a_game_of_other_rules_goes_on_under_those_of_now(says, games, kept, old, step):
    """From where they first differ, in a new file: the old one keeps what does not fit."""
    digest = sa.load(players=2).digest
    text = kept.read_text("utf-8").replace(digest, "0" * 64).replace("0 place hunt 2\n", old)
    kept.write_text(text, "utf-8")
    says(f"play {kept}", 2, "under other rules", "--with-current-rules", typed="quit\n")
    ran = says(f"play {kept} --with-current-rules", 0, "the game is kept in", typed="hunt 1\nforest 1\nquit\n")
    assert ("hut takes exactly 2 figures" in ran.err) is (step is not None)
    assert "played under other rules; it goes on under those of now, after step" in ran.err
    assert kept.read_text("utf-8") == text
    (other,) = [path for path in games.iterdir() if path != kept]
    game = sa.replay(other, allow_unfinished=True)
    assert (game.rules.digest, game.state.figures_at("hunt")[0]) == (digest, 2 if step is None else 1)


def test_packs_elsewhere_are_named_in_the_command_that_goes_on(says, games, tmp_path):
    pack = write_pack(tmp_path / "rules", {}, requires="base")
    ran = says(f"{SEATED} -m {pack}", 0, typed=HUNT)
    (path,) = games.iterdir()
    assert ran.out.endswith(f"go on with: stoneage play {path} --packs-from {pack.parent}\n")
    says(f"play {path}", 2, "if you trust the record", typed="quit\n")
    says(f"play {path} --packs-from {pack.parent}", 0, typed="place hunt 1\nquit\n")


# --- a full disk --------------------------------------------------------------------------------------------------


def test_a_full_disk_is_told_once_and_the_game_goes_on(says, games, monkeypatch):
    really, full = sa.RunningRecord._append, [False, True, True, True, False]

    def append(record, file, part):
        if full and full.pop(0):
            raise FULL
        really(record, file, part)

    monkeypatch.setattr(sa.RunningRecord, "_append", append)
    ran = says(SEATED, 0, typed="6\n9\n10\n11\n7\nquit\n")
    (path,) = games.iterdir()
    assert ran.err == (
        f"{path}: No space left on device; the game goes on, and is written as soon as that is possible\n"
        f"{path}: the whole game is written again\n"
    )
    assert sa.replay(path, allow_unfinished=True).length > 10


def test_a_disk_that_stays_full_is_told_at_the_end_with_the_name_of_the_record(says, tmp_path, monkeypatch):
    def append(record, file, part):
        raise FULL

    monkeypatch.setattr(sa.RunningRecord, "_append", append)
    ran = says(f"{TWO} --record {tmp_path}/game.txt", 2)
    assert "Final scores" in ran.out
    assert ran.err.endswith(f"{tmp_path}/game.txt: No space left on device\n")
