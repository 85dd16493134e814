"""Whole games of small packs: the laws that hold in every one."""

from __future__ import annotations

from collections import Counter

import stoneage_rules as sa
from properties.invariants import check_all, check_odds
from properties.play import random_game, replayed, states
from stoneage_rules.testing import invariants

__all__ = ["whole_games"]


def whole_games(rules: sa.Ruleset, games: int, *asked: str, every: int = 20) -> None:
    """Plays games at random: each is replayed from its texts, and its states are whole and can be saved.

    Args:
        asked: the names of frames that must come; a state with one of them is always looked at, and some actions of every third.
        every: of the other states, one in so many is looked at.
    """
    seen: Counter[str] = Counter()
    for seed in range(games):
        for number, state in enumerate(states(rules, seed)):
            names = {rules.handlers[frame[0]].name for frame in state.stack}.intersection(asked)
            seen.update(names)
            if names or number % every == 0:
                check_all(state)
                check_odds(state)
                assert rules.state_from_dict(state.to_dict()) == state
            if names and number % 3 == 0 and not state.is_chance:
                invariants.legality_agrees(state)
    final, answers = random_game(rules, games)
    assert replayed(rules, answers) == final
    assert {*asked} <= {*seen}
