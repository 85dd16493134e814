"""Games between policies from the first step to the last, of which nothing is kept but how they ended."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

import attrs

from stoneage_rules.errors import EndlessGame
from stoneage_rules.kernel.actions import Action, Outcome
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State
from stoneage_rules.language.events import Event
from stoneage_rules.policies.registry import Policy, choice_of

__all__ = ["LAST_STEPS", "UnrecordedGame", "play_unrecorded"]

LAST_STEPS = 20
"""The steps before the end of which the events are known."""


@attrs.frozen
class UnrecordedGame:
    """A game that is over."""

    state: State
    length: int
    """The number of its steps."""
    last_events: Sequence[tuple[Event, ...]]
    """The events of each of the last steps."""


def play_unrecorded(rules: Ruleset, policies: Sequence[Policy], seed: int, longest: int) -> UnrecordedGame:
    """Plays the same game as `Game.run` with this seed, `skip_forced` and `longest`, in less time.

    Nobody listens while it is played: only the last steps are played again for their events.

    Raises:
        EndlessGame: it is not over after `longest` steps.
    """
    source = random.Random(seed)
    state = rules.initial_state()
    answers: list[Action | Outcome] = []
    before = kept = 0, state.copy()
    for number in range(longest):
        if not number % LAST_STEPS:
            before, kept = kept, (number, state.copy())
        legal = state.legal()
        answer: Action | Outcome
        if len(legal) > 1:
            answer = choice_of(policies, state, legal)
        elif legal:
            answer = legal[0]
        elif state.stack:
            answer = state.sample(source)
        else:
            break
        state.apply(answer)
        answers.append(answer)
    if state.stack:
        raise EndlessGame(f"seed {seed}: not over after {longest} steps, in round {state.round}")
    start, earlier = before
    return UnrecordedGame(state, len(answers), _events(earlier, answers[start:])[-LAST_STEPS:])


def _events(state: State, answers: Iterable[Action | Outcome]) -> list[tuple[Event, ...]]:
    """Plays a state on, and returns the events of each answer."""
    events = []
    for answer in answers:
        state.noted = []
        state.apply(answer)
        events.append(state.events)
    return events
