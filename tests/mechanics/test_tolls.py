"""Prices of placements: paid with them, by the place, the turn and the number of figures."""

from __future__ import annotations

from typing import Any

import pytest

import stoneage_rules as sa
from dealt import noted
from gallery import example
from mechanics.games import against, chosen, read_again, whole_games
from stoneage_rules.testing import legal_texts, play, position
from writing import base_with

STALLS = """
[[patch.location]]
where = {}
set.toll = { gold = { count = 2, if = [{ goods = "wood", min = 1 }], else = 1 } }
[[patch.card]]
where = {}
set.anytime = [{ do = "gain", good = "gold" }]
"""
"""Every placement costs a gold, or 2 of a seat with wood; a card gives one at any time."""


def at(name: str, **seats: dict[str, Any]) -> sa.State:
    return position(example(name, 2), {"seats": {int(seat[1:]): given for seat, given in seats.items()}})


@pytest.mark.parametrize("name", ["temple", "dearer-placements", "ferry"])
def test_games_with_tolls_end_and_can_be_saved(name: str) -> None:
    whole_games(example(name, 3), 6, "next-in-order", "place-or-pass", every=30)


def test_games_in_which_uses_help_to_pay_end_and_can_be_saved() -> None:
    cheap = '[[patch.location]]\nwhere = { groups = ["resource-place"] }\nset.toll = { food = 1 }\n'
    bread = '[[patch.card]]\nwhere = {}\nset.anytime = [{ do = "gain", good = "food" }]\n'
    whole_games(base_with(cheap + bread), 3, "place-or-pass", every=30)


def test_a_placement_pays_before_the_figures_are_put_and_the_log_tells_so() -> None:
    state = at("ferry", _0={"goods": {"wood": 3}})
    assert state.rules.describe(state.rules.parse("place river 2"), state).startswith("pays 2 wood; ")
    state._noted = []
    play(state, "place river 2")
    assert [event.name for event in state.events][:2] == ["spend", "put"]
    assert [dict(event)["goods"] for event in noted(state, "spend")] == [{"wood": 2}]


def test_who_cannot_pay_for_so_many_is_told_the_price() -> None:
    state = at("ferry", _0={"goods": {"wood": 1}})
    (reason,) = against(state, "place river 3")
    assert (reason.check, reason.needed, reason.found) == ("placement.toll", "3 figures on river cost 3 wood", "you have 1 wood")


def stalls(**seat: Any) -> sa.State:
    return position(base_with(STALLS), {"seats": {0: {"goods": {"gold": 0}, **seat}, 1: {"goods": {"gold": 9}}}})


def test_a_seat_that_can_pay_by_a_use_is_asked_and_may_pass() -> None:
    state = read_again(stalls(items=["civ-01"]))
    assert (state.seat, legal_texts(state)) == (0, ("pass", "use civ-01"))
    assert state.rules.describe(state.rules.parse("pass"), state) == "places no more in this phase"
    used = play(state.copy(), "use civ-01")
    assert "place hunt 1" in legal_texts(used)
    assert {reason.check for reason in against(used, "pass")} == {"placement.must"}
    passed = play(state, "pass", "1: place hunt 1")
    assert read_again(passed).seat == 1, "who has passed is not asked again"


def test_a_seat_that_cannot_pay_even_so_is_passed_over() -> None:
    assert stalls(items=["civ-01"], goods={"gold": 0, "wood": 1}).seat == 1
    assert stalls().seat == 1


def test_the_policy_counts_what_a_placement_costs() -> None:
    cheap = base_with('[[patch.location]]\ntarget = "base:fields"\nset.toll = { food = 1 }\n')
    dear = base_with('[[patch.location]]\ntarget = "base:fields"\nset.toll = { gold = 9 }\n')
    given = {"seats": {0: {"goods": {"gold": 9, "food": 12}}}}
    assert chosen(position(cheap, given)) == {"place fields 1"}
    assert "place fields 1" not in chosen(position(dear, given))


def test_more_figures_can_be_cheaper_than_fewer() -> None:
    crowds = '[[patch.location]]\ntarget = "base:forest"\nset.toll = { wood = { figures = "here", times = -2, plus = 7 } }\n'
    state = position(base_with(crowds), {"seats": {0: {"goods": {"wood": 1}}}})
    assert [text for text in legal_texts(state) if text.startswith("place forest")] == [f"place forest {n}" for n in (3, 4, 5)]
    (reason,) = against(state, "place forest 2")
    assert (reason.needed, reason.found) == ("2 figures on forest cost 3 wood", "you have 1 wood")
    read_again(play(state, "place forest 4"))
