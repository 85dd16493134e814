"""`stoneage serve`: one server has a record, and a port that is in use leaves every file as it was."""

from __future__ import annotations

import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from stoneage_rules.cli.screen import UsageError
from stoneage_rules.cli.serve import _held

HOLDS = ".game.txt.served"
"""The file that holds `game.txt`."""


def contents(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text("utf-8") for path in folder.iterdir()}


def test_a_record_is_served_once_at_a_time(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    path = tmp_path / "game.txt"
    with _held(path), pytest.raises(UsageError, match="is served already"), _held(path):
        raise AssertionError("two have it")
    with _held(path):
        assert contents(tmp_path) == {HOLDS: ""}


def test_what_lies_beside_a_record_stays_as_it_is(tmp_path: Path) -> None:
    before = {"game.txt.lock": "packages of a project", HOLDS: "notes of somebody"}
    for name, text in before.items():
        (tmp_path / name).write_text(text, "utf-8")
    with _held(tmp_path / "game.txt"):
        assert contents(tmp_path) == before
    assert contents(tmp_path) == before


def test_a_missing_folder_is_told_by_the_record(tmp_path: Path) -> None:
    path = tmp_path / "away" / "game.txt"
    with pytest.raises(FileNotFoundError) as told, _held(path):
        raise AssertionError("there is no such folder")
    assert told.value.filename == str(path)


@pytest.fixture
def refused(says: Callable[..., Any], tmp_path: Path) -> Callable[[], dict[str, str]]:
    """Returns what is in the folder after a game was to be served at a port in use, but for the file that holds it."""

    def run() -> dict[str, str]:
        with socket.create_server(("127.0.0.1", 0)) as other:
            port = other.getsockname()[1]
            says(f"serve {tmp_path / 'game.txt'} --host 127.0.0.1 --port {port}", 2, "cannot be used")
        found = contents(tmp_path)
        assert found.pop(HOLDS) == ""
        return found

    return run


def test_a_port_in_use_is_named_and_leaves_no_game(refused: Callable[[], dict[str, str]]) -> None:
    assert refused() == {}


@pytest.mark.parametrize("kept", ["game.txt", "game.txt.links"])
def test_a_port_in_use_takes_no_file_away_that_was_there(
    refused: Callable[[], dict[str, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept: str
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(Path, "unlink", lambda *_, **__: None)
        before = refused()
    assert sorted(before) == ["game.txt", "game.txt.links"]
    for name in before.keys() - {kept}:
        (tmp_path / name).unlink()
    assert refused() == {kept: before[kept]}
