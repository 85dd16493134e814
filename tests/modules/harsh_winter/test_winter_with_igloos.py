"""Harsh Winter together with Igloos: the statement winter.insulate-igloo."""

from __future__ import annotations

import pytest

from stoneage_rules.testing import legal_texts, play

PLENTY = {"wood": 6, "clay": 6, "stone": 6, "gold": 6}
ASKED = ("add insulate", "skip insulate")


@pytest.mark.rule("winter.insulate-igloo")
@pytest.mark.parametrize(("igloo", "payment", "points"), [
    ("igloo-1", "2 wood, 1 stone", 11), ("igloo-2", "1 wood, 2 clay", 11), ("igloo-3", "1 wood, 1 clay, 1 stone", 12),
    ("igloo-4", "2 clay, 1 stone", 13),
])  # fmt: skip
def test_igloos_can_be_insulated(acting, igloo, payment, points):
    state = acting(igloo, also=("igloos",), goods=PLENTY)
    play(state, f"resolve {igloo}", f"pay {payment}")
    assert legal_texts(state) == ASKED
    before = state.good(0, "stone")
    play(state, "add insulate")
    assert (state.player(0).points, state.good(0, "stone"), state.seat) == (points + 5, before - 1, 1)


@pytest.mark.rule("winter.insulate-igloo")
def test_the_setting_turns_the_insulation_of_igloos_off(acting):
    state = acting("igloo-1", "building-1", also=("igloos",), table={"igloos": False}, goods=PLENTY,
                   spaces={"building-1": "bld-01"})  # fmt: skip
    play(state, "resolve igloo-1", "pay 2 wood, 1 stone")
    assert (state.player(0).points, legal_texts(state)) == (11, ("resolve building-1",))
    play(state, "resolve building-1", "pay 2 wood, 1 clay")
    assert legal_texts(state) == ASKED, "buildings still can be"
