"""Plays the set-up of a game: to its first decision, or to the moment at which the first round begins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stoneage_rules.errors import StoneAgeError
from stoneage_rules.kernel.actions import Outcome
from stoneage_rules.kernel.frames import advance
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.saving import blank_state
from stoneage_rules.kernel.state import State
from stoneage_rules.testing.event_relay import EventRelay
from stoneage_rules.testing.position_reader import PositionError
from stoneage_rules.testing.steps import answer_in, play

__all__ = ["first_round", "in_set_up"]


class SetUpGame:
    """A game in its set-up, with answers that are given, and the first option or outcome of every other question.

    Args:
        rules: the rules of the game.
        answers: the answers to its decisions in their order, with those outcomes of chance that matter among them.
    """

    def __init__(self, rules: Ruleset, answers: Sequence[str]) -> None:
        self.answers = answers
        self.used = 0
        """How many of the answers have been given."""
        self.round_begun: State | None = None
        """The state in which the first round began, before anything happened in it."""
        self.state = blank_state(rules)
        self.state.noted = EventRelay(self._listen)
        self.state.stack.append((rules.first_frame, self.state.start_seat))
        advance(self.state)

    def _listen(self, event: tuple[Any, ...]) -> None:
        if event[0] == "phase" and self.round_begun is None:
            self.round_begun = self.state.copy()

    @property
    def goes_on(self) -> bool:
        """True while the set-up is not over."""
        return self.round_begun is None and not self.state.is_over

    def answer(self) -> None:
        """Answers the pending question.

        Raises:
            PositionError: the next of the given answers cannot be given, or is none to this question.
        """
        state = self.state
        if self.used < len(self.answers) and self._fits(self.answers[self.used]):
            try:
                play(state, self.answers[self.used])
            except StoneAgeError as error:
                raise PositionError(str(error), ("set_up", self.used)) from error
            self.used += 1
        else:
            state.apply(state.outcomes()[0][0] if state.is_chance else state.legal()[0])

    def _fits(self, answer: str) -> bool:
        """Returns whether an answer is meant for the pending question: outcomes may be left out, decisions may not."""
        if not self.state.is_chance:
            return True
        outcome = answer_in(self.state.rules, answer)
        return isinstance(outcome, Outcome) and any(outcome == each for each, _ in self.state.outcomes())

    def expect_all_used(self) -> None:
        """Refuses answers that are left when the set-up is over.

        Raises:
            PositionError: there are some.
        """
        if self.used < len(self.answers):
            message = f"the set-up is over, or never asks for `{self.answers[self.used]}` here"
            raise PositionError(message, ("set_up", self.used))


def first_round(rules: Ruleset, answers: Sequence[str] = ()) -> State:
    """Returns the state in which the first round begins, before its first phase does anything.

    Raises:
        PositionError: an answer is none of the set-up's.
    """
    game = SetUpGame(rules, answers)
    while game.goes_on:
        game.answer()
    game.expect_all_used()
    return game.round_begun or game.state


def in_set_up(rules: Ruleset, answers: Sequence[str] = ()) -> State:
    """Returns the state of the first decision of the set-up after the given answers, or of its next chance event.

    Chance is passed over unless nothing more is asked.

    Raises:
        PositionError: an answer is none of the set-up's, or it has neither decisions nor chance events.
    """
    game = SetUpGame(rules, answers)
    while game.goes_on and game.used < len(answers):
        game.answer()
    game.expect_all_used()
    if not game.goes_on:
        then = " after these answers" if answers else " and leaves nothing to chance"
        raise PositionError(f"the set-up asks nothing{then}", ("phase",))
    next_event = game.state.copy()
    while game.goes_on and game.state.is_chance:
        game.answer()
    return game.state.copy() if game.goes_on else next_event
