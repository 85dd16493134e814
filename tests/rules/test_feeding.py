"""Feeding: statements base.feed.*."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

import stoneage_rules as sa
from stoneage_rules.testing import assert_refused, legal_texts, play, position

RESOURCES = ("wood", "clay", "stone", "gold")


def hungry(at, missing, **goods):
    """Seat 0 feeds with too little food, seat 1 after it likewise."""
    seats = {0: {"goods": {"food": 5 - missing, **goods}}, 1: {"goods": {"food": 0}}}
    return at(2, phase="feed-tribe", seats=seats)


@pytest.mark.rule("base.feed.income")
@pytest.mark.parametrize("agriculture", range(11))
def test_first_food_comes_from_agriculture(at, agriculture):
    state = at(2, phase="feed-tribe", seats={0: {"tracks": {"agriculture": agriculture}}})
    assert (state.good(0, "food"), state.good(1, "food")) == (12 + agriculture - 5, 12 - 5)
    assert state.track(0, "agriculture") == agriculture


@pytest.mark.rule("base.feed.income")
def test_the_income_feeds_at_once(at):
    state = at(2, phase="feed-tribe", seats={0: {"goods": {"food": 1}, "tracks": {"agriculture": 4}}})
    assert (state.round, state.good(0, "food"), state.player(0).points) == (2, 0, 0)


@pytest.mark.rule("base.feed.one-each")
@pytest.mark.parametrize("figures", [5, 7, 10])
def test_each_figure_eats_one_food(at, figures):
    state = at(2, phase="feed-tribe", seats={0: {"figures": figures}})
    assert state.good(0, "food") == 12 - figures
    assert (state.good(1, "food"), state.round) == (7, 2)


@pytest.mark.rule("base.feed.one-each")
def test_who_has_enough_food_is_not_asked(at):
    goods = {"food": 5, **dict.fromkeys(RESOURCES, 3)}
    state = at(2, phase="feed-tribe", seats={0: {"goods": goods}})
    assert dict(state.player(0).goods) == {**goods, "food": 0}
    assert (state.round, state.phase) == (2, "placing")


@pytest.mark.rule("base.feed.resources", "base.feed.whole")
@pytest.mark.parametrize("held", [dict.fromkeys(RESOURCES, 9), {"wood": 1, "gold": 2}, {"stone": 9}, {}])
@pytest.mark.parametrize("missing", range(1, 6))
def test_every_choice_of_resources_for_all_that_is_missing(at, missing, held):
    state = hungry(at, missing, **held)
    ways = {
        "pay " + ", ".join(f"{way.count(good)} {good}" for good in RESOURCES if good in way)
        for way in combinations_with_replacement(RESOURCES, missing)
        if all(way.count(good) <= held.get(good, 0) for good in RESOURCES)
    }
    assert (state.seat, set(legal_texts(state))) == (0, ways | {"starve"})
    assert len(legal_texts(state)) == len(ways) + 1
    for action in state.legal()[:-1]:
        after = state.after(action).player(0)
        paid = dict(action.args)
        assert (after.goods["food"], after.points) == (0, 0)
        assert {good: after.goods[good] for good in RESOURCES} == {
            good: held.get(good, 0) - paid.get(good, 0) for good in RESOURCES
        }


@pytest.mark.rule("base.feed.resources")
def test_all_food_is_paid_before_resources_help(at):
    state = hungry(at, 2, wood=9)
    play(state, "pay 2 wood")
    assert (state.good(0, "food"), state.good(0, "wood"), state.player(0).points) == (0, 7, 0)
    assert state.seat == 1


@pytest.mark.rule("base.feed.resources")
def test_nobody_pays_what_is_not_there(at):
    state = hungry(at, 2, wood=1, clay=1)
    assert_refused(state, "pay 2 wood", "base.feed.resources", "payment.holdings", found="you have 1 wood")


@pytest.mark.rule("base.feed.whole")
def test_resources_are_paid_for_all_or_for_none(at):
    state = hungry(at, 3, wood=9, clay=9)
    price = {
        "rule": "base.feed.whole",
        "check": "payment.form",
        "needed": "3 food are missing, to be made up for with 3 of any resource",
    }
    for payment in ("pay 1 wood", "pay 2 wood", "pay 4 wood", "pay 2 wood, 2 clay", "pay 2 wood, 1 food", "pay nothing"):
        assert_refused(state, payment, **price)


@pytest.mark.rule("base.feed.must")
@pytest.mark.parametrize(("held", "points"), [(3, 0), (2, -10), (0, -10)])
def test_by_the_edition_of_2008_resources_are_paid_as_far_as_they_go(held, points):
    seats = {0: {"goods": {"food": 2, "wood": held}}, 1: {"goods": {"food": 0}}}
    state = position(sa.load(players=2, edition="2008"), {"phase": "feed-tribe", "seats": seats})
    answer = f"pay {held} wood" if held else "starve"
    assert legal_texts(state) == (answer,)
    if held:
        needed = f"3 food are missing, to be made up for with {held} of any resource"
        assert_refused(state, "starve", "base.feed.must", "feeding.must", needed=needed, found="nobody may starve who can pay")
    play(state, answer)
    assert (state.good(0, "food"), state.good(0, "wood"), state.player(0).points) == (0, 0, points)


@pytest.mark.rule("base.feed.starve")
@pytest.mark.parametrize("missing", range(1, 6))
def test_starving_costs_ten_points_and_all_food_whatever_is_missing(at, missing):
    state = hungry(at, missing, wood=2, gold=8)
    play(state, "starve")
    mine = state.player(0)
    assert mine.points == -10
    assert dict(mine.goods) == {"food": 0, "wood": 2, "clay": 0, "stone": 0, "gold": 8}
    assert mine.figures == 5


@pytest.mark.rule("base.feed.starve")
@pytest.mark.parametrize("points", [0, 4, 10, 33])
def test_scores_may_go_below_zero(at, points):
    seats = {0: {"points": points, "goods": {"food": 0}}}
    state = at(2, phase="feed-tribe", seats=seats)
    assert legal_texts(state) == ("starve",)
    play(state, "starve")
    assert state.player(0).points == points - 10


@pytest.mark.rule("base.feed.starve", "base.feed.income")
def test_the_income_is_lost_with_all_food(at):
    state = at(2, phase="feed-tribe", seats={0: {"goods": {"food": 1}, "tracks": {"agriculture": 3}}})
    assert legal_texts(state) == ("starve",), "one is missing"
    play(state, "starve")
    assert state.good(0, "food") == 0


@pytest.mark.rule("base.feed.order")
def test_players_feed_from_the_starting_player_on(at):
    seats = {seat: {"goods": {"food": 0}} for seat in range(4)}
    state = at(first=2, phase="feed-tribe", seats=seats)
    asked = []
    while state.phase == "feed-tribe":
        asked.append(state.seat)
        assert_refused(state, "starve", "base.feed.order", "decision.seat", seat=(state.seat + 1) % 4)
        play(state, "starve")
    assert asked == [2, 3, 0, 1]


@pytest.mark.rule("base.feed.order")
def test_one_is_fed_before_the_next_takes_income(at):
    seats = {seat: {"goods": {"food": 0}, "tracks": {"agriculture": 2}} for seat in range(2)}
    state = at(2, first=1, phase="feed-tribe", seats=seats)
    assert (state.seat, state.good(1, "food"), state.good(0, "food")) == (1, 2, 0)
