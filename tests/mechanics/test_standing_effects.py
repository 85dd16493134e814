"""Owned items bring effects again and again: their moment, their seat, their order."""

from __future__ import annotations

import pytest

import stoneage_rules as sa
from mechanics.games import read_again
from stoneage_rules.testing import play, position
from writing import base_with

TWO_MOMENTS = """
[[patch.card]]
target = "base:civ-02"
set.standing = [
    { at_start_of = "take-actions", effects = [{ do = "gain", good = "clay" }] },
    { at_start_of = "feed-tribe", effects = [{ do = "points", amount = 1 }] },
    { at_start_of = "feed-tribe", effects = [{ do = "points", amount = { goods = "clay", times = 10 } }] },
]

[[patch.card]]
target = "base:civ-03"
set.standing = [{ at_start_of = "feed-tribe", effects = [{ do = "gain", good = "clay", amount = 5 }] }]
"""


@pytest.fixture
def rules() -> sa.Ruleset:
    return base_with(TWO_MOMENTS)


def round_of(rules: sa.Ruleset, **seats: object) -> sa.State:
    """All figures stand at the hunt but one each, so that the phase of actions begins with the next placements."""
    given = {"phase": "placing", "figures": {"hunt": [4, 4]}, "seats": seats}
    state = position(rules, {**given, "seats": {int(seat[1:]): entry for seat, entry in seats.items()}})
    play(state, "place fields 1", "place forest 1")
    return state


DUSK = """
[[phase]]
id = "dusk"
name = "dusk"
effects = []

[[patch.course]]
target = "base:order-of-play"
insert.phases = { value = "dusk", after = "take-actions" }

[[patch.card]]
target = "base:civ-02"
set.standing = [{ at_start_of = "dusk", effects = [{ do = "choose", of = "resource", amount = 1 }] }]
"""


def test_a_phase_without_effects_of_its_own_may_begin_with_a_question() -> None:
    """Nothing waits below the question but the round, so that the state can be saved."""
    rules = base_with(DUSK)
    state = round_of(rules, s0={"items": ["civ-02"], "goods": {"food": 9}}, s1={"goods": {"food": 9}})
    play(state, "resolve fields", "resolve hunt", "roll 1 1 1 1", "resolve forest", "roll 1", "resolve hunt", "roll 1 1 1 1")
    assert (state.phase, state.pending.seat) == ("dusk", 0)
    read_again(state)


def test_the_moments_are_told_in_words(rules: sa.Ruleset) -> None:
    told = rules.item("civ-03").words
    assert "at the start of feed-tribe: 5 clay" in told
