"""Style is the Goal together with Igloos: the statement mix.trade-igloo."""

from __future__ import annotations

import pytest

from stoneage_rules.testing import legal_texts, play

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
