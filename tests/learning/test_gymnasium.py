"""One seat in Gymnasium, against policies: its own check, and what the check does not ask."""

from __future__ import annotations

import pickle
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
    with pytest.raises(ValueError, match="`policies` needs one for each other seat: 2, not 1"):
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


# --- faults that come at once ---------------------------------------------------------------------------------------


FOUR: Any = {"players": 4}


@pytest.mark.parametrize(("given", "error", "said"), [
    ({"actions": sa.ActionSpace(SMALL)}, sa.UnknownName, "is no table of this space"),
    ({"observation": sa.Observation(SMALL)}, sa.UnknownName, "is no table of this space"),
    ({"observation": sa.ActionSpace(FOUR)}, TypeError, "`observation` is an `sa.Observation`, not <ActionSpace"),
    ({"actions": sa.Observation(FOUR)}, TypeError, "`actions` is an `sa.ActionSpace`, not <Observation"),
    ({"actions": 5}, TypeError, "`actions` is an `sa.ActionSpace`, not 5"),
    ({"reward": lambda state: [1.0]}, ValueError, "`reward` returned 1 values; one for each of 4 seats is needed"),
    ({"reward": lambda state: (0.0,) * 5}, ValueError, "`reward` returned 5 values"),
    ({"reward": 3}, TypeError, "`reward` is a name or a function of a state, not 3"),
    ({"reward": lambda state: None}, TypeError, "`reward` returned None; a number for each of 4 seats is needed"),
    ({"reward": lambda state: "1234"}, TypeError, "`reward` returned '1234'; a number for each of 4 seats is needed"),
    ({"reward": lambda state: ["1"] * 4}, TypeError, r"`reward` returned \['1', '1', '1', '1'\]; a number"),
    ({"reward": lambda state: [0, 1, 2, None]}, TypeError, r"`reward` returned \[0, 1, 2, None\]; a number"),
    ({"reward": "point"}, sa.UnknownName, "points"),
    ({"rewards": "points"}, TypeError, r"unexpected keyword argument 'rewards'"),
    ({"render_mode": "rgb_array"}, gymnasium.error.UnsupportedMode, "there is no render mode 'rgb_array'; there is '"),
    ({"render_mode": "text"}, gymnasium.error.UnsupportedMode, "there is no render mode 'text'"),
    ({"render_mode": ""}, gymnasium.error.UnsupportedMode, "there is no render mode ''"),
])  # fmt: skip
@pytest.mark.parametrize("make", ["gymnasium", "pettingzoo"])
def test_faults_of_arguments_come_at_once_and_name_what_the_user_wrote(make, given, error, said):
    if make == "gymnasium":
        kinds = [StoneAgeEnv]
    else:
        pytest.importorskip("pettingzoo")
        module = import_module("stoneage_rules.learning.pettingzoo")
        kinds = [module.StoneAgeAEC, module.env]
    for kind in kinds:
        with pytest.raises(error, match=said) as raised:
            kind(FOUR, **given)
        assert "Match" not in str(raised.value)


def test_windows_are_not_opened():
    with pytest.raises(gymnasium.error.UnsupportedMode, match="there is no render mode 'human'; there is 'ansi'"):
        StoneAgeEnv(SMALL, render_mode="human")


@pytest.mark.parametrize("policies", ["sensibel", ["random", "random", "nobody"]])
def test_a_policy_that_there_is_not_comes_at_once(policies):
    with pytest.raises(sa.UnknownName, match=r"no policy is called `(nobody|sensibel)`"):
        StoneAgeEnv(FOUR, policies=policies)


def test_a_reward_that_becomes_shorter_is_told_then():
    lengths = iter([2, 2, 1])
    env = StoneAgeEnv(SMALL, policies="random", reward=lambda state: [0.0] * next(lengths))
    env.reset(seed=1)
    with pytest.raises(ValueError, match="`reward` returned 1 values; one for each of 2 seats"):
        env.step(int(env.action_masks().nonzero()[0][0]))


def test_a_reward_may_be_an_array_or_a_generator():
    np = pytest.importorskip("numpy")
    for reward in (lambda state: np.array(state.points, float), lambda state: (float(points) for points in state.points)):
        env = StoneAgeEnv(SMALL, policies="random", reward=reward, seat=0)
        total, info = play(env, 3)
        assert total == env.match.state.points[0]


@pytest.mark.parametrize("ask", [lambda env: env.step(0), lambda env: env.render(), lambda env: env.seat])
def test_before_a_game_has_begun_that_is_said(ask):
    with pytest.raises(gymnasium.error.ResetNeeded, match="no game has begun: call `reset` first"):
        ask(StoneAgeEnv(SMALL, render_mode="ansi"))


@pytest.mark.parametrize("policy", ["random", "sensible", "thoughtful(playouts=4)"])
def test_an_environment_goes_on_after_a_round_trip(policy):
    env = StoneAgeEnv(SMALL, policies=policy, reward="points")
    env.reset(seed=4)
    for _ in range(5):
        env.step(int(env.action_masks().nonzero()[0][0]))
    other = pickle.loads(pickle.dumps(env))
    for _ in range(20):
        number = int(env.action_masks().nonzero()[0][-1])
        (vector, *rest), (again, *others) = env.step(number), other.step(number)
        assert (vector == again).all()
        assert rest == others
    assert pickle.loads(pickle.dumps(StoneAgeEnv(SMALL))).reset(seed=1)[1] == {"seat": env.reset(seed=1)[1]["seat"]}
