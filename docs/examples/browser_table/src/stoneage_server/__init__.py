"""Serves one table to people at several devices, by Python's standard library: each opens the secret link of a seat.

The room (`stoneage_rules.web.room`) decides who may know and do what. Here are the sockets alone: the files of the page, messages
of the page with their replies, and for each open page a stream that says when something is new.
"""

from __future__ import annotations

import io
import json
import socket
import threading
import time
import traceback
from collections.abc import Callable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from stoneage_rules.web.export import INDEX, page_files
from stoneage_rules.web.room import Chair, Room

MOST_BYTES = 2_000
"""The longest message that is read; an answer takes a few dozen bytes."""
MOST_SECONDS = 10
"""The time in which a whole request must have come, and in which each part of a reply must have gone."""
MOST_AT_ONCE = 100
"""The most requests at a time, each of which has a thread; further ones wait until one of these is over."""
MOST_STREAMS = 64
"""The most streams, of which each link has an equal part."""
BEAT = 5
"""The seconds after which a stream says something though nothing is new, so that both ends know that the other one is there."""

HEADERS = {
    "Content-Security-Policy": "frame-ancestors 'none'; base-uri 'none'; form-action 'none'",  # beside that of the page
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
TYPES = {
    ".css": "text/css",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".webmanifest": "application/manifest+json",
}


class Server(ThreadingHTTPServer):
    """Serves a room; `changed` is held by whoever uses it, and told of every change.

    Raises:
        OSError: the address cannot be used.
    """

    request_queue_size = MOST_AT_ONCE
    daemon_threads = True

    def __init__(self, room: Room, host: str, port: int) -> None:
        super().__init__((host, port), Handler)
        self.room, self.changed = room, threading.Condition()
        self.files = page_files("./")
        self.free = threading.Semaphore(MOST_AT_ONCE)
        threading.Thread(target=self.go_on, daemon=True).start()

    def go_on(self) -> None:
        """Has policies choose whenever it is their turn, for as long as the program runs."""
        while True:
            with self.changed:
                try:
                    goes_on = self.room.let_policies_choose()
                except Exception:
                    traceback.print_exc()
                    goes_on = False
                self.changed.notify_all()
                if not goes_on:
                    self.changed.wait()

    def process_request(self, request: Any, client_address: Any) -> None:
        self.free.acquire()
        try:
            super().process_request(request, client_address)
        except BaseException:
            self.free.release()
            raise

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            self.free.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Writes nothing: whoever asked has gone."""


class Sent(io.RawIOBase):
    """Reads what a client sends, as far as it comes in time."""

    def __init__(self, line: socket.socket) -> None:
        self.line, self.end = line, time.monotonic() + MOST_SECONDS

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        left = self.end - time.monotonic()
        if left <= 0:
            raise TimeoutError
        self.line.settimeout(left)
        return self.line.recv_into(buffer)


class Handler(BaseHTTPRequestHandler):
    """Answers requests that name the link of a seat."""

    server: Server
    server_version, sys_version = "table", ""

    def setup(self) -> None:
        super().setup()
        self.rfile.close()
        self.rfile = io.BufferedReader(Sent(self.connection))

    def do_GET(self) -> None:
        self.guarded(self.show)

    def do_POST(self) -> None:
        self.guarded(self.take)

    def guarded(self, answer: Callable[[Chair, str], None]) -> None:
        """Answers a request of a known link, also if something fails that nobody has thought of."""
        try:
            _, link, name = [*urlsplit(self.path).path.split("/", 2), None, None][:3]
            chair = self.server.room.links.get(str(link))
            if chair is None:
                self.reply(HTTPStatus.NOT_FOUND, b"This link does not belong to this table. Ask the person who sent it.", ".txt")
            elif name is None:
                self.begin(HTTPStatus.PERMANENT_REDIRECT, "text/plain", Location=f"{link}/")
            else:
                answer(chair, name)
        except OSError:
            raise  # whoever asked has gone
        except Exception:
            traceback.print_exc()
            self.refuse(HTTPStatus.INTERNAL_SERVER_ERROR)

    def show(self, chair: Chair, name: str) -> None:
        """Sends a file of the page, or the stream of what is new."""
        if name == "events":
            self.stream(chair)
        elif name == "setup.json":
            self.reply(HTTPStatus.OK, json.dumps({"remote": True, "seat": chair.viewer}).encode(), ".json")
        elif file := self.server.files.get(name or INDEX):
            self.reply(HTTPStatus.OK, file, Path(name or INDEX).suffix)
        else:
            self.refuse(HTTPStatus.NOT_FOUND)

    def take(self, chair: Chair, name: str) -> None:
        """Sends the reply of the room to a message of its page, which is read only if it is short."""
        headers, room, changed = self.headers, self.server.room, self.server.changed
        length = headers.get("Content-Length", "")
        if name != "ask":
            self.refuse(HTTPStatus.NOT_FOUND)
        elif headers.get("Content-Type") != "application/json" or headers.get("Sec-Fetch-Site", "same-origin") != "same-origin":
            self.refuse(HTTPStatus.FORBIDDEN)  # no form of another site can send it
        elif not length.isdecimal() or len(length) > 9 or int(length) > MOST_BYTES:
            self.refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        else:
            message = self.rfile.read(int(length))
            with changed:
                before = room.news()
                reply = chair.answer(message)
                if room.news() != before:
                    changed.notify_all()
            self.reply(HTTPStatus.OK, reply.encode(), ".json")

    def stream(self, chair: Chair) -> None:
        """Sends what is new at the table, as long as the page is open."""
        room, changed, known = self.server.room, self.server.changed, ""
        with changed:
            is_free = chair.pages < MOST_STREAMS // len(room.links)
            chair.pages += is_free
            changed.notify_all()
        if not is_free:
            return self.refuse(HTTPStatus.SERVICE_UNAVAILABLE)
        try:
            self.begin(HTTPStatus.OK, "text/event-stream")
            while True:
                with changed:
                    if room.news() == known:
                        changed.wait(BEAT)
                    known = room.news()
                self.wfile.write(f"data: {known}\n\n".encode())
        finally:
            with changed:
                chair.pages -= 1
                changed.notify_all()

    def refuse(self, status: HTTPStatus) -> None:
        self.reply(status, status.phrase.encode(), ".txt")

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        self.refuse(HTTPStatus(code))

    def reply(self, status: HTTPStatus, data: bytes, suffix: str) -> None:
        self.begin(status, TYPES[suffix])
        self.wfile.write(data)

    def begin(self, status: HTTPStatus, content: str, **more: str) -> None:
        self.request_version = self.protocol_version  # nobody is too old for headers
        self.send_response(status)
        for name, value in {**HEADERS, **more, "Content-Type": content}.items():
            self.send_header(name, value)
        self.connection.settimeout(MOST_SECONDS)
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        """Writes nothing: links are secrets."""


def own_address() -> str:
    """Returns the address of this machine in its network; `localhost` if it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing, and finds the way that it would take
        except OSError:
            return "localhost"
        return str(probe.getsockname()[0])
