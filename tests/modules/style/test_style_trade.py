"""The trade in the middle of a purchase: statements style.trade.*, by example.

The models play every trade of whole games.
"""

from __future__ import annotations

import pytest

import stoneage_rules as sa
from dealt import assert_no_state
from stoneage_rules.testing import assert_refused, legal_texts, play

TILES = {"building-1": "bld-01", "building-2": "style-bld-5", "building-3": "bld-28", "building-4": "style-bld-1"}
LOOSE = (("trade_needed", "used"),)


def trader(position, **more):
    return {"tracks": {"trader": position}, **more}


def buying(acting, place, **more):
    """Seat 0 is asked whether to pay for what lies on a place."""
    more["spaces"] = TILES | more.get("spaces", {})
    return play(acting(place, **more), f"resolve {place}")


def gifts(state):
    return [option for option in legal_texts(state) if option.startswith("give")]


# --- rates ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("style.trade.rates")
@pytest.mark.parametrize(("position", "give", "get"), [
    (0, 0, 0), (1, 2, 1), (2, 2, 1), (3, 2, 1), (4, 1, 1), (5, 1, 1), (6, 1, 1), (7, 1, 1), (8, 1, 1), (9, 1, 2), (10, 1, 2),
])  # fmt: skip
def test_the_rate_is_that_of_the_space(acting, position, give, get):
    state = buying(acting, "card-2", **trader(position, goods={"decoration": 2, "clay": 1}))
    assert gifts(state) == ["give 1 clay"] * (get == 2) + [f"give {give} decoration"] * bool(give)
    if give:
        play(state, f"give {give} decoration")
        sizes = {sum(count for _, count in action.args) for action in state.legal() if action.kind == "get"}
        assert sizes == {get}


# --- one exchange -----------------------------------------------------------------------------------------------


@pytest.mark.rule("style.trade.one-exchange")
@pytest.mark.parametrize(("goods", "place", "item", "give", "get", "pay"), [
    ({"decoration": 2}, "card-5", "civ-12", "1 decoration", "2 decoration", "3 decoration"),
    ({"wood": 1, "clay": 1}, "building-1", "bld-01", "1 wood", "2 wood", "2 wood, 1 clay"),
    ({"wood": 1, "clay": 1}, "building-1", "bld-01", "1 clay", "1 wood, 1 clay", "2 wood, 1 clay"),
])  # fmt: skip
def test_one_for_two_brings_more_of_the_same_good(acting, goods, place, item, give, get, pay):
    goods = {"decoration": 0} | goods
    for spot in (9, 10):
        state = acting(place, spaces={place: item}, **trader(spot, goods=goods))
        play(state, f"resolve {place}", f"give {give}", f"get {get}")
        state = state.rules.state_from_dict(state.to_dict())
        play(state, f"pay {pay}")
        assert item in state.player(0).items
        assert not any(state.player(0).goods[good] for good in goods)
    state = acting(place, spaces={place: item}, **trader(8, goods=goods))
    play(state, f"resolve {place}")
    assert legal_texts(state) == ("decline",), "one for one does not bring what is missing"


@pytest.mark.rule("style.trade.one-exchange")
def test_a_saved_trade_of_a_good_for_itself_is_refused(acting):
    state = buying(acting, "card-3", options=LOOSE, **trader(4, goods={"clay": 3, "wood": 1}))
    play(state, "give 1 clay", "get 1 gold")
    saved = state.to_dict()
    saved["stack"][-1][3] = state.rules.parse("give 1 gold").index
    saved["seats"][0]["goods"]["gold"] = 1
    assert_no_state(state.rules, saved, "a good is traded for itself at a rate that brings no more of it")


def test_payments_after_a_trade_are_listed_before_the_ways_out(acting):
    state = buying(acting, "building-3", options=LOOSE, **trader(9, goods={"wood": 1, "decoration": 1}))
    play(state, "give 1 decoration", "get 1 clay, 1 gold")
    payments = ("pay 1 clay", "pay 1 gold", "pay 1 clay, 1 gold", "pay 1 wood, 1 clay, 1 gold")
    assert legal_texts(state) == (*payments, "decline", "take-back")


# --- needed -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("style.trade.needed")
def test_a_trade_is_needed_in_one_of_two_senses(style_for):
    assert style_for(4).digest == style_for(4, trade_needed="short").digest != style_for(4, trade_needed="used").digest
    with pytest.raises(sa.ContentError):
        style_for(4, trade_needed="always")


@pytest.mark.rule("style.trade.needed")
def test_declining_before_the_price_is_paid_undoes_everything(acting):
    state = buying(acting, "card-2", **trader(9, goods={"wood": 1, "decoration": 2}))
    declined = state.after(state.rules.parse("decline"))
    play(state, "give 1 wood")
    assert state.after(state.rules.parse("decline")) == declined
    play(state, "get 2 gold", "decline")
    assert state == declined
    assert (state.good(0, "wood"), state.good(0, "gold"), state.item_on("card-2")) == (1, 0, "civ-27")


@pytest.mark.rule("style.trade.needed")
def test_a_trade_that_is_begun_can_be_taken_back_alone(acting):
    state = buying(acting, "card-2", **trader(9, goods={"wood": 1, "decoration": 2}))
    before, asked = state.copy(), legal_texts(state)
    for steps in (["give 1 wood"], ["give 1 decoration"], ["give 1 decoration", "get 1 clay, 1 gold"]):
        play(state, *steps, "take-back")
        assert (state, legal_texts(state)) == (before, asked), "one answer, and the purchase is as it was"
    play(state, "give 1 decoration", "get 2 gold")
    assert not state.why_not(state.rules.parse("pay 2 gold"))
    play(state, "pay 2 gold")
    assert (state.player(0).items, state.good(0, "wood"), state.good(0, "decoration")) == (("civ-27",), 1, 1)


@pytest.mark.rule("style.trade.needed")
def test_a_card_that_is_spent_serves_no_trade_any_more(acting):
    state = buying(
        acting, "building-1", spaces={"building-1": "bld-17"}, **trader(2, goods={"wood": 9, "decoration": 0}, items=["civ-36"])
    )
    assert gifts(state) == ["give 2 wood"]
    play(state, "use civ-36", "take 2 wood")
    assert gifts(state) == []


@pytest.mark.rule("style.trade.needed")
def test_a_trade_that_is_taken_back_tells_the_others_nothing(acting):
    state = buying(acting, "card-2", **trader(9, goods={"wood": 1, "decoration": 2}))
    state._noted = []
    play(state, "give 1 decoration", "get 2 gold", "take-back")
    assert state._noted == []
    assert_refused(state, "take-back", check="decision.kind")


# --- a trade that is not finished -------------------------------------------------------------------------------


@pytest.mark.parametrize("steps", [[], ["get 1 clay, 1 gold"]], ids=["getting", "paying"])
@pytest.mark.parametrize(("change", "said"), [
    (lambda seat, trade, hunt: seat["goods"].update(decoration=0), None),
    (lambda seat, trade, hunt: seat["tracks"].update(trader=0), None),
    (lambda seat, trade, hunt: seat["marks"].append("has-traded"), None),
    (lambda seat, trade, hunt: trade.__setitem__(3, hunt), "is no part of a trade"),
    (lambda seat, trade, hunt: trade.__setitem__(-1, hunt), "is no part of a trade"),
], ids=["gift not held", "no rate", "has traded", "no gift", "no return"])  # fmt: skip
def test_a_saved_trade_that_cannot_be_is_refused(acting, steps, change, said):
    state = buying(acting, "card-3", options=LOOSE, **trader(10, goods={"wood": 3, "decoration": 1}))
    play(state, "give 1 decoration", *steps)
    saved = state.to_dict()
    change(saved["seats"][0], saved["stack"][-1], state.rules.parse("place hunt 1").index)
    assert_no_state(state.rules, saved, said)
