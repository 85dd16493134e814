"""A separate program: plays a short game on a disk that is full after so many bytes, for every number of bytes.

A limit on the size of files stands for the disk; it holds for a whole process. Called with a folder; ends with 0 if what was
written could always be replayed, and the game went on when there was room.
"""

from __future__ import annotations

import os
import re
import resource
import signal
import sys
from contextlib import suppress
from pathlib import Path

import pytest

import stoneage_rules as sa

MOVES = (7, -1, 4, 11, -2, 3, 5, 8, 2, 9, -1, 6, 1, 12, -3, 2)
"""The moves of the game: options by number, counted round and round; below 0, how many decisions are taken back."""


def limit(size: int) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))


def move(game: sa.Game, number: int) -> bool:
    """Makes a move; tells if its record could be written."""
    told = ""
    try:
        game.undo(-number) if number < 0 else game.play(game.legal()[number % len(game.legal())])
    except sa.ListenerError as error:
        told = str(error)
    assert not told or re.search(r"OSError: .*File too large: .*game\.txt", told), told
    return not told


def played_on_a_disk_of(size: int, path: Path, rules: sa.Ruleset, valid: set[str]) -> bool:
    """Plays the game; returns whether everything could be written."""
    game = sa.Game(rules, seed=5)
    limit(size)
    record = None
    with suppress(OSError):
        record = sa.RunningRecord(game, path)
    if record is None:
        limit(resource.RLIM_INFINITY)
        assert os.listdir(path.parent) == [], "nothing half-made stays"
        return False
    written = []
    for number in MOVES:
        length = game.length
        written.append(move(game, number))
        assert game.length != length, "the step is carried out all the same"
        assert record.is_whole is written[-1]
        assert path.read_text("utf-8") in valid, "what is there ends with a whole step"
    if size % 2 and not record.is_whole:
        with pytest.raises(OSError, match=r"game\.txt"):
            record.close()
    limit(resource.RLIM_INFINITY)
    if not size % 2:
        assert move(game, 0)
    record.close()
    assert record.is_whole
    assert path.read_text("utf-8") == str(game.record)
    return all(written)


def up_to(game: sa.Game, step: int) -> str:
    """Returns the record of a game as it was after so many steps."""
    length = game.length
    game.undo_to(step)
    text = str(game.record)
    while game.length < length:
        game.redo()
    return text


def main(folder: Path) -> None:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    os.chdir(folder)
    path, rules = folder / "game.txt", sa.load(players=2)
    game, valid = sa.Game(rules, seed=5), set()
    valid.add(str(game.record))
    for number in MOVES:
        before = game.length
        move(game, number)
        # A step and the chance that follows it are written one after the other.
        valid |= {str(game.record)} | {up_to(game, step) for step in range(before, game.length)}
    for text in valid:
        sa.replay(text, rules=rules, allow_unfinished=True)
    fitting = []
    largest = max(len(text.encode()) for text in valid)
    for size in range(largest + 1):
        fitting.append(played_on_a_disk_of(size, path, rules, valid))
        path.unlink(missing_ok=True)
    smallest = fitting.index(True)
    assert smallest == largest, "only a disk that is large enough takes all of it"
    print(f"{len(fitting)} sizes")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
