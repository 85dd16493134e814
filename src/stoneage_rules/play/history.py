"""The answers of a game, and its states and events, which are worked out from the answers when they are asked for."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

import attrs

from stoneage_rules.kernel.actions import Action, Outcome
from stoneage_rules.kernel.state import State
from stoneage_rules.play.chance_source import ChanceSource

if TYPE_CHECKING:
    from stoneage_rules.language.events import Event

__all__ = ["GameStep", "History", "Step"]

Entry = tuple[Action | Outcome, int | None, bool, bool, int]
"""A step without its states: answer, seat, forced, by hand, drawn, as in `GameStep`; plain, because every step makes one."""


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
    events: tuple[Event, ...]
    """The events of the step."""


Step = GameStep
"""The public name of a step of a game."""


class History:
    """Every answer so far, with the state that they have come to, and earlier states that are kept.

    A kept state is never changed. What lies between two of them is played again from the earlier one.

    Args:
        start: the state before the first answer; nobody else may change it.
        seed: for the chance of the game.
    """

    def __init__(self, start: State, seed: int) -> None:
        self.source = ChanceSource(seed)
        self.entries: list[Entry] = []
        self.undone: list[Entry] = []
        """The entries that were undone and can be redone, the first to be redone first."""
        self._drawn_at_end = 0
        """How many numbers the source had given after the last of them."""
        self._kept: dict[int, State] = {0: start}
        """By number of answers before it."""
        self._own: State | None = None
        """The state after the last answer while nobody else has it, so that it may change; None while it is kept."""
        self._round = start.round
        """The last round in which a state was kept."""
        self._events: list[tuple[Event, ...]] = []
        """By answer, as far as they have been asked for."""
        self._listening: State | None = None
        """The state after the last answer whose events are known."""
        self._steps: list[GameStep] = []

    # --- states -------------------------------------------------------------------------------------------------

    @property
    def now(self) -> State:
        """The state after the last answer, for a look: it changes with the next answer."""
        return self._own or self.state_after(len(self.entries))

    def state_after(self, number: int) -> State:
        """Returns the state after a number of answers, and keeps it: the same object each time."""
        if self._own is not None and number == len(self.entries):
            self._kept[number], self._own = self._own, None
        state = self._kept.get(number)
        if state is None:
            start = max(kept for kept in self._kept if kept < number)
            state = self._kept[start].copy()
            for answer, *_ in self.entries[start:number]:
                state.apply(answer)
            self._kept[number] = state
        return state

    # --- changes ------------------------------------------------------------------------------------------------

    def take(self, answer: Action | Outcome, seat: int | None, forced: bool, by_hand: bool, drawn: int) -> None:
        """Carries out an answer. If it raises, `cut` must follow."""
        state = self._own
        if state is None:
            self._own = state = self.now.copy()
        state.apply(answer)
        self.entries.append((answer, seat, forced, by_hand, drawn))
        if state.round != self._round:
            self._round = state.round
            self._kept[len(self.entries)] = state.copy()

    def cut(self, number: int, drawn: int) -> None:
        """Forgets all answers but the first ones, and all that came of the others.

        Args:
            number: the number of answers that stay.
            drawn: how many numbers the source had given after them.
        """
        self.source.rewind(drawn)
        self._own = None
        del self.entries[number:], self._steps[number:]
        if len(self._events) > number:
            del self._events[number:]
            self._listening = None
        for kept in [kept for kept in self._kept if kept > number]:
            del self._kept[kept]

    def decisions(self, seats: Collection[int] | None) -> list[int]:
        """Returns where in the entries one of some seats, or any, had more than one option to choose from."""
        return [number for number, entry in enumerate(self.entries) if _is_choice(entry) and (seats is None or entry[1] in seats)]

    def undo(self, number: int) -> None:
        """Goes back to where there were so many answers; those that are taken back can be redone."""
        if not self.undone:
            self._drawn_at_end = self.source.drawn
        self.undone[:0] = self.entries[number:]
        self.cut(number, self.entries[number][-1])

    def redo(self, steps: int) -> bool:
        """Takes answers that were undone once more; returns False, with nothing done, if there are not so many steps.

        Each step is the answer that comes first, with all chance and forced actions that follow.
        """
        starts = [number for number, entry in enumerate(self.undone) if not number or _is_choice(entry)]
        if len(starts) < steps:
            return False
        end = [*starts, len(self.undone)][steps]
        for entry in self.undone[:end]:
            self.take(*entry)
        del self.undone[:end]
        self.source.rewind(self.undone[0][-1] if self.undone else self._drawn_at_end)
        return True

    # --- events -------------------------------------------------------------------------------------------------

    def events(self, start: int) -> list[tuple[Event, ...]]:
        """Returns the events of each answer from one on."""
        for number in range(len(self._events), len(self.entries)):
            self._listen(number)
        return self._events[start:]

    def _listen(self, number: int) -> None:
        """Plays an answer again to hear what happens; those before it have been heard."""
        state = self._listening
        if state is None or number in self._kept:
            state = self.state_after(number).copy()
        self._listening = None  # in case that it breaks off
        state.noted = []
        state.apply(self.entries[number][0])
        self._events.append(state.events)
        self._listening = state

    @property
    def steps(self) -> tuple[GameStep, ...]:
        """Every answer with the state before it and its events."""
        start = len(self._steps)
        for number, events in enumerate(self.events(start), start):
            answer, seat, forced, by_hand, drawn = self.entries[number]
            self._steps.append(GameStep(answer, seat, forced, by_hand, self.state_after(number), drawn, events))
        return tuple(self._steps)


def _is_choice(entry: Entry) -> bool:
    """True for the action of a seat that had others to choose from."""
    _, seat, forced, _, _ = entry
    return seat is not None and not forced
