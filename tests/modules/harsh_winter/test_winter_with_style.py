"""Harsh Winter together with Style is the Goal: the statements mix.insulate-tiles and mix.gold-fifth, and trades on the bill."""

from __future__ import annotations

import pytest

from dealt import assert_no_state
from models.questions import written
from models.values import OLDER_BUILDINGS, STYLE_BUILDINGS
from stoneage_rules.testing import legal_texts, play

ALSO = ("style-is-the-goal",)
TILES = {tile: (written("pay", cost)[4:], points) for tile, (cost, points, _) in {**STYLE_BUILDINGS, **OLDER_BUILDINGS}.items()}
PLENTY = {"wood": 6, "clay": 6, "stone": 6, "gold": 6, "decoration": 6}
ASKED = ("add insulate", "skip insulate")


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
    assert_no_state(state.rules, saved, "cannot be added to what lies there")
