"""Positions for proofs about single steps: a saved state with some of its entries written over.

The kernel checks them when they are loaded, so none is impossible.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import stoneage_rules as sa
from dealt import settle
from stoneage_rules.testing import play


def edited(state: sa.State, change: Callable[[dict[str, Any]], None]) -> sa.State:
    """The state after a change of its saved form."""
    saved = state.to_dict()
    change(saved)
    return state.rules.state_from_dict(saved)


def give_texts(state: sa.State, *texts: str) -> sa.State:
    """The state after these answers, in their text form."""
    return play(state.copy(), *texts)


def first_choice(rules: sa.Ruleset) -> sa.State:
    """The first placement of a game; the set-up turns up the cards and tiles of the lowest numbers."""
    state = rules.initial_state()
    settle(state)
    return state


def at_hunt(rules: sa.Ruleset, dice: int) -> sa.State:
    """The roll of so many dice: seat 0 has that many figures on the hunting grounds, and nobody else has any left."""

    def change(saved: dict[str, Any]) -> None:
        for seat, entry in enumerate(saved["seats"]):
            entry["figures"] = dice if seat == 0 else 1

    state = give_texts(edited(first_choice(rules), change), f"place hunt {dice}")
    while state.phase == "placing":
        play(state, "place hunt 1")
    return give_texts(state, "resolve hunt")


def cards_left(rules: sa.Ruleset, count: int) -> sa.State:
    """The start of the set-up with only the first `count` cards in the deck; seat 0 owns all others."""

    def change(saved: dict[str, Any]) -> None:
        deck = saved["zones"]["deck"]
        saved["seats"][0]["items"] += deck[count:]
        del deck[count:]

    return edited(rules.initial_state(), change)
