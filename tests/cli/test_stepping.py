"""`stoneage replay --step`: a game forth and back, with the board."""

from __future__ import annotations

import pytest

import stoneage_rules as sa


@pytest.fixture
def recorded(tmp_path):
    """A record of a game, with names, and the game."""
    game = sa.Game(sa.load(players=2), seed=3, skip_forced=True, names=["Ada", "Ben"])
    game.run(sa.policies.make_policies(["sensible"] * 2, 3))
    game.record.write(tmp_path / "game.txt")
    return tmp_path / "game.txt", game


def stops(out: str) -> list[int]:
    """The steps at which the person was asked."""
    return [int(part.split()[0]) for part in out.split("\nstep ")[1:]] if "\nstep " in out else []


def test_forth_and_back(stoneage, recorded):
    path, game = recorded
    keys = ["n", "", "n 5", "p", "p 3", "50", "p 1", "r 2", "9999", "p 99999", "board", "score", "what", "q"]
    ran = stoneage("replay", path, "--step", typed="\n".join([*keys, ""]))
    assert ran.code == 0
    second = next(step for step in range(game.length) if game.state_after(step).round == 2)
    prompts = [int(line.partition("step ")[2].split()[0]) for line in ran.out.split("\n") if line.startswith("step ")]
    expected = [0, 1, 2, 7, 6, 3, 50, 49, second, game.length, 0, 0, 0, 0]
    assert prompts == expected
    assert ran.out.count("Final scores") == 1
    assert "the beginning of a round" in ran.out, "whatever is not understood is answered with help"


def test_the_board_and_the_log_of_each_stop_are_shown(stoneage, recorded):
    path, game = recorded
    placed = next(number for number, (seat, _) in enumerate(game.answers()) if seat is not None)
    ran = stoneage("replay", path, "--step", typed=f"{placed}\nn\np\nn\n")
    parts = ran.out.split(f"of {game.length}> ")
    assert len(parts) == 6
    assert "Ada (seat 0) takes 12 food" in parts[0]
    for stop in parts[:-1]:
        assert "Ada" in stop
        assert "hunt" in stop
    assert "Ada (seat 0) puts" in parts[2]
    assert "Ada (seat 0) puts" not in parts[3]
    assert parts[4].split("\n")[0] == parts[2].split("\n")[0]


def test_an_unfinished_game_can_be_gone_through(stoneage, recorded):
    path, game = recorded
    game.undo(20)
    game.record.write(path)
    ran = stoneage("replay", path, "--step", typed="9999\n")
    assert ran.code == 0
    assert "Final scores" not in ran.out
    assert f"step {game.length} of {game.length}> " in ran.out


def test_a_replay_calls_seats_by_their_names(stoneage, recorded):
    path, _ = recorded
    assert "Ada (seat 0) puts" in stoneage("replay", path).out


def test_a_record_of_other_rules(stoneage, recorded):
    path, game = recorded
    path.write_text(path.read_text("utf-8").replace(f'rules = "{game.rules.digest}', 'rules = "' + "0" * 64), "utf-8")
    ran = stoneage("replay", path)
    assert ran.code == 1
    assert "was made under other rules" in ran.err
    assert "--with-current-rules" in ran.err
    assert "strict" not in stoneage("replay", "--help").out
    assert stoneage("replay", path, "--with-current-rules", "--quiet").code == 0
    path.write_text(path.read_text("utf-8").replace("0 place ", "0 place hut 9 #", 1), "utf-8")
    ran = stoneage("replay", path, "--with-current-rules", "--quiet")
    assert ran.code == 1
    assert "here the rules of now differ from those under which the record was made" in ran.err


def test_the_record_for_a_seat_shows_nothing_that_is_guessed(stoneage, tmp_path):
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
    for words in (("--unfinished",), ("--step",)):
        ran = stoneage("replay", path, *words, typed="9999\nq\n")
        assert ran.code == 0
        assert not any(item in ran.out for item in guessed)
    ran = stoneage("play", path)
    assert ran.code == 2
    assert f"this is the game as seat {1 - owner} knows it; the whole one goes on" in ran.err
