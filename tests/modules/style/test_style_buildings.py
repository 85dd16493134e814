"""The nine new building tiles and the six older ones: statements style.building.* and style.old.*."""

from __future__ import annotations

from fractions import Fraction

import pytest

from models.questions import written
from models.values import OLDER_BUILDINGS, STYLE_BUILDINGS, WORKPLACES
from stoneage_rules.testing import assert_refused, legal_texts, play

OLDER = (("older_tiles", True),)
FIXED = {tile: (written("pay", cost)[4:], points) for tile, (cost, points, _) in {**STYLE_BUILDINGS, **OLDER_BUILDINGS}.items()}
PLENTY = {"wood": 5, "clay": 5, "stone": 5, "gold": 5, "decoration": 6}


def buying(acting, tile, **more):
    """Seat 0 is asked whether to pay for a tile."""
    more.setdefault("goods", PLENTY)
    return play(acting("building-1", spaces={"building-1": tile}, options=OLDER, **more), "resolve building-1")


def bought(acting, tile, **more):
    return play(buying(acting, tile, **more), f"pay {FIXED[tile][0]}")


# --- like all others --------------------------------------------------------------------------------------------


@pytest.mark.rule("style.building.like-others")
@pytest.mark.parametrize("tile", FIXED)
def test_a_tile_is_bought_for_exactly_what_is_printed(acting, tile):
    cost, points = FIXED[tile]
    state = buying(acting, tile)
    assert legal_texts(state) == (f"pay {cost}", "decline")
    assert_refused(state, "pay 3 gold", "style.building.like-others", "payment.form", needed=f"the price is {cost}")
    before = dict(state.player(0).goods)
    play(state, f"pay {cost}")
    after = state.player(0)
    assert (after.items, after.points, after.at_home) == ((tile,), points, 10)
    paid = dict(part.split()[::-1] for part in cost.split(", "))
    assert all(after.goods[good] == count - int(paid.get(good, 0)) for good, count in before.items())


@pytest.mark.rule("style.building.like-others")
def test_the_next_tile_of_the_stack_is_turned_up(acting):
    state = bought(acting, "style-bld-9")
    assert state.item_on("building-1") is None
    state.apply(state.outcomes()[0][0])
    assert state.item_on("building-1") is not None
    assert state.to_dict()["places"]["building-1"]["pile"] == 5


# --- the tile for decorations -----------------------------------------------------------------------------------


@pytest.mark.rule("style.building.decorations")
@pytest.mark.parametrize("tile", ["style-bld-1", "style-bld-2"])
@pytest.mark.parametrize("held", [0, 1, 3, 4, 6])
def test_one_to_four_decorations_are_worth_four_points_each(acting, tile, held):
    state = buying(acting, tile, goods={"wood": 9, "decoration": held})
    assert legal_texts(state) == (*(f"pay {count} decoration" for count in range(1, min(held, 4) + 1)), "decline")
    for action in state.legal()[:-1]:
        after = state.after(action)
        assert after.player(0).points == 4 * action.args[0][1]
        assert after.good(0, "decoration") == held - action.args[0][1]


# --- card and dice ----------------------------------------------------------------------------------------------


@pytest.mark.rule("style.building.card")
def test_a_tile_gives_the_top_card_face_down(acting):
    state = bought(acting, "style-bld-3")
    unseen = state.unseen("deck")
    assert state.outcomes() == tuple((state.rules.parse(f"draw {card}"), Fraction(1, len(unseen))) for card in unseen)
    play(state, "draw civ-30")
    after = state.player(0)
    assert (after.face_down, after.items, after.tracks["agriculture"]) == (("civ-30",), ("style-bld-3",), 0)
    assert state.view(1).player(0).face_down == ()


# --- workplaces -------------------------------------------------------------------------------------------------


def places(state, tile):
    return [option for option in legal_texts(state) if option.split()[1] == tile]


@pytest.mark.rule("style.building.workplace")
def test_a_workplace_holds_up_to_three_figures_once_a_round(at):
    state = at(2, seats={0: {"items": ["style-bld-6"], "figures": 7}})
    assert_refused(state, "place style-bld-6 4", "style.building.workplace", "placement.figures", needed="1 to 3 figures")
    assert_refused(state, "place style-bld-6 4", "style.building.workplace", "placement.circles", needed="3 circles")
    play(state, "0: place style-bld-6 1", "1: place hunt 5")
    assert places(state, "style-bld-6") == []
    assert_refused(state, "place style-bld-6 1", "style.building.workplace", "placement.once")


@pytest.mark.rule("style.building.workplace")
@pytest.mark.parametrize("tile", WORKPLACES)
@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_workplace_rolls_for_its_own_good(acting, tile, count):
    good, divide = WORKPLACES[tile]
    state = acting(tile, count=count, items=[tile])
    play(state, f"resolve {tile}")
    for outcome, _ in state.outcomes():
        after = state.after(outcome)
        assert len(outcome.args) == count
        assert after.good(0, good) == sum(outcome.args) // divide
        assert after.player(0).at_home == 10
