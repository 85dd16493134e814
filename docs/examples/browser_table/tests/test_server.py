"""The server in use: people at two browsers, strangers, and a server that is killed."""

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from client import TABLE, alert, offered, site_of, status
from server import Room

import stoneage_rules as sa

SERVER = Path(__file__).parents[1] / "server.py"


@pytest.fixture
def site(tmp_path):
    site = site_of(tmp_path)
    yield site
    site.close()


@pytest.fixture
def unchanged(site):
    """That a test changes neither the game nor its file."""
    before, text = site.room.game.state.copy(), site.room.file.path.read_bytes()
    yield
    assert site.room.game.state == before
    assert site.room.file.path.read_bytes() == text


def test_a_whole_game_by_the_buttons(site, tmp_path):
    choice, game = random.Random(2), site.room.game
    while not game.is_over:
        seat = game.seat
        page = site.ask(seat)
        options, step = offered(page)
        assert options == [action.text for action in game.legal()]
        assert b"http-equiv=refresh" not in page
        if game.length % 10 == 0:
            waits = site.ask(1 - seat)
            assert offered(waits) == ([], None)
            assert b"http-equiv=refresh" in waits
        reply = site.post(seat, choice.choice(options), step)
        assert status(reply) == 303
        assert f"Location: /{site.room.links[seat]}\r\n" in reply.decode()
    last = site.ask(1)
    assert all(f"<td>{score}</td>".encode() in last for score in game.state.scores)
    assert offered(last) == ([], None)
    assert b"http-equiv=refresh" not in last
    record = sa.read_record(tmp_path / "game.txt")
    assert record.is_finished
    assert record.seed is None
    assert sa.replay(record).state == game.state


def test_the_page_shows_board_log_and_no_other_link(site):
    page = site.ask(0).decode()
    assert status(page.encode()) == 200
    assert "<svg" in page
    assert "data-legal" in page
    assert "<li>" in page
    assert "You are Ada" in page
    assert not any(link in page for link in site.room.links[1:])
    assert len(set(site.room.links)) == 2
    assert min(map(len, site.room.links)) >= 40


def test_names_and_answers_are_text(tmp_path):
    table = sa.Table(players=2, seats=(sa.Seat(name="<script>", policy="person"), sa.Seat(name='"><b>', policy="person")))
    site = site_of(tmp_path, table)
    try:
        pages = [site.ask(0), site.ask(1), site.post(0, "<img src=x>")]
    finally:
        site.close()
    assert not any(bad in page for page in pages for bad in (b"<script>", b'"><b>', b"<img"))
    assert all(b"default-src 'none'" in page and b"Cache-Control: no-store" in page for page in pages)


# --- refused ----------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ("place hut 1", "hut takes exactly 2 figures; 1 was named; you have 5 at home [base.place.hut]. Family hut"),
        ("place nowhere 1", "nowhere"),
        ("roll 6 6", "seat 0 chooses where to place figures"),
        ("draw civ-01", "seat 0 chooses where to place figures"),
        ("x" * 1500, "xxx"),
    ],
)
def test_a_refused_answer_comes_back_with_its_sentence(site, answer, sentence):
    reply = site.post(0, answer)
    assert status(reply) == 409
    assert sentence in alert(reply)
    assert offered(reply) == offered(site.ask(0))


@pytest.mark.usefixtures("unchanged")
def test_nobody_plays_for_another_seat(site):
    assert "seat 0 chooses" in alert(site.post(1, "place hunt 1"))


def test_late_and_doubled_answers_change_nothing(site):
    step = site.room.game.length
    assert status(site.post(0, "place hunt 1", step)) == 303
    length = site.room.game.length
    for seat, answer in ((0, "place hunt 1"), (0, "place hunt 2"), (1, "place hunt 1")):
        reply = site.post(seat, answer, step)
        assert status(reply) == 409
        assert "moved on" in alert(reply)
    for early in (length + 1, -1, 10**30):
        assert "moved on" in alert(site.post(1, "place hunt 1", early))
    assert site.room.game.length == length


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize(
    "body", [b"", b"answer=", b"step=1", b"answer=place+hunt+1&step=x", b"\xff\xfe", b"a=1&b=2&c=3", b"answer", b"%", b"{}"]
)
def test_a_forged_body_is_refused(site, body):
    assert status(site.ask(0, "POST", body)) == 400


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize("length", [2001, 10**8, "9" * 5000, "-1", "", "x", "1e3", None])
def test_an_oversized_body_is_not_read(site, length):
    body = b"answer=place+hunt+1&step=%d" % site.room.game.length
    reply = site.ask(0, "POST", body, length="" if length is None else length)
    assert status(reply) == 413


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize(
    "headers", [{"Host": "evil.example"}, {"Host": None}, {"Host": ""}, {"Origin": "http://evil.example"}, {"Origin": "null"}]
)
def test_other_hosts_and_origins_are_refused(site, headers):
    for reply in (site.ask(0, **headers), site.post(0, "place hunt 1", **headers)):
        assert status(reply) == 403
        assert b"Ada" not in reply


@pytest.mark.usefixtures("unchanged")
def test_other_paths_are_not_found(site):
    link = site.room.links[0]
    strange = [
        "/",
        "/game.txt",
        "/../game.links",
        f"/{link[:-1]}",
        f"/{link}/",
        f"/{link}?",
        f"//{link}x",
        "/\xe9",
        "x",
        f"/{link[::-1]}",
    ]
    for path in strange:
        assert status(site.ask(0, path=path)) == 404, path
        assert status(site.ask(0, "POST", b"answer=place+hunt+1&step=1", path=path)) == 404, path
    for method in ("HEAD", "PUT", "DELETE", "OPTIONS", "TRACE"):
        assert status(site.ask(0, method)) == 501


@pytest.mark.usefixtures("unchanged")
def test_bytes_at_random_stop_nothing(site):
    source = random.Random(5)
    for _ in range(20):
        site.send(source.randbytes(200) + b"\r\n\r\n")
    assert status(site.ask(0)) == 200


# --- kept -------------------------------------------------------------------------------------------------------


def started(folder):
    table = folder / "table.toml"
    table.write_text('players = 2\nseats = [{name = "Ada", policy = "person"}, {name = "Ben", policy = "person"}]\n')
    run = [sys.executable, SERVER, folder / "game.txt", "--table", table, "--port", "0"]
    process = subprocess.Popen(run, stdout=subprocess.PIPE, text=True)
    return process, [process.stdout.readline().strip().partition(": ")[2] for _ in range(2)]


def stop(process):
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    process.stdout.close()


def test_a_kill_loses_nothing(tmp_path):
    process, links = started(tmp_path)
    stop(process)
    for _ in range(4):
        room = Room(tmp_path / "game.txt", TABLE)
        assert [link.rpartition("/")[2] for link in links] == room.links
        length, seat = room.game.length, room.game.seat
        assert room.answer(seat, room.game.legal()[0].text, length) == ""
        assert not room.game.auto_chance
        assert room.game.names == ("Ada", "Ben")
        kept = sa.replay(sa.read_record(tmp_path / "game.txt").whole, allow_unfinished=True)  # as a kill leaves it
        assert kept.state == room.game.state
        room.file.close()
    assert (tmp_path / "game.links").stat().st_mode & 0o077 == 0 == (tmp_path / "game.txt").stat().st_mode & 0o077
    again, same = started(tmp_path)
    stop(again)
    assert [link.rpartition("/")[2] for link in same] == room.links


def test_dice_are_not_those_of_a_seed(tmp_path):
    texts = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        room = Room(tmp_path / name / "game.txt", TABLE)
        texts.append(room.file.path.read_text())
        room.file.close()
    assert texts[0] != texts[1]
    assert not any("seed" in text for text in texts)


def test_policies_sit_where_the_table_says(tmp_path):
    room = Room(tmp_path / "game.txt", sa.Table(players=3, seats=(sa.Seat(), sa.Seat(name="Ben", policy="person"))))
    assert set(room.bots) == {0, 2}
    assert room.game.seat == 1
    assert room.game.length > 0
    room.file.close()
    again = Room(tmp_path / "game.txt", TABLE)
    assert set(again.bots) == {0, 2}
    again.file.close()


def test_a_full_disk_is_said(site, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(type(site.room.file), "_append", full)
    assert "disk" in alert(site.post(0, "place hunt 1"))
