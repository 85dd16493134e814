"""Ten house rules that were written from the documentation alone: each passes check, does what it says, and plays to the end."""

from __future__ import annotations

from pathlib import Path

import pytest

from properties.play import random_game, replayed
from stoneage_rules.testing import inspect_pack, run_scenarios

PACKS = sorted(Path(__file__).with_name("newcomer").iterdir())


@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack.name)
def test_a_rule_of_a_newcomer_is_checked_proved_and_played(pack: Path) -> None:
    found = inspect_pack(pack)
    assert [str(finding) for finding in found.findings] == []
    results = run_scenarios(pack / "tests")
    assert results
    assert [str(result) for result in results if not result.passed] == []
    for seed, rules in enumerate(found.rules):
        state, answers = random_game(rules, seed)
        assert state.is_over
        assert replayed(rules, answers) == state
    assert len(found.rules) == 3, "a game for each number of players"
