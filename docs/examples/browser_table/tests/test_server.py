"""The server in use: people at two browsers, strangers, and a server that is killed."""

import os
import random
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from client import TABLE, alert, offered, site_of, status
from server import MOST_AT_ONCE, MOST_SECONDS, Room

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
        "/../game.txt.links",
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
    assert site.ask(0, "HEAD").endswith(b"\r\n\r\n")
    for method in ("HEAD", "PUT", "DELETE", "OPTIONS", "TRACE"):
        assert status(site.ask(0, method)) == 501


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize("name", ["Host", "Origin"])
def test_of_two_hosts_or_origins_none_counts(site, name):
    own = {"Host": site.host, "Origin": f"http://{site.host}"}[name]
    for first, second in ((own, "evil.example"), ("evil.example", own), (own, own)):
        lines = [f"GET /{site.room.links[0]} HTTP/1.1", *([f"Host: {site.host}"] if name == "Origin" else [])]
        reply = site.send("\r\n".join([*lines, f"{name}: {first}", f"{name}: {second}", "", ""]).encode())
        assert status(reply) == 403


@pytest.mark.usefixtures("unchanged")
def test_every_reply_has_a_policy_for_its_content(site):
    link = f"/{site.room.links[0]}"
    replies = [
        site.ask(0), site.post(0, "place hut 1"), site.post(0, "place hunt 1", 0), site.ask(0, "POST", b"x"),
        site.ask(0, "POST", b"x", length=9999), site.ask(0, path="/"), site.ask(0, Host="evil.example"), site.ask(0, "PUT"),
        site.ask(0, "HEAD"), site.send(b"GET " + b"x" * 70_000 + b"\r\n\r\n"), site.send(b"GET / HTTP/9.9\r\n\r\n"),
        site.send(f"GET {link} HTTP/1.1\r\n".encode() + b"x: y\r\n" * 200 + b"\r\n"),
    ]  # fmt: skip
    assert [status(reply) for reply in replies] == [200, 409, 409, 400, 413, 404, 403, 501, 501, 414, 505, 431]
    for reply in replies:
        head = reply.partition(b"\r\n\r\n")[0].decode()
        found = re.findall(r"(?m)^Content-Security-Policy: (.*?)\r?$", head)
        assert [policy.split("; ")[0] for policy in found] == ["default-src 'none'"]
        assert {"base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"} < set(found[0].split("; "))
        assert "Cache-Control: no-store" in head


@pytest.mark.usefixtures("unchanged")
def test_what_nobody_has_thought_of_is_an_answer_too(site, monkeypatch, capsys):
    with monkeypatch.context() as patch:
        patch.setattr("server.page", lambda *_: 1 // 0)
        for reply in (site.ask(0), site.post(0, "place hut 1")):
            assert status(reply) == 500
    assert capsys.readouterr().err.count("ZeroDivisionError") == 2
    assert status(site.ask(0)) == 200


# --- slow clients -------------------------------------------------------------------------------------------------


def dripping(site, start, byte, pause=0.1):
    """Sends a byte now and then; returns for how long it was heard, and the reply."""
    began = time.monotonic()
    with socket.create_connection(site.server.server_address[:2], timeout=20) as line:
        line.sendall(start)
        line.settimeout(pause)
        while time.monotonic() - began < 8:
            try:
                return time.monotonic() - began, line.recv(65536)
            except TimeoutError:
                line.sendall(byte)
            except OSError:
                return time.monotonic() - began, b""
    return time.monotonic() - began, b""


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize("part", ["line", "header", "body"])
def test_a_whole_request_must_come_in_time(site, monkeypatch, part):
    monkeypatch.setattr("server.MOST_SECONDS", 1)
    line = f"POST /{site.room.links[0]} HTTP/1.1\r\n"
    header = f"{line}Host: {site.host}\r\nContent-Length: 2000\r\n"
    start = {"line": "POST /", "header": header, "body": f"{header}\r\n"}[part]
    heard, reply = dripping(site, start.encode(), b"a")
    assert 0.9 < heard < 5
    assert reply == b""


@pytest.mark.usefixtures("unchanged")
def test_threads_are_few_however_many_ask(tmp_path, monkeypatch, site):
    monkeypatch.setattr("server.MOST_SECONDS", 1)
    site.server.free = threading.Semaphore(5)
    before, lines = threading.active_count(), []
    try:
        lines.extend(socket.create_connection(site.server.server_address[:2], timeout=20) for _ in range(12))
        time.sleep(0.3)
        assert threading.active_count() - before == 5
        assert status(site.ask(0)) == 200, "in its turn"
    finally:
        for line in lines:
            line.close()
    for seat in (0, 1) * 5:
        assert status(site.ask(seat)) == 200


def test_no_more_threads_than_the_page_says(site):
    assert MOST_AT_ONCE == 100 == site.server.free._value
    assert MOST_SECONDS == 10


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
    assert (tmp_path / "game.txt.links").stat().st_mode & 0o077 == 0 == (tmp_path / "game.txt").stat().st_mode & 0o077
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


def full(*_):
    raise OSError(28, "No space left on device")


def test_a_full_disk_is_said(site, monkeypatch):
    monkeypatch.setattr(type(site.room.file), "_append", full)
    assert "disk" in alert(site.post(0, "place hunt 1"))


def up_to_dice(site):
    """Plays until the next answer of a person is followed by dice."""
    game = site.room.game
    while not game.state.after(game.legal()[0]).is_chance:
        assert status(site.post(game.seat, game.legal()[0].text)) == 303
    return game


def test_a_full_disk_keeps_nobody_from_playing(site, monkeypatch):
    game = up_to_dice(site)
    with monkeypatch.context() as patch:
        patch.setattr(type(site.room.file), "_append", full)
        assert "disk" in alert(site.post(game.seat, game.legal()[0].text))
        assert not game.state.is_chance
        assert "disk" in alert(site.ask(0)), "as long as it is so"
    options, step = offered(site.ask(game.seat))
    assert status(site.post(game.seat, options[0], step)) == 303
    assert alert(site.ask(0)) is None
    assert sa.replay(site.room.file.path, allow_unfinished=True).state == game.state


def test_dice_that_could_not_be_had_are_rolled_by_the_next_request(site):
    game, dice = up_to_dice(site), site.room.dice
    site.room.dice = None
    assert status(site.post(game.seat, game.legal()[0].text)) == 500
    assert game.state.is_chance
    site.room.dice = dice
    assert status(site.ask(0)) == 200
    assert not game.state.is_chance
    assert any(offered(site.ask(seat))[0] for seat in (0, 1))


# --- policies -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "fault", [lambda view, legal: 1 // 0, lambda view, legal: None, lambda view, legal: view.rules.actions[-1]]
)
def test_a_policy_that_fails_keeps_nobody_from_playing(tmp_path, capsys, fault):
    table = sa.Table(players=2, seats=(sa.Seat(name="Ada", policy="person"), sa.Seat(policy="random")))
    site = site_of(tmp_path, table)
    game, well = site.room.game, site.room.bots[1]
    try:
        site.room.bots[1] = fault
        for _ in range(5):
            assert status(site.post(0, game.legal()[0].text)) == 303
            assert game.seat == 0
        assert "The policy of seat 1 fails, so that `sensible` chose for it" in alert(site.ask(0))
        assert "Traceback" in capsys.readouterr().err
        site.room.bots[1] = well
        length = game.length
        while alert(site.ask(0)) and game.length < length + 200:
            assert status(site.post(0, game.legal()[0].text)) == 303
        assert alert(site.ask(0)) is None
    finally:
        site.close()
    assert sa.replay(site.room.file.path, allow_unfinished=True).state == game.state


@pytest.fixture
def code(tmp_path, monkeypatch):
    """The name of a policy that is code beside the record."""
    (tmp_path / "evil_bots.py").write_text("def make(seed):\n    return lambda view, legal: legal[0]\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield "evil_bots:make"
    sys.modules.pop("evil_bots", None)


@pytest.mark.parametrize("policy", [None, "os:getcwd", "evil_bots:make(level=2)"])
def test_no_code_that_a_record_or_table_names_is_run(tmp_path, code, policy):
    policies = ["person", policy or code]
    sa.Game(sa.load(players=2), seed=1, policies=policies).record.write(tmp_path / "game.txt")
    for name in ("game.txt", "new.txt"):
        with pytest.raises(sa.PolicyError, match="would run Python"):
            Room(tmp_path / name, sa.Table(players=2, seats=tuple(sa.Seat(policy=one) for one in policies)))
    assert "evil_bots" not in sys.modules
    assert not (tmp_path / "new.txt").exists()


# --- games that were begun elsewhere ------------------------------------------------------------------------------


def begun(path, seed=7, **settings):
    """The record of a game that was begun elsewhere, and the game."""
    game = sa.Game(sa.load(players=2), seed=seed, names=["Ada", "Ben"], policies=["person", "person"], **settings)
    while game.state.round < 2:
        game.play(game.legal()[0])
    game.record.write(path)
    return game


def test_the_dice_of_a_game_that_was_begun_elsewhere_are_not_those_of_its_seed(tmp_path):
    elsewhere = begun(tmp_path / "game.txt")
    assert sa.read_record(tmp_path / "game.txt").seed == 7
    room = Room(tmp_path / "game.txt", TABLE)
    game = room.game
    assert game.state == elsewhere.state
    while game.state.round < 6 and game.state == elsewhere.state:
        text = game.legal()[0].text
        assert room.answer(game.seat, text, game.length) == ""
        elsewhere.play(text)
    assert game.state.round < 6, "the seed gives other outcomes"
    record = sa.read_record(tmp_path / "game.txt")
    assert record.seed is None
    assert sa.replay(record, allow_unfinished=True).state == game.state
    room.file.close()


def test_the_record_of_a_seat_is_refused(tmp_path):
    begun(tmp_path / "whole.txt").record.for_seat(0).write(tmp_path / "game.txt")
    with pytest.raises(ValueError, match="is the game as seat 0 knows it"):
        Room(tmp_path / "game.txt", TABLE)


# --- links --------------------------------------------------------------------------------------------------------


LONG = "x" * 43
DAMAGED = ["a\na", "a\nb", "", LONG, f"{LONG}\n{LONG}", f"{LONG}\n{LONG[1:]}", f"{LONG}\ny{LONG}\nz{LONG}", f"{LONG}\n/{LONG}"]


@pytest.mark.parametrize("text", DAMAGED)
def test_damaged_links_are_refused_and_stay(tmp_path, text):
    links = tmp_path / "game.txt.links"
    links.write_text(text)
    with pytest.raises(ValueError, match="does not have a link for each of 2 seats; if you remove it"):
        Room(tmp_path / "game.txt", TABLE)
    assert links.read_text() == text
    links.write_text(f"{LONG}\ny{LONG}\n")
    room = Room(tmp_path / "game.txt", TABLE)
    assert room.links == [LONG, f"y{LONG}"]
    room.file.close()


def test_links_are_written_whole_or_not_at_all(tmp_path, monkeypatch):
    for broken in ("fsync", "replace"):
        with monkeypatch.context() as patch:
            patch.setattr(os, broken, full)
            patch.setattr(Path, "replace", full)
            with pytest.raises(OSError, match="No space"):
                Room(tmp_path / "game.txt", TABLE)
        assert not (tmp_path / "game.txt.links").exists()
    Room(tmp_path / "game.txt", TABLE).file.close()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.txt", "game.txt.links"]


@pytest.mark.parametrize("names", [("game.links", "game.links"), ("game.txt", "game.rec")])
def test_every_record_has_its_own_links(tmp_path, names):
    found = []
    for name in names:
        room = Room(tmp_path / name, TABLE)
        found.append(room.links)
        room.file.close()
        assert sa.read_record(tmp_path / name).table.players == 2
    assert (found[0] == found[1]) == (names[0] == names[1])


@pytest.mark.parametrize(("name", "text", "told"), [
    ("game.txt", "no record", "game.txt"), ("game.txt.links", "a\na", "does not have a link"),
])  # fmt: skip
def test_what_keeps_the_server_from_starting_is_said_in_a_line(tmp_path, name, text, told):
    (tmp_path / name).write_text(text)
    ran = subprocess.run([sys.executable, SERVER, tmp_path / "game.txt"], capture_output=True, text=True, timeout=60)
    assert ran.returncode == 2
    assert told in ran.stderr
    assert "Traceback" not in ran.stderr
