"""A room for people at several devices: who may answer, what is taken back, who is away, and what happens if something fails."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import stoneage_rules as sa
from stoneage_rules.errors import PolicyError
from stoneage_rules.web.room import Chair, Room


def opened(folder: Path, *policies: str, seed: int = 5) -> Room:
    names = ["Ada", "Ben", "Cleo", "Dan"][: len(policies)]
    rules = sa.load(players=len(policies))
    room = Room(sa.Game(rules, seed, skip_forced=True, names=names, policies=policies), folder / "game.txt")
    while room.let_policies_choose():
        pass
    return room


def told(chair: Chair, name: str, *given: object, step: str | None = None, rows: int = 0) -> Any:
    return json.loads(chair.answer(json.dumps([name, given, chair.step if step is None else step, rows]).encode()))


def news(room: Room) -> Any:
    return json.loads(room.news())


def played_to_the_end(room: Room) -> None:
    while not room.game.is_over:
        if room.game.seat in room.people:
            told(room.chairs[room.game.seat], "play", 0)
        while room.let_policies_choose():
            pass


def test_a_whole_game_by_numbers(tmp_path: Path) -> None:
    room, draw = opened(tmp_path, "person", "sensible", "person"), random.Random(1)
    game, watching = room.game, room.chairs[-1]
    log: list[Any] = []
    while not game.is_over:
        assert game.seat in room.people
        chair = room.chairs[game.seat]
        shown = told(chair, "shown")
        assert len(shown["options"]) == len(game.legal()) > 1
        assert "cover" not in shown
        assert "waits" not in shown
        others = [told(other, "shown") for other in room.chairs if other is not chair]
        assert [other["options"] for other in others] == [[]] * 3
        assert others[-1]["view"]["viewer"] == -1
        told(chair, "play", draw.randrange(len(shown["options"])))
        while room.let_policies_choose():
            pass
        first, some, count = told(watching, "shown", rows=len(log))["log"]
        assert first == len(log)
        log += some
        while len(log) < count:
            log += told(watching, "log", len(log))["log"][1]
        assert "error" in told(chair, "record") or game.is_over
    assert told(watching, "shown")["totals"] == [*game.state.scores]
    assert log[-1][0] == "winner"
    assert sa.replay(told(watching, "record")["record"]).state == sa.replay(tmp_path / "game.txt").state == game.state


def test_what_one_alone_has_done_is_taken_back_at_once_and_all_else_by_consent(tmp_path: Path) -> None:
    room = opened(tmp_path, "person", "person", "person")
    ada, ben, cleo, watching = room.chairs
    start, state = room.game.length, room.game.state
    rows = told(ada, "shown")["log"][2]
    more = told(ada, "play", "place fields 1", rows=rows)["log"][2]
    back = told(ada, "undo", rows=more)["log"]
    assert (room.game.length, room.game.state) == (start, state)
    assert back[0] + len(back[1]) == back[2] == rows, "the page forgets the row that was taken back"
    told(ada, "play", "place fields 1")
    told(ben, "play", "place hunt 1")
    told(ada, "undo")
    told(cleo, "play", "place forest 1")
    assert news(room)["wish"] is None, "it ends with the next step"
    told(cleo, "undo")
    told(ada, "undo")
    assert news(room)["wish"] == {"seat": 0, "step": start, "length": start + 2, "agreed": [0], "refused": []}
    assert "error" in told(watching, "agree", True)
    told(ben, "agree", True)
    assert room.game.length == start + 2
    again = Room(sa.replay(tmp_path / "game.txt", allow_unfinished=True, skip_forced=True), tmp_path / "game.txt")
    assert again.wish == room.wish, "a kill keeps the wish"
    told(cleo, "agree", False)
    told(cleo, "agree", True)
    assert news(room)["wish"]["refused"] == [2], "it is said, and stays refused"
    assert room.game.length == start + 2
    told(ada, "undo")
    told(ben, "agree", True)
    late = ben.step
    told(cleo, "agree", True)
    assert (room.game.length, room.game.state) == (start, state)
    assert told(ada, "play", 0, step=late)["late"]
    told(ada, "play", "place fields 1")
    told(ben, "play", "place hunt 1")
    told(ben, "undo")
    assert room.game.seat == 1
    assert "error" in told(cleo, "undo")


def test_another_game_begins_at_the_same_links(tmp_path: Path) -> None:
    room = opened(tmp_path, "person", "sensible", "person")
    ada, _, cleo, watching = room.chairs
    first, links = room.game, [*room.links]
    assert "not over" in told(ada, "again")["error"]
    played_to_the_end(room)
    late = cleo.step
    assert "error" in told(watching, "again")
    begun = told(ada, "again", rows=500)
    assert begun["steps"] == room.game.length
    assert begun["log"][0] == 0
    assert len(begun["log"][1]) == begun["log"][2] < 20
    assert told(cleo, "again", step=late)["late"], "it begins once"
    assert [*room.links] == links
    assert told(watching, "shown", step=late, rows=500)["log"][0] == 0
    assert room.game.seed != first.seed
    (kept,) = tmp_path.glob("game-*.txt")
    assert sa.replay(kept).state == first.state
    played_to_the_end(room)
    assert sa.replay(tmp_path / "game.txt").state == room.game.state


def test_if_the_old_game_cannot_be_kept_no_other_begins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    room = opened(tmp_path, "person", "sensible")
    played_to_the_end(room)
    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", full)
        assert "error" in told(room.chairs[0], "again")
    assert room.game.is_over
    assert "options" in told(room.chairs[0], "again")


def test_sensible_chooses_for_who_is_away_until_they_come_back(tmp_path: Path) -> None:
    room = opened(tmp_path, "person", "person")
    ada, ben, _ = room.chairs
    ben.pages = 1
    assert "error" in told(ada, "set_away", 1, True)
    ben.pages = 0
    assert news(room)["gone"] == [0, 1]
    told(ada, "set_away", 1, True)
    told(ada, "play", "place fields 1")
    room.let_policies_choose()
    assert room.game.seat == 0
    assert Room(sa.replay(tmp_path / "game.txt", allow_unfinished=True), tmp_path / "game.txt").away == {1}
    told(ada, "set_away", 0, True)
    length = room.game.length
    assert not room.let_policies_choose()
    assert room.game.length == length, "it waits while all are away"
    told(ben, "set_away", 1, False)
    room.let_policies_choose()
    assert room.game.seat == 1
    assert told(ben, "shown")["options"]


def test_policies_choose_for_several_who_are_away_until_a_person_is_asked(tmp_path: Path) -> None:
    room = opened(tmp_path, "person", "person", "person")
    ada = room.chairs[0]
    for seat in (1, 2):
        told(ada, "set_away", seat, True)
    for _ in range(10):
        while room.let_policies_choose():
            pass
        assert room.game.seat == 0
        told(ada, "play", 0)


def test_a_policy_that_fails_is_told_and_hangs_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def fails(*_: object) -> sa.Action:
        raise PolicyError("it has failed")

    room = opened(tmp_path, "person", "sensible")
    room.bots[1] = fails
    failing = []
    for _ in range(5):
        told(room.chairs[0], "play", 0)
        assert news(room)["failing"] is None, "a person has chosen since"
        while room.let_policies_choose():
            pass
        assert room.game.seat == 0
        failing.append(news(room)["failing"])
    assert 1 in failing
    assert "it has failed" in capsys.readouterr().err


def test_a_full_disk_is_told_and_what_is_missing_is_written_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    room = opened(tmp_path, "person", "person")
    before = (tmp_path / "game.txt").read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", full)
        told(room.chairs[0], "play", 0)
        told(room.chairs[1], "play", 0)
        assert not news(room)["kept"]
        assert (tmp_path / "game.txt").read_bytes() == before
    told(room.chairs[0], "play", 0)
    assert news(room)["kept"]
    assert sa.replay(tmp_path / "game.txt", allow_unfinished=True, skip_forced=True).state == room.game.state
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.txt", "game.txt.links"]


LINKS = [letter * 43 for letter in "abc"]
"""Links as those of a table of two."""
WISH = {"seat": 0, "step": 0, "length": 6, "agreed": [0], "refused": []}
DAMAGED = [
    *(
        "",
        "a",
        "5",
        "[" * 100_000,
        "[[1, 2], [], null]",
        "[5, [], null]",
        "[[], [], null]",
        '{"links": []}',
        '{"a": 1, "b": 2, "c": 3}',
    ),
    *(json.dumps([links, [], None]) for links in (["a"], LINKS[:2], [*LINKS, "d" * 43], [*LINKS[:2], "a" * 43], [1, 2, 3])),
    *(json.dumps([LINKS, away, None]) for away in (5, [77], [[1]], ["a"])),
    *(json.dumps([LINKS, [], wish]) for wish in (5, "a", [1], {"seat": 0}, WISH | {"step": "a"}, WISH | {"agreed": 5})),
    json.dumps([LINKS, [], None, 1]),
]
"""Texts that are not the links of a table of two."""


@pytest.mark.parametrize("text", DAMAGED, ids=range(len(DAMAGED)))
def test_damaged_links_are_refused_and_stay(tmp_path: Path, text: str) -> None:
    (tmp_path / "game.txt.links").write_text(text, "utf-8")
    with pytest.raises(ValueError, match=r"game\.txt\.links does not have the links of this table"):
        opened(tmp_path, "person", "person")
    assert [path.name for path in tmp_path.iterdir()] == ["game.txt.links"]
    assert (tmp_path / "game.txt.links").read_text("utf-8") == text


def test_links_of_before_are_taken_with_a_wish_that_has_ended(tmp_path: Path) -> None:
    (tmp_path / "game.txt.links").write_text(json.dumps([LINKS, [1], WISH | {"length": 9}]), "utf-8")
    room = opened(tmp_path, "person", "person")
    assert ([*room.links], room.away, room.wish) == (LINKS, {1}, None)
    (tmp_path / "game.txt.links").write_text(json.dumps([LINKS, [], {}]), "utf-8")
    assert news(opened(tmp_path, "person", "person"))["wish"] is None


def test_another_game_overwrites_no_file_and_tells_no_failure_of_before(tmp_path: Path) -> None:
    room = opened(tmp_path, "person", "sensible", seed=7)
    (tmp_path / "game-7.txt").write_text("notes of somebody", "utf-8")
    (tmp_path / "game-7-2.txt").symlink_to("nowhere")
    played_to_the_end(room)
    first, room.failing = room.game, 1
    told(room.chairs[0], "again")
    assert room.game is not first
    assert news(room)["failing"] is None
    assert (tmp_path / "game-7.txt").read_text("utf-8") == "notes of somebody"
    assert (tmp_path / "game-7-2.txt").is_symlink()
    assert sa.replay(tmp_path / "game-7-3.txt").state == first.state


def test_a_seat_is_counted_once_however_often_it_answers(tmp_path: Path) -> None:
    room = opened(tmp_path, "person", "person", "person")
    ada, ben, _, _ = room.chairs
    told(ada, "play", "place fields 1")
    told(ben, "play", "place hunt 1")
    told(ada, "undo")
    for is_agreed in (True, False) * 3:
        told(ben, "agree", is_agreed)
    assert (room.wish["agreed"], room.wish["refused"]) == ([0, 1], [1])
