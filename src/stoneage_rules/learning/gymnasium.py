"""One seat as an environment of Gymnasium, against policies: `pip install 'stoneage-rules[gymnasium]'`.

>>> import gymnasium
>>> env = gymnasium.make("stoneage_rules.learning.gymnasium:StoneAge-v0", table={"players": 2})
>>> numbers, info = env.reset(seed=1)
>>> env.unwrapped.action_masks().sum() > 0
True
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np

from stoneage_rules.errors import IllegalAction, InvalidAction
from stoneage_rules.kernel.position import check_seat
from stoneage_rules.learning.match import Match, Values
from stoneage_rules.learning.observation import Observation
from stoneage_rules.learning.spaces import ActionSpace
from stoneage_rules.loading.load import TableLike
from stoneage_rules.policies.registry import Policies, Policy, choice_of, each_seat

NOT_BEGUN = "no game has begun: call `reset` first"


def box_of(observation: Observation) -> gymnasium.spaces.Box:
    """Returns the space of an observation's vectors."""
    low, high = (np.array(bound, np.int32) for bound in observation.bounds)
    return gymnasium.spaces.Box(low, high, dtype=np.int32)


def checked_mode(env: Any, mode: str | None) -> str | None:
    """Returns a render mode.

    Raises:
        UnsupportedMode: the environment has no such mode.
    """
    modes = env.metadata["render_modes"]
    if mode is not None and mode not in modes:
        raise gymnasium.error.UnsupportedMode(f"there is no render mode {mode!r}; there is {', '.join(map(repr, modes))}")
    return mode


class StoneAgeEnv(gymnasium.Env):
    """A game from one seat: the other seats play by policies, chance by the seed of `reset`.

    `action_masks()` says which numbers are legal.  A number that is not changes and gains nothing; `info["refused"]`
    has the reasons. At the end `info` has `scores` and `winners`.

    Args:
        table: the table as `sa.load` takes it, or its rules.
        policies: a policy for all other seats, by name or as a function; or a list, in the order of play after the own seat.
        seat: the own seat; by default another in each game, by the seed.
        reward: `win` (1 for a win alone, 0 in sum over all seats), `outcome` (1 for each winner), `points`, or a function that
            returns what a state is worth to each seat; a step is rewarded with the difference that it makes.
        actions: an `ActionSpace` for the numbers of actions; by default that of this table alone.
        observation: an `Observation` for the vectors; by default that of this table alone.
        render_mode: `ansi` for the board as text.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        table: TableLike = {},  # noqa: B006
        *,
        policies: Policies = "sensible",
        seat: int | None = None,
        reward: str | Values = "win",
        actions: ActionSpace | None = None,
        observation: Observation | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.match = Match(table, actions, observation, reward)
        self.opponents = policies
        self._made([0] * self.match.rules.players)
        self.own_seat = None if seat is None else check_seat(self.match.rules, seat)
        self.action_space = gymnasium.spaces.Discrete(len(self.match.actions))
        self.observation_space = box_of(self.match.observation)
        self.render_mode = checked_mode(self, render_mode)
        self._seat: int | None = None

    @property
    def seat(self) -> int:
        """The own seat in this game."""
        if self._seat is None:
            raise gymnasium.error.ResetNeeded(NOT_BEGUN)
        return self._seat

    def _made(self, seeds: Sequence[int]) -> list[Policy]:
        """Returns the policies of the other seats."""
        return each_seat(self.opponents, self.match.rules.players - 1, seeds.__getitem__, "other seat")

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[np.ndarray, dict[str, Any]]:
        """Begins a game, and plays to the own seat's first choice."""
        super().reset(seed=seed)
        players = self.match.rules.players
        drawn, *seeds = map(int, self.np_random.integers(2**31, size=players))
        self._seat = seat = int(self.np_random.integers(players)) if self.own_seat is None else self.own_seat
        made = self._made(seeds)
        at = players - 1 - seat
        self.policies: list[Any] = [*made[at:], None, *made[:at]]
        self.match.begin(drawn)
        return self._told()

    def step(self, action: Any) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Plays an action by its number, and what the others answer."""
        match, seat, refused = self.match, self.seat, {}
        try:
            match.play(action)
        except (IllegalAction, InvalidAction) as error:
            refused = {"refused": str(error)}
            match.steps += 1
        vector, info = self._told()
        reward = match.rewards()[seat]
        return vector, reward, match.state.is_over, match.is_too_long, {**info, **refused}

    def _told(self) -> tuple[np.ndarray, dict[str, Any]]:
        """Returns the vector and the facts, once the own seat is asked again, or the game is over."""
        match, state = self.match, self.match.state
        while state.seat not in (self.seat, None) and not match.is_too_long:
            state.apply(choice_of(self.policies, state, state.legal()))
            match.steps += 1
            match._deal()
        info: dict[str, Any] = {"seat": self.seat}
        if state.is_over:
            info |= {"scores": state.scores, "winners": state.winners}
        return match.vector(self.seat), info

    def action_masks(self) -> np.ndarray:
        """Returns True for each number that is legal now, as masked learners ask for it."""
        return self.match.mask()

    def render(self) -> str | None:
        """Returns the board as text, as the own seat sees it."""
        return str(self.match.state.view(self.seat)) if self.render_mode else None


gymnasium.register("StoneAge-v0", "stoneage_rules.learning.gymnasium:StoneAgeEnv")
