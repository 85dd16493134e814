"""Applies the steps of scenarios to a state: actions and outcomes in notation, with or without a leading seat."""

from __future__ import annotations

from stoneage_rules.errors import IllegalAction
from stoneage_rules.kernel.actions import Action, Outcome
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State

__all__ = ["answer_in", "play", "waiting_for"]

MOST_SHOWN = 6
"""How many answers are shown of a question that the game waits with."""


def play(state: State, *steps: str) -> None:
    """Applies actions and outcomes in notation; `1: place ...` requires that seat 1 is the one to choose.

    Raises:
        InvalidAction: a step cannot be read.
        IllegalAction: a step is refused, or it is another seat's choice.
    """
    for step in steps:
        seat, colon, _ = step.partition(":")
        if colon and seat.strip() != str(state.seat):
            raise IllegalAction(f"`{step}`: {_who(state)}, not seat {seat.strip()}")
        state.apply(answer_in(state.rules, step))


def answer_in(rules: Ruleset, step: str) -> Action | Outcome:
    """Returns the action or outcome of a step, without the seat in front of it.

    Raises:
        InvalidAction: it cannot be read.
    """
    seat, colon, text = step.partition(":")
    return rules.parse((text if colon else seat).strip())


def _who(state: State) -> str:
    return "the game is over" if state.seat is None else f"it is the turn of seat {state.seat}"


def waiting_for(state: State) -> str:
    """Returns what a game waits for, with its answers: `the game waits for a draw from the deck: `draw civ-05``."""
    pending = state.pending
    if pending is None:
        return "the game is over"
    answers = [outcome for outcome, _ in state.outcomes()] if pending.is_chance else state.legal()
    texts = [f"`{answer.text}`" for answer in answers]
    more = f" and {len(texts) - MOST_SHOWN} more" if len(texts) > MOST_SHOWN else ""
    question = f"for {pending.prompt}" if pending.is_chance else f"until seat {pending.seat} chooses {pending.prompt}"
    return f"the game waits {question}: {', '.join(texts[:MOST_SHOWN])}{more}"
