"""Serves one table to people at several devices: each opens the secret link of a seat in a browser.

The game is kept step by step in a record file; started again with the same file, the server goes on with the same links.
"""

from __future__ import annotations

import argparse
import os
import random
import secrets
import threading
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

HEADERS = {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
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

    def __init__(self, record: Path, table: sa.Table, dice: random.Random = HONEST) -> None:
        """Goes on with the game of the file; if there is none, begins one at the table and keeps it there."""
        self.lock = threading.Lock()
        self.dice = dice
        if record.exists():
            self.game = sa.replay(sa.read_record(record).whole, allow_unfinished=True)
        else:
            rules, seats = sa.load(table), table.seats
            seats += (sa.Seat(policy="sensible" if seats else "person"),) * (rules.players - len(seats))
            names, policies = [seat.name for seat in seats], [seat.policy for seat in seats]
            self.game = sa.Game(rules, names=names, policies=policies, auto_chance=False)
        seated = enumerate(self.game.policies)
        self.bots = {seat: sa.policies.make_policy(name) for seat, name in seated if name != "person"}
        self.links = links_in(record.with_suffix(".links"), self.game.rules.players)
        self.go_on()
        self.file = sa.RunningRecord(self.game, record)

    def go_on(self) -> None:
        """Plays all that no person decides."""
        game = self.game
        while not game.is_over:
            if game.state.is_chance:
                game.play(game.state.sample(self.dice))
            elif (seat := game.seat) in self.bots:
                view = game.view(seat)
                game.play(self.bots[seat](view, view.legal()))
            else:
                return

    def answer(self, seat: int, text: str, step: int) -> str:
        """Plays what a seat answers to the page that it saw after a number of steps; returns what speaks against it."""
        if step != self.game.length:
            return "The game has moved on since that page was shown; nothing was played."
        try:
            answer = self.game.rules.parse(text)
            reasons = self.game.view(seat).why_not(answer)  # a view has no secrets to tell
            if not reasons:
                self.game.play(answer, seat)
                self.go_on()
        except sa.InvalidAction as error:
            return str(error)
        except sa.ListenerError:
            return "The game cannot be kept: whoever runs this server must look at its disk."
        return " ".join(f"{reason}. {reason.sentence}" for reason in reasons)


def links_in(path: Path, seats: int) -> list[str]:
    """Returns the last part of the link of each seat, kept in a file."""
    links = path.read_text().split() if path.exists() else []
    if len(links) != seats:
        links = [secrets.token_urlsafe() for _ in range(seats)]
        path.write_text("\n".join(links))
    return links


def page(room: Room, seat: int, refusal: str = "") -> str:
    """Returns all that a seat gets to see."""
    game, view = room.game, room.game.view(seat)
    name = escape(game.names[seat] or f"seat {seat}")
    alert = f"<p role=alert>{escape(refusal)}</p>" if refusal else ""
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

    def __init__(self, room: Room, host: str = "localhost", port: int = 0, public: str = "") -> None:
        super().__init__((host, port), Handler)
        self.room = room
        self.public = public or f"http://{host}:{self.server_port}"


class Handler(BaseHTTPRequestHandler):
    """Answers requests that name this server and the link of a seat."""

    server: Server
    server_version, sys_version = "table", ""
    timeout = 10

    def do_GET(self) -> None:
        room, seat = self.server.room, self.seat()
        if seat is not None:
            with room.lock:
                text = page(room, seat)
            self.reply(HTTPStatus.OK, text)

    def do_POST(self) -> None:
        room, sent = self.server.room, self.sent()
        seat = None if sent is None else self.seat()
        if sent is None or seat is None:
            return
        with room.lock:
            refusal = room.answer(seat, *sent)
            text = page(room, seat, refusal)
        if refusal:
            self.reply(HTTPStatus.CONFLICT, text)
        else:
            self.reply(HTTPStatus.SEE_OTHER, "", Location=self.path)

    def seat(self) -> int | None:
        """Returns the seat whose link is asked for by somebody who came from here; refuses all others."""
        public, headers = self.server.public, self.headers
        if headers.get("Host") != urlsplit(public).netloc or headers.get("Origin", public) != public:
            self.refuse(HTTPStatus.FORBIDDEN)
            return None
        for seat, link in enumerate(self.server.room.links):
            if secrets.compare_digest(self.path.encode(), f"/{link}".encode()):
                return seat
        self.refuse(HTTPStatus.NOT_FOUND)
        return None

    def sent(self) -> tuple[str, int] | None:
        """Returns the answer and the step of a form, which is read only if it is short."""
        length = self.headers.get("Content-Length", "")
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

    def reply(self, status: HTTPStatus, text: str, **headers: str) -> None:
        self.send_response(status)
        for name, value in {**HEADERS, **headers}.items():
            self.send_header(name, value)
        self.end_headers()
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
    table = sa.read_table(chosen.table) if chosen.table else sa.Table()
    if table.seats and "person" not in [seat.policy for seat in table.seats]:
        parser.error(f'{chosen.table} has no seat with policy = "person"')
    room = Room(chosen.record, table)
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
