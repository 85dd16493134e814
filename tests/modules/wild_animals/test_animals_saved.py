"""Saved states with animals: what can be comes back, what cannot be is refused."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest

import stoneage_rules as sa
from dealt import assert_no_state
from properties.invariants import check_all
from stoneage_rules.testing import play


@pytest.fixture
def rewarding(at):
    """The animal is being driven off; seat 0 has two dice to roll, seat 1 one."""
    state = at(3, active="wolf", on_card=[2, 1, 0], phase="take-actions", figures={"toolmaker-hut": [0, 0, 1]})
    play(state, "resolve toolmaker-hut")
    return state


def loaded(state, **changes):
    """The state from its text, with some parts replaced."""
    saved = state.to_dict()
    saved.update(changes)
    return state.rules.state_from_dict(saved)


def test_effects_that_wait_above_may_have_driven_it_off_already(rewarding):
    rules = rewarding.rules
    acting = next(phase.node for phase in rules.phases if phase.id == "take-actions")
    node = rules.nodes[acting][1]
    *below, drive, roll = rewarding.to_dict()["stack"]
    state = loaded(rewarding, stack=[*below, [*drive[:-1], rules.players], ["effects", 0, node, -1, 0], roll])
    source = Random(1)
    while state.phase_index == rewarding.phase_index:
        state.apply(state.sample(source) if state.is_chance else state.legal()[0])
    assert "wolf" in state.unseen("animal-box")
    check_all(state)


def with_top(state, *frame):
    return [*state.to_dict()["stack"][:-1], list(frame)]


@pytest.mark.parametrize("frame", [
    ("reward-roll", 0, 0, 0), ("reward-roll", 0, 0, 11), ("reward-roll", 0, 1, 2), ("reward-roll", 3, 0, 2),
    ("claim-reward", 0, 0, 0), ("claim-reward", 0, 0, 7), ("claim-reward", 0, 5, 3), ("claim-reward", 0, -1, 3),
])  # fmt: skip
def test_dice_and_faces_that_cannot_be(rewarding, frame):
    with pytest.raises(sa.InvalidState):
        loaded(rewarding, stack=with_top(rewarding, *frame))


def test_nothing_is_driven_off_where_nothing_lies(rewarding):
    saved = rewarding.to_dict()
    saved["places"]["active-animal"]["item"] = None
    saved["zones"]["animal-box"] = ["wolf"]
    assert_no_state(rewarding.rules, saved)


def test_whatever_comes_before_the_rewards_are_done_the_animal_leaves_once(rewarding):
    *below, top = rewarding.to_dict()["stack"]
    accepted = 0
    for node in range(len(rewarding.rules.nodes)):
        with suppress(sa.InvalidState):
            state = loaded(rewarding, stack=[*below, ["effects", 0, node, -1, 0], top])
            accepted += 1
            state.play_out(Random(node), until_round=state.round + 1)
            check_all(state)
    assert accepted > 20


@pytest.mark.rule("animals.stay")
def test_no_figures_stay_where_no_animal_is(at):
    saved = at(active="wolf", on_card=[1, 0, 0, 0]).to_dict()
    saved["places"]["active-animal"]["item"] = None
    saved["zones"]["animals-waiting"] = ["wolf"]
    assert_no_state(sa.load(players=4, modules=["wild-animals"]), saved, "figures stand on active-animal, which is empty")


@pytest.mark.rule("animals.place")
def test_no_more_figures_stand_there_than_it_has_circles(at):
    saved = at(active="wolf").to_dict()
    saved["places"]["active-animal"]["figures"] = [2, 2, 1, 0]
    assert_no_state(sa.load(players=4, modules=["wild-animals"]), saved, "active-animal has 4 circles")


def test_an_animal_lies_on_no_space_for_cards(at):
    saved = at(active="wolf").to_dict()
    card = saved["places"]["card-1"]["item"]
    saved["places"]["card-1"]["item"], saved["places"]["active-animal"]["item"] = "wolf", None
    saved["zones"]["deck"].append(card)
    assert_no_state(sa.load(players=4, modules=["wild-animals"]), saved, "wolf cannot lie on card-1")
