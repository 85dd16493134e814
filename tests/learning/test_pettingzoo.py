"""All seats in PettingZoo: its own suite, and what the suite does not ask."""

from __future__ import annotations

import pickle
import random
from importlib import import_module
from typing import Any

import pytest

import stoneage_rules as sa
from learning.families import LARGE, SMALL

suite = pytest.importorskip("pettingzoo.test")
adapter = import_module("stoneage_rules.learning.pettingzoo")

EXPECTED = pytest.mark.filterwarnings("ignore:Observation (is not a NumPy array|space for each agent probably):UserWarning")
"""The suite warns of dictionaries, which the environments with masks of PettingZoo itself have, and which it knows by name."""


@EXPECTED
@pytest.mark.parametrize("table", [SMALL, LARGE], ids=["small", "large"])
def test_the_suite_of_pettingzoo(table: Any) -> None:
    suite.api_test(adapter.env(table), num_cycles=600)
    suite.seed_test(lambda: adapter.env(table), num_cycles=100)


@EXPECTED
def test_the_rendering_suite_of_pettingzoo(capsys: pytest.CaptureFixture[str]) -> None:
    suite.render_test(lambda render_mode: adapter.env(SMALL, render_mode=render_mode))
    assert "Round 1" in capsys.readouterr().out, "`human` prints the board"


def played(env: Any, seed: int) -> dict[str, list[float]]:
    """Plays a game by masks at random; returns what each agent was rewarded with, step by step."""
    source, got = random.Random(seed), {agent: [] for agent in env.possible_agents}
    env.reset(seed=seed)
    for agent in env.agent_iter():
        seen, reward, ended, cut, _ = env.last()
        got[agent].append(reward)
        numbers = seen["action_mask"].nonzero()[0]
        env.step(None if ended or cut else numbers[int(source.random() * len(numbers))])
    return got


def woods(state: sa.State) -> list[int]:
    return [player.goods["wood"] for player in state.players]


def victories(state: sa.State) -> list[int]:
    return [1 if seat in state.winners else -1 for seat in range(2)]


@pytest.mark.parametrize(("reward", "worth"), [("win", victories), ("points", lambda state: [*state.scores]), (woods, woods)])
def test_rewards_sum_up_to_what_the_end_is_worth(reward: Any, worth: Any) -> None:
    env = adapter.env(SMALL, reward=reward)
    assert [sum(rewards) for rewards in played(env, 3).values()] == worth(env.unwrapped.match.state)
    with pytest.raises(sa.UnknownName, match="no reward is called `wins`; did you mean `win`"):
        adapter.env(SMALL, reward="wins")


def test_an_agent_sees_its_view_and_its_mask() -> None:
    family = [sa.load(**SMALL), sa.load(players=3)]
    actions, observation = sa.ActionSpace(family), sa.Observation(family)
    env = adapter.env(family[0], actions=actions, observation=observation)
    env.reset(seed=5)
    match = env.unwrapped.match
    for agent in env.agents:
        seen, seat = env.observe(agent), int(agent.removeprefix("seat_"))
        assert seen["observation"].tolist() == observation(match.state.view(seat))
        expected = actions.mask(match.state) if agent == env.agent_selection else bytearray(len(actions))
        assert seen["action_mask"].tolist() == [*expected]
        assert env.observation_space(agent).contains(seen)


def test_a_refused_action_says_why_and_changes_nothing() -> None:
    env = adapter.env(SMALL)
    env.reset(seed=5)
    match = env.unwrapped.match
    before = match.state.copy()
    with pytest.raises(sa.IllegalAction, match="`pay 2 wood` is not legal now") as caught:
        env.step(match.actions.number(match.rules.parse("pay 2 wood")))
    assert caught.value.reasons
    assert match.state == before


def test_a_game_that_is_too_long_is_cut() -> None:
    env = adapter.env(SMALL)
    env.reset(seed=5)
    env.unwrapped.match.steps = env.unwrapped.match.rules.bounds.answers - 1
    env.step(env.last()[0]["action_mask"].nonzero()[0][0])
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    while env.agents:
        env.step(None)


def test_before_a_game_has_begun_that_is_said() -> None:
    with pytest.raises(Exception, match="no game has begun: call `reset` first"):
        adapter.StoneAgeAEC({"players": 2}).step(0)


def test_an_environment_goes_on_after_a_round_trip() -> None:
    env = adapter.StoneAgeAEC({"players": 2})
    env.reset(seed=2)
    other = pickle.loads(pickle.dumps(env))
    for _ in range(30):
        number = int(env.observe(env.agent_selection)["action_mask"].nonzero()[0][0])
        for each in (env, other):
            each.step(number)
        assert env.agent_selection == other.agent_selection
        assert (env.observe("seat_0")["observation"] == other.observe("seat_0")["observation"]).all()
