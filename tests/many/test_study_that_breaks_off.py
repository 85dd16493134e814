"""A study that is killed, cut or damaged: all whole games are there, and nothing that is wrong is read."""

from __future__ import annotations

import itertools
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

import stoneage_rules as sa
from long_profile import some
from many import killed
from running import python
from stoneage_rules.many import study_files

KILLS = int(os.environ.get("STONEAGE_KILLS", "2"))
FORMS = ("csv", "json", "parquet")
ENDS = {"csv": "csv", "json": "jsonl"}
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals and limits")
Rows = dict[str, list[dict[str, object]]]


def rows_of(found: sa.many.Study) -> Rows:
    return {table: [*found.rows(table)] for table in found.columns}


def expect_first_games(folder: Path, games: int) -> None:
    """The study in the folder is that of so many games, to the last number."""
    read = sa.many.Study.read(folder)
    assert read.header["games"] == games
    expected = (
        rows_of(sa.study({"players": 2}, games, makers="random", seed=1)) if games else {table: [] for table in read.columns}
    )
    assert rows_of(read) == expected


def has(form: str) -> None:
    if form == "parquet":
        pytest.importorskip("polars")


# --- kills --------------------------------------------------------------------------------------------------------


@POSIX
@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("form", FORMS)
def test_a_study_that_is_killed_loses_the_games_in_play_and_goes_on(form, workers, tmp_path, monkeypatch):
    """`STONEAGE_KILLS` says how often; a part of Parquet has four games here, so that parts are being closed, too."""
    has(form)
    chance = random.Random(f"{form} {workers}")
    for number in range(KILLS // 2 or 1):
        folder = tmp_path / str(number)
        command = [sys.executable, killed.__file__, str(folder), form, str(workers)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True) as run:
            assert run.stdout is not None
            told = [run.stdout.readline()]
            time.sleep(chance.random() * 0.4)
            run.kill()
            told += run.stdout.read().splitlines() if workers == 1 else []
            with suppress(ProcessLookupError):  # the workers of the one that was killed
                os.killpg(run.pid, signal.SIGKILL)
            told += run.stdout.read().splitlines()
        games = sa.many.Study.read(folder).header["games"]
        assert 0 < len(told) <= games <= len(told) + 1, "the last one was written, and not told"
        expect_first_games(folder, games)
        monkeypatch.setattr(study_files, "GAMES_IN_PART", 4)
        for more in (3, 5):
            sa.study({"players": 2}, games + more, to=folder, form=form, makers="random")
        expect_first_games(folder, games + 5)


def dying(seed):
    """A policy whose process is killed in the fourth game."""
    if seed >> 8 == 4:
        os.kill(os.getpid(), signal.SIGKILL)
    return sa.policies.random_policy(seed)


@POSIX
@pytest.mark.parametrize("form", ["csv", "json"])
def test_when_a_worker_is_killed_what_was_played_is_kept_and_the_error_has_a_name(form, tmp_path):
    heard = []
    with pytest.raises(sa.WorkerDied, match="a process that plays for this one was ended"):
        sa.study(
            {"players": 2}, 10, to=tmp_path / form, form=form, makers=dying, seed=1, workers=2, on_game=heard.append
        )  # fmt: skip
    read = sa.many.Study.read(tmp_path / form)
    assert [row["game"] for row in read.rows("games")] == [game.number for game in heard]
    assert len(heard) == read.header["games"] < 4
    with pytest.raises(sa.WorkerDied):
        sa.simulate({"players": 2}, 10, makers=dying, seed=1, workers=2)
    with pytest.raises(sa.WorkerDied):
        sa.compare({"players": 2}, {"players": 2}, 10, makers=dying, seed=1, workers=2)


@pytest.mark.parametrize("form", FORMS)
def test_the_header_follows_as_it_is_played(form, tmp_path, monkeypatch):
    has(form)
    seen = []
    monkeypatch.setattr(study_files, "RENEWED", 0)
    monkeypatch.setattr(study_files, "GAMES_IN_PART", 2)
    sa.study(
        {"players": 2},
        5,
        to=tmp_path / "s",
        form=form,
        makers="random",
        seed=1,
        on_game=lambda game: seen.append((game.number + 1, json.loads((tmp_path / "s" / "study.json").read_text())["games"])),
    )
    assert seen == [(number, number) for number in range(1, 6)]
    expect_first_games(tmp_path / "s", 5)


@POSIX
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("size", [4_000, 41_001])
def test_on_a_full_disk_the_error_names_the_file_and_what_was_played_is_kept(form, size, tmp_path):
    has(form)
    told, file = python(killed.__file__, tmp_path / "s", form, size).stdout.split()
    assert Path(file).parent == tmp_path / "s"
    expect_first_games(tmp_path / "s", int(told))
    for path in (tmp_path / "s").glob("*.jsonl" if form == "json" else "*.csv"):
        assert b"\n" in path.read_bytes()[-1:] or not path.stat().st_size, "no part of a row is left for others who read it"


def test_a_part_of_parquet_that_cannot_be_written_stays_as_lines_of_json(tmp_path, monkeypatch):
    has("parquet")
    write_whole = study_files.write_whole

    def on_a_full_disk(path, content):
        if path.name == "rolls-0001.parquet":
            raise OSError(28, "No space left on device", str(path))
        write_whole(path, content)

    monkeypatch.setattr(study_files, "GAMES_IN_PART", 2)
    monkeypatch.setattr(study_files, "write_whole", on_a_full_disk)
    with pytest.raises(OSError, match=r"No space left on device: .*rolls-0001\.parquet"):
        sa.study({"players": 2}, 9, to=tmp_path, makers="random", seed=1)
    assert (tmp_path / "seats-0001.parquet").exists()
    expect_first_games(tmp_path, 4)
    monkeypatch.setattr(study_files, "write_whole", write_whole)
    sa.study({"players": 2}, 9, to=tmp_path, makers="random")
    expect_first_games(tmp_path, 9)


# --- cuts ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def studies(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Six games in each form, those of Parquet as an open part."""
    folder = tmp_path_factory.mktemp("studies")
    for form in ENDS:
        sa.study({"players": 2}, 6, to=folder / form, form=form, makers="random", seed=1)
    return folder


@pytest.fixture(scope="module")
def played() -> Rows:
    return rows_of(sa.study({"players": 2}, 6, makers="random", seed=1))


@pytest.mark.parametrize("form", ENDS)
def test_of_a_file_that_is_cut_anywhere_whole_games_are_read(form, studies, played, tmp_path):
    chance = random.Random(form)
    for number in some(range(100), 5):
        folder = shutil.copytree(studies / form, tmp_path / str(number))
        table = chance.choice([*played])
        path = folder / f"{table}.{ENDS[form]}"
        text = path.read_bytes()
        left = text[: int(chance.random() * len(text))]
        path.write_bytes(left)
        there = max(0, left.count(b"\n") - (form == "csv"))
        rows = itertools.accumulate(sum(row["game"] == game for row in played[table]) for game in range(6))
        games = sum(count <= there for count in rows)
        read = sa.many.Study.read(folder)
        assert read.header["games"] == games
        assert rows_of(read) == {name: [row for row in all if row["game"] < games] for name, all in played.items()}
        sa.study({"players": 2}, 6, to=folder, form=form, makers="random")
        for whole in (studies / form).iterdir():
            assert (folder / whole.name).read_bytes() == whole.read_bytes(), whole.name


@pytest.mark.parametrize("form", ENDS)
def test_games_count_with_their_whole_line_of_progress(form, studies, tmp_path):
    folder = shutil.copytree(studies / form, tmp_path / "s")
    progress = (folder / "progress.jsonl").read_text("utf-8")
    for size in range(0, len(progress), 7):
        (folder / "progress.jsonl").write_text(progress[:size], "utf-8")
        assert sa.many.Study.read(folder).header["games"] == progress[:size].count("\n")


# --- damage -------------------------------------------------------------------------------------------------------

HEADERS = {
    "empty": b"",
    "half": b'{"format": "csv", "col',
    "a list": b"[]",
    "null": b"null",
    "another file": b'{"mine": true}',
    "another form": b'{"format": "xlsx", "columns": {}}',
    "a form that is none": b'{"format": [], "columns": {}}',
    "columns as a list": b'{"format": "csv", "columns": [1]}',
    "columns of no type": b'{"format": "csv", "columns": {"games": {"game": "date"}}}',
    "columns of a number": b'{"format": "csv", "columns": {"games": 7}}',
    "a table elsewhere": b'{"format": "csv", "columns": {"../games": {"game": "int"}}}',
    "no text": b"\xff\xfe\x00",
    "depth": b"[" * 100_000,
}


@pytest.mark.parametrize("header", HEADERS.values(), ids=HEADERS)
def test_a_damaged_header_is_told(header, studies, tmp_path):
    folder = shutil.copytree(studies / "csv", tmp_path / "s")
    (folder / "study.json").write_bytes(header)
    with pytest.raises(OSError, match=r"this file of a study is damaged: .*study\.json"):
        sa.many.Study.read(folder)


DAMAGE = {
    "a letter in a number": ("csv", "seats.csv", lambda text: text.replace(b"0,1,", b"0,x,", 1)),
    "another column": ("csv", "seats.csv", lambda text: text.replace(b"seed", b"seen", 1)),
    "a quote": ("csv", "rolls.csv", lambda text: text.replace(b"\n0,", b'\n"0,', 1)),
    "a row too long": ("csv", "seats.csv", lambda text: text.replace(b"\r\n0,", b"\r\n0,0,", 1)),
    "no text": ("json", "rolls.jsonl", lambda text: b"\xff" + text),
    "no table": ("json", "seats.jsonl", lambda text: b"[1]\n" + text),
    "a row without a value": ("json", "seats.jsonl", lambda text: text.replace(b'"game": 0, ', b"", 1)),
    "progress": ("json", "progress.jsonl", lambda text: b"{}\n" + text),
    "progress in words": ("json", "progress.jsonl", lambda text: text.replace(b"1", b'"one"', 1)),
    "progress as a list": ("csv", "progress.jsonl", lambda text: b"[]\n" + text),
}


@pytest.mark.parametrize(("form", "name", "damage"), DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_file_is_told_by_its_name(form, name, damage, studies, tmp_path):
    folder = shutil.copytree(studies / form, tmp_path / "s")
    text = (folder / name).read_bytes()
    assert damage(text) != text
    (folder / name).write_bytes(damage(text))
    with pytest.raises(OSError, match=f"this file of a study is damaged: .*{name}"):
        rows_of(sa.many.Study.read(folder))


@pytest.mark.parametrize("name", ["study.json", "progress.jsonl", "rolls.csv"])
def test_a_file_that_is_missing_is_told(name, studies, tmp_path):
    folder = shutil.copytree(studies / "csv", tmp_path / "s")
    (folder / name).unlink()
    with pytest.raises(FileNotFoundError, match=name):
        sa.many.Study.read(folder)


def test_parquet_that_is_damaged_is_told_and_parts_behind_a_gap_are_not_read(tmp_path, monkeypatch):
    has("parquet")
    monkeypatch.setattr(study_files, "GAMES_IN_PART", 2)
    sa.study({"players": 2}, 5, to=tmp_path, makers="random", seed=1)
    assert sorted(path.name for path in tmp_path.glob("rolls*")) == [f"rolls-000{part}.parquet" for part in range(3)]
    part = tmp_path / "rolls-0001.parquet"
    whole = part.read_bytes()
    for size in range(0, len(whole), 997):
        part.write_bytes(whole[:size])
        with pytest.raises(OSError, match=r"damaged: .*rolls-0001"):
            sa.many.Study.read(tmp_path)
    with pytest.raises(OSError, match=r"damaged: .*rolls-0001"):
        sa.study({"players": 2}, 9, to=tmp_path, makers="random")
    part.unlink()
    expect_first_games(tmp_path, 2)
    sa.study({"players": 2}, 7, to=tmp_path, makers="random")
    expect_first_games(tmp_path, 7)
    assert sorted(path.name for path in tmp_path.glob("rolls*")) == [f"rolls-000{part}.parquet" for part in range(4)]


def expect_same_files(folder: Path, whole: Path) -> None:
    """Both folders have the same files, to the byte."""
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == {
        path.name: path.read_bytes() for path in whole.iterdir()
    }


def test_a_study_that_is_killed_while_it_closes_a_part_of_parquet_goes_on(tmp_path, monkeypatch):
    """At every moment: a table may have both files, or only one, and the next table none yet."""
    has("parquet")
    whole, moments = tmp_path / "whole", []
    write_whole = study_files.write_whole

    def watched(path, content):
        write_whole(path, content)
        if path.suffix == ".parquet":
            for name in ("before", "after"):
                moments.append(Path(shutil.copytree(whole, tmp_path / f"{len(moments)} {name}")))
            (moments[-2] / path.name).unlink()

    monkeypatch.setattr(study_files, "GAMES_IN_PART", 2)
    monkeypatch.setattr(study_files, "write_whole", watched)
    columns = sa.study({"players": 2}, 4, to=whole, makers="random", seed=1).columns
    monkeypatch.setattr(study_files, "write_whole", write_whole)
    assert len(moments) == 2 * 2 * len(columns)
    assert not [*whole.glob("rolls-*.jsonl")]
    for folder in moments:
        sa.study({"players": 2}, 4, to=folder, makers="random")
        expect_same_files(folder, whole)


def test_parts_of_parquet_behind_the_progress_go(tmp_path, monkeypatch):
    """After a power cut the progress may be shorter than the tables."""
    has("parquet")
    monkeypatch.setattr(study_files, "GAMES_IN_PART", 2)
    for games in (4, 7):
        sa.study({"players": 2}, games, to=tmp_path / str(games), makers="random", seed=1)
    progress = (tmp_path / "7" / "progress.jsonl").read_bytes().splitlines(keepends=True)
    for left in range(4):
        folder = shutil.copytree(tmp_path / "7", tmp_path / f"left {left}")
        (folder / "progress.jsonl").write_bytes(b"".join(progress[:left]))
        sa.study({"players": 2}, 4, to=folder, makers="random")
        expect_same_files(folder, tmp_path / "4")


@pytest.mark.parametrize("left", ["study.json", "progress.jsonl"])
def test_a_study_that_was_killed_before_its_first_game_begins(left, tmp_path):
    sa.study({"players": 2}, 1, to=tmp_path, form="csv", makers="random", seed=1)
    (tmp_path / "progress.jsonl").write_text("")
    for path in tmp_path.iterdir():
        if path.name not in (left, "study.json"):
            path.unlink()
    sa.study({"players": 2}, 2, to=tmp_path, form="csv", makers="random")
    expect_first_games(tmp_path, 2)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("progress", ["", '{"games": 1, "se'])
def test_a_study_that_was_killed_while_it_wrote_its_first_game_has_it_once(form, progress, tmp_path):
    has(form)
    sa.study({"players": 2}, 3, to=tmp_path / "whole", form=form, makers="random", seed=1)
    sa.study({"players": 2}, 1, to=tmp_path / "s", form="json" if form == "parquet" else form, makers="random", seed=1)
    if form == "parquet":  # the open part of Parquet is lines of JSON
        header = (tmp_path / "whole" / "study.json").read_bytes()
        (tmp_path / "s" / "study.json").write_bytes(header)
        for path in (tmp_path / "s").glob("*.jsonl"):
            if path.name != "progress.jsonl":
                path.rename(path.with_name(f"{path.stem}-0000.jsonl"))
    (tmp_path / "s" / "progress.jsonl").write_text(progress)
    sa.study({"players": 2}, 3, to=tmp_path / "s", form=form, makers="random")
    expect_first_games(tmp_path / "s", 3)
    for path in (tmp_path / "whole").iterdir():
        assert (tmp_path / "s" / path.name).read_bytes() == path.read_bytes(), path.name


@pytest.mark.parametrize("form", FORMS)
def test_a_study_without_its_progress_is_refused_and_left(form, tmp_path):
    has(form)
    sa.study({"players": 2}, 2, to=tmp_path, form=form, makers="random", seed=1)
    (tmp_path / "progress.jsonl").unlink()
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.raises(FileNotFoundError, match=r"is missing; put it back, or name another folder: .*progress\.jsonl"):
        sa.study({"players": 2}, 3, to=tmp_path, form=form, makers="random")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


@POSIX
def test_two_runs_do_not_write_the_same_files(tmp_path):
    study = partial(sa.study, {"players": 2}, to=tmp_path / "s", form="csv", makers="random", seed=1)
    simulate = partial(sa.simulate, {"players": 2}, out=tmp_path / "r.jsonl", makers="random", seed=1)
    for run, named in ((study, "progress"), (simulate, "r")):
        heard = []

        def meanwhile(game, run=run, named=named, heard=heard):
            heard.append(game.number)
            with pytest.raises(FileExistsError, match=rf"another run writes it; wait for its end, or stop it: .*{named}\.jsonl"):
                run(games=9)

        run(games=3, on_game=meanwhile)
        assert heard == [0, 1, 2]
        run(games=4, on_game=lambda game, heard=heard: heard.append(game.number))
        assert heard == [0, 1, 2, 3], "the run that ended holds nothing"
    expect_first_games(tmp_path / "s", 4)
    assert [game.number for game in sa.many.games_in(tmp_path / "r.jsonl")] == [0, 1, 2, 3]


OTHERS = {
    "another table": {"table": {"players": 3}},
    "another seed": {"seed": 2},
    "another policy": {"makers": "sensible"},
    "another form": {"form": "json"},
}


@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS)
def test_another_study_does_not_go_on_in_a_folder(other, studies, tmp_path):
    folder = shutil.copytree(studies / "csv", tmp_path / "s")
    with pytest.raises(FileExistsError, match="there are other games in it already: they differ in"):
        sa.study(**{"table": {"players": 2}, "games": 9, "to": folder, "form": "csv", "makers": "random"} | other)
    assert rows_of(sa.many.Study.read(folder)) == rows_of(sa.many.Study.read(studies / "csv"))


# --- files of results ---------------------------------------------------------------------------------------------


def test_a_file_of_results_that_is_cut_anywhere_goes_on(tmp_path):
    path = tmp_path / "results.jsonl"
    play = partial(sa.simulate, table={"players": 2}, games=6, makers="random", out=path)
    whole = sa.simulate({"players": 2}, 6, makers="random", seed=1)
    assert play(seed=1).by_seat == whole.by_seat
    assert (*sa.many.games_in(path),) == whole.games
    text, heard = path.read_bytes(), []
    assert play(on_game=heard.append).by_player == whole.by_player
    assert heard == []
    for size in (0, *some(range(text.index(b"\n") + 1, len(text)), 7)):
        path.write_bytes(text[:size])
        assert play(seed=1).by_seat == whole.by_seat
        assert path.read_bytes() == text
    assert ">6 games, seeds 1 to 6" in play()._repr_html_()
    for other in ({"table": {"players": 3}}, {"seed": 2}, {"makers": "sensible"}):
        with pytest.raises(FileExistsError, match="there are other games in it already: they differ in"):
            play(**other)
    assert path.read_bytes() == text


def test_a_simulation_in_a_file_is_compared_by_its_sums_and_read_back_without_them(tmp_path):
    one, same, other = (
        sa.simulate({"players": 2}, games, makers="random", seed=1, out=tmp_path / name)
        for name, games in (("one", 4), ("same", 4), ("other", 3))
    )
    assert one == same
    assert hash(one) == hash(same)
    assert one != other
    with pytest.raises(ValueError, match=r"the games are in a file: `sa.many.games_in` reads them"):
        one.victories_of(one.players[0])
    read = sa.many.Simulation.from_dict(one.to_dict())
    assert read != one
    assert read == sa.many.Simulation.from_dict(other.to_dict())
    assert (read.by_player, read.by_seat, read.victories_of(read.players[0])) == ((), (), [])
    assert "0 games, seeds from 1" in read._repr_html_()


@pytest.mark.parametrize("text", ["mine\n", "[]\n", "{}\n", "mine", "\n", '{"seed": 1}\n'])
def test_a_file_of_something_else_takes_no_results(text, tmp_path):
    (tmp_path / "mine").write_text(text, "utf-8")
    with pytest.raises(OSError, match=r"mine"):
        sa.simulate({"players": 2}, 1, makers="random", out=tmp_path / "mine")
    assert (tmp_path / "mine").read_text("utf-8") == text


def test_a_damaged_result_is_told_by_its_file(tmp_path):
    path = tmp_path / "results"
    sa.simulate({"players": 2}, 2, makers="random", seed=1, out=path)
    path.write_text(path.read_text("utf-8").replace('"number"', '"figure"', 1), "utf-8")
    with pytest.raises(OSError, match=r"is damaged: .*results"):
        sa.simulate({"players": 2}, 3, makers="random", out=path)


WRONG = {
    "a line that is missing": (lambda lines: [*lines[:2], *lines[3:]], "line 3 is damaged: ValueError: `number` is 2, not 1"),
    "a line twice": (lambda lines: [*lines[:2], *lines[1:]], "line 3 is damaged: ValueError: `number` is 0, not 1"),
    "a player that is none": (
        lambda lines: [*lines[:2], lines[2].replace('"seating": [1, 0]', '"seating": [9, 0]'), lines[3]],
        "line 3 is damaged: ValueError: `seating`, `scores` and `policies` are not those of 2 players",
    ),
    "a policy too many": (
        lambda lines: [*lines[:3], lines[3].replace('"policies": [', '"policies": ["random", ')],
        "line 4 is damaged: ValueError: `seating`",
    ),
    "a seed in words": (lambda lines: [lines[0].replace('"seed": 1', '"seed": "x"'), *lines[1:]], "or it is damaged: TypeError"),
    "a seed below 0": (lambda lines: [lines[0].replace('"seed": 1', '"seed": -1'), *lines[1:]], "`seed` is below 0"),
}


@pytest.mark.parametrize(("damage", "told"), WRONG.values(), ids=WRONG)
def test_a_result_of_another_game_is_told_by_its_line(damage, told, tmp_path):
    path = tmp_path / "results"
    sa.simulate({"players": 2}, 3, makers="random", seed=1, out=path)
    lines = path.read_text("utf-8").splitlines(keepends=True)
    assert damage(lines) != lines
    path.write_text("".join(damage(lines)), "utf-8")
    before = path.read_bytes()
    with pytest.raises(OSError, match=f"{told}.*results"):
        sa.simulate({"players": 2}, 5, makers="random", out=path)
    assert path.read_bytes() == before


def test_notes_are_not_called_a_study(tmp_path):
    (tmp_path / "notes").write_text("mine\n", "utf-8")
    with pytest.raises(OSError, match="this is no file of games, or it is damaged: JSONDecodeError"):
        sa.simulate({"players": 2}, 1, makers="random", out=tmp_path / "notes")


@POSIX
@pytest.mark.parametrize("seed", [None, 1])
def test_a_device_is_refused_before_a_game_is_played(seed):
    heard = []
    with pytest.raises(OSError, match="this is no regular file"):
        sa.simulate({"players": 2}, 1, makers="random", out="/dev/null", seed=seed, on_game=heard.append)
    assert heard == []
