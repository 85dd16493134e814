"""The rules for two or three players: statements count.*."""

from __future__ import annotations

from itertools import permutations

import pytest

from stoneage_rules.testing import assert_refused, legal_texts, play

VILLAGE = {"toolmaker-hut": 1, "hut": 2, "fields": 1}
RESOURCES = ["forest", "clay-pit", "quarry", "river"]


def about(state, place):
    return [option for option in legal_texts(state) if option.split()[1] == place]


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


@pytest.mark.rule("count.village.2-3")
def test_which_place_stays_empty_is_decided_anew_each_round(at):
    state = at(2, phase="new-round")
    assert [bool(about(state, place)) for place in VILLAGE] == [True, True, True]


@pytest.mark.rule("count.resources.3")
@pytest.mark.parametrize("place", RESOURCES)
def test_with_three_two_players_share_a_resource_place(at, place):
    state = at(3)
    play(state, f"0: place {place} 1")
    assert len(about(state, place)) == 5
    play(state, f"1: place {place} 1")
    assert about(state, place) == []
    assert_refused(
        state, f"place {place} 1", "count.resources.3", "placement.limit",
        needed=f"with 3 players at most 2 of them place on {place}", found="seats 0 and 1 already did",
    )  # fmt: skip
    others = [other for other in RESOURCES if other != place]
    assert all(about(state, other) for other in others)


@pytest.mark.rule("count.resources.2")
@pytest.mark.parametrize("place", RESOURCES)
def test_with_two_each_resource_place_is_for_one_player(at, place):
    state = at(2)
    play(state, f"0: place {place} 1")
    assert about(state, place) == []
    assert_refused(
        state, f"place {place} 1", "count.resources.2", "placement.limit",
        needed=f"with 2 players at most 1 of them place on {place}", found="seat 0 already did",
    )  # fmt: skip
    others = [other for other in RESOURCES if other != place]
    assert all(len(about(state, other)) == 5 for other in others)


@pytest.mark.rule("count.resources.2", "count.resources.3", "count.village.2-3")
@pytest.mark.parametrize("players", [2, 3])
def test_limits_hold_for_one_round(at, players):
    figures = {key: {0: 1} for key in RESOURCES}
    state = at(players, phase="take-actions", figures={**figures, "hut": {0: 2}}, seats={0: {"figures": 10}})
    while state.round == 1:
        if state.is_chance:
            state.apply(state.outcomes()[0][0])
        else:
            state.apply(state.legal()[0])
    assert state.seat == 1
    assert all(about(state, place) for place in [*RESOURCES, *VILLAGE])
