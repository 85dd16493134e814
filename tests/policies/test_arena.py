"""The arena of policies: parts of a match make the whole, and the frozen policy plays as ever."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from running import python
from shipped import SHIPPED, needs
from sources import ROOT

SEARCHER = "searcher:make_searcher(playouts=6)"
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


def test_answers_at_random_are_paired_with_the_policys_own(tmp_path: Path) -> None:
    kept = tmp_path / "games"
    match = ("--one", "sensible", "--others", "sensible", "--games", 2, "--json", kept)
    assert "than at random +0.00 [+0.00, +0.00] points" in arena(*match, "--at-random", "no-such-question")
    told = arena(*match, "--at-random", "buy")
    games = [json.loads(line) for line in kept.read_text("utf-8").splitlines()[-2:]]
    more = re.search(r"than at random (\S+) \[", told)
    assert more is not None
    assert float(more[1]) == sum(game[-2] for game in games) / 2 != 0


def test_the_search_of_the_page_beats_the_sensible_policy(tmp_path: Path) -> None:
    """With 12 playouts it wins 54 of 60 games, as the page says."""
    kept = tmp_path / "games"
    arena("--one", SEARCHER, "--others", "sensible", "--games", 10, "--json", kept)
    games = [json.loads(line) for line in kept.read_text("utf-8").splitlines()]
    assert sum(game[1] for game in games if isinstance(game, list)) >= 7
