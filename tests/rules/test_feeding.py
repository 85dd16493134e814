"""Feeding: statements base.feed.*."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

from stoneage_rules.testing import assert_refused, legal_texts, play

RESOURCES = ("wood", "clay", "stone", "gold")


def hungry(at, missing, **goods):
    """Seat 0 feeds with too little food, seat 1 after it likewise."""
    seats = {0: {"goods": {"food": 5 - missing, **goods}}, 1: {"goods": {"food": 0}}}
    return at(2, phase="feed-tribe", seats=seats)


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
