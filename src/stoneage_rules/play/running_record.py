"""The file of a running game; it stays readable if the program is killed or the disk is full."""

from __future__ import annotations

import errno
import os
from io import FileIO
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING

from stoneage_rules.play.record import Record, parts_of, prelude_of

if TYPE_CHECKING:
    from stoneage_rules.kernel.actions import Action, Outcome
    from stoneage_rules.play.game import Game
    from stoneage_rules.play.so_far import GameSoFar

__all__ = ["ChangedRecord", "RunningRecord"]


class ChangedRecord(OSError):
    """Refuses to write to a record that another program has changed."""

    def __init__(self, path: Path) -> None:
        message = "another program has changed this record since its last step was written here; it stays as it is"
        super().__init__(errno.EBUSY, message, str(path))


class RunningRecord:
    """The file of a running game: it grows by whole lines as the game goes on.

    It listens to the game; steps that are undone are cut off the file.  Close it, or use it in a `with` statement.

    If a step cannot be written, the file is cut back to its last whole line, and `Game` raises a `ListenerError` with the
    `OSError`; what is missing is written with a later step, or when the record is closed.

    A file that is gone or empty is written anew. One that another program has changed stays as it is: nothing more is
    written, and the `OSError` is a `ChangedRecord`. No lock is taken; size, time of change and identity of the file are compared
    with what they were after the last step.

    Args:
        game: the game.
        path: the file, which is written anew.

    Raises:
        OSError: the file cannot be written.
    """

    def __init__(self, game: Game, path: str | Path) -> None:
        self.path = Path(path)
        self._answers: list[tuple[int | None, Action | Outcome]] = []
        """The answers that the file has."""
        self._ends: list[int] = []
        """The size of the file, in bytes, up to each answer that it has, that before the first answer first."""
        self._seeded: bool | None = None
        self._file: FileIO | None = None
        self._left: tuple[int, ...] | None = None
        """The file as it was left; None before it is written for the first time."""
        self._game = game
        self(game)
        game.listen(self)

    @property
    def is_whole(self) -> bool:
        """True if the file has every step of the game, and is as it was left."""
        is_up_to_date = self._seeded == self._game.is_seeded and self._answers == self._game.answers()
        return is_up_to_date and bool(self._left) and self._left == self._found()

    def __call__(self, game: GameSoFar) -> None:
        """Updates the file to the steps of the game.

        Raises:
            OSError: it cannot be written; the file ends with its last whole line.
        """
        try:
            found = self._found()
            if found and self._left is not None and found != self._left:
                raise ChangedRecord(self.path)
            try:
                if self._seeded != game.is_seeded or not found:
                    self._write_anew(game)
                else:
                    self._update(game)
            finally:
                self._left = self._found()
        except OSError as error:
            error.filename = str(self.path)  # `write` does not name it
            raise

    def _found(self) -> tuple[int, ...]:
        """Returns what tells the file from others and from what it was before; nothing if it is gone or empty."""
        try:
            file = os.stat(self.path)
        except FileNotFoundError:
            return ()
        return (file.st_dev, file.st_ino, file.st_size, file.st_mtime_ns) if file.st_size else ()

    def _write_anew(self, game: GameSoFar) -> None:
        """Writes the whole file, and notes where each step ends."""
        self._close_file()
        record = Record.of(game)
        record.write(self.path)
        size = len(record.text(self.path.parent).encode()) - len(record.body.encode())
        self._ends = [*accumulate(len(part.encode()) for part in (prelude_of(game), *parts_of(game)))]
        self._ends = [size + end for end in self._ends]
        self._answers, self._seeded = game.answers(), game.is_seeded

    def _update(self, game: GameSoFar) -> None:
        """Cuts off what was undone, and writes what is new."""
        answers = game.answers()
        same = len(self._answers)
        if answers[:same] != self._answers:
            both = enumerate(zip(answers, self._answers, strict=False))
            same = next((number for number, (new, old) in both if new != old), len(answers))
        del self._answers[same:], self._ends[same + 1 :]
        if self._file is None:
            self._file = FileIO(self.path, "r+")
        self._file.truncate(self._ends[-1])
        self._file.seek(self._ends[-1])
        for answer, part in zip(answers[same:], parts_of(game, same), strict=True):
            self._append(self._file, part.encode())
            self._answers.append(answer)

    def _append(self, file: FileIO, part: bytes) -> None:
        """Writes the lines of a step, all of them or none."""
        written = 0
        try:
            while written < len(part):
                written += file.write(part[written:])
        except BaseException:
            file.truncate(self._ends[-1])
            raise
        self._ends.append(self._ends[-1] + len(part))

    def __enter__(self) -> RunningRecord:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Writes what is missing, and closes the file; a further step opens it again.

        Raises:
            OSError: it cannot be written.
        """
        try:
            if not self.is_whole:
                self(self._game)
        finally:
            self._close_file()

    def _close_file(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None
