"""The patterns of docs/patterns.md: each is a pack that check passes, that plays to the end, and that does what it is for."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import tomli

import stoneage_rules as sa
from properties.play import random_game, replayed, states
from sources import ROOT
from stoneage_rules.testing import inspect_pack, run_scenarios
from writing import toml_file, write_pack

PAGE = ROOT / "docs" / "patterns.md"
EXAMPLES = tomli.loads(Path(__file__).with_name("patterns.toml").read_text("utf-8"))["pattern"]
PATTERNS = dict(re.findall("^```toml ([a-z-]+)\n(.*?)^```$", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE))


def pack(folder: Path, name: str) -> Path:
    return write_pack(folder, {"rules.toml": PATTERNS[name]}, requires="base", id="my-rules")


def load(folder: Path, name: str, players: int = 2) -> sa.Ruleset:
    return sa.load(players=players, modules=[str(pack(folder, name))])


@pytest.mark.parametrize("name", PATTERNS)
def test_a_pattern_is_a_pack_that_plays(name: str, tmp_path: Path) -> None:
    found = inspect_pack(pack(tmp_path, name))
    assert [str(finding) for finding in found.findings] == []
    for rules in (found.rules[0], found.rules[-1]):
        state, answers = random_game(rules, seed=3)
        assert replayed(rules, answers) == state


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["name"])
def test_a_pattern_does_what_it_is_for(example: dict[str, Any], tmp_path: Path) -> None:
    table = {"players": 2, "modules": [str(pack(tmp_path, example["name"]))]}
    file = tmp_path / "scenarios.toml"
    file.write_text(toml_file({"table": table, "scenario": [example]}), "utf-8")
    (result,) = run_scenarios(file)
    assert result.passed, str(result)


def test_ties_are_broken_in_order(tmp_path: Path) -> None:
    rules = load(tmp_path, "ordered-tie-breaks")
    assert [entry.id for entry in rules.content.of("tie_break")] == ["gold", "buildings", "tool-values"]


def test_one_can_play_alone(tmp_path: Path) -> None:
    state, _ = random_game(load(tmp_path, "solo", players=1), seed=1)
    assert state.is_over
    assert state.winners == (0,)


def test_figures_are_placed_twice_in_a_round(tmp_path: Path) -> None:
    phases = {state.phase for state in states(load(tmp_path, "second-placing"), seed=1)}
    assert {"placing", "evening", "evening-actions"} <= phases
