"""Options are listed in the order of the actions of the rules, and uses of items after all others."""

from __future__ import annotations

import random

import pytest

from properties.play import pick
from properties.tables import ALL, rules_of

TABLES = ALL[:: len(ALL) // 10][:10]
GAMES = 10


def place(action) -> tuple[bool, int]:
    """Returns the place of an option among all: uses of items behind the others."""
    return action.kind == "use", action.index


@pytest.mark.parametrize("name", TABLES)
def test_options_come_in_the_order_of_actions(name: str) -> None:
    rules, asked = rules_of(name), 0
    for seed in range(GAMES):
        state, source = rules.initial_state(), random.Random(seed)
        while not state.is_over:
            legal = state.legal()
            asked += len(legal) > 1
            assert [*legal] == sorted(legal, key=place), f"seed {seed}, {state.pending.kind}"
            state.apply(pick(state, source))
    assert asked > 100 * GAMES


def test_the_first_placements_come_in_the_order_of_the_places() -> None:
    rules = rules_of("base-4")
    state, source = rules.initial_state(), random.Random(1)
    while state.is_chance:
        state.apply(state.sample(source))
    there = [*dict.fromkeys(action.args[0] for action in state.legal())]
    assert there == [place.id for place in rules.places if place.id in there]
    assert there[0] == "hunt"
