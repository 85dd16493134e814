"""The file of a running game: whole at every moment, whatever happens to the disk, the file or the program."""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path

import pytest

import stoneage_rules as sa
from running import python
from stoneage_rules import files
from writing import replace

KILLS = int(os.environ.get("STONEAGE_KILLS", "20"))


def run(program: str, *words: object) -> str:
    """Runs a program beside this file; returns what it prints."""
    return python(Path(__file__).with_name(program), *words).stdout


@pytest.mark.skipif(sys.platform == "win32", reason="limits on files are there on POSIX alone")
def test_a_disk_that_is_full_at_any_byte_loses_nothing(tmp_path):
    """The file always ends with a whole step; what is missing is told, and written when there is room again."""
    sizes = int(run("full_disk.py", tmp_path).split()[0])
    assert sizes > 500, "each byte of a header and of some steps"


@pytest.mark.skipif(sys.platform == "win32", reason="there is no fork")
def test_a_player_who_is_killed_leaves_a_record_that_goes_on(tmp_path):
    run("killing.py", tmp_path, KILLS)


def test_a_step_after_closing_opens_the_file_again(played, tmp_path):
    game, path = played(3), tmp_path / "game.txt"
    with sa.RunningRecord(game, path) as record:
        record.close()
        game.play(game.legal()[0])
        assert path.read_text("utf-8") == str(game.record)
        game.undo(2)
        assert path.read_text("utf-8") == str(game.record)


def test_undo_and_redo_are_followed(played, tmp_path):
    game, path = played(12), tmp_path / "game.txt"
    with sa.RunningRecord(game, path):
        for change in (lambda: game.undo(5), lambda: game.redo(2), lambda: game.undo_to(1), lambda: game.redo(3)):
            change()
            assert path.read_text("utf-8") == str(game.record)


# --- whole files --------------------------------------------------------------------------------------------------


def test_half_written_files_of_others_are_removed_when_they_are_old(finished, tmp_path):
    old, fresh, foreign = (tmp_path / name for name in (".game.txt-0123abcd.part", ".game.txt-aaaaaaaa.part", ".game.txt-mine"))
    for path in (old, fresh, foreign):
        path.write_text("half", "utf-8")
    os.utime(old, (1, 1))
    os.utime(foreign, (1, 1))
    finished.record.write(tmp_path / "game.txt")
    assert sorted(os.listdir(tmp_path)) == sorted([fresh.name, foreign.name, "game.txt"])


def test_a_new_file_has_the_mode_of_the_process(finished, tmp_path):
    """Nobody asks the process for its mask, which other threads would meet while it is away."""
    assert "umask" not in Path(files.__file__).read_text("utf-8")
    path, plain = tmp_path / "game.txt", tmp_path / "plain.txt"
    finished.record.write(path)
    plain.touch()
    assert path.stat().st_mode == plain.stat().st_mode


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_pipes_and_devices_are_neither_read_nor_replaced(finished, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    devices = [Path(os.devnull)] if os.geteuid() else []  # a fault would let root replace it
    for path in (pipe, *devices, tmp_path):
        with pytest.raises(OSError, match="A record is a file"):
            sa.read_record(path)
        with pytest.raises(OSError, match=f"this is no regular file: '{re.escape(str(path))}'"):
            finished.record.write(path)


def test_a_name_that_is_no_file_says_so():
    with pytest.raises(FileNotFoundError, match=r"No such file, and the text of a record has several lines: 'nope'"):
        sa.replay("nope")


# --- files that others change -------------------------------------------------------------------------------------

CHANGES = {
    "appended": lambda path: path.write_text(path.read_text("utf-8") + "# mine\n", "utf-8"),
    "of the same size": lambda path: replace(path, "place", "PLACE"),
    "another file": lambda path: (path.rename(path.with_name("old.txt")), shutil.copy2(path.with_name("old.txt"), path)),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_record_that_another_program_has_changed_stays_as_it_is(change, played, tmp_path):
    game, path = played(3), tmp_path / "game.txt"
    record = sa.RunningRecord(game, path)
    game.play(game.legal()[0])
    change(path)
    theirs = path.read_bytes()
    for _ in range(2):
        with pytest.raises(sa.ListenerError, match=r"another program has changed this record .*game\.txt") as error:
            game.play(game.legal()[0])
        assert isinstance(error.value.errors[0], OSError)
        assert not record.is_whole
    with pytest.raises(OSError, match="another program has changed this record"):
        record.close()
    assert path.read_bytes() == theirs


def test_of_two_records_on_one_file_the_first_stops(played, tmp_path):
    path = tmp_path / "game.txt"
    first, second = played(3), played(5)
    older = sa.RunningRecord(first, path)
    with sa.RunningRecord(second, path) as newer:
        assert not older.is_whole
        with pytest.raises(sa.ListenerError, match="another program has changed this record"):
            first.play(first.legal()[0])
        second.play(second.legal()[0])
        assert newer.is_whole
    assert path.read_text("utf-8") == str(second.record)


@pytest.mark.parametrize("lose", [Path.unlink, lambda path: path.write_bytes(b"")], ids=["gone", "empty"])
def test_a_record_that_is_lost_is_written_anew(lose, played, tmp_path):
    """With the next step, and when it is closed."""
    game, path = played(3), tmp_path / "game.txt"
    record = sa.RunningRecord(game, path)
    game.play(game.legal()[0])
    lose(path)
    assert not record.is_whole
    game.play(game.legal()[0])
    assert record.is_whole
    assert path.read_text("utf-8") == str(game.record)
    lose(path)
    record.close()
    assert path.read_text("utf-8") == str(game.record)
    assert [*tmp_path.iterdir()] == [path]
