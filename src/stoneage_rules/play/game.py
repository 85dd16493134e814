"""A game with everything around the rules: its own chance source, the steps that were played, undo, a log."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Sequence

from stoneage_rules.errors import EndlessGame, IllegalAction, ListenerError
from stoneage_rules.kernel.actions import Action, Outcome
from stoneage_rules.kernel.frames import LONGEST
from stoneage_rules.kernel.lookup import check_number, check_seat
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State
from stoneage_rules.play.chance_source import ChanceSource
from stoneage_rules.play.history import GameStep
from stoneage_rules.play.so_far import GameSoFar
from stoneage_rules.policies.registry import Policy, choice_of
from stoneage_rules.text.terminal import UNSAFE
from stoneage_rules.text.wording import counted, listed

__all__ = ["ChanceSource", "Game", "GameStep"]

SEED_BITS = 32


class Game(GameSoFar):
    """One game, from the set-up or any other position, to the final scores.

    `state` is the game as it stands; each step makes a new one, so a state that you keep does not change.

    Args:
        rules: the compiled rules.
        seed: for the game's chance source, 0 or more; without one, a fresh seed is drawn and kept in `seed`.
        start: the state from which it is played, such as a saved one, or one that `view.guess` has drawn; it is copied.
            Without one, the game begins with the set-up.
        auto_chance: whether rolls and draws are made as soon as they are due; otherwise call `roll`, or `play` an
            outcome.
        skip_forced: whether decisions with one option are taken for the seat.
        names: the names of the seats in the log and the record.
        policies: the names of who chooses at each seat, such as `person` or `sensible`, for the record.
        longest: the number of steps after which the game is treated as endless, by default `rules.bounds.answers`; None for no
            bound.

    Raises:
        ValueError: the seed is no whole number from 0 on, the start is a state of other rules, or a name has a character that
            steers a terminal, turns the direction of writing or cannot be seen.
    """

    def __init__(
        self,
        rules: Ruleset,
        seed: int | None = None,
        *,
        start: State | None = None,
        auto_chance: bool = True,
        skip_forced: bool = False,
        names: Sequence[str] = (),
        policies: Sequence[str] = (),
        longest: int | None = LONGEST,
    ) -> None:
        if seed is None:
            seed = secrets.randbits(SEED_BITS)
        number = seed.__index__() if hasattr(seed, "__index__") and type(seed) is not bool else -1
        if number < 0:
            raise ValueError(f"a seed is a whole number from 0 on, not {seed!r}")
        if not all(map(UNSAFE.isdisjoint, names)):
            raise ValueError(f"names of seats have no characters that steer a terminal; these are {[*names]!a}")
        super().__init__(rules, number, None if start is None else _start_of(rules, start), names, policies)
        self.auto_chance = auto_chance
        self.skip_forced = skip_forced
        self.longest = None if longest is None else check_number(longest, "longest")
        self._listeners: list[Callable[[Game], None]] = []
        self._source = self._history.source
        self._follow()

    # --- doing -------------------------------------------------------------------------------------------------------

    def listen(self, listener: Callable[[Game], None]) -> None:
        """Calls a function with the game after every change: each `play`, `roll`, `undo` and `redo`.

        All listeners are called. If some raise, the change stays, and a `ListenerError` with their errors is raised.
        """
        self._listeners.append(listener)

    def play(self, answer: Action | Outcome | str, seat: int | None = None, *, forced: bool = False) -> None:
        """Carries out an action of the seat that must choose, or an outcome while chance must decide.

        Either all of it is done, and with `auto_chance` the chance that follows, or the game is unchanged.

        Args:
            answer: the action or outcome, or its text, such as `pay 2 wood`.
            seat: the seat that plays it, if that is to be checked.
            forced: whether it counts as taken for the seat, so that `undo` passes over it.

        Raises:
            InvalidAction: it cannot be read.
            IllegalAction: it is refused now; the error carries the reasons.
            ListenerError: it was carried out, and a listener failed.
        """
        if isinstance(answer, str):
            answer = self.rules.parse(answer)
        if seat is not None and isinstance(answer, Action):
            reasons = self._history.now.why_not(answer, seat)
            if reasons:
                raise IllegalAction(f"`{answer}` is not legal now: " + "; ".join(map(str, reasons)), reasons)
        self._change(answer, forced)

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

    def undo(self, steps: int = 1, seat: int | Collection[int] | None = None) -> None:
        """Takes back the last decisions, with all chance and all forced actions that followed them.

        Undone chance is not new chance: the same choices bring the same dice again. `redo` takes the decisions again.

        Args:
            steps: the number of decisions.
            seat: the seat, or the seats, whose decisions count; those of others in between are taken back with them.

        Raises:
            IllegalAction: there are fewer decisions to take back.
            UnknownName: there is no such seat.
            ValueError: it is none.
        """
        if check_number(steps, "steps") < 1:
            raise ValueError(f"at least one step is taken back, not {steps}")
        seats = (
            None if seat is None else [check_seat(self.rules, one) for one in (seat if isinstance(seat, Collection) else [seat])]
        )
        chosen = self._history.decisions(seats)
        if len(chosen) < steps:
            whose = "" if seats is None else f" of {'seats' if len(seats) > 1 else 'seat'} {listed(sorted(seats))}"
            raise IllegalAction(f"{counted(steps, 'decision')}{whose} cannot be taken back; {len(chosen)} have been made")
        self.undo_to(chosen[-steps])

    def undo_to(self, step: int) -> None:
        """Goes back to where so many steps had been taken, as `length` and `state_after` count them.

        If a roll or draw was due there, it is not made by itself: `roll` or `redo` goes on.

        Raises:
            ValueError: there are fewer steps.
        """
        number = self._number(step)
        if number < self.length:
            self._history.undo(number)
            self._notify()

    @property
    def can_redo(self) -> bool:
        """True while there is something that was undone and that `redo` would take again."""
        return bool(self._history.undone)

    def redo(self, steps: int = 1) -> None:
        """Takes steps again that were undone: so many decisions, each with the chance and forced actions that followed it.

        What is undone can be redone until another step is taken.

        Raises:
            IllegalAction: so many have not been undone.
        """
        if check_number(steps, "steps") < 1:
            raise ValueError(f"at least one step is taken again, not {steps}")
        if not self._history.redo(steps):
            raise IllegalAction(f"{counted(steps, 'decision')} cannot be taken again; fewer have been undone")
        self._notify()

    def run(self, policies: Sequence[Policy]) -> None:
        """Plays to the end, each seat by its policy, which sees nothing but the seat's view.

        Raises:
            TypeError: one policy is given in place of a list.
            ValueError: the number of policies is not that of the seats.
            IllegalAction: a policy chose an action that is not legal.
            PolicyError: a policy returned None.
            EndlessGame: it is not over after `longest` steps.
        """
        if callable(policies):
            raise TypeError(f"`policies` is a list with one policy for each seat, not {policies!r}")
        if len(policies) != self.rules.players:
            raise ValueError(f"{self.rules.players} policies are needed, one for each seat; {len(policies)} were given")
        while True:
            state = self._history.now
            legal = state.legal()
            if legal:
                self.play(choice_of(policies, state, legal))
            elif state.is_over:
                return
            else:
                self.roll()

    def _expect_chance(self) -> None:
        if not self._history.now.is_chance:
            raise IllegalAction("no roll or draw is due" + ("; the game is over" if self.is_over else ""))

    # --- steps --------------------------------------------------------------------------------------------------

    def _change(self, answer: Action | Outcome | None, forced: bool = False) -> None:
        """Takes a step, None for a roll, and the steps that follow by themselves: all of them or none."""
        length, drawn = self.length, self._source.drawn
        try:
            if answer is None:
                self._roll(self._history.now)
            elif isinstance(answer, Outcome):
                self._step(answer, None, drawn, by_hand=True)
            else:
                self._step(answer, self._history.now.seat, drawn, forced)
            self._follow()
        except BaseException:
            self._history.cut(length, drawn)
            raise
        self._history.undone.clear()
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

    def _notify(self) -> None:
        """Calls every listener, and then raises the errors of those that failed."""
        errors = []
        for listener in self._listeners:
            try:
                listener(self)
            except Exception as error:
                errors.append(error)
        if errors:
            raise ListenerError(errors) from errors[0]


def _start_of(rules: Ruleset, state: State) -> State:
    """Returns a copy of a state, under other rules of the same digest if need be."""
    if not isinstance(state, State):
        raise ValueError(f"a game starts from a State, not from {state!r}; a view can draw one that agrees with it: `view.guess`")
    return state.copy() if state.rules is rules else rules.state_from_dict(state.to_dict())
