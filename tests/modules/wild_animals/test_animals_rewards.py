"""Driving an animal off: when, who rolls, what a die brings, and where everybody goes."""

from __future__ import annotations

import pytest

import stoneage_rules as sa
from stoneage_rules.testing import assert_refused, play
from writing import write_pack


def full(at, on_card=(1, 1), **given):
    """A full card, and one action left, of seat 1."""
    return at(2, active="wolf", on_card=list(on_card), phase="take-actions", figures={"toolmaker-hut": [0, 1]}, **given)


# --- when -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("animals.driven-off")
def test_the_animal_leaves_the_game_and_the_figures_go_home(at):
    state = full(at, seats={0: {"goods": {"food": 0}}})
    play(state, "resolve toolmaker-hut", "roll 1", "claim 1", "roll 1", "claim 1")
    assert state.phase == "feed-tribe"
    assert (state.item_on("active-animal"), state.unseen("animal-box")) == (None, ("wolf",))
    assert (state.figures_at("active-animal"), state.player(0).at_home) == ((0, 0), 5)
    assert "wolf" not in state.unseen("deck")
    assert_refused(state, "place active-animal 1", check="decision.kind")


def test_the_log_says_that_it_is_driven_off(at):
    start = full(at)
    game = sa.Game(start.rules, seed=1, start=start)
    game.play("resolve toolmaker-hut")
    assert "wolf is driven off" in game.log


# --- told ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("animals.reward")
def test_each_reward_is_said_before_it_is_chosen(at):
    state = full(at)
    play(state, "resolve toolmaker-hut", "roll 5")
    assert [state.rules.describe(action, state) for action in state.legal()] == ["3 points", "1 forward on agriculture"]
    assert (state.pending.dice, state.pending.place) == ((5,), "active-animal")


def test_a_roll_says_what_its_dice_stand_for(at):
    state = full(at, on_card=[2, 0])
    play(state, "resolve toolmaker-hut")
    assert state.rules.describe(state.rules.parse("roll 1 6"), state) == "3 points; a figure"
    assert state.pending.dice_count == 2


def test_a_total_is_told_with_the_value_of_the_animal_taken_off(at):
    state = at(active="wolf", on_card=[0, 0, 0, 0], phase="take-actions", figures={"forest": [2, 0, 0, 0]})
    play(state, "resolve forest")
    assert state.rules.describe(state.rules.parse("roll 2 3"), state) == "3 / 3 = 1 wood"


def test_placing_on_an_animal_says_what_it_shows_and_no_price(at):
    state = at(active="wolf", on_card=[0, 0, 0, 0], phase="placing")
    assert state.rules.describe(state.rules.parse("place active-animal 1"), state) == "wolf: shows 2 threat"


def test_an_animal_lies_on_one_space(tmp_path):
    """A location with copies is refused where it is named."""
    text = """
[[patch.location]]
target = "wild-animals:active-animal"
set.copies = 2
"""
    pack = write_pack(tmp_path, {"rules.toml": text}, requires="wild-animals")
    with pytest.raises(sa.ContentError, match="`active-animal` is 2 spaces, and an animal lies on one"):
        sa.load(players=3, modules=["wild-animals", str(pack)])
