"""Style is the Goal together with Igloos: the statement mix.trade-igloo."""

from __future__ import annotations

import pytest

from stoneage_rules.testing import assert_refused, legal_texts, play

ALSO = ("igloos",)


def buying(acting, **more):
    state = acting("igloo-1", also=ALSO, **more)
    play(state, "resolve igloo-1")
    return state


@pytest.mark.rule("mix.trade-igloo")
def test_a_trade_can_serve_an_igloo(acting):
    state = buying(acting, goods={"wood": 2, "decoration": 2}, tracks={"trader": 2})
    assert legal_texts(state) == ("give 2 decoration", "decline")
    play(state, "give 2 decoration", "get 1 stone", "pay 2 wood, 1 stone")
    after = state.player(0)
    assert (after.items, after.points, after.goods["wood"], after.goods["decoration"]) == (("igloo-a",), 11, 0, 0)
    assert state.to_dict()["seats"][0]["marks"] == ["has-traded"]


@pytest.mark.rule("mix.trade-igloo")
def test_a_trade_for_an_igloo_is_under_the_same_rules(acting):
    state = buying(acting, goods={"wood": 2, "decoration": 2}, tracks={"trader": 2}, marks=["at-trader"])
    assert legal_texts(state) == ("decline",)
    assert_refused(state, "give 2 decoration", "style.trade.when", "trade.barred")
    state = buying(acting, goods={"wood": 1, "decoration": 2}, tracks={"trader": 2})
    assert_refused(state, "give 2 decoration", "style.trade.needed", "trade.needed")


@pytest.mark.rule("mix.trade-igloo")
def test_the_trade_for_an_igloo_is_the_one_of_the_round(acting):
    state = acting("igloo-1", "card-2", also=ALSO, goods={"wood": 3, "decoration": 3}, tracks={"trader": 5})
    play(state, "resolve igloo-1", "give 1 decoration", "get 1 stone", "pay 2 wood, 1 stone", "resolve card-2")
    assert_refused(state, "give 1 decoration", "style.trade.when", "trade.once")
