"""Workplaces that are open to all: who may come, what the owner has of it, saving, whole games."""

from __future__ import annotations

import pytest

import stoneage_rules as sa
from mechanics.games import read_again, whole_games
from stoneage_rules.testing import legal_texts, play, position
from writing import base_with

MILL = """
[[patch.building]]
where = {}
set.workplace = { circles = 2, figures = { exactly = 1 }, open = true, effects = [
    { do = "gain", good = "wood", amount = 2 },
    { do = "lose", good = "food", to = "owner" },
    { do = "owner", effects = [{ do = "points", amount = 3 }, { do = "choose", of = "resource" }] },
    { do = "points", amount = 1 },
] }
"""
CLOSED = MILL.replace("open = true, ", "")


def loaded(text: str = MILL, players: int = 2) -> sa.Ruleset:
    return base_with(text, players)


def test_an_owner_loses_nothing_to_itself() -> None:
    seats = {0: {"goods": {"food": 5}, "items": ["bld-01"]}}
    rules = loaded()
    state = position(rules, {"phase": "take-actions", "figures": {"bld-01": [1, 0], "hunt": [0, 1]}, "seats": seats})
    state._noted = []
    play(state, "resolve bld-01")
    assert (state.good(0, "food"), [event for event in state._noted if event[0] == "loss"]) == (5, [])


def test_the_first_item_of_all_can_have_a_workplace() -> None:
    rules = loaded(
        '[[patch.card]]\ntarget = "civ-01"\nset.workplace = { circles = 1, effects = [{ do = "points", amount = 1 }] }\n',
    )
    assert rules.items[0].id == "civ-01"
    for seats, allowed in (({}, False), ({0: {"items": ["civ-01"]}}, True)):
        state = position(rules, {"phase": "placing", "seats": seats})
        assert ("place civ-01 1" in legal_texts(state)) is allowed
        state = read_again(state)
        assert ("place civ-01 1" in legal_texts(state)) is allowed


def test_a_workplace_is_a_plain_place() -> None:
    """It holds as many figures as it has circles; nobody comes again, nothing lies there, and it has no price."""
    rules = loaded(CLOSED)
    place = rules.place("bld-01")
    assert (rules.item("bld-01").place, rules.item("civ-01").place) == ("bld-01", None)
    assert (place.circles, place.again, place.stays) == (2, False, False)
    assert (place.price, place.row, place.pile, place.groups) == (-1, -1, 0, ())
    assert place.owned >= 0
    assert not place.is_open


def test_what_the_owner_has_is_about_no_place() -> None:
    share = '[{ do = "choose", of = "resource" }, { do = "points", amount = 3 }]'
    rules = loaded(MILL.replace('[{ do = "points", amount = 3 }, { do = "choose", of = "resource" }]', share))
    state = acting(rules, 0)
    assert [frame[3] for frame in state.to_dict()["stack"] if frame[:2] == ["effects", 1]] == [-1]


def acting(rules: sa.Ruleset, seat: int, food: int = 5) -> sa.State:
    """The seat resolves the mill of seat 1."""
    figures = [1, 0] if seat == 0 else [0, 1]
    other = [0, 1] if seat == 0 else [1, 0]
    given = {
        "first": seat,
        "phase": "take-actions",
        "figures": {"bld-01": figures, "hunt": other},
        "seats": {0: {"goods": {"food": food}}, 1: {"items": ["bld-01"], "goods": {"food": 5}}},
    }
    return play(position(rules, given), "resolve bld-01")


def test_what_the_owner_still_gets_after_a_choice_belongs_to_no_place() -> None:
    points, choice = '{ do = "points", amount = 3 }', '{ do = "choose", of = "resource" }'
    state = acting(loaded(MILL.replace(f"{points}, {choice}", f"{choice}, {points}")), 0)
    assert state.stack[-2][1] == 1
    assert state.stack[-2][-2:] == (-1, 0)
    state = read_again(state)
    play(state, "take 1 gold")
    assert (state.good(1, "gold"), state.points[1]) == (1, 3)


@pytest.mark.parametrize("players", [2, 4])
def test_whole_games_keep_every_law(players: int) -> None:
    whole_games(loaded(MILL, players), 3)


def test_a_share_of_the_owner_belongs_to_workplaces() -> None:
    with pytest.raises(sa.ContentError, match="SA215"):
        loaded('[[location]]\nid = "pit"\neffects = [{ do = "owner", effects = [{ do = "figure" }] }]\n')


def test_workplaces_describe_themselves() -> None:
    told = str(loaded().item("bld-01"))
    assert "a workplace for all of 2 circles" in told
    assert "for the owner: 3 points, 1 of any resource" in told
