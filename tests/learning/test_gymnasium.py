"""One seat in Gymnasium, against policies: its own check, and what the check does not ask."""

from __future__ import annotations

import random
import warnings
from importlib import import_module
from typing import Any

import pytest

import stoneage_rules as sa
from learning.families import LARGE, SMALL

gymnasium = pytest.importorskip("gymnasium")
checker = pytest.importorskip("gymnasium.utils.env_checker")
StoneAgeEnv = import_module("stoneage_rules.learning.gymnasium").StoneAgeEnv

ID = "stoneage_rules.learning.gymnasium:StoneAge-v0"


@pytest.mark.parametrize("table", [SMALL, LARGE], ids=["small", "large"])
def test_the_check_of_gymnasium_without_a_warning(table: Any) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        checker.check_env(gymnasium.make(ID, table=table, policies="random").unwrapped)


def play(env: Any, seed: int) -> tuple[float, dict[str, Any]]:
    """Plays a game by masks at random; returns the sum of rewards, and the last facts."""
    source, total = random.Random(seed), 0.0
    _, info = env.reset(seed=seed)
    ended = False
    while not ended:
        numbers = env.unwrapped.action_masks().nonzero()[0]
        _, reward, ended, cut, info = env.step(numbers[int(source.random() * len(numbers))])
        assert "refused" not in info
        assert not cut
        total += reward
    assert not env.unwrapped.action_masks().any()
    return total, info


@pytest.mark.parametrize("seat", [0, 2])
def test_a_whole_game_from_one_seat(seat: int) -> None:
    total, info = play(gymnasium.make(ID, table={"players": 3}, seat=seat, policies=["random", "sensible"], reward="points"), 2)
    assert info["seat"] == seat
    assert total == info["scores"][seat]
    assert info["winners"]


def test_policies_sit_behind_the_own_seat_in_the_order_of_play() -> None:
    asked: list[tuple[str, int]] = []

    def noted(name: str) -> sa.Policy:
        def choose(view: sa.View, legal: tuple[sa.Action, ...]) -> sa.Action:
            asked.append((name, view.viewer))
            return legal[0]

        return choose

    env = StoneAgeEnv({"players": 3}, policies=[noted("next"), noted("second")], seat=1)
    play(env, 1)
    assert {*asked} == {("next", 2), ("second", 0)}
    with pytest.raises(ValueError, match="2 policies are needed, one for each other seat; 1 were given"):
        StoneAgeEnv({"players": 3}, policies=["random"])
    with pytest.raises(sa.UnknownName, match="there is no seat 3; seats are 0 to 2"):
        StoneAgeEnv({"players": 3}, seat=3)


def test_without_a_seat_another_one_plays_in_each_game() -> None:
    env = StoneAgeEnv({"players": 4}, policies="random")
    seats = [env.reset(seed=seed)[1]["seat"] for seed in range(30)]
    assert {*seats} == {0, 1, 2, 3}


def test_the_seed_decides_the_game() -> None:
    results = [play(StoneAgeEnv(SMALL), seed)[1] for seed in (1, 1, 2)]
    assert results[0] == results[1] != results[2]


def test_a_refused_number_brings_the_reasons_and_changes_nothing() -> None:
    env = StoneAgeEnv(SMALL, seat=0)
    vector, _ = env.reset(seed=1)
    number = env.match.actions.number(env.match.rules.parse("pay 2 wood"))
    again, reward, ended, _, info = env.step(number)
    assert (again.tolist(), reward, ended) == (vector.tolist(), 0.0, False)
    assert "`pay 2 wood` is not legal now" in info["refused"]
    env.match.steps = env.match.rules.bounds.answers
    assert env.step(number)[3], "a learner that is refused for ever comes to an end"


def test_the_board_is_what_the_seat_sees() -> None:
    env = StoneAgeEnv(SMALL, render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == str(env.match.state.view(env.seat))
    assert StoneAgeEnv(SMALL).render() is None
