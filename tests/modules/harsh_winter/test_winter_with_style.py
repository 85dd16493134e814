"""Harsh Winter together with Style is the Goal: the statements mix.insulate-tiles and mix.gold-fifth, and trades on the bill."""

from __future__ import annotations

import json
import pickle

import pytest

import stoneage_rules as sa
from stoneage_rules.testing import assert_refused, legal_texts, play

ALSO = ("style-is-the-goal",)
TILES = {
    "style-bld-3": ("1 wood, 1 clay, 1 decoration", 7), "style-bld-4": ("1 wood, 1 stone, 1 decoration", 8),
    "style-bld-5": ("2 stone, 1 decoration", 10), "style-bld-6": ("2 wood, 1 clay", 6),
    "style-bld-7": ("1 clay, 1 stone, 1 decoration", 7), "style-bld-8": ("1 wood, 1 gold, 2 decoration", 17),
    "style-bld-9": ("1 stone, 1 gold, 1 decoration", 15), "old-bld-1": ("2 wood, 1 clay", 3), "old-bld-2": ("1 wood, 2 clay", 4),
    "old-bld-3": ("1 wood, 1 clay, 1 stone", 5), "old-bld-4": ("1 wood, 1 clay, 1 stone", 5), "old-bld-5": ("2 wood, 1 stone", 5),
    "old-bld-6": ("1 wood, 2 clay", 5),
}  # fmt: skip
PLENTY = {"wood": 6, "clay": 6, "stone": 6, "gold": 6, "decoration": 6}
ASKED = ("add insulate", "skip insulate")
GOLD = ("add pay-gold", "skip pay-gold")
BONUS = ("add bonus-card", "skip bonus-card")


def paid(acting, place, item, *steps, table=None, **more):
    """Seat 0 has paid the price of what lies on a place."""
    more.setdefault("goods", PLENTY)
    state = acting(place, also=ALSO, table={"older_tiles": True, **(table or {})}, spaces={place: item}, **more)
    play(state, f"resolve {place}", *steps)
    return state


@pytest.mark.rule("mix.insulate-tiles")
@pytest.mark.parametrize("tile", TILES)
def test_tiles_of_fixed_cost_can_be_insulated(acting, tile):
    cost, points = TILES[tile]
    state = paid(acting, "building-1", tile, f"pay {cost}")
    assert legal_texts(state) == ASKED
    before = state.good(0, "stone")
    play(state, "add insulate")
    assert (state.player(0).points, state.good(0, "stone")) == (points + 5, before - 1)


@pytest.mark.rule("mix.insulate-tiles", "winter.insulate-fixed-only")
@pytest.mark.parametrize("tile", ["style-bld-1", "style-bld-2"])
def test_the_tile_for_a_free_number_of_decorations_cannot(acting, tile):
    state = paid(acting, "building-1", tile, "pay 2 decoration")
    assert state.is_chance
    assert (state.player(0).points, state.good(0, "stone")) == (8, 6)


@pytest.mark.rule("winter.paid-with-price")
def test_a_stone_that_the_tile_brings_comes_too_late(acting):
    goods = {"wood": 1, "stone": 1, "decoration": 1}
    state = paid(acting, "building-1", "style-bld-4", "pay 1 wood, 1 stone, 1 decoration", goods=goods)
    play(state, "roll 3 3 3 3", "0: pick 3", "1: pick 3", "2: pick 3", "3: pick 3")
    assert (state.good(0, "stone"), state.player(0).points) == (1, 8)
    assert state.is_chance, "nothing was asked"


@pytest.mark.rule("mix.gold-fifth")
def test_gold_is_paid_beside_the_decorations_of_the_fifth_space(acting):
    state = paid(acting, "card-5", "civ-17", "pay 3 decoration", goods={"decoration": 3, "gold": 1})
    assert legal_texts(state) == GOLD
    play(state, "add pay-gold")
    assert (state.player(0).points, state.good(0, "gold"), state.seat) == (6, 0, 1)


@pytest.mark.rule("mix.gold-fifth", "winter.drawn-cards", "style.fifth-space.bonus")
@pytest.mark.parametrize("bonus", ["add", "skip"])
@pytest.mark.parametrize("gold", ["add", "skip"])
def test_gold_is_asked_for_with_the_price_and_the_bonus_after_the_card(acting, bonus, gold):
    state = paid(acting, "card-5", "civ-17", "pay 3 decoration", goods={"decoration": 6, "gold": 2})
    assert (legal_texts(state), state.player(0).items) == (GOLD, ())
    play(state, f"{gold} pay-gold")
    assert (legal_texts(state), state.player(0).items, state.good(0, "food")) == (BONUS, ("civ-17",), 13)
    play(state, f"{bonus} bonus-card", *["draw civ-15"] * (bonus == "add"))
    after = state.player(0)
    assert state.seat == 1, "the bonus card comes from no space: gold is asked for once"
    assert (after.goods["decoration"], after.face_down) == ((0, ("civ-15",)) if bonus == "add" else (3, ()))
    assert (after.goods["gold"], after.points) == ((1, 6) if gold == "add" else (2, 0))


@pytest.mark.rule("style.fifth-space.timing", "winter.paid-with-price", "mix.gold-fifth")
def test_gold_that_the_card_brings_comes_too_late_and_decorations_do_not(acting):
    state = paid(acting, "card-5", "civ-22", "pay 3 decoration", goods={"decoration": 6, "gold": 0})
    assert (legal_texts(state), state.good(0, "gold")) == (BONUS, 1), "gold was not asked for"
    state = paid(acting, "card-5", "style-civ-5", "pay 3 decoration", goods={"decoration": 4, "gold": 0})
    assert (legal_texts(state), state.good(0, "decoration")) == (BONUS, 3)


@pytest.mark.rule("mix.gold-fifth")
@pytest.mark.parametrize("steps", [[], ["add pay-gold"], ["skip pay-gold"], ["add pay-gold", "add bonus-card"]])
def test_an_open_bill_can_be_copied_saved_and_pickled(acting, steps):
    state = paid(acting, "card-5", "civ-17", "pay 3 decoration", *steps, goods={"decoration": 6, "gold": 2})
    saved = state.rules.state_from_dict(json.loads(json.dumps(state.to_dict())))
    for other in (state.copy(), saved, pickle.loads(pickle.dumps(state))):
        assert other == state
        assert (legal_texts(other), other.outcomes()) == (legal_texts(state), state.outcomes())


BILL = 4
"""Its place in a saved frame."""


@pytest.mark.rule("mix.gold-fifth")
@pytest.mark.parametrize("bill", [0b001, 0b011, 0b100, 0b110], ids=lambda bill: f"{bill:03b}")
def test_a_saved_bill_has_only_lines_that_fit(acting, bill):
    state = paid(acting, "building-1", "bld-01", "pay 2 wood, 1 clay")
    assert [offer.id for offer in state.rules.definitions("add_on")] == ["bonus-card", "insulate", "pay-gold"]
    saved = state.to_dict()
    assert saved["stack"][-1][BILL] == 0b010
    saved["stack"][-1][BILL] = bill
    with pytest.raises(sa.InvalidState, match="cannot be added to what lies there"):
        state.rules.state_from_dict(saved)


@pytest.mark.rule("mix.gold-fifth")
def test_each_line_of_the_bill_is_asked_for_only_when_it_can_be_paid(acting):
    state = paid(acting, "card-5", "civ-17", "pay 3 decoration", goods={"decoration": 5, "gold": 1})
    assert legal_texts(state) == GOLD
    play(state, "skip pay-gold")
    assert state.seat == 1
    state = paid(acting, "card-5", "civ-17", "pay 3 decoration", goods={"decoration": 6})
    assert legal_texts(state) == BONUS
    play(state, "skip bonus-card")
    assert state.seat == 1
    card = {"items": ["civ-36"], "unspent": ["civ-36"]}
    state = paid(acting, "card-5", "civ-17", "pay 3 decoration", goods={"decoration": 5}, **card)
    assert legal_texts(state) == ("skip pay-gold", "use civ-36"), "the card can bring gold, but no decorations"


@pytest.mark.rule("mix.gold-fifth")
def test_the_lines_of_the_bill_come_one_by_one(acting):
    state = paid(acting, "card-5", "civ-17", "pay 3 decoration")
    assert_refused(state, "add bonus-card", "winter.gold", "add-on.pending", needed="pay-gold is in question")
    play(state, "skip pay-gold")
    assert_refused(state, "add pay-gold", "style.fifth-space.bonus", "add-on.pending", needed="bonus-card is in question")


@pytest.mark.rule("style.trade.own-goods")
@pytest.mark.parametrize(("own", "asked"), [(0, False), (1, True)])
def test_what_is_left_of_a_trade_insulates_nothing(acting, own, asked):
    goods = {"wood": 1, "clay": 1, "decoration": 1, "stone": own}
    state = paid(acting, "building-1", "bld-05", "give 1 decoration", "get 2 stone", "pay 1 wood, 1 clay, 1 stone",
                 goods=goods, tracks={"trader": 9}, table={"trade_needed": "used"})  # fmt: skip
    assert (legal_texts(state) == ASKED) == asked
    assert state.good(0, "stone") == own


@pytest.mark.rule("style.trade.own-goods")
def test_what_is_left_of_a_trade_is_no_gold_for_points(acting):
    state = paid(acting, "card-1", "civ-17", "give 1 decoration", "get 2 gold", "pay 1 gold",
                 goods={"decoration": 1}, tracks={"trader": 9})  # fmt: skip
    assert (state.seat, state.good(0, "gold"), state.player(0).points) == (1, 0, 0)


@pytest.mark.rule("style.trade.own-goods")
def test_a_trade_cannot_be_made_for_an_add_on(acting):
    state = paid(acting, "building-1", "bld-01", "pay 2 wood, 1 clay",
                 goods={"wood": 2, "clay": 1, "stone": 1, "decoration": 3}, tracks={"trader": 9})  # fmt: skip
    assert legal_texts(state) == ASKED
    assert_refused(state, "give 1 decoration", check="decision.kind")
