"""`stoneage serve`: one server has a record, and a port that is in use leaves no game behind."""

from __future__ import annotations

import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from stoneage_rules.cli.screen import UsageError
from stoneage_rules.cli.serve import _held


def test_a_record_is_served_once_at_a_time(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    path = tmp_path / "game.txt"
    with _held(path), pytest.raises(UsageError, match="is served already"), _held(path):
        raise AssertionError("two have it")
    with _held(path):
        assert path.with_name("game.txt.lock").exists()


def test_a_port_in_use_is_named_and_leaves_no_game(says: Callable[..., Any], tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        says(f"serve {tmp_path / 'new.txt'} --host 127.0.0.1 --port {port}", 2, "cannot be used")
    assert [path.name for path in tmp_path.iterdir()] == ["new.txt.lock"]
