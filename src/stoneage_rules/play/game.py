"""A game with everything around the rules: its own chance source, the steps that were played, undo, a log."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import chain

from stoneage_rules.errors import EndlessGame, IllegalAction
from stoneage_rules.kernel.actions import Action, Outcome
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State
from stoneage_rules.play.chance_source import ChanceSource
from stoneage_rules.play.history import GameStep, History
from stoneage_rules.play.narration import Event, Narrator, Sentence
from stoneage_rules.play.record import Record
from stoneage_rules.policies.registry import Policy, choice_of

__all__ = ["ChanceSource", "Game", "GameStep"]

SEED_BITS = 32


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
        self._listeners: list[Callable[[Game], None]] = []
        self._history = History(rules)
        self._follow()

    # --- looking ------------------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The game as it stands."""
        return self._history.state_after(self.length)

    @state.setter
    def state(self, state: State) -> None:
        self._history.put(state)

    @property
    def is_over(self) -> bool:
        """True once the game has ended and been scored."""
        return self._history.now.is_over

    @property
    def seat(self) -> int | None:
        """The seat that must choose now; None after the end and while chance decides."""
        state = self._history.now
        return None if state.is_chance else state.seat

    @property
    def length(self) -> int:
        """The number of steps so far."""
        return len(self._history.entries)

    @property
    def steps(self) -> tuple[GameStep, ...]:
        """Every action and outcome so far, each with the state before it; `length` and `answers` do without these states."""
        return self._history.steps

    @property
    def opening(self) -> tuple[Event, ...]:
        """The events before the first step."""
        return self._history.opening

    @property
    def is_seeded(self) -> bool:
        """True if every outcome of chance so far came from the seed."""
        return not any(by_hand for _, _, _, by_hand, _ in self._history.entries)

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
        opening = () if start else self.opening
        sentences = list(narrator.tell(chain(opening, *self.events(start))))
        return sentences + list(narrator.result(self._history.now)) if self.is_over else sentences

    def answers(self, start: int = 0) -> list[tuple[int | None, Action | Outcome]]:
        """Returns the actions and outcomes from a step on, each with the seat that chose it, None for chance."""
        return [(seat, answer) for answer, seat, *_ in self._history.entries[start:]]

    def events(self, start: int = 0) -> list[tuple[Event, ...]]:
        """Returns the events of each step from one on."""
        return self._history.events(start)

    def state_after(self, steps: int) -> State:
        """Returns the state after a number of steps."""
        return self._history.state_after(min(steps, self.length))

    def legal(self) -> tuple[Action, ...]:
        """Returns every action that `seat` may choose now."""
        return self._history.now.legal()

    def listen(self, listener: Callable[[Game], None]) -> None:
        """Calls a function with the game after every change: each `play`, `roll` and `undo`."""
        self._listeners.append(listener)

    def __repr__(self) -> str:
        return f"<Game: {self.length} steps, seed {self.seed}, {self._history.now!r}>"

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
            reasons = self._history.now.why_not(answer, seat)
            if reasons:
                raise IllegalAction(f"`{answer}` is not legal now: " + "; ".join(map(str, reasons)), reasons)
        self._change(answer)

    def roll(self) -> Outcome:
        """Decides the pending chance event by the chance source; returns the outcome.

        Raises:
            IllegalAction: no chance event is pending.
        """
        self._expect_chance()
        before = self.length
        self._change(None)
        outcome = self._history.entries[before][0]
        assert isinstance(outcome, Outcome)
        return outcome

    def foresee(self) -> Outcome:
        """Returns the outcome that `roll` would bring now.

        Raises:
            IllegalAction: no chance event is pending.
        """
        self._expect_chance()
        drawn = self._source.drawn
        outcome = self._history.now.sample(self._source)
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
            for number, (_, by, forced, _, _) in enumerate(self._history.entries)
            if by is not None and not forced and seat in (None, by)
        ]
        if len(chosen) < steps:
            whose = "" if seat is None else f" of seat {seat}"
            raise IllegalAction(f"{steps} decisions{whose} cannot be taken back; {len(chosen)} have been made")
        self._cut(chosen[-steps], self._history.entries[chosen[-steps]][-1])
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
        while True:
            state = self._history.now
            legal = state.legal()
            if legal:
                self.play(choice_of(policies[state.stack[-1][1]], state, legal))
            elif state.is_over:
                return
            else:
                self.roll()

    def _expect_chance(self) -> None:
        if not self._history.now.is_chance:
            raise IllegalAction("no roll or draw is due" + ("; the game is over" if self.is_over else ""))

    # --- steps --------------------------------------------------------------------------------------------------

    def _change(self, answer: Action | Outcome | None) -> None:
        """Takes a step, None for a roll, and the steps that follow by themselves: all of them or none."""
        length, drawn = self.length, self._source.drawn
        try:
            if answer is None:
                self._roll(self._history.now)
            elif isinstance(answer, Outcome):
                self._step(answer, None, drawn, by_hand=True)
            else:
                self._step(answer, self._history.now.seat, drawn)
            self._follow()
        except BaseException:
            self._cut(length, drawn)
            raise
        self._notify()

    def _follow(self) -> None:
        """Takes the steps that no seat has to choose."""
        while True:
            state = self._history.now
            if state.is_chance:
                if not self.auto_chance:
                    return
                self._roll(state)
                continue
            legal = state.legal() if self.skip_forced else ()
            if len(legal) != 1:
                return
            self._step(legal[0], state.seat, self._source.drawn, forced=True)

    def _roll(self, state: State) -> None:
        drawn = self._source.drawn
        self._step(state.sample(self._source), None, drawn)

    def _step(self, answer: Action | Outcome, seat: int | None, drawn: int, forced: bool = False, by_hand: bool = False) -> None:
        if len(self._history.entries) == self.longest:
            where = f"in round {self._history.now.round}"
            raise EndlessGame(f"seed {self.seed}: not over after {self.longest} steps, {where}")
        self._history.take(answer, seat, forced, by_hand, drawn)

    def _cut(self, length: int, drawn: int) -> None:
        """Goes back to where there were so many steps, and so many numbers had been drawn."""
        self._history.cut(length)
        self._source.rewind(drawn)

    def _notify(self) -> None:
        for listener in self._listeners:
            listener(self)
