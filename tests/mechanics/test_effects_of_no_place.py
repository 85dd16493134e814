"""Effects that no figures have: they are about no place and no number, also in the middle, where they are saved."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from mechanics.games import read_again
from stoneage_rules.testing import play, position
from writing import base_with

UNPAID = -1
"""The number of a purchase that costs nothing, in saved frames."""

TWO = (
    '[{ do = "choose", of = "resource", amount = 1 }, '
    '{ do = "pay", cost = { food = 1 }, effects = [{ do = "points", amount = 1 }] }]'
)


class Case(NamedTuple):
    """Content with `TWO` in it, a position, and what is played until the first of both is asked."""

    text: str
    given: dict[str, Any]
    played: tuple[str, ...]
    number: int = 0
    """The number that the rest of the effects is about."""


def acting(seat: dict[str, Any] | None = None, other: dict[str, Any] | None = None, **figures: list[int]) -> dict[str, Any]:
    """The phase of actions, with figures of seat 0 on some places."""
    seats = {0: {"goods": {"food": 9, "wood": 9}} | (seat or {}), 1: other or {}}
    return {"phase": "take-actions", "figures": figures, "seats": seats}


CARD = '[[patch.card]]\ntarget = "base:civ-{}"\n{}\n'
OWNER = f"""
[[patch.building]]
target = "base:bld-01"
set.workplace.circles = 1
set.workplace.open = true
set.workplace.effects = [{{ do = "owner", effects = {TWO} }}]
"""
CLANS = f"""
[[zone]]
id = "clans"
[[kind]]
id = "clan"
starts_in = "clans"
[[clan]]
id = "bears"
effects = {TWO}
[[location]]
id = "camp"
circles = 1
effects = [{{ do = "WAY", kind = "clan", from = "clans" }}]
"""
CASES = {
    "used at any time": Case(
        CARD.format("05", f"set.anytime = {TWO}"), {"phase": "placing", "seats": {0: {"items": ["civ-05"]}}}, ("use civ-05",)
    ),
    "of whom starves": Case(
        f'[[patch.phase]]\ntarget = "base:feed-tribe"\nset.effects.each-seat.effects.feed.starve = {TWO}\n',
        acting({"goods": {"food": 2}}, fields=[1, 0]), ("resolve fields", "starve"), 2,
    ),
    "of each advance": Case(
        f'[[patch.track]]\ntarget = "base:agriculture"\nset.each_advance = {TWO}\n', acting(fields=[1, 0]), ("resolve fields",)
    ),
    "of an owner": Case(
        OWNER, acting(other={"items": ["bld-01"]}, **{"bld-01": [1, 0]}), ("resolve bld-01",)
    ),
    "of a moment": Case(
        CARD.format("05", f'set.standing = [{{ at_start_of = "take-actions", effects = {TWO} }}]'),
        {"phase": "placing", "figures": {"hunt": [4, 4]}, "seats": {0: {"items": ["civ-05"]}}},
        ("place fields 1", "place forest 1"),
    ),
    "of a die for all": Case(
        f'[[patch.dice_table]]\ntarget = "base:finds"\nset.faces.1 = {TWO}\n',
        acting(**{"card-1": [1, 0]}) | {"spaces": {"card-1": "civ-01"}}, ("resolve card-1", "pay 1 wood", "roll 1 2", "pick 1"),
    ),
    "of a line of the bill": Case(
        f'[[add_on]]\nid = "dance"\napplies = ["card"]\ncost = {{ wood = 1 }}\neffects = {TWO}\n',
        acting(**{"card-1": [1, 0]}) | {"spaces": {"card-1": "civ-17"}}, ("resolve card-1", "pay 1 wood", "add dance"),
    ),
    "of each seat": Case(
        f'[[patch.location]]\ntarget = "base:fields"\nset.effects = [{{ do = "each-seat", effects = {TWO} }}]\n',
        acting(fields=[1, 0]), ("resolve fields",),
    ),
    "of each seat in an order": Case(
        '[[patch.location]]\ntarget = "base:fields"\n'
        f'set.effects = [{{ do = "each-seat", most_first = {{ goods = "wood" }}, effects = {TWO} }}]\n',
        acting(fields=[1, 0]), ("resolve fields",),
    ),
    "of what is dealt": Case(
        CLANS.replace("WAY", "deal"), acting(camp=[1, 0]), ("resolve camp", "draw bears"), UNPAID
    ),
    "of what is turned up": Case(
        CLANS.replace("WAY", "reveal"), acting(camp=[1, 0]), ("resolve camp", "draw bears"), UNPAID
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_effects_without_figures_have_no_place(name: str) -> None:
    text, given, played, number = CASES[name]
    rules = base_with(text)
    state = position(rules, given)
    play(state, *played)
    saved = state.to_dict()
    assert [frame[0] for frame in saved["stack"]][-2:] == ["effects", "choose-goods"]
    assert saved["stack"][-2][3:] == [-1, number]
    assert rules.state_from_dict(saved) == state
    play(state, "take 1 clay")
    assert (state.pending.kind, state.pending.place) == ("pay-or-decline", None)
    read_again(state)
