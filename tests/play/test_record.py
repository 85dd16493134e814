"""Records: what they look like, how they are written, what is refused as none at all.

What is refused line by line in replaying stands in `test_replaying.py`.
"""

from __future__ import annotations

import os
import re
from importlib.metadata import version

import attrs
import pytest
import tomli

import stoneage_rules as sa
from packs.toy import write
from play.conftest import striding
from stoneage_rules import RunningRecord


@pytest.fixture
def pack(tmp_path):
    return write(tmp_path / "rules", "home", "")


# --- what it looks like -------------------------------------------------------------------------------------------


def test_a_record_is_a_readable_text(finished):
    text = str(finished.record)
    header, _, body = text.partition("---\n")
    data = tomli.loads(header)
    assert data["format"] == 1
    assert data["library"] == version("stoneage-rules")
    assert data["rules"] == finished.rules.digest
    assert data["seed"] == 5
    assert data["table"]["players"] == 2
    lines = body.split("\n")
    assert lines[0] == "# set-up"
    assert re.fullmatch(r"- draw civ-\d\d", lines[1])
    start = lines.index("# round 1, first player is seat 0")
    assert re.fullmatch("check 1 [0-9a-f]{12}", lines[start + 1])
    assert lines[start + 2] == "# placing figures"
    assert re.fullmatch(r"0 place [a-z0-9-]+ \d+", lines[start + 3])
    assert any(re.fullmatch(r"- roll [1-6]( [1-6])*", line) for line in lines)
    assert lines[-2] == "end " + " ".join(map(str, finished.state.scores))
    assert lines[-1] == ""


def test_the_settings_of_the_table_are_in_it():
    rules = sa.load(players=2, edition="2008", first_seat=1, options={"base": {}})
    record = sa.Game(rules, seed=1).record
    assert record.table.edition == "2008"
    assert sa.read_record(str(record)).table == record.table == attrs.evolve(rules.table, options={"base": {"edition": "2008"}})
    assert sa.replay(record, allow_unfinished=True).state.first_seat == 1


def test_texts_of_a_table_survive(finished):
    table = sa.Table(players=2, options={"a pack": {"say": 'a "quoted"\\ \t\x7f line ü 🦴', "on": True, "many": 3}})
    record = attrs.evolve(finished.record, header=attrs.evolve(finished.record._header, table=table, seed=None))
    read = sa.read_record(str(record))
    assert (read.table, read.seed) == (table, None)


def test_a_decision_between_packs_survives(tmp_path):
    for pack, circles in (("big-huts", 4), ("small-huts", 3)):
        write(tmp_path, pack, f'[[patch.location]]\ntarget = "base:hut"\nwhy = "fits"\nset.circles = {circles}\n')
    table = {
        "modules": [str(tmp_path / pack) for pack in ("big-huts", "small-huts")],
        "resolve": [{"datum": "location base:hut circles", "use": "big-huts"}],
    }
    game = sa.Game(sa.load(sa.Table.from_dict(table), players=2), seed=1)
    again = sa.replay(str(game.record), allow_unfinished=True, packs_from=tmp_path)
    assert again.rules.table.resolve == game.rules.table.resolve
    assert again.rules.digest == game.rules.digest


# --- files --------------------------------------------------------------------------------------------------------


def test_written_and_read_again(finished, tmp_path):
    path = tmp_path / "game.txt"
    with pytest.raises(FileNotFoundError):
        sa.read_record(path)
    finished.record.write(path)
    assert path.read_text("utf-8") == str(finished.record)
    assert path.read_bytes().count(b"\r") == 0
    read = sa.read_record(path)
    assert (read.digest, read.seed, read.table) == (finished.rules.digest, 5, finished.record.table)
    assert sa.replay(path).state == finished.state
    assert os.listdir(tmp_path) == ["game.txt"], "nothing else is left behind"


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_an_old_file_is_replaced_all_at_once(finished, tmp_path, monkeypatch, error):
    path = tmp_path / "game.txt"
    path.write_text("an older game\n", "utf-8")
    path.chmod(0o640)

    def stopped(*args):
        raise error

    monkeypatch.setattr("stoneage_rules.files.os.fsync", stopped)
    with pytest.raises(type(error)) as raised:
        finished.record.write(path)
    assert getattr(raised.value, "filename", None) == (str(path) if isinstance(error, OSError) else None)
    assert path.read_text("utf-8") == "an older game\n"
    assert os.listdir(tmp_path) == ["game.txt"]
    monkeypatch.undo()
    finished.record.write(path)
    assert path.read_text("utf-8") == str(finished.record)
    assert path.stat().st_mode & 0o777 == 0o640


def test_packs_are_named_from_the_records_folder(pack, tmp_path, monkeypatch):
    rules = sa.load(players=2, modules=[str(pack)])
    game = sa.Game(rules, seed=1)
    game.run([striding(), striding(3)])
    folder = tmp_path / "records"
    folder.mkdir()
    game.record.write(folder / "game.txt")
    text = (folder / "game.txt").read_text("utf-8")
    assert 'modules = ["../rules/home"]' in text
    assert str(tmp_path) not in text
    monkeypatch.chdir("/")
    assert sa.replay(folder / "game.txt", packs_from=pack.parent).state == game.state
    game.record.write(pack.parent / "game.txt")
    assert 'modules = ["./home"]' in (pack.parent / "game.txt").read_text("utf-8")
    assert sa.replay(pack.parent / "game.txt").state == game.state


def test_a_pack_named_from_here_is_found_from_elsewhere(pack, tmp_path, monkeypatch):
    monkeypatch.chdir(pack.parent)
    rules = sa.load(players=2, modules=["./home"])
    record = sa.Game(rules, seed=1).record
    assert record.table.modules == (str(pack),)


# --- a record that grows ------------------------------------------------------------------------------------------


def test_a_running_record_grows_by_whole_lines(played, tmp_path):
    game, path, choose = played(0), tmp_path / "running.txt", striding()
    sizes = []
    with RunningRecord(game, path):
        while not game.is_over:
            text = path.read_bytes()
            assert text.endswith(b"\n")
            sizes.append(len(text))
            if len(sizes) < 20:
                assert sa.replay(path, rules=game.rules, allow_unfinished=True).state == game.state
            game.play(choose(None, game.legal()))
    assert sizes == sorted(set(sizes))
    assert path.read_text("utf-8") == str(game.record)
    assert sa.replay(path, rules=game.rules).state == game.state


def test_a_running_record_is_not_written_anew_for_each_step(played, tmp_path, monkeypatch):
    game, path = played(0), tmp_path / "running.txt"
    with RunningRecord(game, path):
        inode = path.stat().st_ino
        for _ in range(5):
            game.play(game.legal()[0])
        assert path.stat().st_ino == inode
        game.undo(2)
        assert path.stat().st_ino == inode


def test_an_outcome_by_hand_takes_the_seed_out_of_the_file(played, tmp_path):
    game, path = played(0, "place hunt 5", "place forest 5", "resolve hunt", auto_chance=False), tmp_path / "running.txt"
    with RunningRecord(game, path):
        assert "seed = 5" in path.read_text("utf-8")
        game.play("roll 1 2 3 4 5")
    assert "seed" not in path.read_text("utf-8")
    assert path.read_text("utf-8") == str(game.record)


# --- what is no record --------------------------------------------------------------------------------------------

HEAD = f"""format = 1
library = "0.1.0"
rules = "{"0" * 64}"
seed = 5

[table]
players = 2

---
"""


@pytest.mark.parametrize(
    ("change", "line", "message"),
    [
        (("format = 1", "format = 2"), 1, "format 2, of a library that is newer than .*, which reads format 1; update with"),
        (("format = 1", "format = 0"), 1, "`format = 1` is expected; this is 0"),
        (("format = 1\n", ""), 1, "`format = 1` is expected; this is None"),
        (('library = "0.1.0"', "library = 1"), 2, "text"),
        (('rules = "', 'rules = "x'), 3, "64 digits"),
        (("seed = 5", "seed = -5"), 4, "a seed is 0 or more"),
        (("seed = 5", 'seed = "5"'), 4, "whole number"),
        (("seed = 5", "sead = 5"), 4, "sead"),
        (("players = 2", "playrs = 2"), 7, "playrs"),
        (("players = 2", "players = two"), 7, "the settings cannot be read: no value looks like this"),
        (("---\n", ""), 9, "a line `---` is expected"),
    ],
)
def test_a_header_at_fault(change, line, message):
    assert change[0] in HEAD
    with pytest.raises(sa.RecordError, match=message) as error:
        sa.read_record(HEAD.replace(*change))
    assert error.value.line == line
    assert error.value.game is None
    assert str(error.value).startswith(f"line {line}: ")


def test_the_header_above_is_right():
    assert sa.read_record(HEAD).table.players == 2


def test_a_file_that_is_no_text(tmp_path):
    path = tmp_path / "game.txt"
    path.write_bytes(HEAD.encode() + b"# fine\n0 place \xff\n")
    with pytest.raises(sa.RecordError, match="UTF-8") as error:
        sa.read_record(path)
    assert error.value.line == 11


def test_bounds(tmp_path):
    long = HEAD + "# " + "x" * 4_000 + "\n"
    with pytest.raises(sa.RecordError, match="a line has at most 4000 characters; this one has 4002") as error:
        sa.read_record(long)
    assert error.value.line == 10
    path = tmp_path / "huge.txt"
    path.write_bytes(b"#\n" * 4_000_000)
    for source in (path, path.read_text("utf-8")):
        with pytest.raises(sa.RecordError, match="at most 4000000 bytes"):
            sa.read_record(source)


def test_lines_ended_as_on_windows(finished, tmp_path):
    path = tmp_path / "game.txt"
    path.write_bytes(str(finished.record).replace("\n", "\r\n").encode())
    for source in (path, path.read_bytes().decode()):
        assert sa.replay(source, rules=finished.rules).state == finished.state
