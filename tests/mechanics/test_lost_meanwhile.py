"""Losses in mid-question, by items that are used at any time: the seat passes, or leaves the trade."""

from __future__ import annotations

import random

import pytest

import stoneage_rules as sa
from dealt import assert_no_state, resolved
from mechanics.games import against, read_again
from play.positions import first_choice
from properties.invariants import check_all
from properties.play import states, with_items
from shipped import HERE, needs
from stoneage_rules.testing import legal_texts, play, position
from writing import base_with

AMBUSH = """
[[patch.card]]
where = {{}}
set.anytime = [
    {{ do = "lose", of = "resource", from = "others", amount = 1 }},
    {{ do = "lose", {}, from = "others" }},
]
"""
"""Every card takes from all others, who choose a resource to lose, and can use a card of theirs while they are asked."""
CLOSED = """
[[patch.location]]
where = {}
append.if = [{ goods = "wood", max = 3 }]
"""
LIMITED = """
[[patch.location]]
where = {}
append.groups = ["anywhere"]
[[limit]]
id = "crowd"
counts = "occupied-places"
group = "anywhere"
at_most = { 2 = 0 }
if = [{ goods = "wood", min = 4 }]
"""


def reasons(state: sa.State, *texts: str) -> list[set[str]]:
    """Returns the checks that refuse each of some actions."""
    return [{reason.check for reason in against(state, text)} for text in texts]


# --- placing ------------------------------------------------------------------------------------------------------


def placing(rules: sa.Ruleset) -> sa.State:
    """Seat 0 is to place its one figure at home, and has two cards; seat 1 has one card, and goods of two kinds."""
    seats = {
        0: {"items": ["civ-01", "civ-02"], "figures": 2, "goods": {"wood": 2}},
        1: {"items": ["civ-03"], "goods": {"wood": 2, "clay": 2}},
    }
    figures = {"hunt": [1, 0], "fields": [0, 1], "quarry": [0, 2]}
    return position(rules, {"phase": "placing", "figures": figures, "seats": seats})


@pytest.mark.rule("base.place.no-pass")
def test_a_seat_that_has_lost_its_figures_meanwhile_passes() -> None:
    rules = base_with(AMBUSH.format("figures = 9"))
    state = placing(rules)
    assert "pass" not in legal_texts(state)
    assert reasons(state, "pass") == [{"placement.must"}]
    (reason,) = against(state, "pass")
    assert (reason.needed, reason.statement) == ("a seat that can place figures places some", "base.place.no-pass")
    play(state, "use civ-01", "use civ-03", "lose 1 wood")
    assert (state.seat, state.at_home[0]) == (0, 0)
    assert legal_texts(state) == ("pass", "use civ-02")
    assert rules.describe(rules.parse("pass"), state) == ""
    assert reasons(state, "pass", "place forest 1") == [set(), {"placement.home"}]
    read_again(state)
    assert state.view(0).legal() == state.legal()
    check_all(state)
    state._noted = []
    play(state, "pass")
    assert [event.name for event in state.events][:1] == ["passed-over"]
    # The other seat has lost its figures as well.
    assert (state.seat, state.pending.kind) == (0, "resolve-place")


@pytest.mark.parametrize(("closed", "check"), [(CLOSED, "placement.closed"), (LIMITED, "placement.limit")])
def test_places_that_close_meanwhile_leave_a_pass_too(closed: str, check: str) -> None:
    """The goods of the card close all places, though nobody takes anything."""
    rules = base_with(closed + '[[patch.card]]\nwhere = {}\nset.anytime = [{ do = "gain", good = "wood", amount = 2 }]\n')
    state = position(rules, {"phase": "placing", "seats": {0: {"items": ["civ-01"], "goods": {"wood": 2}}}})
    assert "pass" not in legal_texts(state)
    play(state, "use civ-01")
    assert legal_texts(state) == ("pass",)
    assert reasons(state, "pass", "place forest 1") == [set(), {check}]
    read_again(state)


def test_places_that_open_and_close_with_the_round_alone_leave_no_pass() -> None:
    """A card that brings goods at any time changes no round."""
    rules = base_with('[[patch.location]]\nwhere = {}\nappend.if = [{ round = "now", max = 3 }]\n')
    assert rules.anytime
    assert not rules.actions_of("pass")


@pytest.mark.parametrize("modules", [(), ("style-is-the-goal", "wild-animals", "igloos", "harsh-winter")])
def test_ordinary_tables_have_no_pass(modules: tuple[str, ...]) -> None:
    rules = sa.load(players=3, modules=list(modules))
    assert not rules.actions_of("pass")
    assert reasons(first_choice(rules), "pass") == [{"decision.kind"}]


def test_a_turn_without_a_placement_is_refused_where_nothing_can_be_lost() -> None:
    rules = sa.load(players=2)
    state = position(rules, {"phase": "placing", "figures": {"forest": [5, 0]}})
    saved = state.to_dict()
    assert state.seat == 1
    saved["stack"][-1][1] = 0
    assert_no_state(rules, saved, "what is pending has no answer")


# --- trading ------------------------------------------------------------------------------------------------------


def trading(rules: sa.Ruleset, *answers: str) -> sa.State:
    """Seat 0 may pay 2 wood and 1 clay for a building; it has no clay, and trades gold for it."""
    seat = {"items": ["civ-01", "civ-02"], "goods": {"wood": 3, "gold": 1}, "tracks": {"trader": 5}}
    other = {"items": ["civ-03", "civ-04"], "goods": {"wood": 4, "clay": 4}}
    return resolved(rules, "building-1", *answers, item="bld-01", seats={1: other}, **seat)


LOSSES = {
    "the goods given": 'good = "gold"',
    "the track": 'track = "trader", amount = 9',
    "some steps": 'track = "trader", amount = 2',
}


@needs("style-is-the-goal")
@pytest.mark.parametrize("lost", LOSSES)
@pytest.mark.parametrize("gets", [False, True])
def test_a_trade_is_left_when_what_it_takes_is_lost_meanwhile(lost: str, gets: bool) -> None:
    rules = base_with(AMBUSH.format(LOSSES[lost]), 2, "style-is-the-goal")
    state = trading(rules, "give 1 gold", *["get 1 clay"] * gets)
    next_step = "pay 2 wood, 1 clay" if gets else "get 1 clay"
    assert legal_texts(state) == (next_step, "decline", "take-back", "use civ-01", "use civ-02")
    play(state, "use civ-01", "use civ-03", "lose 1 wood")
    assert (state.seat, state.pending.kind) == (1, "lose-goods")
    play(state, "lose 1 clay")
    assert (state.seat, state.good(0, "wood")) == (0, 2)
    assert legal_texts(state) == ("decline", "take-back", "use civ-02")
    assert "trade.stands" in reasons(state, next_step)[0]
    assert reasons(state, "take-back", "decline") == [set(), set()]
    assert all(isinstance(rules.describe(action, state), str) for action in rules.actions if action.kind in ("get", "pay"))
    read_again(state)
    assert state.view(0).legal() == state.legal()
    assert str(state)
    assert state.pending.to_dict()
    check_all(state)
    play(state, "take-back")
    assert state.pending.kind == "buy"
    assert "give 1 gold" not in legal_texts(state)


@needs("style-is-the-goal")
def test_a_mark_that_comes_meanwhile_ends_the_trade() -> None:
    marking = '[[patch.card]]\nwhere = {}\nset.anytime = [{ do = "mark", mark = "style-is-the-goal:at-trader" }]\n'
    rules = base_with(marking, 2, "style-is-the-goal")
    state = trading(rules, "give 1 gold", "use civ-01")
    assert legal_texts(state) == ("decline", "take-back", "use civ-02")
    assert "trade.stands" in reasons(state, "get 1 clay")[0]
    read_again(state)


@needs("style-is-the-goal")
@pytest.mark.parametrize(
    ("frame", "change"),
    [
        (["get-goods", 0, "building-1", "give 1 clay"], "does not hold what it has given"),
        (["get-goods", 0, "building-1", "give 2 wood"], "cannot have given that in a trade"),
        (["pay-traded", 0, "building-1", "give 1 gold", "get 2 clay"], "not what the trade brings"),
    ],
)
def test_a_trade_that_cannot_come_about_is_refused_where_nothing_can_be_lost(frame: list[str | int], change: str) -> None:
    rules = sa.load(players=2, modules=["style-is-the-goal"])
    saved = trading(rules, "give 1 gold", *["get 1 clay"] * (len(frame) == 5)).to_dict()
    assert rules.state_from_dict(saved).seat == 0
    saved["stack"][-1] = [rules.parse(part).index if " " in str(part) else part for part in frame]
    assert_no_state(rules, saved, change)


# --- whole games --------------------------------------------------------------------------------------------------


USED = {"place-figures": 0.05, "lose-goods": 1.0}
"""How often an item is used, by what is asked: kept until another seat uses one, so that something is lost meanwhile."""


@pytest.mark.parametrize("lost", ["figures = 9", 'good = "gold", amount = 9', 'track = "trader", amount = 9', "tools = 9"])
def test_whole_games_come_to_their_end(lost: str) -> None:
    modules = ("style-is-the-goal",) if "style-is-the-goal" in HERE else ()
    if "trader" in lost and not modules:
        pytest.skip("the track is that of Style is the Goal")
    rules, left = base_with(AMBUSH.format(lost), 3, *modules), set[str]()
    for seed in range(8):
        source = random.Random(seed)
        for state in states(rules, seed, with_items(lambda state: USED.get(state.pending.kind, 0.01))):
            ways = [] if state.is_over or state.is_chance else [action.kind for action in state.legal() if action.kind != "use"]
            if ways == ["decline", "take-back"] or (ways == ["pass"] and state.pending.kind == "place-figures"):
                left.add(state.pending.kind)
            if ways in (["pass"], ["decline", "take-back"]) or source.random() < 0.01:
                read_again(state)
    if lost.startswith("figures"):
        assert "place-figures" in left
