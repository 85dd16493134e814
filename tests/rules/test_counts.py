"""The rules for two or three players: statements count.*."""

from __future__ import annotations

from itertools import permutations

import pytest

from rules.test_placing import about
from stoneage_rules.testing import assert_refused, play

VILLAGE = {"toolmaker-hut": 1, "hut": 2, "fields": 1}


@pytest.mark.rule("count.village.2-3")
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize(("first", "second", "third"), list(permutations(VILLAGE)))
def test_the_third_village_place_stays_empty(at, players, first, second, third):
    state = at(players)
    play(state, f"place {first} {VILLAGE[first]}")
    assert about(state, second)
    assert about(state, third)
    play(state, f"place {second} {VILLAGE[second]}")
    assert about(state, third) == []
    assert_refused(
        state, f"place {third} {VILLAGE[third]}", "count.village.2-3", "placement.limit",
        needed=f"with {players} players at most 2 places of the village", found="already are",
    )  # fmt: skip
