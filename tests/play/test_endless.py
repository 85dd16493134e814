"""Rules under which nobody is ever asked anything: an error, and never a loop without end."""

from __future__ import annotations

import random

import pytest

import stoneage_rules as sa
from properties.play import random_game
from writing import base_with

NOBODY = """
[[patch.figure]]
target = "base:tribe"
set.start = 0
"""
FOR_GOOD = """
[[patch.phase]]
target = "base:take-actions"
set.effects = [{ do = "each-seat", effects = [{ do = "points", amount = 1 }] }]
"""
"""Figures that are placed never come home."""
NOTHING_DRAWN = """
[[patch.set_up]]
target = "base:cards-and-stacks"
set.effects = [{ do = "each-seat", effects = [{ do = "points", amount = 1 }] }]

[[patch.phase]]
target = "base:new-round"
set.effects = [{ do = "each-seat", effects = [{ do = "points", amount = 1 }] }]
"""
LAST_ROUND = """
[[patch.phase]]
target = "base:new-round"
append.effects = [{ do = "end-game", after_round = 900 }]
"""


FACES = ", ".join(f'{face} = [{{ do = "each-seat", effects = [ROLL] }}]' for face in range(1, 7))
EVER_MORE_DICE = """
[[patch.dice_table]]
target = "base:finds"
set.faces = { FACES }

[[patch.set_up]]
target = "base:cards-and-stacks"
append.effects = [ROLL]
""".replace("FACES", FACES).replace("ROLL", '{ do = "dice-for-all", table = "finds" }')


@pytest.mark.parametrize("text", [NOBODY, FOR_GOOD])
def test_rounds_in_which_nobody_is_asked_anything_are_an_error(text: str) -> None:
    with pytest.raises(sa.EndlessGame, match="by these rules it goes on for ever"):
        random_game(base_with(text), 1)


def test_a_game_played_out_in_one_call_is_refused_alike() -> None:
    with pytest.raises(sa.EndlessGame, match="by these rules it goes on for ever"):
        base_with(FOR_GOOD).initial_state().play_out(random.Random(1))


def test_a_game_that_asks_nothing_from_its_start_is_refused_there() -> None:
    with pytest.raises(sa.EndlessGame, match="by these rules it goes on for ever"):
        base_with(NOBODY + NOTHING_DRAWN).initial_state()


def test_dice_that_bring_ever_more_dice_are_refused_while_the_game_can_be_saved() -> None:
    rules = base_with(EVER_MORE_DICE)
    state, source = rules.initial_state(), random.Random(1)

    def play_on() -> None:
        while True:
            state.apply(state.sample(source) if state.is_chance else state.legal()[0])
            assert len(state.stack) < 600
            assert len(state.stack) % 50 or rules.state_from_dict(state.to_dict()) == state

    with pytest.raises(sa.EndlessGame, match="questions and effects wait in round 0, and each brings more of them"):
        play_on()


def test_rounds_without_a_choice_are_a_game_if_they_end() -> None:
    state, _ = random_game(base_with(NOBODY + LAST_ROUND), 1)
    assert (state.is_over, state.round) == (True, 900)


def test_a_game_takes_the_fatal_step_back() -> None:
    """The record up to there is whole, and what was asked is still asked."""
    game = sa.Game(base_with(FOR_GOOD), seed=1)
    with pytest.raises(sa.EndlessGame):
        game.run([sa.policies.random_policy(1), sa.policies.random_policy(2)])
    assert game.state.legal()
    assert sa.replay(game.record, rules=game.rules, allow_unfinished=True).state == game.state
