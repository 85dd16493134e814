"""The reward `outcome`, and tables at which wins have no sum of 0."""

from __future__ import annotations

import pytest

from stoneage_rules.testing import play, position
from writing import base_with

pytest.importorskip("numpy")
OMEN = '[[location]]\nid = "omen"\ncircles = 4\neffects = [{ do = "end-game", wins = "%s" }]\n'


def test_learners_are_rewarded_by_the_outcome() -> None:
    from stoneage_rules.learning.match import Match, outcome

    for wins, rewards in (("seat", [1.0, 0.0]), ("nobody", [0.0, 0.0]), ("all", [1.0, 1.0])):
        state = position(base_with(OMEN % wins), {"phase": "take-actions", "figures": {"omen": {0: 1}, "hunt": {1: 1}}})
        assert [*outcome(state)] == [0.0, 0.0]
        assert [*outcome(play(state, "resolve omen"))] == rewards
    for wins in ("nobody", "all"):
        with pytest.raises(ValueError, match='`win` is a sum of 0; use `reward="outcome"`'):
            Match(base_with(OMEN % wins))
        assert Match(base_with(OMEN % wins), reward="outcome").nothing == [0.0, 0.0]
    assert Match(base_with(OMEN % "seat")).nothing == [0.0, 0.0]
