"""Tests what scenarios cannot say: scoring, whole games, saved states, and the table with the large expansion."""

from __future__ import annotations

import random

import pytest

import stoneage_rules as sa
from stoneage_rules.testing import assert_refused, legal_texts, play, position

STYLE = "style-is-the-goal"


def load(players: int = 3, *more: str) -> sa.Ruleset:
    return sa.load(players=players, modules=["river-trade", *more])


@pytest.mark.rule("river.score")
@pytest.mark.parametrize(("goods", "points"), [
    ({"amber": 4}, 0), ({"amber": 4, "wood": 9}, 4), ({"amber": 3, "wood": 1, "gold": 2, "food": 5}, 6), ({"clay": 3}, 0),
])  # fmt: skip
def test_amber_is_worth_the_kinds_of_resources(goods, points):
    state = position(load(), {"seats": {0: {"goods": {"food": 0, **goods}}}})
    line = next(line for line in state.score_sheet(0).lines if line.id == "amber-and-variety")
    assert line.points == points


@pytest.mark.rule("river.crowd", "river.with-style")
@pytest.mark.parametrize(("players", "more", "most"), [(2, (), 2), (3, (), 3), (4, (), 3), (5, (STYLE,), 4)])
def test_so_many_stand_on_the_bank(players, more, most):
    landing = [1] * (most - 1) + [0] * (players - most + 1)
    state = position(load(players, *more), {"figures": {"landing": landing}, "first": players - 1})
    play(state, "place ferry 1")
    assert not [option for option in legal_texts(state) if option.split()[1] in ("landing", "ferry")]


@pytest.mark.rule("river.with-style")
def test_amber_can_be_traded():
    state = position(load(3, STYLE), {
        "phase": "take-actions", "figures": {"card-1": [1, 0, 0], "hunt": [0, 1, 0]}, "spaces": {"card-1": "civ-26"},
        "seats": {0: {"goods": {"amber": 2}, "tracks": {"trader": 2}}},
    })  # fmt: skip
    play(state, "resolve card-1", "give 2 amber", "get 1 wood", "pay 1 wood")
    assert state.player(0).items == ("civ-26",)


def test_a_figure_on_the_landing_with_nothing_to_give_is_not_asked():
    state = position(load(), {"phase": "take-actions", "figures": {"landing": [1, 0, 0], "hunt": [1, 0, 0]}})
    play(state, "resolve landing")
    assert legal_texts(state) == ("resolve hunt",)
    assert_refused(state, "barter nothing", check="decision.kind")


def test_a_saved_state_that_asks_for_what_is_not_there_is_refused():
    state = position(load(), {"phase": "river-fair", "seats": {0: {"goods": {"amber": 1}}}})
    saved = state.to_dict()
    saved["seats"][0]["goods"]["amber"] = 0
    with pytest.raises(sa.InvalidState, match="who has nothing to give is not asked"):
        state.rules.state_from_dict(saved)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_end_and_states_come_back(players):
    rules = load(players)
    state, source = rules.initial_state(), random.Random(players)
    bartered = 0
    while not state.is_over:
        if state.is_chance:
            state.apply(state.sample(source))
            continue
        legal = state.legal()
        if legal[0].kind == "barter":
            assert rules.state_from_dict(state.to_dict()) == state
            bartered += 1
        state.apply(legal[int(source.random() * len(legal))])
    assert bartered
    assert all(state.good(seat, "amber") >= 0 for seat in range(players))
