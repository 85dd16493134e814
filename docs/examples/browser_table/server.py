"""Serves one table to people at several devices: each opens the secret link of a seat in a browser.

The game is kept step by step in a record file; started again with the same file, the server goes on with the same links.
"""

from __future__ import annotations

import argparse
import io
import os
import random
import re
import secrets
import socket
import threading
import time
import traceback
from collections.abc import Callable
from html import escape
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import stoneage_rules as sa

HONEST = secrets.SystemRandom()

MOST_BYTES = 2_000
"""The longest body that is read; an answer and its step take a few dozen."""
MOST_SECONDS = 10
"""The time in which a whole request must have come, and again the time in which its reply must have gone."""
MOST_AT_ONCE = 100
"""The most requests at a time, each of which has a thread; further ones wait until one of these is over."""
LINK = re.compile("[A-Za-z0-9_-]{43,}")
"""The last part of a link, as `secrets.token_urlsafe()` makes it."""

HEADERS = {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'",
    "Cache-Control": "no-store",
    "Referrer-Policy": "same-origin",  # with `no-referrer`, forms would come without their origin
    "X-Content-Type-Options": "nosniff",
}
STYLE = """
body { font: 16px/1.4 system-ui, sans-serif; margin: 1em auto; max-width: 75em; padding: 0 1em; background: #fbf9f4 }
body { color: #1c1c1c }
svg { width: 100%; height: auto } h1, h2 { font-size: 1.2em } [role=alert] { border-left: 5px solid #a3241d; padding: .3em 1em }
form p { display: flex; flex-wrap: wrap; gap: .4em } button, input { font: inherit; padding: .3em .7em }
button small { display: block; max-width: 22em; color: #444 } ol { max-height: 14em; overflow: auto }
td, th { padding: .1em .8em; text-align: left }
"""


class Room:
    """One game, its file and its links; whoever uses it holds the lock."""

    unkept = False
    """True if the file lacks steps, because it cannot be written."""
    failed: int | None = None
    """The seat whose policy failed when it was last asked."""

    def __init__(self, record: Path, table: sa.Table, dice: random.Random = HONEST) -> None:
        """Goes on with the game of the file; if there is none, begins one at the table and keeps it there.

        Raises:
            ValueError: the file is the game as one seat knows it, or the links are damaged.
            sa.StoneAgeError: the file is no record, or names a policy that is neither the library's nor installed.
        """
        self.lock = threading.Lock()
        self.dice = dice
        if record.exists():
            read = sa.read_record(record).whole
            if read.viewer is not None:
                raise ValueError(f"{record} is the game as seat {read.viewer} knows it; the whole one goes on")
            # If it was begun elsewhere, somebody may know its seed.
            self.game = sa.replay(read, allow_unfinished=True, auto_chance=False)
        else:
            rules, seats = sa.load(table), table.seats
            seats += (sa.Seat(policy="sensible" if seats else "person"),) * (rules.players - len(seats))
            names, policies = [seat.name for seat in seats], [seat.policy for seat in seats]
            self.game = sa.Game(rules, names=names, policies=policies, auto_chance=False)
        seated = enumerate(self.game.policies)
        self.bots = {seat: sa.policies.make_policy(name, allow_code=False) for seat, name in seated if name != "person"}
        self.links = links_in(record.with_name(f"{record.name}.links"), self.game.rules.players)
        self.go_on()
        self.file = sa.RunningRecord(self.game, record)

    def go_on(self) -> None:
        """Plays all that no person decides; neither a full disk nor a policy that fails keeps people from playing."""
        game = self.game
        while not game.is_over:
            if game.state.is_chance:
                self.play(game.state.sample(self.dice))
            elif game.seat in self.bots:
                self.play(self.choice(game.seat), game.seat)
            else:
                return

    def choice(self, seat: int) -> sa.Action:
        """Returns what the policy of a seat chooses, or if it fails, what the policy `sensible` chooses in its place."""
        view = self.game.view(seat)
        legal = view.legal()
        try:
            chosen = self.bots[seat](view, legal)
            if chosen not in legal:
                raise ValueError(f"it chose {chosen!r}")
        except Exception:
            traceback.print_exc()
            self.failed = seat
            return sa.policies.sensible_policy()(view, legal)
        self.failed = None if self.failed == seat else self.failed
        return chosen

    def play(self, answer: sa.Action | sa.Outcome, seat: int | None = None) -> None:
        """Plays an answer, which stays even if it cannot be kept; the file then gets it with a later one."""
        try:
            self.game.play(answer, seat)
            self.unkept = False
        except sa.ListenerError:
            self.unkept = True

    def trouble(self) -> str:
        """Returns what whoever runs this server must mend."""
        if self.unkept:
            return "The game cannot be kept: whoever runs this server must look at its disk."
        if self.failed is not None:
            return f"The policy of seat {self.failed} fails, so that `sensible` chose for it: whoever runs this server must look."
        return ""

    def answer(self, seat: int, text: str, step: int) -> str:
        """Plays what a seat answers to the page that it saw after a number of steps; returns what speaks against it."""
        if step != self.game.length:
            return "The game has moved on since that page was shown; nothing was played."
        try:
            answer = self.game.rules.parse(text)
            reasons = self.game.view(seat).why_not(answer)  # a view has no secrets to tell
        except sa.InvalidAction as error:
            return str(error)
        if not reasons:
            self.play(answer, seat)
            self.go_on()
            return self.trouble() if self.unkept else ""
        return " ".join(f"{reason}. {reason.sentence}" for reason in reasons)


def links_in(path: Path, seats: int) -> list[str]:
    """Returns the last part of the link of each seat, kept in a file.

    Raises:
        ValueError: the file has something else.
    """
    if path.exists():
        links = path.read_text().split()
        if not (len(links) == len(set(links)) == seats and all(map(LINK.fullmatch, links))):
            raise ValueError(f"{path} does not have a link for each of {seats} seats; if you remove it, new ones are made")
        return links
    links, part = [secrets.token_urlsafe() for _ in range(seats)], path.with_name(f"{path.name}.part")
    with part.open("w") as file:
        file.write("\n".join(links))
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
    return links


def page(room: Room, seat: int, refusal: str = "") -> str:
    """Returns all that a seat gets to see."""
    game, view = room.game, room.game.view(seat)
    name = escape(game.names[seat] or f"seat {seat}")
    told = refusal or room.trouble()
    alert = f"<p role=alert>{escape(told)}</p>" if told else ""
    legal = view.legal()
    wait = f'<meta http-equiv=refresh content="3; url=/{room.links[seat]}">' if not (legal or game.is_over) else ""
    log = "".join(f"<li>{escape(line)}</li>" for line in reversed(game.log_for(seat)))
    return (
        f'<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content="width=device-width">{wait}'
        f"<title>{name}</title><style>{STYLE}</style><h1>You are {name}</h1>{alert}"
        f"{game._repr_html_() if game.is_over else sa.svg(view, game.names)}{choices(game, view) if legal else ''}"
        f"<h2>Log</h2><ol reversed>{log}</ol>"
    )


def choices(game: sa.Game, view: sa.View) -> str:
    """Returns a button for each option, and a line to write an answer in words; both name the step that they answer."""
    buttons = (
        f'<button name=answer value="{escape(action.text)}">{escape(action.text)}'
        f"<small>{escape(game.rules.describe(action, view))}</small></button>"
        for action in view.legal()
    )
    step = f"<form method=post><input type=hidden name=step value={game.length}><p>"
    words = "<label>or in words: <input name=answer required maxlength=200></label><button>play</button>"
    return f"{step}{''.join(buttons)}</p></form>{step}{words}</p></form>"


class Server(ThreadingHTTPServer):
    """Serves a room at an address; requests must name the host by which people know it."""

    request_queue_size = MOST_AT_ONCE

    def __init__(self, room: Room, host: str = "localhost", port: int = 0, public: str = "") -> None:
        super().__init__((host, port), Handler)
        self.room = room
        self.public = public or f"http://{host}:{self.server_port}"
        self.free = threading.Semaphore(MOST_AT_ONCE)

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
    """Answers requests that name this server and the link of a seat."""

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

    def guarded(self, answer: Callable[[], None]) -> None:
        """Answers a request, also if something fails that nobody has thought of."""
        try:
            answer()
        except OSError:
            raise  # whoever asked has gone
        except Exception:
            traceback.print_exc()
            self.refuse(HTTPStatus.INTERNAL_SERVER_ERROR)

    def show(self) -> None:
        """Sends the page of a seat."""
        room, seat = self.server.room, self.seat()
        if seat is not None:
            with room.lock:
                room.go_on()
                text = page(room, seat)
            self.reply(HTTPStatus.OK, text)

    def take(self) -> None:
        """Takes the answer of a seat."""
        room, sent = self.server.room, self.sent()
        seat = None if sent is None else self.seat()
        if sent is None or seat is None:
            return
        with room.lock:
            room.go_on()
            refusal = room.answer(seat, *sent)
            text = page(room, seat, refusal)
        if refusal:
            self.reply(HTTPStatus.CONFLICT, text)
        else:
            self.reply(HTTPStatus.SEE_OTHER, "", Location=self.path)

    def seat(self) -> int | None:
        """Returns the seat whose link is asked for by somebody who came from here; refuses all others."""
        public, headers = self.server.public, self.headers
        if headers.get_all("Host") != [urlsplit(public).netloc] or headers.get_all("Origin", [public]) != [public]:
            self.refuse(HTTPStatus.FORBIDDEN)
            return None
        for seat, link in enumerate(self.server.room.links):
            if secrets.compare_digest(self.path.encode(), f"/{link}".encode()):
                return seat
        self.refuse(HTTPStatus.NOT_FOUND)
        return None

    def sent(self) -> tuple[str, int] | None:
        """Returns the answer and the step of a form, which is read only if it is short."""
        length = ",".join(self.headers.get_all("Content-Length", []))
        if not length.isdecimal() or len(length) > 9 or int(length) > MOST_BYTES:
            self.refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
            return None
        try:
            form = parse_qs(self.rfile.read(int(length)).decode(), strict_parsing=True, max_num_fields=2)
            return form["answer"][0], int(form["step"][0])
        except (KeyError, ValueError):
            self.refuse(HTTPStatus.BAD_REQUEST)
            return None

    def refuse(self, status: HTTPStatus) -> None:
        self.reply(status, f"<!doctype html><title>{status}</title><p>{status.phrase}.")

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        self.refuse(HTTPStatus(code))

    def reply(self, status: HTTPStatus, text: str, **headers: str) -> None:
        self.request_version = self.protocol_version  # nobody is too old for headers
        self.send_response(status)
        for name, value in {**HEADERS, **headers}.items():
            self.send_header(name, value)
        self.connection.settimeout(MOST_SECONDS)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(text.encode())

    def log_message(self, *_: Any) -> None:
        """Writes nothing: links are secrets."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("record", type=Path, help="the file of the game: gone on with, or begun")
    parser.add_argument("--table", type=Path, help="a table file for a new game: players, modules, names of seats")
    parser.add_argument("--host", default="localhost", help="the name or address of this machine, as other devices reach it")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--public", default="", help="what links begin with, if a proxy stands before the server: https://...")
    chosen = parser.parse_args()
    os.umask(0o077)  # record and links hold all secrets
    try:
        table = sa.read_table(chosen.table) if chosen.table else sa.Table()
        if table.seats and "person" not in [seat.policy for seat in table.seats]:
            parser.error(f'{chosen.table} has no seat with policy = "person"')
        room = Room(chosen.record, table)
    except (sa.StoneAgeError, ValueError, OSError) as error:
        parser.error(f"{chosen.record}: {error}" if isinstance(error, sa.RecordError) else str(error))
    with Server(room, chosen.host, chosen.port, chosen.public) as server:
        for seat, link in enumerate(room.links):
            if seat not in room.bots:
                print(f"{room.game.names[seat] or f'seat {seat}'}: {server.public}/{link}", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            room.file.close()


if __name__ == "__main__":
    main()
