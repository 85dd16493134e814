"""Commands that write, where something else is already, and where there is no room: they name the path, and nothing is lost."""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

COMMANDS = {
    # each command with what it would write
    "new mine": "mine",
    "new mine --kind plugin": "mine",
    "new --kind table mine.toml": "mine.toml",
    "schema --to mine": "mine",
    "study -n 1 -p 2 --csv --to mine": "mine",
    "study -n 1 -p 2 --json --to mine": "mine",
    "play -p 2 -s 1 --record mine.txt": "mine.txt",
    "compare good.toml good.toml -n 2 --report mine.html": "mine.html",
    "compare good.toml good.toml -n 2 --report mine.svg": "mine.svg",
    "rules --page mine.html": "mine.html",
    "rules --page mine.md": "mine.md",
    "export-web mine --pyodide package --wheel package/x.whl": "mine",
}
TRIED = pytest.mark.parametrize(("line", "name"), COMMANDS.items(), ids=COMMANDS)
WORK = "years of work\n"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with what the commands read, and somebody's work."""
    monkeypatch.chdir(tmp_path)
    package = tmp_path / "package"
    package.mkdir()
    (package / "pyodide-lock.json").write_text(json.dumps({"info": {"python": "3.99.1"}}))
    (package / "pyodide.asm.wasm").write_bytes(bytes(2_500_000))
    with ZipFile(package / "x.whl", "w") as wheel:
        wheel.writestr("stoneage_rules/__init__.py", "")
    (tmp_path / "good.toml").write_text("players = 2\n")
    (tmp_path / "other.txt").write_text(WORK)
    return tmp_path


def somebodys(folder: Path) -> None:
    """Makes a folder with work, in files that are called like some which the commands write."""
    (folder / "thesis").mkdir(parents=True)
    (folder / "thesis" / "chapter1.tex").write_text(WORK)
    (folder / "setup.json").write_text('{"mine": true}')
    for name in ("index.html", "content-1.schema.json", "pack.toml", "seats.csv"):
        (folder / name).write_text(WORK)


def kept(folder: Path) -> dict[str, str | bytes | None]:
    """Returns all that is in a folder: what files have, and where links lead."""
    found: dict[str, str | bytes | None] = {}
    for path in folder.rglob("*"):
        data = path.read_bytes() if path.is_file() else None
        found[path.relative_to(folder).as_posix()] = os.readlink(path) if path.is_symlink() else data
    return found


def refused(stoneage: Callable[..., Any], line: str, name: str) -> None:
    if "--report" in line:
        pytest.importorskip("altair")
    ran = stoneage(*shlex.split(line))
    assert ran.code == 2
    assert name in ran.err
    assert "the output" not in ran.err


@TRIED
@pytest.mark.parametrize("there", ["folder", "file", "link to a folder", "link to a file", "link to nothing"])
def test_what_somebody_else_has_made_stays(stoneage: Callable[..., Any], place: Path, line: str, name: str, there: str) -> None:
    kind = there.rpartition(" ")[2]
    path = place / ("theirs" if "link" in there else name)
    if kind == "folder":
        somebodys(path)
    elif kind == "file":
        path.write_text(WORK)
    if "link" in there:
        (place / name).symlink_to(path)
    before = kept(place)
    refused(stoneage, line, name)
    assert kept(place) == before


@contextmanager
def full_disk(room: int) -> Iterator[None]:
    """Lets no file grow beyond a size: what is written then fails as on a full disk, in the system and without a name."""
    resource = pytest.importorskip("resource")
    most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, most[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, most)


@TRIED
def test_a_full_disk_is_told_with_the_path(stoneage: Callable[..., Any], place: Path, line: str, name: str) -> None:
    before = kept(place)
    room = 2_000_000 if "export-web" in line else 100
    with full_disk(room):
        refused(stoneage, line, name)
    after = kept(place)
    assert {path: after[path] for path in before} == before
    if "study" not in line:  # which keeps what was played
        assert [path for path in after.keys() - before if after[path] is not None] == [], "nothing half"
        assert stoneage(*shlex.split(line)).code == 0, "once there is room, it can be done"


@pytest.mark.parametrize("form", ["csv", "json"])
def test_a_disk_that_is_full_in_the_middle_of_a_study(stoneage: Callable[..., Any], place: Path, form: str) -> None:
    with full_disk(20_000):
        refused(stoneage, f"study -n 40 -p 2 --{form} --to mine", "mine")


@pytest.mark.parametrize(
    ("line", "path"),
    [
        ("schema --to mine", "mine/content-1.schema.json"),
        ("rules --page mine.html", "mine.html"),
        ("rules --page mine.md", "mine.md"),
        ("export-web mine --pyodide package --wheel package/x.whl", "mine/index.html"),
    ],
)
def test_what_the_command_wrote_itself_is_replaced_until_somebody_changes_it(
    stoneage: Callable[..., Any], place: Path, line: str, path: str
) -> None:
    for _ in range(2):
        assert stoneage(*shlex.split(line)).code == 0
    (place / path).write_text(WORK)
    before = kept(place)
    refused(stoneage, line, path)
    assert kept(place) == before
