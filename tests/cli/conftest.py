"""Running the command in this process, as a user would from a terminal's command line."""

from __future__ import annotations

import functools
import io
from collections.abc import Callable
from pathlib import Path

import attrs
import pytest

import stoneage_rules as sa
from command import main
from shipped import named_in

ROOT = Path(__file__).parents[2]
"""The examples are named from here."""

WINTER = named_in((ROOT / "examples" / "winter-for-two.toml").read_text("utf-8"))
"""The modules of the one example that has any."""


@attrs.frozen
class Ran:
    """The outcome of a command."""

    code: int
    out: str
    err: str


@functools.cache
def _loaded(table: str | None, players: int | None, modules: tuple[str, ...] | None) -> sa.Ruleset:
    return sa.load(table, players=players, modules=modules)


@pytest.fixture(autouse=True)
def loaded_once(monkeypatch) -> None:
    """Rules are frozen, and loading them is most of what a short command does: the installed ones are loaded once."""

    def load(table=None, *, players=None, modules=None):
        own = table is not None and not str(table).startswith("examples/")
        if own or any("/" in module for module in modules or ()):
            return sa.load(table, players=players, modules=modules)
        return _loaded(table and str(table), players, modules and tuple(modules))

    monkeypatch.setattr("stoneage_rules.cli.table_options.load", load)
    monkeypatch.chdir(ROOT)


@pytest.fixture(autouse=True)
def games(tmp_path_factory, monkeypatch) -> Path:
    """The folder of games for which no file is named."""
    folder = tmp_path_factory.mktemp("games")
    monkeypatch.setenv("STONEAGE_RECORDS", str(folder))
    return folder


@pytest.fixture
def stoneage(capsys, monkeypatch) -> Callable[..., Ran]:
    """The command with some words, and the lines that are typed to it; without lines, the input is at its end."""

    def run(*words: object, typed: str = "") -> Ran:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        capsys.readouterr()
        code = main([str(word) for word in words])
        shown = capsys.readouterr()
        assert "\x1b" not in shown.out + shown.err, "plain where it does not go to a terminal"
        assert "Traceback" not in shown.err
        return Ran(code, shown.out, shown.err)

    return run
