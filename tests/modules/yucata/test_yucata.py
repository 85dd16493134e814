"""The other deviations, and each of the three alone: statements yucata.two-resources-now, hunt-again, one-hunt-roll."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

import stoneage_rules as sa
from properties.play import play as play_on
from properties.play import random_game
from stoneage_rules.testing import legal_texts, play

DEVIATIONS = ("deferred-dice", "two-resources-now", "hunt-again")
CHOICES = [chosen for size in range(4) for chosen in combinations(DEVIATIONS, size)]


def buying_two_resources(at, on, **more):
    state = at(2, on=on, phase="take-actions", figures={"card-1": [1, 0], "card-2": [1, 0], "hunt": [0, 1]},
               spaces={"card-1": "civ-36", "card-2": "civ-27"}, seats={0: {"goods": {"wood": 1}}}, **more)  # fmt: skip
    play(state, "resolve card-1", "pay 1 wood")
    return state


# --- two resources ----------------------------------------------------------------------------------------------


@pytest.mark.rule("yucata.two-resources-now")
def test_the_card_cannot_be_kept_for_later(at):
    state = buying_two_resources(at, ("two-resources-now",))
    play(state, "take 2 gold")
    with pytest.raises(sa.StoneAgeError):
        play(state, "use civ-36")
    while not state.is_chance and state.phase == "take-actions":
        assert not any(option.startswith("use") for option in legal_texts(state))
        state.apply(state.legal()[-1])


# --- the hunt ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("yucata.one-hunt-roll")
def test_all_figures_of_a_player_on_the_hunt_are_one_roll(at):
    state = at(2)
    play(state, "0: place hunt 2", "1: place hunt 4", "0: place hunt 1", "1: place hunt 1", "0: place hunt 2")
    assert legal_texts(state) == ("resolve hunt",)
    play(state, "0: resolve hunt")
    assert {len(outcome.args) for outcome, _ in state.outcomes()} == {5}
    play(state, "roll 1 1 1 1 3")
    assert (state.good(0, "food"), state.seat) == (12 + 3, 1), "7 in all, halved once"
    play(state, "1: resolve hunt")
    assert {len(outcome.args) for outcome, _ in state.outcomes()} == {5}


# --- each of them alone -----------------------------------------------------------------------------------------


@pytest.mark.rule("yucata.dice-deferred", "yucata.two-resources-now", "yucata.hunt-again")
def test_each_choice_of_deviations_is_another_game(yucata_for):
    digests = {chosen: yucata_for(4, chosen).digest for chosen in CHOICES}
    assert len(set(digests.values())) == len(CHOICES) == 8
    assert digests[()] == sa.load(players=4).digest, "all off, it is the base game"
    assert digests[DEVIATIONS] == sa.load(players=4, modules=["yucata"]).digest, "all are on unless the table says no"


@pytest.mark.rule("yucata.dice-deferred", "yucata.two-resources-now", "yucata.hunt-again")
@pytest.mark.parametrize("players", [2, 4])
def test_with_all_of_them_off_the_base_game_is_played(yucata_for, players):
    base, off = sa.load(players=players).initial_state(), yucata_for(players, ()).initial_state()
    source = Random(3)
    while not base.is_over:
        play(off, *(step.text for step in play_on(base, source, 1)))
        assert legal_texts(off) == legal_texts(base)
    assert (off.scores, off.winners) == (base.scores, base.winners)


@pytest.mark.rule("yucata.dice-deferred", "yucata.two-resources-now", "yucata.hunt-again")
@pytest.mark.parametrize("chosen", CHOICES)
def test_every_choice_of_deviations_plays_to_the_end(yucata_for, chosen):
    final, _ = random_game(yucata_for(3, chosen), 7)
    assert final.winners
