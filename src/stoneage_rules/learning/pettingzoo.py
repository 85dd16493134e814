"""All seats as an environment of PettingZoo: `pip install 'stoneage-rules[pettingzoo]'`.

>>> from stoneage_rules.learning import pettingzoo
>>> env = pettingzoo.env({"players": 2})
>>> env.reset(seed=1)
>>> env.agent_selection, sorted(env.last()[0])
('seat_0', ['action_mask', 'observation'])
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from stoneage_rules.learning.gymnasium import NOT_BEGUN, box_of, checked_mode
from stoneage_rules.learning.match import Match, Values
from stoneage_rules.learning.observation import Observation
from stoneage_rules.learning.spaces import ActionSpace
from stoneage_rules.loading.load import TableLike


def env(table: TableLike = {}, **options: Any) -> OrderEnforcingWrapper:  # noqa: B006
    """Returns a game in the wrapper that PettingZoo expects; the arguments are those of `StoneAgeAEC`."""
    return OrderEnforcingWrapper(StoneAgeAEC(table, **options))


class StoneAgeAEC(AECEnv):
    """A game whose agents are its seats, `seat_0` and so on; chance plays by the seed of `reset`.

    An observation has the vector of the seat's view and, for the seat that is asked, the mask of its legal actions. A number
    that is refused raises `IllegalAction` with the reasons, and changes nothing.

    Args:
        table: the table as `sa.load` takes it, or its rules.
        reward: `win` (1 for a win alone, 0 in sum over all seats), `outcome` (1 for each winner), `points`, or a function that
            returns what a state is worth to each seat; a step is rewarded with the difference that it makes.
        actions: an `ActionSpace` for the numbers of actions; by default that of this table alone.
        observation: an `Observation` for the vectors; by default that of this table alone.
        render_mode: `ansi` for the board as text, `human` to print it.
        policies: refused: every seat is an agent, which chooses by `step`.
    """

    metadata = {
        "name": "stoneage_v0", "render_modes": ["human", "ansi"], "is_parallelizable": False, "render_fps": 1,
    }  # fmt: skip

    def __init__(
        self,
        table: TableLike = {},  # noqa: B006
        *,
        reward: str | Values = "win",
        actions: ActionSpace | None = None,
        observation: Observation | None = None,
        render_mode: str | None = None,
        policies: None = None,
    ) -> None:
        if policies is not None:
            raise TypeError("every seat is an agent, which `step` moves; against `policies` plays `StoneAgeEnv` of Gymnasium")
        super().__init__()
        self.match = Match(table, actions, observation, reward)
        self.render_mode = checked_mode(self, render_mode)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.match.rules.players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        mask = gymnasium.spaces.Box(0, 1, (len(self.match.actions),), np.int8)
        observed = gymnasium.spaces.Dict({"observation": box_of(self.match.observation), "action_mask": mask})
        self.observation_spaces = dict.fromkeys(self.possible_agents, observed)
        self.action_spaces = {agent: gymnasium.spaces.Discrete(len(self.match.actions)) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """Returns the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """Returns the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game."""
        self.match.begin(int(np.random.default_rng(seed).integers(2**31)))
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: Any = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.match.state.stack[-1][1]]

    def step(self, action: Any) -> None:
        """Plays an action of the agent that is asked, by its number; with None an agent leaves the game that is over."""
        if not hasattr(self, "agent_selection"):
            raise gymnasium.error.ResetNeeded(NOT_BEGUN)
        agent, match = self.agent_selection, self.match
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        match.play(action)
        self._cumulative_rewards[agent] = 0.0
        rewards = match.rewards()
        self.rewards = dict(zip(self.agents, rewards, strict=True))
        if match.state.is_over or match.is_too_long:
            self.terminations = dict.fromkeys(self.agents, match.state.is_over)
            self.truncations = dict.fromkeys(self.agents, match.is_too_long)
        if any(rewards):
            self._accumulate_rewards()
        self.agent_selection = self.possible_agents[match.state.seat or 0]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """Returns the vector of an agent's view; the mask is all 0 if it is not asked."""
        match, seat = self.match, self._seats[agent]
        asked = seat == match.state.seat
        return {
            "observation": match.vector(seat),
            "action_mask": match.mask(np.int8) if asked else np.zeros(len(match.actions), np.int8),
        }

    def render(self) -> str | None:
        """Returns the board as text, or prints it."""
        if self.render_mode == "human":
            print(self.match.state)
        return str(self.match.state) if self.render_mode == "ansi" else None
