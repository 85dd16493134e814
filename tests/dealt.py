"""Positions for the tests of statements, to whom they deal the items that they leave nowhere else, and saves that cannot be.

How a position or a refusal is written is in `stoneage_rules.testing`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

import stoneage_rules as sa
from stoneage_rules.testing import play, position

SEAT_KEYS = ("points", "goods", "tracks", "tools", "items", "face_down", "unspent", "marks", "figures")


def dealt(players: int, given: Mapping[str, Any]) -> dict[str, Any]:
    """Returns a position that deals all remaining items to seats whose items are not given."""
    seats = given.get("seats", {})
    return {"dealt_to": [seat for seat in range(players) if "items" not in seats.get(seat, {})], **given}


def fixtures_of(rules: Callable[..., sa.Ruleset], *settings: str) -> tuple[Any, Any]:
    """Returns two fixtures: rules by the number of players, and a state from facts in keywords, with `players` and settings."""

    def at(players: int = 4, **given: Any) -> sa.State:
        chosen = {key: given.pop(key) for key in settings if key in given}
        return position(rules(players, **chosen), dealt(players, given))

    return pytest.fixture(scope="session")(lambda: rules), pytest.fixture(scope="session")(lambda: at)


def resolving(placed: Mapping[str, Mapping[int, int]], more: dict[str, Any]) -> dict[str, Any]:
    """Returns a position where seat 0 is about to resolve its figures on some places; what else it has stands in `more`.

    Seat 1 has a figure on the hunting grounds, so that the phase does not end with seat 0.
    """
    seat = {key: more.pop(key) for key in list(more) if key in SEAT_KEYS}
    figures = {**placed, "hunt": {1: 1, **placed.get("hunt", {})}}
    return {"phase": "take-actions", "figures": figures, **more, "seats": {0: seat, **more.get("seats", {})}}


def resolved(rules: sa.Ruleset, place: str, *answers: str, count: int = 1, item: str = "", **more: Any) -> sa.State:
    """Returns a position after seat 0 has resolved a place, which may hold an item, and has given further answers."""
    spaces = {**more.pop("spaces", {}), **({place: item} if item else {})}
    return play(position(rules, resolving({place: {0: count}}, {"spaces": spaces, **more})), f"resolve {place}", *answers)


def assert_no_state(rules: sa.Ruleset, saved: Any, said: str | None = None, *, top: Sequence[Any] = ()) -> None:
    """Asserts that a save is refused in these words; `top` stands in place of its topmost frame."""
    with pytest.raises(sa.InvalidState, match=said):
        rules.state_from_dict({**saved, "stack": [*saved["stack"][:-1], top]} if top else saved)


def settle(state: sa.State) -> None:
    """Takes the first outcome of chance until a seat is asked."""
    while state.is_chance:
        state.apply(state.outcomes()[0][0])


def held(state: sa.State, good: str) -> list[int]:
    """How many of a good each seat has."""
    return [state.good(seat, good) for seat in range(state.rules.players)]


def noted(state: sa.State, name: str) -> list[sa.Event]:
    """The events of a name that a state has noted."""
    return [event for event in state.events if event.name == name]
