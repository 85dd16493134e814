"""Insulation and gold: statements winter.*.  Where they meet other modules stands in `test_winter_with_...`."""

from __future__ import annotations

import json
import pickle
from random import Random

import pytest

import stoneage_rules as sa
from stoneage_rules.testing import assert_refused, legal_texts, play

POINTS = {
    "bld-01": ("2 wood, 1 clay", 10), "bld-02": ("2 wood, 1 stone", 11), "bld-03": ("1 wood, 2 clay", 11),
    "bld-04": ("2 wood, 1 gold", 12), "bld-05": ("1 wood, 1 clay, 1 stone", 12), "bld-06": ("1 wood, 1 clay, 1 stone", 12),
    "bld-07": ("1 wood, 2 stone", 13), "bld-08": ("2 clay, 1 stone", 13), "bld-09": ("1 wood, 1 clay, 1 gold", 13),
    "bld-10": ("1 wood, 1 clay, 1 gold", 13), "bld-11": ("2 clay, 1 gold", 14), "bld-12": ("1 clay, 2 stone", 14),
    "bld-13": ("1 wood, 1 stone, 1 gold", 14), "bld-14": ("1 wood, 1 stone, 1 gold", 14),
    "bld-15": ("1 clay, 1 stone, 1 gold", 15), "bld-16": ("1 clay, 1 stone, 1 gold", 15), "bld-17": ("2 stone, 1 gold", 16),
}  # fmt: skip
COMPOSED = {
    **{f"bld-{17 + kinds}": ("4 wood", "2 wood, 2 stone", "1 wood, 1 clay, 2 stone", "1 wood, 1 clay, 1 stone, 1 gold")[kinds - 1]
       for kinds in (1, 2, 3, 4)},
    **{f"bld-{21 + kinds}": ("5 wood", "3 wood, 2 stone", "2 wood, 1 clay, 2 stone", "2 wood, 1 clay, 1 stone, 1 gold")[kinds - 1]
       for kinds in (1, 2, 3, 4)},
    "bld-26": "1 wood", "bld-27": "2 stone", "bld-28": "3 wood, 3 clay, 1 stone",
}  # fmt: skip
"""A payment of each tile whose cost the player composes."""
PLENTY = {"wood": 6, "clay": 6, "stone": 6, "gold": 6}
UNSPENT = {"items": ["civ-36"], "unspent": ["civ-36"]}
ASKED = ("add insulate", "skip insulate")
GOLD = ("add pay-gold", "skip pay-gold")


def paid(acting, place, item, payment, **more):
    """Seat 0 has paid the price of what lies on a place."""
    more.setdefault("goods", PLENTY)
    state = acting(place, spaces={place: item}, **more)
    play(state, f"resolve {place}", f"pay {payment}")
    return state


# --- the variant ------------------------------------------------------------------------------------------------


@pytest.mark.rule("winter.variant")
@pytest.mark.parametrize("action", ["add insulate", "add pay-gold"])
def test_summer_knows_neither_insulation_nor_gold(action):
    rules = sa.load(players=4)
    with pytest.raises(sa.InvalidAction):
        rules.parse(action)
    assert sa.load(players=4, modules=["harsh-winter"]).parse(action).index >= 0


@pytest.mark.rule("winter.variant")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_winter_without_extras_is_a_summer(winter_for, players):
    summer, winter = sa.load(players=players).initial_state(), winter_for(players).initial_state()
    chance, choice, skipped = Random(players), Random(5), 0
    while not summer.is_over:
        legal = summer.legal()
        step = legal[int(choice.random() * len(legal))] if legal else summer.sample(chance)
        summer.apply(step)
        play(winter, step.text)
        while legal_texts(winter)[-1:] and legal_texts(winter)[-1].startswith("skip"):
            winter.apply(winter.legal()[-1])
            skipped += 1
        assert legal_texts(winter) == legal_texts(summer)
    assert skipped > 0
    assert (winter.scores, winter.winners, winter.is_over) == (summer.scores, summer.winners, True)


@pytest.mark.rule("winter.variant")
@pytest.mark.parametrize(("place", "item", "payment", "name"), [
    ("building-1", "bld-01", "2 wood, 1 clay", "insulate"), ("card-1", "civ-26", "1 wood", "pay-gold"),
])  # fmt: skip
def test_each_is_optional(acting, place, item, payment, name):
    state = paid(acting, place, item, payment)
    plain, more = state.after(state.rules.parse(f"skip {name}")), state.after(state.rules.parse(f"add {name}"))
    assert plain.player(0).items == more.player(0).items == (item,)
    assert more.player(0).points - plain.player(0).points == {"insulate": 5, "pay-gold": 6}[name]


# --- insulation -------------------------------------------------------------------------------------------------


@pytest.mark.rule("winter.insulate")
@pytest.mark.parametrize("tile", POINTS)
def test_a_stone_more_is_five_points_more(acting, tile):
    cost, points = POINTS[tile]
    state = paid(acting, "building-1", tile, cost)
    assert legal_texts(state) == ASKED
    before = state.good(0, "stone")
    play(state, "add insulate")
    assert state.is_chance, "it is asked once; the next tile of the stack is turned up"
    after = state.player(0)
    assert (after.items, after.points, after.goods["stone"]) == ((tile,), points + 5, before - 1)
    assert (after.goods["wood"], after.goods["gold"]) == (state.good(0, "wood"), state.good(0, "gold"))


@pytest.mark.rule("winter.insulate")
@pytest.mark.parametrize(("stone", "asked"), [(1, False), (2, True)])
def test_insulation_is_not_asked_for_when_no_stone_is_left(acting, stone, asked):
    state = paid(acting, "building-1", "bld-02", "2 wood, 1 stone", goods={"wood": 2, "stone": stone})
    assert (legal_texts(state) == ASKED) == asked
    assert state.is_chance != asked


@pytest.mark.rule("winter.insulate")
def test_who_declines_the_building_cannot_insulate_it(acting):
    state = acting("building-1", spaces={"building-1": "bld-01"}, goods=PLENTY)
    play(state, "resolve building-1")
    assert_refused(state, "add insulate", check="decision.kind")
    play(state, "decline")
    assert (state.seat, state.good(0, "stone"), state.player(0).points) == (1, 6, 0)


@pytest.mark.rule("winter.insulate")
def test_only_the_add_on_in_question_is_taken(acting):
    state = paid(acting, "building-1", "bld-01", "2 wood, 1 clay")
    for action in ("add pay-gold", "skip pay-gold"):
        assert_refused(state, action, "winter.insulate", "add-on.pending", needed="insulate is in question")
    state = paid(acting, "card-1", "civ-26", "1 wood")
    assert_refused(state, "add insulate", "winter.gold", "add-on.pending", needed="pay-gold is in question")


@pytest.mark.rule("winter.insulate-fixed-only")
@pytest.mark.parametrize("tile", COMPOSED)
def test_a_building_whose_cost_is_composed_cannot_be_insulated(acting, tile):
    state = paid(acting, "building-1", tile, COMPOSED[tile])
    assert state.is_chance, "nothing is asked: the tile is taken and the next one turned up"
    assert state.player(0).items == (tile,)


@pytest.mark.rule("winter.insulate", "winter.insulate-fixed-only")
def test_a_card_is_no_building(acting):
    state = paid(acting, "card-1", "civ-26", "1 wood", goods={"wood": 1, "stone": 3})
    assert state.seat == 1


# --- gold -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("winter.gold")
@pytest.mark.parametrize("space", [1, 2, 3, 4])
def test_a_gold_more_is_six_points_with_a_card_from_any_space(acting, space):
    state = paid(acting, f"card-{space}", "civ-17", f"{space} wood")
    assert legal_texts(state) == GOLD
    play(state, "add pay-gold")
    after = state.player(0)
    assert (after.items, after.points, after.goods["gold"], after.goods["food"]) == (("civ-17",), 6, 5, 13)
    assert state.seat == 1, "once per card"


@pytest.mark.rule("winter.gold")
def test_gold_can_be_paid_with_every_card_of_a_round(acting):
    state = acting("card-1", "card-2", goods=PLENTY)
    play(state, "resolve card-1", "pay 1 wood", "add pay-gold", "resolve card-2", "pay 2 wood", "add pay-gold")
    assert (state.player(0).points, state.good(0, "gold")) == (3 + 6 + 3 + 6, 4)


@pytest.mark.rule("winter.gold")
@pytest.mark.parametrize(("payment", "asked"), [("1 gold", False), ("1 wood", True)])
def test_gold_is_not_asked_for_when_none_is_left(acting, payment, asked):
    state = paid(acting, "card-1", "civ-26", payment, goods={"wood": 1, "gold": 1})
    assert (legal_texts(state) == GOLD) == asked


@pytest.mark.rule("winter.gold")
def test_a_building_takes_no_gold_on_top(acting):
    state = paid(acting, "building-1", "bld-01", "2 wood, 1 clay", goods={"wood": 2, "clay": 1, "gold": 5})
    assert state.is_chance
    assert state.good(0, "gold") == 5


# --- when they are paid -----------------------------------------------------------------------------------------


@pytest.mark.rule("winter.paid-with-price")
def test_gold_that_the_card_brings_comes_too_late(acting):
    state = paid(acting, "card-1", "civ-22", "1 wood", goods={"wood": 1})
    assert (state.seat, state.good(0, "gold"), state.player(0).points) == (1, 1, 0)


@pytest.mark.rule("winter.paid-with-price")
def test_gold_is_spent_before_the_card_takes_effect(acting):
    state = paid(acting, "card-1", "civ-22", "1 wood", goods={"wood": 1, "gold": 1})
    assert (state.player(0).items, state.item_on("card-1")) == ((), "civ-22")
    play(state, "add pay-gold")
    assert (state.good(0, "gold"), state.player(0).points) == (1, 6)


@pytest.mark.rule("winter.paid-with-price", "base.civ.cash-any-time")
def test_an_unspent_card_can_still_bring_the_stone(acting):
    state = paid(acting, "building-1", "bld-01", "2 wood, 1 clay", goods={"wood": 2, "clay": 1}, **UNSPENT)
    assert legal_texts(state) == ("skip insulate", "use civ-36")
    assert_refused(state, "add insulate", "winter.paid-with-price", "payment.holdings", needed="insulate takes 1 stone")
    play(state, "use civ-36", "take 1 stone, 1 gold")
    assert legal_texts(state) == ASKED
    play(state, "add insulate")
    assert (state.player(0).points, state.good(0, "stone"), state.good(0, "gold")) == (15, 0, 1)


@pytest.mark.rule("winter.paid-with-price", "base.civ.cash-any-time")
def test_a_card_spent_on_something_else_leaves_only_skipping(acting):
    state = paid(acting, "card-1", "civ-26", "1 wood", goods={"wood": 1}, **UNSPENT)
    assert legal_texts(state) == ("skip pay-gold", "use civ-36")
    play(state, "use civ-36", "take 2 wood")
    assert legal_texts(state) == ("skip pay-gold",)
    assert_refused(state, "add pay-gold", "winter.paid-with-price", "payment.holdings", found="you have less")


@pytest.mark.rule("winter.paid-with-price")
def test_the_card_just_bought_cannot_be_spent_on_its_own_gold(acting):
    state = paid(acting, "card-1", "civ-36", "1 wood", goods={"wood": 1})
    assert (state.seat, state.player(0).unspent) == (1, ("civ-36",))


@pytest.mark.rule("winter.drawn-cards")
def test_no_gold_is_paid_on_a_card_that_is_drawn_face_down(acting):
    state = paid(acting, "card-1", "civ-32", "1 wood")
    assert legal_texts(state) == GOLD, "for the card bought"
    play(state, "add pay-gold", "draw civ-15")
    assert (state.seat, state.player(0).face_down, state.good(0, "gold")) == (1, ("civ-15",), 5)


@pytest.mark.rule("winter.paid-with-price")
@pytest.mark.parametrize(("place", "item", "payment", "asked", "points"), [
    ("building-1", "bld-02", "2 wood, 1 stone", ASKED, 11 + 5), ("card-1", "civ-26", "1 wood", GOLD, 3 + 6),
])  # fmt: skip
def test_a_bill_in_question_can_be_copied_saved_and_pickled(acting, place, item, payment, asked, points):
    state = paid(acting, place, item, payment)
    saved = state.rules.state_from_dict(json.loads(json.dumps(state.to_dict())))
    for other in (state.copy(), saved, pickle.loads(pickle.dumps(state))):
        assert other == state
        assert legal_texts(other) == asked
    play(saved, asked[0])
    assert (saved.player(0).points, state.player(0).points) == (points, 0)
