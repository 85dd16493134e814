"""Games of OpenSpiel: its own suite, chance, information states and resampling."""

from __future__ import annotations

import random
from importlib import import_module
from typing import Any

import pytest

import stoneage_rules as sa
from learning.families import LARGE, TOY

pyspiel = pytest.importorskip("pyspiel")
import_module("stoneage_rules.learning.openspiel")  # registers the game

NAMES = {
    "two": "python_stoneage(players=2)",
    "five": f"python_stoneage(players={LARGE['players']},modules={'+'.join(LARGE['modules'])})",
}
POOL = f"python_stoneage(players=2,modules={TOY / 'pool'})"
"""A game without items and draws."""


def played(game: Any, seed: int, steps: int) -> Any:
    """A state after so many random steps, or at the end."""
    source, state = random.Random(seed), game.new_initial_state()
    while not state.is_terminal() and steps:
        chances = [number for number, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(chances[int(source.random() * len(chances))])
        steps -= 1
    return state


def asked(seed: int, steps: int) -> Any:
    """A state of a game for two with a question for a seat."""
    state = played(pyspiel.load_game(NAMES["two"]), seed, steps)
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    return state


@pytest.mark.parametrize("serialize", [False, True], ids=["played", "serialized"])
@pytest.mark.parametrize("name", [*NAMES.values(), POOL], ids=[*NAMES, "pool"])
def test_the_suite_of_openspiel(name: str, serialize: bool) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=serialize, verbose=False)


def test_a_table_file_is_a_game(tmp_path: Any) -> None:
    (tmp_path / "table.toml").write_text("players = 3\n", "utf-8")
    game = pyspiel.load_game("python_stoneage", {"table": str(tmp_path / "table.toml")})
    assert game.num_players() == 3
    assert game.num_distinct_actions() == len(sa.load(players=3).actions)


def test_chance_is_explicit_and_its_lists_are_short() -> None:
    """Dice fall one at a time: together they are the outcome that the library has, as likely as it says."""
    game = pyspiel.load_game(NAMES["two"])
    thrown = 0
    for steps in range(0, 400, 7):
        state = played(game, 5, steps)
        if not state.is_chance_node():
            continue
        odds = state.chance_outcomes()
        assert len(odds) <= game.max_chance_outcomes() == len(sa.load(players=2).items)
        assert sum(probability for _, probability in odds) == pytest.approx(1)
        rolled, own = state.clone(), state.played.state
        if own.pending.dice_count and not state.played.dice:
            for number in range(own.pending.dice_count):
                assert rolled.action_to_string(-1, 4) == "die 5"
                assert f"dice {(5,) * number}" in rolled.information_state_string(0) or not number
                rolled.apply_action(4)
            thrown += 1
            assert rolled.played.state == own.after(own.rules.outcome("roll", *[5] * own.pending.dice_count))
    assert thrown


def test_actions_and_tensors_have_the_numbers_of_the_spaces() -> None:
    state = asked(3, 25)
    own, space = state.played.state, sa.ActionSpace({"players": 2})
    assert (state.current_player(), state.returns()) == (own.seat, [0, 0])
    assert state.legal_actions() == sorted(space.numbers(own))
    assert {state.action_to_string(number) for number in state.legal_actions()} <= {action.text for action in own.legal()}
    for seat in range(2):
        assert state.observation_tensor(seat) == sa.Observation({"players": 2})(own.view(seat))


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_a_resampled_state_is_one_that_the_seat_cannot_tell_apart(name: str) -> None:
    game, source, other = pyspiel.load_game(name), random.Random(2), 0
    for steps in range(50, 1500, 120):
        state = played(game, 8, steps)
        if state.is_terminal():
            break
        for seat in range(game.num_players()):
            again = state.resample_from_infostate(seat, source.random)
            for text in ("information_state_string", "observation_string"):
                assert getattr(again, text)(seat) == getattr(state, text)(seat)
            assert again.played.state.view(seat) == state.played.state.view(seat)
            other += again.played.state != state.played.state
    assert other


def test_an_information_state_has_what_the_seat_saw_and_nothing_else() -> None:
    """At the end, when victory has its worth, too."""
    state = played(pyspiel.load_game(NAMES["two"]), 9, 10**6)
    every, *seats = (text.split("; ") for text in (str(state), *map(state.information_state_string, range(2))))
    for text, *told in zip(every, *seats, strict=True):
        assert text in told
        assert {*told} <= {text, "?"}
    assert [value > 0 for value in state.returns()] == [seat in state.played.state.winners for seat in range(2)]


def test_a_maintained_search_plays_by_resampling() -> None:
    ismcts = pytest.importorskip("open_spiel.python.algorithms.ismcts")
    from numpy.random import RandomState
    from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

    state = asked(3, 30)
    bot = ismcts.ISMCTSBot(None, RandomRolloutEvaluator(1, RandomState(1)), 1.0, 3, random_state=RandomState(1))
    assert bot.step(state) in state.legal_actions()
