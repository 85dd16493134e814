"""Whole games of small packs: the laws that hold in every one."""

from __future__ import annotations

import json
from collections import Counter

import stoneage_rules as sa
from long_profile import some
from properties.invariants import check_all, check_odds
from properties.play import random_game, replayed, states
from stoneage_rules.policies import sensible_policy
from stoneage_rules.testing import invariants, play, position


def read_again(state: sa.State) -> sa.State:
    """Returns a state as it is read when it has been saved: an equal one."""
    again = state.rules.state_from_dict(json.loads(json.dumps(state.to_dict())))
    assert again == state
    return again


def hunting(rules: sa.Ruleset) -> sa.State:
    """Seat 0 hunts with four figures before seat 1 digs for clay."""
    return play(position(rules, {"phase": "take-actions", "figures": {"hunt": [4, 0], "clay-pit": [0, 1]}}), "resolve hunt")


def against(state: sa.State, action: str) -> tuple[sa.Reason, ...]:
    """Returns the reasons against an action."""
    return state.why_not(state.rules.parse(action))


def chosen(state: sa.State) -> set[str]:
    """Returns the actions that the sensible policy chooses for seat 0, with several seeds."""
    return {sensible_policy(seed)(state.view(0), state.legal()).text for seed in range(5)}


def whole_games(rules: sa.Ruleset, games: int, *asked: str, every: int = 20) -> None:
    """Plays games at random: each is replayed from its texts, and its states are whole and can be saved.

    Args:
        games: how many, a third of them by default.
        asked: the names of frames that must come; a state with one of them is always looked at, and some actions of every third.
        every: of the other states, one in so many is looked at.
    """
    seen: Counter[str] = Counter()
    for seed in some(range(games), 3):
        for number, state in enumerate(states(rules, seed)):
            names = {rules.handlers[frame[0]].name for frame in state.stack}.intersection(asked)
            seen.update(names)
            if names or number % every == 0:
                check_all(state)
                check_odds(state)
                read_again(state)
            if names and number % 3 == 0 and not state.is_chance:
                invariants.legality_agrees(state)
    final, answers = random_game(rules, games)
    assert replayed(rules, answers) == final
    assert not {*asked} - {*seen}, (
        f"never came: { ({*asked} - {*seen}) }; there are {sorted({one.name for one in rules.handlers})}"
    )
