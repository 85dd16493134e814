"""Invariants of states that must be equal or alike: copies, saved and pickled states, and what seats may know."""

from __future__ import annotations

import json
import pickle
import random

from stoneage_rules.errors import StoneAgeError
from stoneage_rules.kernel.actions import Action, Outcome
from stoneage_rules.kernel.frames import line_of_error
from stoneage_rules.kernel.state import State
from stoneage_rules.testing.random_games import play_on
from stoneage_rules.testing.secrecy import leaks

__all__ = ["copies_are_independent", "pickles_are_read_back", "saves_are_read_back", "views_keep_secrets"]

SHOWN = 3
"""The number of leaks that are told of a state."""

AHEAD = 8
"""The number of steps that two states which must be equal are played on, to see that they stay so."""


def copies_are_independent(state: State) -> None:
    """A copy is equal, playing it on leaves the state as it was, and `after` gives what `apply` makes of a copy."""
    before = state.key()
    copy = state.copy()
    if copy != state:
        raise AssertionError("a copy is another state")
    first = play_on(copy, random.Random(AHEAD), AHEAD)
    if state.key() != before:
        raise AssertionError(f"a copy was played on with {[answer.text for answer in first]}, and the state has changed")
    again = state.copy()
    if play_on(again, random.Random(AHEAD), AHEAD) != first or again != copy:
        raise AssertionError("two copies, played on alike, go different ways")
    if first and state.after(first[0]) != _applied(state, first[0]):
        raise AssertionError(f"`after` makes another state of `{first[0]}` than `apply`")


def _applied(state: State, answer: Action | Outcome) -> State:
    copy = state.copy()
    copy.apply(answer)
    return copy


def saves_are_read_back(state: State) -> None:
    """Saved as JSON and read again, a state is equal, has the same options, and goes on in the same way."""
    saved = state.to_dict()
    if (read := json.loads(json.dumps(saved))) != saved:
        raise AssertionError("what is saved is not the same as JSON")
    try:
        loaded = state.rules.state_from_dict(read)
    except StoneAgeError as error:
        raise AssertionError(f"what is saved cannot be read: {error}{line_of_error(error)}") from error
    _check_equal(state, loaded, "read again")
    if loaded.to_dict() != saved:
        raise AssertionError("saved once more, it is written otherwise")


def pickles_are_read_back(state: State) -> None:
    """Pickled and read again, a state is equal, has the same options, and goes on in the same way."""
    try:
        loaded = pickle.loads(pickle.dumps(state))
    except Exception as error:  # what a plugin puts into a state can fail in any way
        raise AssertionError(f"it cannot be pickled: {type(error).__name__}: {error}") from error
    _check_equal(state, loaded, "pickled and read again")


def _check_equal(state: State, other: State, how: str) -> None:
    """Refuses a state that is not equal to another one, or does not stay so when both are played on alike."""
    if other != state or hash(other.key()) != hash(state.key()):
        raise AssertionError(f"{how}, it is another state")
    if other.legal() != state.legal():
        raise AssertionError(f"{how}, it has other options: {_texts(other)} instead of {_texts(state)}")
    mine, theirs = state.copy(), other.copy()
    if play_on(mine, random.Random(AHEAD), AHEAD) != play_on(theirs, random.Random(AHEAD), AHEAD) or mine != theirs:
        raise AssertionError(f"{how}, it goes on in another way")


def _texts(state: State) -> list[str]:
    return [action.text for action in state.legal()]


def views_keep_secrets(state: State, seed: int = 0) -> None:
    """No seat can tell, by views, options, texts, events or policies, what only another one may know; views fit `seen_by`.

    Args:
        state: the state.
        seed: the seed of the guesses with which the state is compared.
    """
    found = list(leaks(state, random.Random(seed)))
    if found:
        more = [f"and {len(found) - SHOWN} more"] if len(found) > SHOWN else []
        raise AssertionError("; ".join([*found[:SHOWN], *more]))
