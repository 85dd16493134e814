"""A game with everything around the rules: its own chance source, the steps that were played, undo, a log."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import attrs

from stoneage_rules.errors import EndlessGame, IllegalAction
from stoneage_rules.kernel.actions import Action, Outcome
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State
from stoneage_rules.play.narration import Narrator, Sentence
from stoneage_rules.play.record import Record

if TYPE_CHECKING:
    from stoneage_rules.policies.registry import Policy

__all__ = ["ChanceSource", "Game", "GameStep"]

SEED_BITS = 32


class ChanceSource:
    """The chance of a game: the numbers of `random.Random(seed).random()`, which can be rewound."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.drawn = 0
        """How many numbers have been drawn."""
        self._random = random.Random(seed)

    def random(self) -> float:
        """Returns the next number, from 0 up to but not including 1."""
        self.drawn += 1
        return self._random.random()

    def rewind(self, drawn: int) -> None:
        """Goes back to where so many numbers had been drawn."""
        if drawn != self.drawn:
            self.drawn = drawn
            self._random = random.Random(self.seed)
            for _ in range(drawn):
                self._random.random()


@attrs.frozen(eq=False)
class GameStep:
    """One action or outcome of a game."""

    answer: Action | Outcome
    seat: int | None
    """The seat that chose it; None for chance."""
    forced: bool
    """True if it was the only option, and the game took it for the seat."""
    by_hand: bool
    """True for an outcome that did not come from the game's chance source."""
    before: State
    drawn: int
    """How many numbers the chance source had given before."""
    events: tuple[tuple[Any, ...], ...]
    """The events of the step."""


class Game:
    """One game from the set-up to the final scores.

    `state` is the game as it stands; each step makes a new one, so a state that you keep does not change.

    Args:
        rules: the compiled rules.
        seed: for the game's chance source, 0 or more; without one, a fresh seed is drawn and kept in `seed`.
        auto_chance: whether rolls and draws are made as soon as they are due; otherwise call `roll`, or `play` an
            outcome.
        skip_forced: whether decisions with one option are taken for the seat.
        names: the names of the seats in the log.
        longest: the number of steps after which the game is treated as endless; None for no bound.
    """

    def __init__(
        self,
        rules: Ruleset,
        seed: int | None = None,
        *,
        auto_chance: bool = True,
        skip_forced: bool = False,
        names: Sequence[str] = (),
        longest: int | None = None,
    ) -> None:
        if seed is None:
            seed = secrets.randbits(SEED_BITS)
        if type(seed) is not int or seed < 0:
            raise ValueError(f"a seed is a whole number from 0 on, not {seed!r}")
        self.rules = rules
        self.seed = seed
        self.auto_chance = auto_chance
        self.skip_forced = skip_forced
        self.names = tuple(names)
        self.longest = longest
        self._source = ChanceSource(seed)
        self._steps: list[GameStep] = []
        self._listeners: list[Callable[[Game], None]] = []
        self.state = rules.initial_state(listen=True)
        """The game as it stands."""
        self.opening: tuple[tuple[Any, ...], ...] = tuple(self.state.events or ())
        """The events before the first step."""
        self._follow()

    # --- looking ------------------------------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        """True once the game has ended and been scored."""
        return self.state.is_over

    @property
    def seat(self) -> int | None:
        """The seat that must choose now; None after the end and while chance decides."""
        return None if self.state.is_chance else self.state.seat

    @property
    def steps(self) -> tuple[GameStep, ...]:
        """Every action and outcome so far."""
        return tuple(self._steps)

    @property
    def is_seeded(self) -> bool:
        """True if every outcome of chance so far came from the seed."""
        return not any(step.by_hand for step in self._steps)

    @property
    def record(self) -> Record:
        """The game as a record: a readable text that can be replayed."""
        return Record.of(self)

    @cached_property
    def narrator(self) -> Narrator:
        """Turns the events of this game into sentences."""
        return Narrator(self.rules, self.names)

    @property
    def log(self) -> tuple[str, ...]:
        """The sentences of the game so far; with the final scores once the game is over."""
        return tuple(sentence.text for sentence in self.sentences(self.narrator))

    def sentences(self, narrator: Narrator, start: int = 0) -> list[Sentence]:
        """Returns the sentences from a step on, as a narrator writes them; with 0, the set-up comes first."""
        events = [] if start else list(self.opening)
        for step in self._steps[start:]:
            events += step.events
        sentences = list(narrator.tell(events))
        return sentences + list(narrator.result(self.state)) if self.is_over else sentences

    def state_after(self, steps: int) -> State:
        """Returns the state after a number of steps."""
        return self._steps[steps].before if steps < len(self._steps) else self.state

    def legal(self) -> tuple[Action, ...]:
        """Returns every action that `seat` may choose now."""
        return self.state.legal()

    def listen(self, listener: Callable[[Game], None]) -> None:
        """Calls a function with the game after every change: each `play`, `roll` and `undo`."""
        self._listeners.append(listener)

    def __repr__(self) -> str:
        return f"<Game: {len(self._steps)} steps, seed {self.seed}, {self.state!r}>"

    # --- doing --------------------------------------------------------------------------------------------------

    def play(self, answer: Action | Outcome | str, seat: int | None = None) -> None:
        """Carries out an action of the seat that must choose, or an outcome while chance must decide.

        Either all of it is done, and with `auto_chance` the chance that follows, or the game is unchanged.

        Args:
            answer: the action or outcome, or its text, such as `pay 2 wood`.
            seat: the seat that plays it, if that is to be checked.

        Raises:
            InvalidAction: it cannot be read.
            IllegalAction: it is refused now; the error carries the reasons.
        """
        if isinstance(answer, str):
            answer = self.rules.parse(answer)
        if seat is not None and isinstance(answer, Action):
            reasons = self.state.why_not(answer, seat)
            if reasons:
                raise IllegalAction(f"`{answer}` is not legal now: " + "; ".join(map(str, reasons)), reasons)
        by_hand = isinstance(answer, Outcome)
        self._change(lambda: self._step(answer, by_hand=by_hand))

    def roll(self) -> Outcome:
        """Decides the pending chance event by the chance source; returns the outcome.

        Raises:
            IllegalAction: no chance event is pending.
        """
        self._expect_chance()
        before = len(self._steps)
        self._change(self._roll)
        outcome = self._steps[before].answer
        assert isinstance(outcome, Outcome)
        return outcome

    def foresee(self) -> Outcome:
        """Returns the outcome that `roll` would bring now.

        Raises:
            IllegalAction: no chance event is pending.
        """
        self._expect_chance()
        drawn = self._source.drawn
        outcome = self.state.sample(self._source)
        self._source.rewind(drawn)
        return outcome

    def undo(self, steps: int = 1, seat: int | None = None) -> None:
        """Takes back the last decisions, with all chance and all forced actions that followed them.

        Undone chance is not new chance: the same choices bring the same dice again.

        Args:
            steps: the number of decisions.
            seat: the seat whose decisions count; those of others in between are taken back with them.

        Raises:
            IllegalAction: there are fewer decisions to take back.
        """
        if steps < 1:
            raise ValueError(f"at least one step is taken back, not {steps}")
        chosen = [
            number
            for number, step in enumerate(self._steps)
            if step.seat is not None and not step.forced and seat in (None, step.seat)
        ]
        if len(chosen) < steps:
            whose = "" if seat is None else f" of seat {seat}"
            raise IllegalAction(f"{steps} decisions{whose} cannot be taken back; {len(chosen)} have been made")
        self._cut(chosen[-steps])
        self._notify()

    def run(self, policies: Sequence[Policy]) -> None:
        """Plays to the end, each seat by its policy, which sees nothing but the seat's view.

        Raises:
            ValueError: the number of policies is not that of the seats.
            IllegalAction: a policy chose an action that is not legal.
            EndlessGame: it is not over after `longest` steps.
        """
        if len(policies) != self.rules.players:
            raise ValueError(f"{self.rules.players} policies are needed, one for each seat; {len(policies)} were given")
        while not self.is_over:
            state = self.state
            if state.is_chance:
                self.roll()
                continue
            seat = state.seat
            assert seat is not None
            self.play(policies[seat](state.view(seat), state.legal()))

    def _expect_chance(self) -> None:
        if not self.state.is_chance:
            raise IllegalAction("no roll or draw is due" + ("; the game is over" if self.is_over else ""))

    # --- steps --------------------------------------------------------------------------------------------------

    def _change(self, change: Callable[[], None]) -> None:
        """Makes a change and the steps that follow by themselves: all of them or none."""
        mark = len(self._steps)
        try:
            change()
            self._follow()
        except BaseException:
            self._cut(mark)
            raise
        self._notify()

    def _follow(self) -> None:
        """Takes the steps that no seat has to choose."""
        while not self.is_over:
            if self.state.is_chance:
                if not self.auto_chance:
                    return
                self._roll()
                continue
            legal = self.state.legal() if self.skip_forced else ()
            if len(legal) != 1:
                return
            self._step(legal[0], forced=True)

    def _roll(self) -> None:
        drawn = self._source.drawn
        try:
            self._step(self.state.sample(self._source), drawn=drawn)
        except BaseException:
            self._source.rewind(drawn)
            raise

    def _step(self, answer: Action | Outcome, *, forced: bool = False, by_hand: bool = False, drawn: int | None = None) -> None:
        """Takes a step on a copy, which becomes the game's state only when it is complete."""
        if len(self._steps) == self.longest:
            raise EndlessGame(f"seed {self.seed}: not over after {self.longest} steps, in round {self.state.round}")
        before = self.state
        after = before.copy()
        after.events = []
        after.apply(answer)
        seat = None if before.is_chance else before.seat
        drawn = self._source.drawn if drawn is None else drawn
        self._steps.append(GameStep(answer, seat, forced, by_hand, before, drawn, tuple(after.events)))
        self.state = after

    def _cut(self, number: int) -> None:
        """Goes back to before a step."""
        if number < len(self._steps):
            step = self._steps[number]
            self.state = step.before
            self._source.rewind(step.drawn)
            del self._steps[number:]

    def _notify(self) -> None:
        for listener in self._listeners:
            listener(self)
