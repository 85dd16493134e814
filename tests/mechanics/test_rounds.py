"""Rounds and the end of the game, as packs change them."""

from __future__ import annotations

import pytest

from dealt import noted
from stoneage_rules.testing import play, position
from writing import base_with

CLOSING = """
[[phase]]
id = "closing"
effects = [{ do = "end-game", when_empty = "card-row" }]

[[patch.course]]
target = "base:order-of-play"
insert.phases = { value = "closing", before = "placing" }
"""


@pytest.mark.parametrize("card", ["none", "civ-01", "civ-02"])
def test_the_game_ends_when_a_space_of_the_row_is_empty_and_only_then(card: str) -> None:
    """Whichever card lies there, the first of all as well."""
    rules = base_with(CLOSING)
    assert rules.item_ids[0] == "civ-01"
    spaces = {"card-1": card, "card-2": "civ-03", "card-3": "civ-04", "card-4": "civ-05"}
    assert position(rules, {"phase": "closing", "spaces": spaces}).is_over is (card == "none")


STANDING = """
[[patch.card]]
target = "base:civ-02"
set.standing = [{ at_start_of = "feed-tribe", effects = [{ do = "choose", of = "resource" }] }]
"""


def test_effects_of_a_phase_wait_for_what_stands_and_are_about_no_place() -> None:
    rules = base_with(STANDING)
    given = {"phase": "take-actions", "figures": {"hunt": [1, 0]}, "seats": {0: {"items": ["civ-02"]}}}
    state = position(rules, given)
    state._noted = []
    play(state, "resolve hunt", "roll 1")
    assert [(event.seat, event["item"]) for event in noted(state, "standing")] == [(0, "civ-02")]
    saved = state.to_dict()
    (waiting,) = (frame for frame in saved["stack"] if frame[0] == "effects")
    assert waiting[3:] == [-1, 0]
    assert rules.state_from_dict(saved) == state
    food = state.good(0, "food")
    play(state, "take 1 wood")
    assert state.good(0, "food") < food, "now the tribe is fed"
