"""Wild Animals together with Style is the Goal: the statement mix.animals-style."""

from __future__ import annotations

from functools import cache

import pytest

import stoneage_rules as sa
from stoneage_rules.testing import legal_texts, play, position


@cache
def both(players):
    return sa.load(players=players, modules=["wild-animals", "style-is-the-goal"])


def acting(players=4, animal="wolf", *, spaces=None, figures, **seat):
    """Seat 0 is about to act, with a figure of seat 1 on the hunting grounds after it."""
    hunt = {"hunt": {1: 1, **figures.get("hunt", {})}}
    return position(both(players), {
        "phase": "take-actions", "spaces": {"active-animal": animal or "none", **(spaces or {})},
        "figures": {**figures, **hunt}, "seats": {0: {"figures": 10, **seat}},
    })  # fmt: skip


@pytest.mark.rule("mix.animals-style")
def test_the_bonus_card_of_the_fifth_space_can_meet_an_animal():
    state = acting(animal=None, figures={"card-5": {0: 1}}, spaces={"card-5": "civ-26"}, goods={"decoration": 6, "gold": 0})
    play(state, "resolve card-5", "pay 3 decoration", "add bonus-card")
    assert {"wolf", "raptor"} <= {outcome.args[0] for outcome, _ in state.outcomes()}
    play(state, "draw raptor", "draw wolf", "draw civ-20")
    assert state.player(0).face_down == ("civ-20",)
    assert (state.unseen("animals-waiting"), state.item_on("active-animal")) == (("raptor", "wolf"), None)


@pytest.mark.rule("mix.animals-style")
def test_a_tile_that_draws_a_card_can_meet_an_animal():
    state = acting(
        animal=None, figures={"building-1": {0: 1}}, spaces={"building-1": "style-bld-3"},
        goods={"wood": 1, "clay": 1, "decoration": 1},
    )  # fmt: skip
    play(state, "resolve building-1", "pay 1 wood, 1 clay, 1 decoration")
    (pending,) = {outcome.kind for outcome, _ in state.outcomes()}
    assert pending == "draw"
    while "wolf" not in {outcome.args[0] for outcome, _ in state.outcomes()}:
        state.apply(state.outcomes()[0][0])
    play(state, "draw wolf", "draw style-civ-1")
    assert state.player(0).face_down == ("style-civ-1",)
    assert state.unseen("animals-waiting") == ("wolf",)


@pytest.mark.rule("mix.animals-style")
def test_with_five_players_the_card_has_five_circles():
    state = position(both(5), {"spaces": {"active-animal": "wolf"}})
    assert state.rules.place("active-animal").circles == 5
    for seat in range(5):
        play(state, f"{seat}: place active-animal 1")
    assert "place active-animal 1" not in legal_texts(state)
