"""The policy `thoughtful`: plays the best placements of `sensible` on to the end of the round, and takes the best of them."""

from __future__ import annotations

import random
from collections.abc import Hashable, Sequence

from stoneage_rules.kernel.actions import Action
from stoneage_rules.kernel.frames import LONGEST
from stoneage_rules.kernel.state import RandomSource, State, View, endless_after
from stoneage_rules.language.binding import HIDDEN
from stoneage_rules.policies.evaluation import evaluate
from stoneage_rules.policies.heuristic import NEVER, Sensible

CANDIDATES = 6
"""The most placements that are compared."""


class Dice:
    """The chance of playouts: for each roll or draw of a seat, the same numbers in every playout that `begin` starts.

    So candidates meet the same luck wherever they do the same, whatever else they change. The value of a search compares them
    with less noise.

    Args:
        seed: a number for its random source.
    """

    def __init__(self, seed: float) -> None:
        self._source = random.Random(seed)
        self._numbers: dict[Hashable, list[float]] = {}
        self._drawn: dict[Hashable, int] = {}
        self._stack: Sequence[tuple[int, ...]] = ()

    def begin(self, state: State) -> None:
        """Decides for a state from now on, by the first numbers of everything."""
        self._stack, self._drawn = state.stack, {}

    def random(self) -> float:
        """Returns the next number for the pending question."""
        key = self._stack[-1][:3]
        drawn = self._drawn.get(key, 0)
        self._drawn[key] = drawn + 1
        numbers = self._numbers.setdefault(key, [])
        if drawn == len(numbers):
            numbers.append(self._source.random())
        return numbers[drawn]


class Habit:
    """Chooses for every seat in playouts as `sensible` does, from states in place of views, in about half of the time.

    The same questions are asked again and again in the playouts for one placement: for the same options, goods and figures it
    takes the answer that it remembers. Make a new one for each placement.
    """

    def __init__(self) -> None:
        self._judge = Sensible(lambda: 0.0)
        self._chosen: dict[Hashable, Action] = {}

    def __call__(self, state: State, legal: tuple[Action, ...]) -> Action:
        """Returns one of the legal actions for the seat that must choose."""
        frame = state.stack[-1]
        seat, width = frame[1], len(state.rules.goods)
        goods = tuple(state.goods[seat * width : (seat + 1) * width])
        key = frame, legal, goods, state.occupied_by[seat], state.at_home[seat]
        choice = self._chosen.get(key)
        if choice is None:
            choice = self._chosen[key] = self._judge(state.view(seat), legal)
        return choice

    def play_on(self, state: State, chance: RandomSource, until_round: int) -> None:
        """Plays a state on to the first question of a round, or to the end."""
        for _ in range(LONGEST):
            if not state.stack or state.round >= until_round:
                return
            legal = state.legal()
            if not legal:
                state.apply(state.sample(chance))
            else:
                state.apply(self(state, legal) if len(legal) > 1 else legal[0])
        raise endless_after(state, LONGEST)

    def place(self, state: State, until_round: int) -> None:
        """Plays a state on as long as seats place figures."""
        while (legal := state.legal()) and legal[0].kind == "place" and state.round < until_round:
            state.apply(self(state, legal) if len(legal) > 1 else legal[0])


class Repeated:
    """A source of chance whose numbers can be drawn once more."""

    def __init__(self, source: RandomSource) -> None:
        self._source = source
        self._numbers: list[float] = []
        self.drawn = 0

    def random(self) -> float:
        """Returns the next number."""
        if self.drawn == len(self._numbers):
            self._numbers.append(self._source.random())
        self.drawn += 1
        return self._numbers[self.drawn - 1]


class Thoughtful:
    """The policy: `sensible` names the placements that it likes best, and playouts decide between them.

    Args:
        source: its chance.
        playouts: the number of playouts for a placement, shared among the candidates by halving: the worse half
            goes out, and those that remain share the rest.
    """

    def __init__(self, source: RandomSource, playouts: int) -> None:
        self.playouts = playouts
        self._random = source
        self._sensible = Sensible(source.random)

    def __call__(self, view: View, legal: tuple[Action, ...]) -> Action:
        if len(legal) == 1:
            return legal[0]
        if not any(action.kind == "place" for action in legal):
            return self._sensible(view, legal)
        ranked = self._sensible.rank(view, legal)[: min(CANDIDATES, self.playouts)]
        return self._best(view, [option.action for option in ranked if option.value > NEVER] or [ranked[0].action])

    def _best(self, view: View, candidates: list[Action]) -> Action:
        """Returns the candidate whose playouts end best; halves the candidates until one is left."""
        left, habit = self.playouts, Habit()
        placed: dict[Action, View] = {}
        values = dict.fromkeys(candidates, 0.0)
        while len(candidates) > 1:
            halvings = (len(candidates) - 1).bit_length()
            for _ in range(left // (halvings * len(candidates))):
                luck = Repeated(self._random)
                guess, chance = view.guess(luck), Dice(self._random.random())
                for candidate in candidates:
                    state = self._placed(placed, view, guess, candidate, habit, luck)
                    chance.begin(state)
                    habit.play_on(state, chance, view.round + 1)
                    values[candidate] += evaluate(state, view.viewer)
                left -= len(candidates)
            candidates = sorted(candidates, key=values.__getitem__, reverse=True)[: (len(candidates) + 1) // 2]
        return candidates[0]

    def _placed(
        self, placed: dict[Action, View], view: View, guess: State, candidate: Action, habit: Habit, luck: Repeated
    ) -> State:
        """Returns the guessed state after a candidate and the placements that follow: the same ones, whatever is hidden."""
        known = placed.get(candidate)
        if known is not None:
            luck.drawn = 0
            return known.guess(luck)
        state = guess.after(candidate)
        habit.place(state, view.round + 1)
        if state.stack and not any(HIDDEN in frame for frame in (*view.stack, *view.waiting)):
            placed[candidate] = state.view(view.viewer)
        return state
