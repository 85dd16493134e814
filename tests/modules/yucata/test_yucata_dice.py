"""Dice that the others pick later: statements yucata.dice-deferred and yucata.open-dice."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from dealt import assert_no_state, held, noted
from modules.yucata.rolls import two_rolls
from shipped import needs
from stoneage_rules.testing import assert_refused, legal_texts, play

STYLE = ("style-is-the-goal",)
ONLY_DICE = ("deferred-dice",)
CALM = {"card-2": "civ-26", "card-3": "civ-27", "card-4": "civ-28"}


def with_dice_card(at, buyer=0, players=4, **more):
    """A seat may buy a dice card; everybody hunts besides, with one figure."""
    hunt = dict.fromkeys(range(players), 1)
    seats = {seat: {"goods": {"wood": 1 + (seat == buyer)}, "items": []} for seat in range(players)}
    given = {
        "phase": "take-actions", "first": buyer, "figures": {"card-1": {buyer: 1}, "hunt": hunt},
        "spaces": {"card-1": "civ-01", **CALM}, "seats": seats,
        "zones": {"deck": [id for number in range(17, 37) if (id := f"civ-{number}") not in CALM.values()]},
    }  # fmt: skip
    items = {"seats": {**seats, players - 1: {"goods": seats[players - 1]["goods"]}}}
    return at(players, **(given | items | more))


def after_the_roll(at, dice="1 2 3 4", pick=4, **more):
    """The dice card is bought, and its buyer has a die."""
    state = with_dice_card(at, **more)
    play(state, "resolve card-1", "pay 1 wood", f"roll {dice}", f"{state.seat}: pick {pick}")
    return state


# --- when -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("yucata.dice-deferred", "yucata.open-dice")
def test_each_other_player_picks_first_thing_in_the_next_turn_of_actions(at):
    state = after_the_roll(at)
    play(state, "0: resolve hunt", "roll 1")
    for seat, left in ((1, "123"), (2, "13"), (3, "1")):
        assert (state.seat, legal_texts(state)) == (seat, tuple(f"pick {die}" for die in left))
        assert_refused(state, "resolve hunt", check="decision.kind")
        play(state, {1: "pick 2", 2: "pick 3", 3: "pick 1"}[seat])
        assert legal_texts(state) == ("resolve hunt",)
        if seat < 3:
            play(state, "resolve hunt", "roll 1")
    assert (state.good(1, "clay"), state.good(2, "stone"), state.good(3, "wood")) == (1, 1, 2)
    assert state.to_dict()["waiting"] == []


@pytest.mark.rule("yucata.open-dice")
def test_who_has_no_turn_of_placing_picks_in_the_actions(at):
    state = at(2, phase="placing", first=1, figures={"hunt": [5, 0]}, seats={1: {"figures": 5}})
    saved = state.to_dict()
    saved["waiting"] = [["pick-later", 1, 0, 1 << 8, 1]]
    state = state.rules.state_from_dict(saved)
    play(state, "1: place hunt 5")
    assert (state.phase, state.seat) == ("take-actions", 1)
    play(state, "1: resolve hunt", "roll 1 1 1 1 1")
    assert (state.seat, legal_texts(state)) == (0, ("pick 3",))


@pytest.mark.rule("yucata.open-dice")
def test_who_can_place_nowhere_has_no_turn_of_placing(at):
    everywhere = ["forest", "clay-pit", "quarry", "river", *(f"card-{number}" for number in (1, 2, 3, 4)), "hunt"]
    closed = {place: [0, 1] for place in ("toolmaker-hut", "fields", "building-1", "building-2")}
    state = at(2, on=ONLY_DICE, first=1, figures={**{place: [1, 0] for place in everywhere}, **closed},
               seats={0: {"figures": 10}, 1: {"figures": 5}})  # fmt: skip
    saved = state.to_dict()
    saved["waiting"] = [["pick-later", 1, 0, 1 << 8, 1]]
    state = state.rules.state_from_dict(saved)
    play(state, "1: place hunt 1")
    assert (state.phase, state.seat, state.player(0).at_home) == ("take-actions", 1, 1)
    assert len(state.to_dict()["waiting"]) == 1


# --- several rolls at once --------------------------------------------------------------------------------------


@pytest.mark.rule("yucata.open-dice")
def test_of_several_rolls_the_oldest_comes_first(at):
    state = two_rolls(at)
    assert len(state.to_dict()["waiting"]) == 2
    assert (state.round, state.seat, legal_texts(state)) == (2, 1, ("pick 1", "pick 2"))
    play(state, "1: pick 2")
    assert (state.seat, legal_texts(state)) == (1, ("pick 3", "pick 4"))
    play(state, "1: pick 3", "1: place hunt 1")
    assert (state.seat, legal_texts(state)) == (2, ("pick 3", "pick 4")), "seat 2 waits for the second roll alone"
    assert_refused(state, "pick 1", "base.civ.dice-for-all", "pick.left", found="the dice left show 3 4")
    play(state, "2: pick 3", "2: place hunt 1", "3: place hunt 1")
    assert (state.seat, legal_texts(state)) == (0, ("pick 1",))
    play(state, "0: pick 1")
    assert (state.seat, legal_texts(state)) == (0, ("pick 4",))
    play(state, "0: pick 4")
    assert state.to_dict()["waiting"] == []
    assert held(state, "gold") == [1, 0, 0, 1]


@pytest.mark.rule("yucata.open-dice")
@pytest.mark.parametrize("spot", [2, 7])
def test_a_saved_pick_of_a_roll_that_does_not_wait_is_refused(at, spot):
    state = two_rolls(at)
    saved = state.to_dict()
    saved["stack"][-1][2] = spot
    assert_no_state(state.rules, saved)


# --- the end ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("yucata.open-dice")
def test_at_the_end_the_oldest_roll_comes_first(at):
    state = two_rolls_at_the_end(at)
    assert len(state.to_dict()["waiting"]) == 2
    asked = []
    while not state.is_over:
        asked.append((state.seat, legal_texts(state)[0]))
        state.apply(state.legal()[0])
    assert asked == [(0, "pick 1"), (1, "pick 2"), (0, "pick 3"), (1, "pick 3"), (2, "pick 4")]


def two_rolls_at_the_end(at):
    state = at(phase="take-actions", figures={"card-1": {2: 1}, "card-2": {3: 1}, "hunt": [1, 1, 0, 0]},
               spaces={"card-1": "civ-01", "card-2": "civ-02", "card-3": "civ-27", "card-4": "civ-28", "building-1": "none"},
               seats={seat: {"goods": {"wood": 2}} for seat in range(4)})  # fmt: skip
    play(state, "0: resolve hunt", "roll 1", "1: resolve hunt", "roll 1")
    play(state, "2: resolve card-1", "pay 1 wood", "roll 1 1 2 2", "2: pick 1")
    play(state, "3: pick 2", "3: resolve card-2", "pay 2 wood", "roll 3 3 4 4", "3: pick 4")
    return state


# --- the option off, and whole games ----------------------------------------------------------------------------


@pytest.mark.rule("yucata.dice-deferred", "yucata.open-dice")
@pytest.mark.parametrize(("players", "also"), [
    (2, ()), (4, ()), *(pytest.param(players, STYLE, marks=needs(*STYLE)) for players in (3, 5)),
])  # fmt: skip
def test_in_whole_games_everybody_gets_a_die_of_every_roll(yucata_for, players, also):
    waited = 0
    for seed in range(3):
        state, chance, choice = yucata_for(players, ONLY_DICE, also).initial_state(listen=True), Random(seed), Random(99 - seed)
        while not state.is_over:
            if state.waiting and choice.random() < 0.05:
                assert state.rules.state_from_dict(state.to_dict()) == state
                waited = max(waited, len(state.waiting))
            legal = state.legal()
            # Buying as often as possible brings many dice cards into play.
            pays = [action for action in legal if action.kind == "pay"] or legal
            state.apply(pays[int(choice.random() * len(pays))] if legal else state.sample(chance))
        taken = Counter(event.seat for event in noted(state, "pick"))
        assert len(set(taken.values())) == 1
        assert len(taken) == players
        assert not state.waiting
    assert waited > 0
