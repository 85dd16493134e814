"""The arena of policies: parts of a match make the whole, and the frozen policy plays as ever."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from running import python
from shipped import SHIPPED, needs
from sources import ROOT

FROZEN = {
    ("2", "none"): [231, 233],
    ("5", "all"): [81, 145],
}
"""Points of the first seat in the first game of frozen policies, and of the second seat in the second game."""


def arena(*arguments: object) -> str:
    return python(ROOT / "benchmarks" / "arena.py", *arguments).stdout


@pytest.mark.parametrize(("players", "modules"), [("2", "none"), pytest.param("5", "all", marks=needs(*SHIPPED))])
def test_the_frozen_policy_plays_as_ever(tmp_path: Path, players: str, modules: str) -> None:
    kept = tmp_path / "games"
    match = ("--players", players, "--modules", modules, "--one", "frozen", "--json", kept)
    arena(*match, "--games", 1)
    arena(*match, "--from", 1, "--games", 1)
    games = [json.loads(line) for line in kept.read_text("utf-8").splitlines()]
    assert [game[2] for game in games if isinstance(game, list)] == FROZEN[players, modules]
    assert ": 2 games, won " in arena("--sum", kept), "the parts together"
