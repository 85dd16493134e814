"""The server in use: people at two devices, strangers, slow and huge requests, and a server that is killed."""

import contextlib
import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time

import pytest

import stoneage_rules as sa
import stoneage_server
from stoneage_rules.web.room import Room
from stoneage_server import MOST_AT_ONCE, MOST_BYTES, MOST_STREAMS, Server

KILLS = int(os.environ.get("STONEAGE_KILLS", "3"))


class Site:
    """A running server, asked by raw sockets."""

    def __init__(self, folder, policies=("person", "person")):
        self.path = folder / "game.txt"
        self.room = Room(sa.Game(sa.load(players=2), skip_forced=True, names=["Ada", "Ben"], policies=policies), self.path)
        self.links = [*self.room.links]
        self.server = Server(self.room, "localhost", 0)
        self.address = self.server.server_address[:2]
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    def send(self, request):
        """Returns all bytes of the answer to the bytes of a request."""
        return sent(self.address, request)

    def ask(self, path, method="GET", body=b"", **headers):
        return sent(self.address, request_of(path, method, body, **headers))

    def message(self, seat, name, *given, step=None, rows=0, **headers):
        step = self.room.chairs[seat].step if step is None else step
        return self.ask(f"/{self.links[seat]}/ask", "POST", json.dumps([name, given, step, rows]).encode(), **headers)


def request_of(path, method="GET", body=b"", **headers):
    fields = {"Host": "here", "Content_Type": "application/json", "Content_Length": len(body)} | headers
    lines = [f"{name.replace('_', '-')}: {value}" for name, value in fields.items() if value is not None]
    return "\r\n".join([f"{method} {path} HTTP/1.1", *lines, "", ""]).encode("latin-1") + body


def sent(address, request):
    with socket.create_connection(address, timeout=30) as line:
        line.sendall(request)
        parts = []
        with contextlib.suppress(ConnectionError):  # a body that is not read
            while part := line.recv(65536):
                parts.append(part)
    return b"".join(parts)


def status(reply):
    return int(reply.split(b" ", 2)[1])


def told(reply):
    assert status(reply) == 200
    return json.loads(reply.partition(b"\r\n\r\n")[2])


@pytest.fixture
def site(tmp_path):
    site = Site(tmp_path)
    yield site
    site.close()


@pytest.fixture
def unchanged(site):
    """That a test changes neither the game nor its files."""

    def files():
        with site.server.changed:  # nothing is being written
            return {path: path.read_bytes() for path in site.path.parent.iterdir()}

    before = files()
    yield
    assert files() == before


def test_a_whole_game(site):
    choice, game = random.Random(2), site.room.game
    while not game.is_over:
        seat = game.seat
        shown = told(site.message(seat, "shown"))
        after = told(site.message(seat, "play", choice.randrange(len(shown["options"])), step=shown["step"]))
        assert after["step"] != shown["step"]
    assert told(site.message(2, "shown"))["totals"] == list(game.state.scores)
    text = told(site.message(1, "record"))["record"]
    assert sa.replay(text).state == sa.replay(site.path).state == game.state


# --- refused ----------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("unchanged")
def test_the_page_and_its_files_are_at_each_link_and_nothing_else_is_anywhere(site):
    link = site.links[0]
    for name in ("", "setup.json", "?from=chat", *site.server.files):
        reply = site.ask(f"/{link}/{name}")
        assert status(reply) == 200
        assert b"frame-ancestors 'none'" in reply
        assert b"Cache-Control: no-store" in reply
        assert not any(other.encode() in reply for other in site.links)
    for path in (f"/{link}", f"/{link}?from=chat"):
        reply = site.ask(path)
        assert status(reply) == 308
        assert f"\r\nLocation: {link}/\r\n".encode() in reply
    strange = ["/", "/table.js", "/game.txt", "/../game.txt", f"/{link[:-1]}/", f"/{link}/../game.txt.links", "x", "/\xe9/"]
    strange += [f"/{link}/game.txt", f"/{link}/%2e%2e/game.txt", f"/{link}//", f"http://{link}/", "//["]
    for path in strange:
        assert status(site.ask(path)) in (404, 500), path
        assert status(site.ask(path, "POST", b"[]")) in (404, 500), path
    for method in ("HEAD", "PUT", "DELETE", "OPTIONS", "TRACE"):
        assert status(site.ask(f"/{link}/", method)) == 501


FORGED = [b"", b"5", b"{}", b"[]", b"[1,2,3,4]", b'["play",[0]]', b'["play",0,"x",0]', b"\xff\xfe", b"[" * 1000]
FORGED += [b'["play",[0],"",0]', b'["play",[0],null,0]', b'["shown",[1,2,3],"",0]', b'["log",["x"],"",0]']
FORGED += [b'["%s",[],"",0]' % name for name in b"new open again redo stand_in go_on record _sit __init__ game".split()]
STRANGE = [[10**9], [-99], [None], [[]], [{}], ["x" * 1500], ["place hut 1"], ["roll 6"], ["\\g<0>"], [0, 0], []]


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize("body", FORGED)
def test_a_forged_message_changes_nothing(site, body):
    for link in site.links:
        shown = told(site.ask(f"/{link}/ask", "POST", body))
        assert "error" in shown or shown.get("late")


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize("given", STRANGE)
def test_a_forged_answer_changes_nothing(site, given):
    for name in ("play", "why", "against", "agree", "set_away"):
        for seat in (0, 1, 2):
            if name not in ("agree", "set_away") or given not in ([None], [[]], [{}]):
                assert told(site.message(seat, name, *given)).keys() & {"error", "refused", "step"}


def test_nobody_plays_for_another_seat_or_by_a_late_or_doubled_answer(site):
    step = site.room.chairs[0].step
    assert "error" in told(site.message(2, "play", "place hunt 1"))
    for answer in ("place hunt 1", 0):
        assert told(site.message(1, "play", answer)).keys() & {"error", "refused"}
    assert site.room.chairs[0].step == step
    assert "late" not in told(site.message(0, "play", "place hunt 1", step=step))
    length = site.room.game.length
    for seat in (0, 1, 0):
        assert told(site.message(seat, "play", "place hunt 2", step=step))["late"]
    assert site.room.game.length == length


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ({"Content_Type": "text/plain"}, 403),
        ({"Content_Type": None}, 403),
        ({"Sec_Fetch_Site": "cross-site"}, 403),
        *[({"Content_Length": length}, 413) for length in (MOST_BYTES + 1, 10**8, "9" * 5000, "-1", "", "x", "1e3", None)],
    ],
)
def test_foreign_and_huge_messages_are_not_read(site, headers, code):
    assert status(site.message(0, "play", 0, **headers)) == code


@pytest.mark.usefixtures("unchanged")
def test_bytes_at_random_stop_nothing(site):
    source = random.Random(5)
    for _ in range(20):
        site.send(source.randbytes(200) + b"\r\n\r\n")
    assert [status(site.send(raw)) for raw in (b"GET " + b"x" * 70_000 + b"\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n")] == [414, 505]
    assert told(site.message(0, "shown"))["seat"] == 0


@pytest.mark.usefixtures("unchanged")
def test_what_nobody_has_thought_of_is_an_answer_too(site, monkeypatch, capsys):
    with monkeypatch.context() as patch:
        patch.setattr("stoneage_rules.web.room.Chair.answer", lambda *_: 1 // 0)
        assert status(site.message(0, "shown")) == 500
    assert "ZeroDivisionError" in capsys.readouterr().err
    assert status(site.message(0, "shown")) == 200


# --- slow clients and streams ---------------------------------------------------------------------------------------


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize("part", ["line", "header", "body"])
def test_a_whole_request_must_come_in_time(site, monkeypatch, part):
    monkeypatch.setattr(stoneage_server, "MOST_SECONDS", 1)
    line = f"POST /{site.links[0]}/ask HTTP/1.1\r\n"
    header = f"{line}Content-Type: application/json\r\nContent-Length: 2000\r\n"
    began = time.monotonic()
    with socket.create_connection(site.address, timeout=20) as client, contextlib.suppress(OSError):
        client.sendall({"line": "POST /", "header": header, "body": f"{header}\r\n"}[part].encode())
        client.settimeout(0.1)
        while time.monotonic() - began < 20:
            try:
                assert client.recv(65536) == b""
                break
            except TimeoutError:
                client.sendall(b"a")
    assert 0.9 < time.monotonic() - began < 15


@pytest.mark.usefixtures("unchanged")
def test_threads_are_few_however_many_ask(site, monkeypatch):
    assert MOST_AT_ONCE == 100 == site.server.free._value
    monkeypatch.setattr(stoneage_server, "MOST_SECONDS", 1)
    site.server.free = threading.Semaphore(5)
    before, lines = threading.active_count(), []
    try:
        lines.extend(socket.create_connection(site.address, timeout=20) for _ in range(12))
        time.sleep(0.3)
        assert threading.active_count() - before <= 5
        assert status(site.message(0, "shown")) == 200, "in its turn"
    finally:
        for line in lines:
            line.close()


class Stream:
    """A stream of what is new."""

    def __init__(self, site, seat):
        self.line = socket.create_connection(site.address, timeout=20)
        self.line.sendall(request_of(f"/{site.links[seat]}/events"))
        self.file = self.line.makefile("rb")
        self.code = int(self.file.readline().split()[1])

    def next(self):
        """Returns what is told next."""
        while not (line := self.file.readline()).startswith(b"data: "):
            assert line
        return json.loads(line[6:])

    def close(self):
        self.file.close()
        self.line.close()


def test_a_stream_tells_what_is_new_and_who_has_gone(site, monkeypatch):
    monkeypatch.setattr(stoneage_server, "BEAT", 0.1)
    ada, ben = Stream(site, 0), Stream(site, 1)
    while ada.next()["gone"]:
        pass
    assert told(site.message(0, "set_away", 1, True))["error"] == "who has that seat is here"
    told(site.message(0, "play", "place hunt 1"))
    while ada.next()["step"] != site.room.chairs[0].step:
        pass
    ben.close()
    while ada.next()["gone"] != [1]:
        pass
    told(site.message(0, "set_away", 1, True))
    while (news := ada.next())["away"] != [1] or site.room.game.seat != 0:
        pass
    assert news["kept"]
    told(site.message(1, "set_away", 1, False))
    while ada.next()["away"]:
        pass
    ada.close()


def test_streams_are_bounded_and_each_link_has_its_part(site):
    most = MOST_STREAMS // 3
    assert MOST_STREAMS == 64
    streams = [Stream(site, 0) for _ in range(most)]
    assert {stream.code for stream in streams} == {200}
    refused, other = Stream(site, 0), Stream(site, 2)
    assert (refused.code, other.code) == (503, 200)
    for stream in (*streams, refused, other):
        stream.close()


# --- kills --------------------------------------------------------------------------------------------------------------


def started(folder):
    """A server of its own process, its address and its links."""
    command = [sys.executable, "-m", "stoneage_rules", "serve", "game.txt", "--host", "127.0.0.1", "--port", "0"]
    if not (folder / "game.txt").exists():
        command += "--players 3 --seat person:Ada --seat person:Ben --seat sensible".split()
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True)
    links = [process.stdout.readline().strip().rpartition(": ")[2] for _ in range(3)]
    host, _, port = links[0].split("/")[2].partition(":")
    return process, (host, int(port)), [link.split("/")[3] for link in links]


def played(address, links, seconds, source):
    """Plays until the server is gone; returns the last step that it has told, by its number."""
    known, end = 0, time.monotonic() + seconds
    while time.monotonic() < end:
        for link in links[:2]:
            try:
                shown = told(sent(address, request_of(f"/{link}/ask", "POST", b'["shown",[],"",0]')))
                known = max(known, shown["steps"])
                if shown["options"]:
                    answer = json.dumps(["play", [source.randrange(len(shown["options"]))], shown["step"], 0]).encode()
                    known = max(known, told(sent(address, request_of(f"/{link}/ask", "POST", answer)))["steps"])
            except (OSError, IndexError, ValueError):
                return known
    return known


def test_a_kill_at_any_moment_loses_nothing_that_was_told(tmp_path):
    source, known, links = random.Random(), 0, None
    for _ in range(KILLS):
        process, address, now = started(tmp_path)
        assert links in (None, now)
        links = now
        killer = threading.Timer(source.random() * 1.5, os.kill, (process.pid, signal.SIGKILL))
        killer.start()
        known = max(known, played(address, links, 30, source))
        killer.join()
        process.wait()
        process.stdout.close()
        game = sa.replay(tmp_path / "game.txt", allow_unfinished=True, skip_forced=True)
        assert game.length >= known
        if game.is_over:
            (tmp_path / "game.txt").unlink()
            (tmp_path / "game.txt.links").unlink()
            known, links = 0, None
    assert KILLS < 20 or known or links is None
    process, address, now = started(tmp_path)
    assert links in (None, now)
    assert played(address, now, 2, source) >= 0, "nothing hangs"
    process.kill()
    process.wait()
    process.stdout.close()
