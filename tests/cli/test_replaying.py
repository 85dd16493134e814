"""`replay`."""

from __future__ import annotations

from pathlib import Path

import pytest

import stoneage_rules as sa

TWO = "--players 2 --seed 3"


# --- replay -------------------------------------------------------------------------------------------------------


@pytest.fixture
def record(says, tmp_path):
    path = tmp_path / "game.txt"
    says(f"play {TWO} --record {path}", 0)
    return path


def test_replay_tells_the_game_again(says, record):
    played = says(f"play {TWO} --log", 0).out.split("\n")
    told = says(f"replay {record}", 0).out.split("\n")
    assert told[:-2] == played[:-1]
    assert told[-2].endswith("all of them as the rules have it")
    quiet = says(f"replay {record} --quiet", 0).out
    assert (quiet.startswith("Final scores\n"), "puts" in quiet) == (True, False)


def test_a_changed_record_is_refused_with_its_line(says, record):
    lines = record.read_text("utf-8").split("\n")
    number = next(number for number, line in enumerate(lines) if line.startswith("1 place"))
    lines[number] = "1 place hut 7"
    record.write_text("\n".join(lines), "utf-8")
    ran = says(f"replay {record}", 1, "Round 1")  # the good part is told
    assert ran.err.startswith(f"{record}: line {number + 1}: `1 place hut 7` is refused")
    assert "expected: seat 1 chooses where to place figures" in ran.err
    assert "hut 7" not in ran.out
    quiet = says(f"replay {record} --quiet", 1)
    assert (quiet.out, quiet.err) == ("", ran.err)


def test_an_unfinished_record(says, record):
    lines = record.read_text("utf-8").split("\n")
    record.write_text("\n".join([*lines[:60], ""]), "utf-8")
    assert "line 61: the record breaks off" in says(f"replay {record} --quiet", 1).err
    assert "Final scores" not in says(f"replay {record} --unfinished", 0, "points home").out


def test_a_file_that_is_no_record(says):
    assert "a line `---` is expected" in says("replay examples/four-players.toml", 1).err


def test_a_record_of_other_rules(says, recorded):
    text = Path("game.txt").read_text("utf-8").replace(f'rules = "{recorded.rules.digest}', 'rules = "' + "0" * 64)
    Path("game.txt").write_text(text, "utf-8")
    err = says("replay game.txt", 1).err
    assert "was made under other rules" in err
    assert "--with-current-rules" in err
    assert "strict" not in says("replay --help", 0).out
    says("replay game.txt --with-current-rules", 0, "Ada puts")
    Path("game.txt").write_text(text.replace("0 place ", "0 place hut 9 #", 1), "utf-8")
    err = says("replay game.txt --with-current-rules --quiet", 1).err
    assert "here the rules of now differ from those under which the record was made" in err


def test_the_record_for_a_seat_shows_nothing_that_is_guessed(says, tmp_path):
    """The guess behind a `?` is neither told nor shown, and such a record cannot be gone on with."""
    game = sa.Game(sa.load(players=2), seed=1, skip_forced=True)
    number = 0
    while not any(game.state.face_down):
        number += 3
        game.play(game.legal()[number % len(game.legal())])
    owner = next(seat for seat, count in enumerate(game.state.face_down) if count)
    path = tmp_path / "game.txt"
    game.record.for_seat(1 - owner).write(path)
    guessed = sa.replay(path, allow_unfinished=True).state.to_dict()["seats"][owner]["face_down"]
    ran = says(f"replay {path} --unfinished", 0)
    assert not any(item in ran.out for item in guessed)
    says(f"play {path}", 2, f"this is the game as seat {1 - owner} knows it; the whole one goes on")


# --- data ---------------------------------------------------------------------------------------------------------


def test_a_game_as_json(data, record):
    game = sa.replay(record)
    written = data(f"replay {record}")
    assert (written["is_over"], written["scores"], written["winners"]) == (True, [*game.state.scores], [*game.state.winners])
    told = [event.for_viewer("all") for events in (game.opening, *game.events()) for event in events]
    assert [sa.Event.from_dict(event).to_dict() for event in written["events"]] == [event.to_dict() for event in told]
    assert [sa.ScoreSheet.from_dict(sheet) for sheet in written["sheets"]] == [game.state.score_sheet(seat) for seat in range(2)]


def test_a_seat_gets_its_own_knowledge_as_json(data, record, tmp_path):
    game = sa.replay(record)
    game.record.for_seat(1).write(tmp_path / "seat.txt")
    told = data(f"replay {tmp_path / 'seat.txt'}")
    drawn = [event for event in told["events"] if event["event"] == "own-hidden"]
    assert drawn
    assert all(("item" in event) is (event["seat"] == 1) for event in drawn)


def test_a_record_that_is_none_has_no_json(says, record):
    record.write_text(record.read_text("utf-8").replace(" place ", " lace ", 1), "utf-8")
    assert says(f"replay {record} --json", 1).out == ""
