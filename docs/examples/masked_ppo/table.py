"""The game that is learnt: two seats, four rounds, and the lead in points as the reward."""

from pathlib import Path

import gymnasium
import numpy as np

import stoneage_rules as sa
from stoneage_rules.learning.gymnasium import StoneAgeEnv

TABLE = {"players": 2, "modules": [str(Path(__file__).parent / "four_rounds")]}


def lead(state: sa.State) -> list[float]:
    """Returns how far each seat is ahead of the other, in tens of points."""
    first, second = state.scores
    return [(first - second) / 10, (second - first) / 10]


class Scaled(gymnasium.ObservationWrapper):
    """Numbers as a net likes them: their logarithms, with their signs."""

    def __init__(self, env: gymnasium.Env) -> None:
        super().__init__(env)
        self.observation_space = gymnasium.spaces.Box(-25, 25, env.observation_space.shape, np.float32)

    def observation(self, observation: np.ndarray) -> np.ndarray:
        return (np.sign(observation) * np.log1p(np.abs(observation))).astype(np.float32)

    def action_masks(self) -> np.ndarray:
        return self.unwrapped.action_masks()


def make(policy: str = "random") -> Scaled:
    """A game against a policy; the learner sits at either seat."""
    return Scaled(StoneAgeEnv(TABLE, policies=policy, reward=lead))
