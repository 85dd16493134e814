"""The other deviations, and each of the three alone: statements yucata.two-resources-now, hunt-again, one-hunt-roll."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

import stoneage_rules as sa
from stoneage_rules.testing import assert_refused, legal_texts, play

DEVIATIONS = ("deferred-dice", "two-resources-now", "hunt-again")
CHOICES = [chosen for size in range(4) for chosen in combinations(DEVIATIONS, size)]


def buying_two_resources(at, on, **more):
    state = at(2, on=on, phase="take-actions", figures={"card-1": [1, 0], "card-2": [1, 0], "hunt": [0, 1]},
               spaces={"card-1": "civ-36", "card-2": "civ-27"}, seats={0: {"goods": {"wood": 1}}}, **more)  # fmt: skip
    play(state, "resolve card-1", "pay 1 wood")
    return state


# --- two resources ----------------------------------------------------------------------------------------------


@pytest.mark.rule("yucata.two-resources-now")
def test_two_resources_are_chosen_at_once(at):
    state = buying_two_resources(at, ("two-resources-now",))
    kinds = ["wood", "clay", "stone", "gold"]
    mixed = [f"take 1 {one}, 1 {other}" for one, other in combinations(kinds, 2)]
    assert sorted(legal_texts(state)) == sorted([*mixed, *(f"take 2 {good}" for good in kinds)])
    assert_refused(state, "resolve card-2", check="decision.kind")
    play(state, "take 1 clay, 1 gold")
    after = state.player(0)
    assert (after.goods["clay"], after.goods["gold"], after.items, after.unspent) == (1, 1, ("civ-36",), ())
    assert legal_texts(state) == ("resolve card-2",)


@pytest.mark.rule("yucata.two-resources-now")
def test_the_card_cannot_be_kept_for_later(at):
    state = buying_two_resources(at, ("two-resources-now",))
    play(state, "take 2 gold")
    with pytest.raises(sa.StoneAgeError):
        play(state, "use civ-36")
    while not state.is_chance and state.phase == "take-actions":
        assert not any(option.startswith("use") for option in legal_texts(state))
        state.apply(state.legal()[-1])


@pytest.mark.rule("yucata.two-resources-now")
def test_drawn_face_down_the_card_brings_nothing(at):
    state = at(2, phase="take-actions", figures={"card-1": [1, 0], "hunt": [0, 1]}, spaces={"card-1": "civ-32"},
               seats={0: {"goods": {"wood": 1}}})  # fmt: skip
    play(state, "resolve card-1", "pay 1 wood", "draw civ-36")
    assert (state.seat, state.player(0).face_down) == (1, ("civ-36",))
    assert [state.good(0, good) for good in ("wood", "clay", "stone", "gold")] == [0, 0, 0, 0]


@pytest.mark.rule("yucata.two-resources-now")
@pytest.mark.parametrize("on", [(), ("deferred-dice", "hunt-again")])
def test_without_the_option_the_card_is_kept(at, on):
    state = buying_two_resources(at, on)
    assert legal_texts(state) == ("resolve card-2", "use civ-36")
    assert state.player(0).unspent == ("civ-36",)


# --- the hunt ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("yucata.hunt-again")
def test_figures_can_be_added_on_the_hunting_grounds_turn_by_turn(at):
    state = at(2, on=("hunt-again",))
    for left in (5, 4, 3):
        assert [option for option in legal_texts(state) if "hunt" in option] == [f"place hunt {n}" for n in range(1, left + 1)]
        play(state, "0: place hunt 1", "1: place hunt 1")
    assert state.figures_at("hunt") == (3, 3)


@pytest.mark.rule("yucata.hunt-again")
@pytest.mark.parametrize("place", ["forest", "clay-pit", "quarry", "river"])
def test_no_other_place_is_open_again(at, place):
    state = at(2, on=("hunt-again",))
    play(state, f"0: place {place} 1", "1: place hunt 1")
    assert_refused(state, f"place {place} 1", "base.place.once-per-location", "placement.once")


@pytest.mark.rule("yucata.hunt-again")
def test_who_can_still_hunt_must_place(at):
    everywhere = ["forest", "clay-pit", "quarry", "river", *(f"card-{number}" for number in (1, 2, 3, 4)), "hunt"]
    closed = {place: [0, 1] for place in ("toolmaker-hut", "fields", "building-1", "building-2")}
    given = {"figures": {**{place: [1, 0] for place in everywhere}, **closed}, "seats": {0: {"figures": 10}, 1: {"figures": 4}}}
    state = at(2, on=("hunt-again",), **given)
    assert (state.seat, legal_texts(state)) == (0, ("place hunt 1",))
    state = at(2, on=("deferred-dice", "two-resources-now"), **given)
    assert state.phase == "take-actions", "without the option nobody can place any more"


@pytest.mark.rule("yucata.hunt-again")
@pytest.mark.parametrize("on", [(), ("deferred-dice", "two-resources-now")])
def test_without_the_option_one_hunts_once(at, on):
    state = at(2, on=on)
    play(state, "0: place hunt 1", "1: place forest 1")
    assert_refused(state, "place hunt 1", "base.place.once-per-location", "placement.once")


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
    chance, choice = Random(3), Random(4)
    while not base.is_over:
        legal = base.legal()
        step = legal[int(choice.random() * len(legal))] if legal else base.sample(chance)
        base.apply(step)
        play(off, step.text)
        assert legal_texts(off) == legal_texts(base)
    assert (off.scores, off.winners) == (base.scores, base.winners)


@pytest.mark.rule("yucata.dice-deferred", "yucata.two-resources-now", "yucata.hunt-again")
@pytest.mark.parametrize("chosen", CHOICES)
def test_every_choice_of_deviations_plays_to_the_end(yucata_for, chosen):
    state, chance, choice = yucata_for(3, chosen).initial_state(), Random(7), Random(8)
    while not state.is_over:
        legal = state.legal()
        state.apply(legal[int(choice.random() * len(legal))] if legal else state.sample(chance))
    assert state.winners
