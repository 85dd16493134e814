"""The folder where commands run, and packs and records for them."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import stoneage_rules as sa
from shipped import named_in
from sources import ROOT
from stoneage_rules.testing import write_starter

WINTER = named_in((ROOT / "examples" / "winter-for-two.toml").read_text("utf-8"))
"""The modules of the one example that has any."""


@pytest.fixture(autouse=True)
def games(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of games for which no file is named; the examples are named from the current one."""
    monkeypatch.chdir(ROOT)
    folder = tmp_path_factory.mktemp("games")
    monkeypatch.setenv("STONEAGE_RECORDS", str(folder))
    return folder


@pytest.fixture
def says(stoneage: Callable[..., Any]) -> Callable[..., Any]:
    """The command with a line of words; its code, and parts of what it says: beside the output, if it ends with 2."""

    def says(line: str, code: int, *parts: str, typed: str = "") -> Any:
        ran = stoneage(*shlex.split(line), typed=typed)
        assert ran.code == code, ran
        for part in parts:
            assert part in (ran.err if code == 2 else ran.out), ran
        return ran

    return says


@pytest.fixture
def data(says: Callable[..., Any]) -> Callable[..., Any]:
    """The command with a line of words, and `--json`; the data that it writes."""
    return lambda line, code=0: json.loads(says(f"{line} --json", code).out)


@pytest.fixture
def pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A new pack, `my-rules`, in the current folder."""
    write_starter(tmp_path / "my-rules")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "my-rules"


@pytest.fixture
def recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> sa.Game:
    """A game, with names, that lies in `game.txt` of the current folder."""
    game = sa.Game(sa.load(players=2), seed=3, skip_forced=True, names=["Ada", "Ben"])
    game.run(sa.policies.make_policies(["sensible"] * 2, 3))
    monkeypatch.chdir(tmp_path)
    game.record.write(Path("game.txt"))
    return game
