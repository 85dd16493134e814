"""Saves games of the terminal as they are played, and reopens them."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from stoneage_rules.cli.screen import UsageError, screen
from stoneage_rules.cli.table_options import PERSON, OpenTable
from stoneage_rules.errors import RecordError
from stoneage_rules.loading.table import is_path, seats_of
from stoneage_rules.play.game import Game
from stoneage_rules.play.playback import replay
from stoneage_rules.play.record_reader import header_line, read_record
from stoneage_rules.play.running_record import ChangedRecord, RunningRecord
from stoneage_rules.play.so_far import GameSoFar
from stoneage_rules.policies.registry import POLICIES

__all__ = ["FOLDER", "KeptGame", "check_seats", "keep", "new_file", "reopened"]

FOLDER = "STONEAGE_RECORDS"
"""The variable of the environment that names the folder of games for which no file is named; without it, the current one."""


class KeptGame(RunningRecord):
    """The record of a game at the terminal: if it cannot be written, a message says so, and the game goes on.

    Args:
        game: the game.
        path: its file.
        named: whether somebody named the file; otherwise a game in which nothing was decided is not kept.
    """

    def __init__(self, game: Game, path: Path, named: bool) -> None:
        self.named = named
        self._fails: bool | None = None
        """True while steps are missing in the file; None before anything has been written."""
        super().__init__(game, path)
        self._fails = False

    def __call__(self, game: GameSoFar) -> None:
        """Brings the file up to date, as far as there is room for it."""
        try:
            super().__call__(game)
        except ChangedRecord:
            raise
        except OSError as error:
            if self._fails is None:
                raise
            if not self._fails:
                screen.problem(f"{self.path}: {error.strerror}; the game goes on, and is written as soon as that is possible")
            self._fails = True
        else:
            if self._fails:
                screen.problem(f"{self.path}: the whole game is written again")
            self._fails = False

    def close(self) -> None:
        """Writes what is missing, and closes the file.

        Raises:
            OSError: it cannot be written.
        """
        self._fails = None
        super().close()
        if not self.named and not any(seat is not None for seat, _ in self._game.answers()):
            self.path.unlink(missing_ok=True)

    def say_how_to_go_on(self) -> None:
        """Prints the command that goes on with the game, or shows it again if it is over."""
        if self.path.exists():
            command = "replay" if self._game.is_over else "play"
            screen.say(f"{'show it again' if self._game.is_over else 'go on'} with: stoneage {command} {self._words()}")

    def _words(self) -> str:
        """Returns the file as a command line names it, with the folders of packs that do not lie beside it."""
        own = self.path.parent.resolve()
        packs = [Path(module).resolve() for module in self._game.rules.table.modules if is_path(module)]
        folders = dict.fromkeys(str(pack.parent) for pack in packs if not pack.is_relative_to(own))
        return shlex.join([str(self.path), *(word for folder in folders for word in ("--packs-from", folder))])


def keep(game: Game, path: Path, named: bool) -> KeptGame | None:
    """Starts the record of a game; if nobody named a file and none can be written, prints why and returns None.

    Raises:
        OSError: the file that somebody named cannot be written.
    """
    try:
        return KeptGame(game, path, named)
    except OSError as error:
        if named:
            raise
        screen.problem(f"this game is not kept: {path}: {error.strerror}")
        return None


def new_file(seed: int) -> Path:
    """Returns an unused file name for a game without one: `stoneage-DATE-SEED.txt`."""
    folder = Path(os.environ.get(FOLDER, ""))
    name = f"stoneage-{date.today().isoformat()}-{seed}"
    path, number = folder / f"{name}.txt", 1
    while path.exists():
        number += 1
        path = folder / f"{name}-{number}.txt"
    return path


def reopened(path: Path, packs_from: Sequence[Path]) -> tuple[Game, OpenTable]:
    """Reads the record of a game that is to go on, and the seats at its table.

    A last line that breaks off is left out: a program that was killed can leave one.

    Raises:
        RecordError: the record cannot be replayed.
        OSError: the file cannot be read.
    """
    try:
        record = read_record(path).whole
        if record.viewer is not None:
            line = header_line(record, "viewer")
            raise RecordError(f"line {line}: this is the game as seat {record.viewer} knows it; the whole one goes on", line=line)
        game = replay(record, allow_unfinished=True, packs_from=packs_from, skip_forced=True, auto_chance=True)
    except RecordError as error:
        raise RecordError(f"{path}: {error}", line=error.line, game=error.game) from error
    if game.state.is_chance:
        game.roll()
    return game, OpenTable(game.rules, seats_of(record.table), game.seed, game.rules.players)


def check_seats(opened: OpenTable, chosen: int) -> OpenTable:
    """Returns a table of a record if all who play there are the library's own: code that a record names is never run.

    Args:
        opened: the table.
        chosen: the number of seats, from seat 0 on, at which the command line has set somebody.

    Raises:
        UsageError: somebody is not known.
    """
    for number, seat in enumerate(opened.seats):
        if number >= chosen and seat.policy not in (*POLICIES, PERSON):
            seats = " ".join(["--seat WHO"] * (number + 1))
            raise UsageError(f"the record says that `{seat.policy}` plays at seat {number}; say who goes on there: `{seats}`")
    return opened
