"""Games of OpenSpiel, with chance, information states and resampling: `pip install 'stoneage-rules[open-spiel]'`.

>>> import pyspiel
>>> import stoneage_rules.learning.openspiel
>>> game = pyspiel.load_game("python_stoneage(players=3,modules=igloos+wild-animals)")
>>> state = game.new_initial_state()
>>> state.is_chance_node(), len(state.chance_outcomes())
(True, 46)
"""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pyspiel

from stoneage_rules.kernel.actions import Action, Outcome
from stoneage_rules.kernel.chance import DiceRoll
from stoneage_rules.kernel.nouns import FACES
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import MOST_PLAYERS
from stoneage_rules.learning.match import shared_end, vector_of, winning
from stoneage_rules.learning.observation import Observation
from stoneage_rules.learning.spaces import ActionSpace
from stoneage_rules.loading.load import load


class Played:
    """A game so far: the state, the dice of a roll that is not complete, and the answers with the seats that saw them."""

    def __init__(self, state: State, dice: tuple[int, ...], told: list[tuple[str, tuple[int, ...]]]) -> None:
        self.state = state
        self.dice = dice
        self.told = told

    def __deepcopy__(self, memo: dict[int, Any]) -> Played:
        return Played(self.state.copy(), self.dice, self.told.copy())

    @property
    def dice_left(self) -> int:
        """How many dice of the pending roll are still to fall; 0 where no dice are rolled."""
        frame = self.state.stack[-1]
        handler = self.state.rules.handlers[frame[0]]
        return handler.dice(frame) - len(self.dice) if isinstance(handler, DiceRoll) else 0

    def apply(self, answer: Action | Outcome) -> None:
        """Plays an answer, and notes the seats that saw it."""
        self.told.append((answer.text, self.state.seen_by(answer)))
        self.state.apply(answer)
        self.dice = ()

    def throw(self, face: int) -> None:
        """Throws one die; the last one makes the outcome."""
        self.dice, is_last = (*self.dice, face), self.dice_left == 1
        if is_last:
            self.apply(self.state.rules.rolls[tuple(sorted(self.dice))])


class StoneAgeGame(pyspiel.Game):
    """One table as a game of OpenSpiel.

    The parameters are `players`, `modules` (joined by `+`) and `table`, the path of a table file. A win alone is worth 1, and the
    utilities of all seats sum to 0. Dice fall one at a time, so that chance has exact odds and short lists; a draw is numbered
    by its item.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = {name: value for name, value in (params or {}).items() if value}
        modules = chosen["modules"].split("+") if "modules" in chosen else None
        self.rules = load(chosen.get("table"), players=chosen.get("players"), modules=modules)
        if shared_end(self.rules):
            raise ValueError(f"{shared_end(self.rules)}, but the type of this game is zero-sum")
        self.actions, self.observation = ActionSpace(self.rules), Observation(self.rules)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.actions),
            max_chance_outcomes=max(FACES, len(self.rules.draws)),
            num_players=self.rules.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.rules.bounds.answers,
        )
        super().__init__(GAME_TYPE, info, params or {})

    def new_initial_state(self) -> StoneAgeState:
        """Returns a new game before its first chance event."""
        return StoneAgeState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> StoneAgeObserver:
        """Returns an observer of a seat's present view, or with perfect recall of everything that it has seen."""
        return StoneAgeObserver(self.observation, iig_obs_type is not None and iig_obs_type.perfect_recall)


class StoneAgeState(pyspiel.State):
    """A state of such a game; `played.state` is the library's state."""

    def __init__(self, game: StoneAgeGame) -> None:
        super().__init__(game)
        self.played = Played(game.rules.initial_state(), (), [])

    def current_player(self) -> int:
        """Returns the seat that is asked, or else the next player."""
        state = self.played.state
        if state.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if state.is_chance else state.stack[-1][1]

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.get_game().actions.numbers(self.played.state))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Returns the numbers of all outcomes with their probabilities: of one die where dice are rolled."""
        if self.played.dice_left:
            return [(face, 1 / FACES) for face in range(FACES)]
        return [(outcome.index, float(odds)) for outcome, odds in self.played.state.outcomes()]

    def _apply_action(self, number: int) -> None:
        played = self.played
        if not played.state.is_chance:
            played.apply(self.get_game().actions.action(number, played.state.rules))
        elif played.dice_left:
            played.throw(number + 1)
        else:
            played.apply(played.state.rules.outcomes[number])

    def _action_to_string(self, player: int, number: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return str(self.get_game().actions.texts[number])
        return f"die {number + 1}" if self.played.dice_left else self.played.state.rules.outcomes[number].text

    def is_terminal(self) -> bool:
        """Returns True once the game has ended and been scored."""
        return self.played.state.is_over

    def returns(self) -> list[float]:
        """Returns 1 for a seat that has won alone, sums of 0 over all seats, and 0 while the game runs."""
        return list(winning(self.played.state))

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> StoneAgeState:
        """Returns a state that the seat cannot distinguish from this one, each equally likely; its history stays the same."""
        other: StoneAgeState = self.clone()
        other.played.state = self.played.state.view(player).guess(SimpleNamespace(random=sampler))
        return other

    def __str__(self) -> str:
        return "; ".join([text for text, _ in self.played.told])


class StoneAgeObserver:
    """Makes numbers and text of a seat's view, or text of all that it has seen.

    Args:
        observation: the numbers of views.
        recalls: True for all that was seen.
    """

    def __init__(self, observation: Observation, recalls: bool) -> None:
        self.observation, self.recalls = observation, recalls
        self.tensor = np.zeros(len(observation), np.float32)
        self.dict = {part.name: self.tensor[part.start : part.stop] for part in observation.parts}

    def set_from(self, state: StoneAgeState, player: int) -> None:
        """Fills the tensor."""
        self.tensor[:] = vector_of(self.observation, state.played.state.view(player))

    def string_from(self, state: StoneAgeState, player: int) -> str:
        """Returns the numbers that are not 0, each behind its place; or all answers, `?` for what others alone saw."""
        played = state.played
        if self.recalls:
            words = [text if player in seats else "?" for text, seats in played.told]
        else:
            numbers = vector_of(self.observation, played.state.view(player))
            words = [f"{place}: {numbers[place]}" for place in numbers.nonzero()[0]]
        return "; ".join([*words, f"dice {played.dice}"] if played.dice else words)


GAME_TYPE = pyspiel.GameType(
    short_name="python_stoneage",
    long_name="Stone Age",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=MOST_PLAYERS,
    min_num_players=1,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"players": 0, "modules": "", "table": ""},
)

pyspiel.register_game(GAME_TYPE, StoneAgeGame)
