"""Insulation and gold: statements winter.*.  Where they meet other modules stands in `test_winter_with_...`."""

from __future__ import annotations

from random import Random

import pytest

import stoneage_rules as sa
from models.questions import written
from models.values import FIXED_BUILDINGS
from properties.play import play as play_on
from stoneage_rules.testing import legal_texts, play

POINTS = {tile: (written("pay", cost)[4:], points) for tile, (cost, points) in FIXED_BUILDINGS.items()}
PLENTY = {"wood": 6, "clay": 6, "stone": 6, "gold": 6}
ASKED = ("add insulate", "skip insulate")


def paid(acting, place, item, payment, **more):
    """Seat 0 has paid the price of what lies on a place."""
    more.setdefault("goods", PLENTY)
    return play(acting(place, spaces={place: item}, **more), f"resolve {place}", f"pay {payment}")


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
    source, skipped = Random(players), 0
    while not summer.is_over:
        play(winter, *(step.text for step in play_on(summer, source, 1)))
        while legal_texts(winter)[-1:] and legal_texts(winter)[-1].startswith("skip"):
            winter.apply(winter.legal()[-1])
            skipped += 1
        assert legal_texts(winter) == legal_texts(summer)
    assert skipped > 0
    assert (winter.scores, winter.winners, winter.is_over) == (summer.scores, summer.winners, True)


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
