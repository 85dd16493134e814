"""The trade in the middle of a purchase: statements style.trade.*, by example.

All positions at once are in `test_style_every_trade`.
"""

from __future__ import annotations

import json
import pickle

import pytest

import stoneage_rules as sa
from stoneage_rules.testing import assert_refused, legal_texts, play
from writing import write_pack

TILES = {"building-1": "bld-01", "building-2": "style-bld-5", "building-3": "bld-28", "building-4": "style-bld-1"}
LOOSE = (("trade_needed", "used"),)


def trader(position, **more):
    return {"tracks": {"trader": position}, **more}


def buying(acting, place, **more):
    """Seat 0 is asked whether to pay for what lies on a place."""
    more["spaces"] = TILES | more.get("spaces", {})
    state = acting(place, **more)
    play(state, f"resolve {place}")
    return state


def gifts(state):
    return [option for option in legal_texts(state) if option.startswith("give")]


# --- when -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("style.trade.when")
def test_there_is_no_trade_on_the_start_of_the_track(acting):
    state = buying(acting, "card-3", goods={"wood": 2, "decoration": 4})
    assert legal_texts(state) == ("decline",)
    assert_refused(state, "give 2 decoration", "style.trade.when", "trade.rate", needed="position 1", found="you stand at 0")


@pytest.mark.rule("style.trade.when")
@pytest.mark.parametrize(("place", "goods"), [
    ("card-1", {"decoration": 1}), ("card-4", {"wood": 3, "decoration": 1}), ("card-5", {"wood": 1, "decoration": 2}),
    ("building-1", {"wood": 2, "decoration": 1}), ("building-2", {"wood": 1, "stone": 2, "decoration": 0}),
    ("building-3", {"decoration": 1}), ("building-4", {"wood": 1, "decoration": 0}),
])  # fmt: skip
def test_any_card_or_building_can_be_traded_for(acting, place, goods):
    state = buying(acting, place, **trader(9, goods=goods))
    assert gifts(state)


@pytest.mark.rule("style.trade.when")
def test_what_a_house_rule_takes_off_the_list_cannot_be_traded_for(acting, tmp_path):
    edit = '[[patch.exchange]]\ntarget = "style-is-the-goal:trade"\ndrop.applies = ["building"]\n'
    pack = write_pack(tmp_path / "p", {"p.toml": edit}, requires="base", more='style-is-the-goal = ">=1.0"')
    state = buying(acting, "building-1", also=(str(pack),), **trader(9, goods={"wood": 2, "decoration": 1}))
    assert_refused(state, "give 1 decoration", "style.trade.when", "trade.kind", found="nothing can be traded for here")
    assert gifts(buying(acting, "card-1", also=(str(pack),), **trader(9, goods={"decoration": 1})))


@pytest.mark.rule("style.trade.when")
def test_nothing_can_be_traded_outside_of_a_purchase(acting):
    state = acting("hunt", "card-1", **trader(9, goods={"decoration": 5}))
    assert legal_texts(state) == ("resolve hunt", "resolve card-1")
    assert_refused(state, "give 1 decoration", check="decision.kind")


@pytest.mark.rule("style.trade.when")
def test_one_trade_serves_one_purchase_of_a_round(acting):
    state = acting("card-1", "card-2", **trader(5, goods={"decoration": 3}))
    play(state, "resolve card-1", "give 1 decoration", "get 1 gold", "pay 1 gold", "resolve card-2")
    assert legal_texts(state) == ("decline",)
    assert_refused(state, "give 1 decoration", "style.trade.when", "trade.once", found="you have traded")


@pytest.mark.rule("style.trade.when")
@pytest.mark.parametrize("steps", [["decline"], ["get 1 gold", "decline"], ["take-back", "decline"]])
def test_a_trade_that_was_called_off_does_not_count(acting, steps):
    state = acting("card-2", "card-5", **trader(5, goods={"decoration": 2, "wood": 1}))
    play(state, "resolve card-2", "give 1 decoration", *steps, "resolve card-5")
    assert "give 1 wood" in legal_texts(state)


@pytest.mark.rule("style.trade.when")
def test_a_trade_counts_for_its_own_seat_alone(at):
    state = at(phase="take-actions", figures={"card-1": {0: 1}, "card-2": {1: 1}},
               spaces={"card-1": "civ-26", "card-2": "civ-27"},
               seats={seat: trader(5, goods={"decoration": 2, "wood": seat}) for seat in (0, 1)})  # fmt: skip
    play(state, "0: resolve card-1", "give 1 decoration", "get 1 wood", "pay 1 wood", "1: resolve card-2")
    assert "give 1 decoration" in legal_texts(state)


@pytest.mark.rule("style.trade.when")
def test_there_is_a_trade_again_in_the_next_round(at):
    state = at(2, phase="feed-tribe", seats={0: trader(5, goods={"wood": 1, "decoration": 1}, marks=["has-traded", "at-trader"])})
    assert state.round == 2
    play(state, "1: place hunt 5", "0: place card-2 1", "0: place hunt 4", "1: resolve hunt", "roll 1 1 1 1 1")
    play(state, "1: take 2 food", "0: resolve card-2")
    assert gifts(state) == ["give 1 decoration"]


@pytest.mark.rule("style.trade.when")
@pytest.mark.parametrize("resolved", [False, True], ids=["before the trader", "after the trader"])
def test_a_visit_to_the_trader_bars_the_round(at, resolved):
    state = at(2, seats={0: trader(4, goods={"wood": 2, "decoration": 3})}, spaces={"card-3": "civ-27"})
    play(state, "0: place trader-post 2", "1: place hunt 5", "0: place card-3 1", "0: place hunt 2")
    if resolved:
        play(state, "0: resolve trader-post")
        assert state.track(0, "trader") == 6
    play(state, "0: resolve card-3")
    assert legal_texts(state) == ("decline",)
    assert_refused(state, "give 1 decoration", "style.trade.when", "trade.barred", found="you were there")


@pytest.mark.rule("style.trade.when")
def test_a_visit_to_the_trader_bars_nobody_else(at):
    state = at(2, seats={1: trader(4, goods={"wood": 2, "decoration": 3})}, spaces={"card-3": "civ-27"})
    play(state, "0: place trader-post 2", "1: place card-3 1", "0: place hunt 3", "1: place hunt 4")
    play(state, "0: resolve trader-post", "0: resolve hunt", "roll 1 1 1", "0: take 1 food", "1: resolve card-3")
    assert gifts(state) == ["give 1 decoration"]


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


@pytest.mark.rule("style.trade.rates")
def test_goods_are_mixed_at_will_on_either_side(acting):
    state = buying(acting, "building-3", options=LOOSE, **trader(1, goods={"wood": 2, "gold": 1, "decoration": 2}))
    assert gifts(state) == [
        "give 2 wood", "give 1 wood, 1 gold", "give 1 wood, 1 decoration", "give 1 gold, 1 decoration", "give 2 decoration",
    ]  # fmt: skip
    state = buying(acting, "card-4", **trader(10, goods={"stone": 2, "decoration": 1}))
    play(state, "give 1 decoration")
    assert len(legal_texts(state)) == 10 + 2, "two of four resources, taking back and declining"


@pytest.mark.rule("style.trade.rates")
def test_a_decoration_can_be_got(acting):
    state = buying(acting, "card-5", **trader(4, goods={"wood": 1, "decoration": 2}))
    play(state, "give 1 wood")
    assert legal_texts(state) == ("get 1 decoration", "take-back", "decline")
    play(state, "get 1 decoration", "pay 3 decoration")
    assert (state.good(0, "wood"), state.good(0, "decoration")) == (0, 0)


@pytest.mark.rule("style.trade.rates")
@pytest.mark.parametrize(("action", "check", "found"), [
    ("give 1 food", "trade.goods", "food cannot"),
    ("give 1 wood", "trade.holdings", "you have fewer"),
])  # fmt: skip
def test_what_is_given_is_a_tradable_good_of_ones_own(acting, action, check, found):
    state = buying(acting, "card-3", **trader(4, goods={"clay": 2, "decoration": 1, "food": 5}))
    assert_refused(state, action, "style.trade.rates", check, found=found)


@pytest.mark.rule("style.trade.rates")
def test_food_cannot_be_got(acting):
    state = buying(acting, "card-3", **trader(4, goods={"clay": 2, "decoration": 1}))
    play(state, "give 1 decoration")
    assert_refused(state, "get 1 food", "style.trade.rates", "trade.goods", found="food cannot")


@pytest.mark.rule("style.trade.rates")
@pytest.mark.parametrize(("position", "action", "needed"), [
    (1, "give 1 decoration", "the rate is 2 for 1"), (1, "give 3 decoration", "the rate is 2 for 1"),
    (9, "give nothing", "the rate is 1 for 2"),
])  # fmt: skip
def test_another_number_is_not_the_rate(acting, position, action, needed):
    state = buying(acting, "card-3", **trader(position, goods={"clay": 2, "decoration": 3}))
    assert_refused(state, action, "style.trade.rates", "trade.amount", needed=needed)


@pytest.mark.rule("style.trade.rates")
def test_one_cannot_get_less_than_the_rate(acting):
    state = buying(acting, "card-1", **trader(9, goods={"decoration": 1}))
    play(state, "give 1 decoration")
    assert_refused(state, "get 1 wood", "style.trade.rates", "trade.amount", needed="the rate is 1 for 2")


# --- one exchange -----------------------------------------------------------------------------------------------


@pytest.mark.rule("style.trade.one-exchange")
@pytest.mark.parametrize(("position", "once", "twice"), [(3, 2, 4), (8, 1, 2), (10, 1, 2)])
def test_a_trade_is_one_exchange(acting, position, once, twice):
    state = buying(acting, "card-4", **trader(position, goods={"clay": 3, "decoration": 6}))
    assert f"give {once} decoration" in gifts(state)
    assert_refused(state, f"give {twice} decoration", "style.trade.one-exchange", "trade.several", found="is 2 exchanges")


@pytest.mark.rule("style.trade.one-exchange")
@pytest.mark.parametrize(("position", "give", "got", "twice"), [
    (3, "2 decoration", 1, 2), (8, "1 decoration", 1, 3), (10, "1 decoration", 2, 4),
])  # fmt: skip
def test_one_cannot_get_the_rate_several_times(acting, position, give, got, twice):
    state = buying(acting, "card-4", **trader(position, goods={"clay": 3, "decoration": 6}))
    play(state, f"give {give}")
    assert f"get {got} wood" in legal_texts(state)
    assert_refused(state, f"get {twice} wood", "style.trade.one-exchange", "trade.several")


@pytest.mark.rule("style.trade.one-exchange")
@pytest.mark.parametrize(("position", "goods", "give", "get", "refused"), [
    (4, {"clay": 2, "wood": 1}, "1 wood", "1 gold", "1 wood"),
    (2, {"clay": 4, "decoration": 2}, "1 clay, 1 decoration", "1 wood", "1 clay"),
])  # fmt: skip
def test_a_good_for_itself_is_refused_where_the_rate_brings_no_more(acting, position, goods, give, get, refused):
    state = buying(acting, "card-3", options=LOOSE, **trader(position, goods=goods))
    play(state, f"give {give}")
    assert f"get {get}" in legal_texts(state)
    given = {good for good, _ in state.rules.parse(f"give {give}").args}
    nothing = "one {0} for one {0} changes nothing".format(refused.split()[1])
    assert not [action for action in state.legal() if action.kind == "get" and given & dict(action.args).keys()]
    assert_refused(state, f"get {refused}", "style.trade.one-exchange", "trade.same", found=nothing)


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
    with pytest.raises(sa.InvalidState, match="a good is traded for itself at a rate that brings no more of it"):
        state.rules.state_from_dict(saved)


# --- needed -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("style.trade.needed")
def test_the_purchase_must_come_about(acting):
    state = buying(acting, "card-3", **trader(4, goods={"wood": 1, "decoration": 9}))
    assert legal_texts(state) == ("decline",), "one resource and one got are two"
    assert_refused(state, "give 1 decoration", "style.trade.needed", "trade.needed", found="would not serve it")


@pytest.mark.rule("style.trade.needed")
def test_at_least_one_good_got_is_spent_on_the_price(acting):
    state = buying(acting, "building-1", **trader(10, goods={"wood": 1, "clay": 1, "decoration": 1}))
    play(state, "give 1 decoration")
    assert "get 1 wood, 1 gold" in legal_texts(state)
    assert_refused(state, "get 2 gold", "style.trade.needed", "trade.needed", found="does not end in the purchase")


@pytest.mark.rule("style.trade.needed")
def test_the_loose_setting_lets_a_price_within_reach_be_traded_for(acting):
    state = buying(acting, "card-2", options=LOOSE, **trader(4, goods={"wood": 1, "gold": 1, "decoration": 1}))
    assert legal_texts(state) == ("pay 1 wood, 1 gold", "give 1 wood", "give 1 gold", "give 1 decoration", "decline")
    play(state, "give 1 gold", "get 1 clay", "pay 1 wood, 1 clay")
    assert state.player(0).items == ("civ-27",)


@pytest.mark.rule("style.trade.needed")
def test_the_price_must_be_out_of_reach(acting):
    goods = {"wood": 1, "gold": 1, "decoration": 1}
    state = buying(acting, "card-2", **trader(4, goods=goods))
    assert legal_texts(state) == ("pay 1 wood, 1 gold", "decline")
    assert_refused(state, "give 1 gold", "style.trade.needed", "trade.needed",
                   needed="a price out of reach without the trade", found="you can pay it")  # fmt: skip
    state = buying(acting, "card-3", **trader(4, goods=goods))
    assert legal_texts(state) == ("give 1 decoration", "decline")
    assert_refused(state, "give 1 gold", "style.trade.needed", "trade.needed", needed="a purchase that then takes place")


@pytest.mark.rule("style.trade.needed")
def test_a_trade_is_needed_in_one_of_two_senses(style_for):
    assert style_for(4).digest == style_for(4, trade_needed="short").digest != style_for(4, trade_needed="used").digest
    with pytest.raises(sa.ContentError):
        style_for(4, trade_needed="always")


@pytest.mark.rule("style.trade.needed", "base.civ.cash-any-time")
def test_what_an_unspent_card_brings_is_within_reach(acting):
    card = {"items": ["civ-36"], "unspent": ["civ-36"]}
    state = buying(acting, "card-3", **trader(4, goods={"wood": 1, "decoration": 1}, **card))
    assert legal_texts(state) == ("decline", "use civ-36"), "with the card's two resources the price is within reach"
    state = buying(acting, "card-4", **trader(4, goods={"wood": 1, "decoration": 1}, **card))
    assert legal_texts(state) == ("give 1 decoration", "decline", "use civ-36")


@pytest.mark.rule("style.trade.needed", "base.civ.cash-any-time")
def test_an_unspent_card_can_help_out_after_the_goods_are_got(acting):
    state = buying(acting, "card-4", **trader(4, goods={"wood": 1, "decoration": 1}, items=["civ-36"], unspent=["civ-36"]))
    play(state, "give 1 decoration", "get 1 gold")
    assert legal_texts(state) == ("take-back", "decline", "use civ-36")
    assert_refused(state, "pay 1 wood, 2 clay, 1 gold", "base.civ.cost", "payment.holdings")
    play(state, "use civ-36", "take 2 clay")
    assert legal_texts(state) == ("pay 1 wood, 2 clay, 1 gold", "take-back", "decline")


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
    play(state, "give 1 decoration", "get 2 gold", "pay 2 gold")
    assert (state.player(0).items, state.good(0, "wood"), state.good(0, "decoration")) == (("civ-27",), 1, 1)


@pytest.mark.rule("style.trade.needed")
def test_a_trade_that_is_taken_back_tells_the_others_nothing(acting):
    state = buying(acting, "card-2", **trader(9, goods={"wood": 1, "decoration": 2}))
    state.noted = []
    play(state, "give 1 decoration", "get 2 gold", "take-back")
    assert state.noted == []
    assert_refused(state, "take-back", check="decision.kind")


# --- excess and own goods ---------------------------------------------------------------------------------------


@pytest.mark.rule("style.trade.excess")
def test_what_the_purchase_does_not_need_is_lost(acting):
    state = buying(acting, "card-1", **trader(9, goods={"decoration": 1}))
    play(state, "give 1 decoration", "get 1 clay, 1 gold")
    assert legal_texts(state) == ("pay 1 clay", "pay 1 gold", "take-back", "decline")
    play(state, "pay 1 clay")
    assert [state.good(0, good) for good in ("wood", "clay", "stone", "gold", "decoration")] == [0, 0, 0, 0, 0]


@pytest.mark.rule("style.trade.excess")
def test_what_was_got_is_spent_before_own_goods(acting):
    state = buying(acting, "card-3", options=LOOSE, **trader(10, goods={"wood": 3, "decoration": 1}))
    play(state, "give 1 decoration", "get 1 clay, 1 gold")
    assert legal_texts(state) == ("pay 1 wood, 1 clay, 1 gold", "take-back", "decline")
    assert_refused(state, "pay 2 wood, 1 gold", "style.trade.excess", "trade.first", found="keeps some of it")
    assert_refused(state, "pay 3 wood", "style.trade.needed", "trade.needed", found="spends none of it")
    assert_refused(state, "pay 2 clay, 1 gold", "base.civ.cost", "payment.holdings")
    assert_refused(state, "pay 1 clay, 1 gold", "base.civ.cost", "payment.form", needed="3 of any resource")


@pytest.mark.rule("style.trade.excess")
def test_own_goods_of_the_kind_got_are_kept(acting):
    state = buying(acting, "card-2", options=LOOSE, **trader(5, goods={"wood": 2, "decoration": 1}))
    play(state, "give 1 decoration", "get 1 wood", "pay 2 wood")
    assert (state.good(0, "wood"), state.good(0, "decoration")) == (1, 0)


@pytest.mark.rule("style.trade.excess")
def test_the_size_of_a_free_price_is_still_the_buyers(acting):
    state = buying(acting, "building-3", options=LOOSE, **trader(9, goods={"wood": 1, "decoration": 1}))
    play(state, "give 1 decoration", "get 1 clay, 1 gold")
    payments = {"pay 1 clay", "pay 1 gold", "pay 1 clay, 1 gold", "pay 1 wood, 1 clay, 1 gold"}
    assert set(legal_texts(state)) == {*payments, "take-back", "decline"}
    play(state, "pay 1 wood, 1 clay, 1 gold")
    assert state.player(0).points == 3 + 4 + 6, "goods got count like own ones"


@pytest.mark.rule("style.trade.own-goods")
@pytest.mark.parametrize(("own", "asked"), [(1, False), (3, False), (4, True), (5, True)])
def test_the_bonus_card_is_paid_from_own_goods(acting, own, asked):
    state = buying(acting, "card-5", options=LOOSE, **trader(10, goods={"decoration": own, "wood": 1}))
    play(state, "give 1 wood", "get 2 decoration", "pay 3 decoration")
    assert ("skip bonus-card" in legal_texts(state)) == asked, "two of the three decorations of the price were got"
    assert state.good(0, "decoration") == own - 1


@pytest.mark.rule("style.trade.own-goods")
def test_what_is_left_of_the_goods_got_pays_no_bonus_card(acting):
    state = buying(acting, "card-5", options=LOOSE, **trader(10, goods={"decoration": 5, "wood": 1}))
    play(state, "give 1 wood", "get 1 gold, 1 decoration", "pay 3 decoration")
    assert legal_texts(state) == ("add bonus-card", "skip bonus-card")
    state = buying(acting, "card-5", options=LOOSE, **trader(10, goods={"decoration": 4, "wood": 1}))
    play(state, "give 1 wood", "get 1 gold, 1 decoration", "pay 3 decoration")
    assert (state.good(0, "gold"), state.good(0, "decoration")) == (0, 2)
    assert not any(option.endswith("bonus-card") for option in legal_texts(state))


# --- a trade that is not finished -------------------------------------------------------------------------------


@pytest.mark.parametrize("steps", [[], ["get 1 clay, 1 gold"]], ids=["getting", "paying"])
def test_a_trade_under_way_can_be_copied_saved_and_pickled(acting, steps):
    state = buying(acting, "card-3", options=LOOSE, **trader(10, goods={"wood": 3, "decoration": 1}))
    play(state, "give 1 decoration", *steps)
    saved = state.rules.state_from_dict(json.loads(json.dumps(state.to_dict())))
    for other in (state.copy(), saved, pickle.loads(pickle.dumps(state))):
        assert other == state
        assert legal_texts(other) == legal_texts(state)
    play(saved, *([] if steps else ["get 1 clay, 1 gold"]), "pay 1 wood, 1 clay, 1 gold")
    assert (saved.good(0, "wood"), state.good(0, "wood")) == (2, 3)


@pytest.mark.parametrize("steps", [[], ["get 1 clay, 1 gold"]], ids=["getting", "paying"])
@pytest.mark.parametrize("change", [
    lambda seat: seat["goods"].update(decoration=0),
    lambda seat: seat["tracks"].update(trader=0),
    lambda seat: seat["marks"].append("has-traded"),
], ids=["gift not held", "no rate", "has traded"])  # fmt: skip
def test_a_saved_trade_that_cannot_be_is_refused(acting, steps, change):
    state = buying(acting, "card-3", options=LOOSE, **trader(10, goods={"wood": 3, "decoration": 1}))
    play(state, "give 1 decoration", *steps)
    saved = state.to_dict()
    change(saved["seats"][0])
    with pytest.raises(sa.InvalidState):
        state.rules.state_from_dict(saved)


@pytest.mark.parametrize("spot", [3, 4])
def test_a_saved_trade_of_something_else_than_goods_is_refused(acting, spot):
    state = buying(acting, "card-3", options=LOOSE, **trader(10, goods={"wood": 3, "decoration": 1}))
    play(state, "give 1 decoration", "get 1 clay, 1 gold")
    saved = state.to_dict()
    saved["stack"][-1][spot] = state.rules.parse("place hunt 1").index
    with pytest.raises(sa.InvalidState, match="is no part of a trade"):
        state.rules.state_from_dict(saved)


@pytest.mark.rule("style.trade.when")
def test_in_a_position_who_stands_on_the_trader_has_placed_there(acting):
    state = acting("trader-post", "card-1", **trader(5, goods={"decoration": 3}))
    play(state, "resolve card-1")
    assert legal_texts(state) == ("decline",)
    assert_refused(state, "give 1 decoration", "style.trade.when", "trade.barred")
