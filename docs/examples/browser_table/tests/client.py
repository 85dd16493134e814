"""A browser in a few lines: what is sent to a server, and every byte that comes back."""

import re
import socket
import threading
from html import unescape
from urllib.parse import urlencode

from server import Room, Server

import stoneage_rules as sa

MODULES = ("style-is-the-goal", "wild-animals", "igloos", "harsh-winter", "yucata")
TABLE = sa.Table(players=2, seats=tuple(sa.Seat(name=name, policy="person") for name in ("Ada", "Ben")))


class Site:
    """A running server, asked by raw sockets."""

    def __init__(self, room):
        self.room, self.server = room, Server(room)
        self.host = self.server.public.removeprefix("http://")
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.01,))
        self.thread.start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()
        self.room.file.close()

    def send(self, request):
        """Returns all bytes of the answer to the bytes of a request."""
        with socket.create_connection(self.server.server_address[:2], timeout=20) as line:
            line.sendall(request)
            return b"".join(iter(lambda: line.recv(65536), b""))

    def ask(self, seat, method="GET", body=b"", path=None, length=None, **headers):
        path = f"/{self.room.links[seat]}" if path is None else path
        sent = {"Host": self.host, **headers}
        if method == "POST":
            sent["Content-Length"] = len(body) if length is None else length
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in sent.items() if value is not None)]
        return self.send("\r\n".join([*lines, "", ""]).encode("latin-1") + body)

    def post(self, seat, answer, step=None, **headers):
        step = self.room.game.length if step is None else step
        return self.ask(seat, "POST", urlencode({"answer": answer, "step": step}).encode(), **headers)


def site_of(folder, table=TABLE):
    return Site(Room(folder / "game.txt", table))


def status(reply):
    return int(reply.split(b" ", 2)[1])


def offered(reply):
    """The answers that the buttons of a page send, and the step that they name."""
    text = reply.decode()
    step = re.search(r"name=step value=(\d+)", text)
    return [unescape(value) for value in re.findall(r'name=answer value="([^"]*)"', text)], int(step[1]) if step else None


def alert(reply):
    found = re.search("<p role=alert>(.*?)</p>", reply.decode())
    return unescape(found[1]) if found else None
