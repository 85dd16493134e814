"""The state of one game: asking what is legal, and making it happen.

How a step is carried out stands in `frames` and `operations`; here is only the loop around them.
"""

from __future__ import annotations

import sys
from operator import index
from typing import TYPE_CHECKING, Any, Protocol

from stoneage_rules.kernel import reasons
from stoneage_rules.kernel.actions import Action, Outcome
from stoneage_rules.kernel.frames import LONGEST, MOST_STEPS, advance, endless, use_item
from stoneage_rules.kernel.position import Position
from stoneage_rules.kernel.view import View
from stoneage_rules.language.events import Event, read_event

if TYPE_CHECKING:
    from stoneage_rules.kernel.legality import Reason

__all__ = ["RandomSource", "State"]


class RandomSource(Protocol):
    """Anything with the `random()` of `random.Random`; no other method is ever called."""

    def random(self) -> float:
        """Returns the next number, from 0 up to, but not including, 1."""


class State(Position):
    """One moment of one game; small, mutable and cheap to copy.

    Chance is an input like an action: where `is_chance` holds, `apply` takes an outcome.
    """

    __slots__ = ("_legal", "_options")

    _legal: tuple[Action, ...] | None
    _options: tuple[Action, ...] | None

    # --- choosing -----------------------------------------------------------------------------------------------

    def legal(self) -> tuple[Action, ...]:
        """Returns every action that `seat` may choose now, in a fixed order; empty at chance and after the end."""
        legal = self._legal
        if legal is None:
            stack = self.stack
            if not stack:
                return ()
            frame = stack[-1]
            rules = self.rules
            legal = self._options
            if legal is None:
                options = rules.choices[frame[0]]
                if options is None:
                    return ()
                legal = options(self, frame)
            usable = self.unspent[frame[1]] & rules.anytime
            if usable:
                legal += rules.uses(usable)
            self._legal = legal
        return legal

    def why_not(self, action: Action, seat: int | None = None) -> tuple[Reason, ...]:
        """Returns the reasons against an action now; `()` when it is legal.

        `seat` asks for somebody in particular: it is a reason of its own that another seat must choose.

        Raises:
            InvalidAction: it is no action of the state's rules.
            UnknownName: there is no such seat.
        """
        return reasons.why_not(self, action, seat)

    def sample(self, random: RandomSource) -> Outcome:
        """Draws one outcome of the pending chance event, with `random.random()` alone.

        Raises:
            ValueError: no chance event is pending.
        """
        stack = self.stack
        sampler = self.rules.samplers[stack[-1][0]] if stack else None
        if sampler is None:
            raise ValueError("no chance event is pending; ask is_chance first")
        return sampler(self, stack[-1], random.random)

    # --- doing --------------------------------------------------------------------------------------------------

    def apply(self, answer: Action | Outcome) -> None:
        """Carries out an action or an outcome, and everything that follows from it without a further choice.

        Args:
            answer: an action or outcome of the state's rules; `rules.parse(text)` makes one of a text.

        Raises:
            IllegalAction: it is refused; the state is unchanged and the error carries the reasons.
            InvalidAction: it is no action or outcome of these rules, such as a text.
        """
        stack = self.stack
        if not stack:
            raise reasons.refusal(self, answer)
        frame = stack[-1]
        rules = self.rules
        accepts = rules.acceptors[frame[0]]
        if accepts is not None:
            if type(answer) is not Outcome or answer.rules is not rules or not accepts(self, frame, answer):
                raise reasons.refusal(self, answer)
        elif answer not in (self._legal or self.legal()):
            raise reasons.refusal(self, answer)
        elif answer.kind == "use":
            self._legal = self._options = None
            use_item(self, frame[1], answer.data)
            advance(self)
            return
        self._legal = self._options = None
        stack.pop()
        rules.resumes[frame[0]](self, frame, answer)  # type: ignore[misc]
        steps = rules.steps  # As `advance` does it, which is written out here because of the price of a call.
        for _ in MOST_STEPS:
            if not stack:
                return
            frame = stack.pop()
            step = steps[frame[0]]
            if step is None:
                stack.append(frame)
                return
            step(self, frame)
        raise endless(self)

    def play_out(
        self,
        random: RandomSource,
        *,
        until_round: int | None = None,
        answers: list[Action | Outcome] | None = None,
        longest: int | None = LONGEST,
    ) -> int:
        """Plays on at random, each option equally likely, to the end or to the first question of a round.

        What a seat has just chosen is never taken back, as by `take-back` in a trade: that could go round for ever.
        A choice among one option is taken without drawing a number; every other answer is drawn by `random.random()` alone.

        Args:
            random: the source of chance.
            until_round: the round at whose first question to stop; None for the end of the game.
            answers: a list to which every action and outcome is added: applied one by one, they lead to the same state.
            longest: the number of answers after which the game is treated as endless, by default `rules.bounds.answers`; None for
                no bound.

        Returns:
            the number of choices that seats made, those among one option included.

        Raises:
            EndlessGame: it was not over after `longest` answers.
        """
        from stoneage_rules.kernel.playout import play_out

        last, most = (sys.maxsize - 1 if number is None else index(number) for number in (until_round, longest))
        return play_out(self, random, last, most, answers)

    def after(self, answer: Action | Outcome) -> State:
        """Returns a copy in which `answer` has been applied."""
        new = self.copy()
        new.apply(answer)
        return new

    def copy(self) -> State:
        """Returns an independent state; the rules are shared, events are not copied."""
        new = State.__new__(State)
        self._copy_numbers(new)
        new._legal = self._legal
        new._options = self._options
        return new

    def __copy__(self) -> State:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.copy()

    # --- looking ------------------------------------------------------------------------------------------------

    @property
    def events(self) -> tuple[Event, ...]:
        """All events since somebody began to listen, as in `rules.initial_state(listen=True)`; `()` if nobody does."""
        round, events = self.round, []
        for noted in reversed(self.noted or ()):
            events.append(read_event(self.rules, noted, round))
            round -= noted[0] == "round"
        return tuple(reversed(events))

    def view(self, seat: int) -> View:
        """Returns the state as one seat may know it.

        Raises:
            UnknownName: there is no such seat.
        """
        return View.of(self, seat)

    # --- saving -------------------------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """Returns the state in the content's words, as plain lists, numbers and texts; `rules.state_from_dict` reads it."""
        from stoneage_rules.kernel.state_data import state_to_dict

        return state_to_dict(self)

    def __reduce__(self) -> tuple[Any, ...]:
        from stoneage_rules.kernel.saving import state_from_dict

        return state_from_dict, (self.rules, self.to_dict())

    def __repr__(self) -> str:
        if not self.stack:
            return f"<State: over, {', '.join(map(str, self.scores))} points>"
        what = self.rules.handlers[self.stack[-1][0]].name
        return f"<State: round {self.round}, seat {self.seat}, {what}>"
