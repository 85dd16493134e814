"""Finds secrets that get out: two states that differ only in one must look alike to everybody else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from stoneage_rules.kernel.actions import Action, Outcome
from stoneage_rules.kernel.frames import line_of
from stoneage_rules.kernel.legality import Reason
from stoneage_rules.kernel.state import RandomSource, State
from stoneage_rules.kernel.view import View
from stoneage_rules.policies.registry import sensible_policy

__all__ = ["leaks"]

Answer = Action | Outcome

MOST_ANSWERS = 4
"""Answers to one question that are compared with each other."""

MOST_REFUSED = 12
"""Actions whose refusals are compared."""


def leaks(state: State, random: RandomSource) -> Iterator[str]:
    """Yields in what way seats can learn more than they may know, in one state and by the answers to its question.

    Also yields the seats that, by `seen_by`, learn an answer which their views hide.
    Each names the plugin that asks the question, if one does.

    Args:
        state: the state; it is not changed.
        random: the source of the guesses with which it is compared.
    """
    for method, found in (("asked", _leaks_of_views(state, random)), ("seen_by", _leaks_of_answers(state))):
        for leak in found:
            yield leak + _origin(state, method)


def _origin(state: State, method: str) -> str:
    """Returns the plugin that asks the question, with the line of a method; empty if the library does."""
    handler = state.rules.handlers[state.stack[-1][0]] if state.stack else None
    owner = handler and state.rules.owners.get(f"frame {handler.name}")
    return f"; asked by plugin {owner}, frame {handler.name}{line_of(getattr(handler, method))}" if handler and owner else ""


def _leaks_of_views(state: State, random: RandomSource) -> Iterator[str]:
    """Yields the seats that learn more by their views, and by what they are told when they are asked."""
    for seat in range(state.rules.players):
        view = state.view(seat)
        guess = view.guess(random)
        if guess.view(seat) != view:
            yield f"seat {seat} sees which of two states is so that differ only in what it cannot know"
        elif seat == state.seat and not state.is_chance:
            positions = (view,) if guess == state else (view, guess)  # two equal states are told alike
            for what, told in TOLD.items():
                expected = told(state)
                if any(told(position) != expected for position in positions):
                    yield f"{what} of seat {seat} depend on what it cannot know"
                    break  # what depends on one secret mostly makes the rest depend on it


def _leaks_of_answers(state: State) -> Iterator[str]:
    """Yields the seats whose views tell answers apart that they do not see by `seen_by`, or hide answers that they see."""
    answers = _spread(state.legal() or tuple(outcome for outcome, _ in state.outcomes()), MOST_ANSWERS)
    seen = {answer: state.seen_by(answer) for answer in answers}
    after = {answer: _after(state, answer) for answer in answers}
    for seat in range(state.rules.players):
        told = [(answer, _told(after[answer], seat)) for answer in answers if seat not in seen[answer]]
        for (one, first), (two, second) in combinations(told, 2):
            for what in first:
                if first[what] != second[what]:
                    yield f"by {what}, seat {seat} can tell `{one}` from `{two}`, which it does not see"
        views = [(answer, after[answer].view(seat)) for answer in answers if seat in seen[answer] and not after[answer].is_over]
        for (one, view), (two, other) in combinations(views, 2):
            if view == other and after[one] != after[two]:
                yield f"by `seen_by`, seat {seat} learns `{one}` and `{two}`, and its view is the same after both"


def _after(state: State, answer: Answer) -> State:
    """Returns the state after an answer, with the events since."""
    after = state.copy()
    after.noted = []
    after.apply(answer)
    return after


def _told(after: State, seat: int) -> Mapping[str, Any]:
    """Returns what a seat is told when an answer was given; nothing once the game is over, when everything is shown."""
    if after.is_over:
        return {}
    view = after.view(seat)
    events = [event.for_viewer(seat).to_dict() for event in after.events]
    return {"its view": view.key(), "the events": events, "what is asked then": view.pending, "its options": view.legal()}


def _spread(values: Sequence[Any], most: int) -> Sequence[Any]:
    """Returns some of the values, from all over them."""
    return values[:: max(1, len(values) // most)][:most]


def _refusals(position: State | View) -> list[tuple[Reason, ...]]:
    """Returns the reasons against some actions of the seat that is asked."""
    return [position.why_not(action) for action in _spread(position.rules.actions, MOST_REFUSED)]


def _choice(position: State | View) -> Action:
    """Returns the choice of the policy `sensible`, always with the same source of chance."""
    view = position.view(position.stack[-1][1]) if isinstance(position, State) else position
    return sensible_policy(0)(view, position.legal())


TOLD: Mapping[str, Callable[[State | View], Any]] = {
    "the options": lambda position: position.legal(),
    "the facts of the question": lambda position: position.pending,
    "the words for options": lambda position: [position.rules.describe(action, position) for action in position.legal()],
    "the refusals": _refusals,
    "the choices of a policy": _choice,
}
"""All that the seat is told that is asked, by the words for it."""
