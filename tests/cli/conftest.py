"""Running the command in this process, as a user would from a terminal's command line."""

from __future__ import annotations

import io
from collections.abc import Callable

import attrs
import pytest
from stoneage_rules.cli import main


@attrs.frozen
class Ran:
    """What a command did."""

    code: int
    out: str
    err: str


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
