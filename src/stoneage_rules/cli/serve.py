"""`stoneage serve`: a table in the browser for people at several devices."""

from __future__ import annotations

import os
import secrets
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from stoneage_rules.cli.games import new_file, reopened
from stoneage_rules.cli.parameters import Modules, PacksFrom, Players, Seats, TableParameter
from stoneage_rules.cli.screen import UsageError, screen
from stoneage_rules.cli.table_options import open_seated
from stoneage_rules.files import hold, naming
from stoneage_rules.loading.table import Seat
from stoneage_rules.play.game import Game
from stoneage_rules.policies.registry import PERSON, with_version
from stoneage_rules.web.room import SEED_BITS, Room
from stoneage_server import Server, own_address

GUESSED_BITS = 32
"""The size of the seeds of other games, which are shown, and could be found from some rolls."""


def serve(
    record: Annotated[Path | None, Parameter(help="The file of the game: a new one, or that of a game that goes on.")] = None,
    /,
    *,
    table: TableParameter = None,
    players: Players = None,
    module: Modules = None,
    seat: Seats = None,
    packs_from: PacksFrom = None,
    host: Annotated[str, Parameter(help="The name or address of this machine; by default, that in its own network.")] = "",
    port: Annotated[int, Parameter(help="The port on this machine.")] = 8000,
    public: Annotated[str, Parameter(help="What links begin with if people come by another address: https://...")] = "",
) -> None:
    """Serve a table in the browser to people at several devices.

    Each person gets a secret link. Without anything else, four people play the base game; `--seat person:Ada --seat
    person:Ben --players 2` names who plays, as in `stoneage play`. The game is kept after every step, and `stoneage serve RECORD`
    goes on with it by the same links. Everybody in your network reaches the table; docs/web.md says how friends elsewhere do.
    """
    os.umask(0o077)  # the record and the links beside it hold all secrets
    game = _game(record, table, players, module, seat, packs_from)
    if PERSON not in game.policies:
        raise UsageError("no person plays; name one: `--seat person:Ada`")
    path, address = record or new_file(secrets.randbits(32)), host or own_address()
    with _held(path), _server(game, path, address, port) as server:
        _tell_links(server.room, public.rstrip("/") or f"http://{address}:{server.server_port}")
        given = [("--host", host), ("--public", public), *(("--packs-from", str(folder)) for folder in packs_from or ())]
        _tell_how_to_go_on(path, [("--port", str(server.server_port)), *given])
        server.serve_forever()


def _server(game: Game, path: Path, address: str, port: int) -> Server:
    """Returns the server of a game.

    Raises:
        UsageError: the links are not those of the table, or the address cannot be used; then no file is new.
    """
    files = [path, path.with_name(f"{path.name}.links")]
    made = [file for file in files if not os.path.lexists(file)]
    try:
        return Server(Room(game, path), address, port)
    except ValueError as error:
        raise UsageError(str(error)) from error
    except OSError as error:
        for file in made:
            file.unlink(missing_ok=True)
        if error.filename is not None:
            raise
        raise UsageError(f"{address}:{port} cannot be used: {error.strerror}; name others: `--host`, `--port`") from error


@contextmanager
def _held(path: Path) -> Iterator[None]:
    """Holds a record for this program, until it ends, however it does.

    Raises:
        UsageError: another server has it.
        OSError: the file beside it cannot be opened, which two servers cannot hold at once.
    """
    with naming(path):
        # Nothing is written to it, as a file of this name could be that of somebody else.
        file = path.with_name(f".{path.name}.served").open("ab", buffering=0)
    with file:
        try:
            hold(file, path)
        except FileExistsError as error:
            raise UsageError(f"{path} is served already; stop that server first, or name another file") from error
        yield


def _tell_links(room: Room, start: str) -> None:
    """Prints the links of all people, and the one for those who watch."""
    for link, chair in room.links.items():
        seat = chair.viewer
        if seat is None or seat in room.people:
            who = "to watch" if seat is None else room.game.names[seat] or f"seat {seat}"
            screen.say(f"{who}: {start}/{link}/")


def _tell_how_to_go_on(path: Path, options: list[tuple[str, str]]) -> None:
    """Prints the command that serves a record at the same address."""
    words = ["stoneage", "serve", str(path), *(word for option in options if option[1] for word in option)]
    screen.say(f"the game is kept in {path}; after Ctrl-C go on with: {shlex.join(words)}")


def _game(
    record: Path | None,
    table: Path | None,
    players: int | None,
    modules: list[str] | None,
    seats: list[str] | None,
    packs_from: list[Path] | None,
) -> Game:
    """Returns the game of a record, or a new one whose dice nobody can guess."""
    if record is not None and record.exists():
        if table or players or modules or seats:
            raise UsageError(f"{record} is the record of a game, with its own table; leave yours out, or name a new file")
        game, _, _ = reopened(record, packs_from or [], False)
        if game.seed < 2**GUESSED_BITS:
            screen.problem(f"{record} was begun elsewhere: whoever knows its seed knows all dice to come")
        return game
    opened = open_seated(table, players, modules, None, seats, allow_code=False, person=True)
    sitting = opened.seats if seats or opened.named else [Seat(policy=PERSON)] * opened.rules.players
    game = Game(opened.rules, secrets.randbits(SEED_BITS), skip_forced=True)
    game.sit([with_version(one) for one in sitting])
    return game
