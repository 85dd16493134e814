"""Buildings: statements base.build.*.  What builders are worth is in the tests of scoring."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from stoneage_rules.testing import legal_texts, play

VALUES = {"wood": 3, "clay": 4, "stone": 5, "gold": 6}
PLENTY = dict.fromkeys(VALUES, 7)

FIXED = {
    "bld-01": ("2 wood, 1 clay", 10),
    "bld-02": ("2 wood, 1 stone", 11),
    "bld-03": ("1 wood, 2 clay", 11),
    "bld-04": ("2 wood, 1 gold", 12),
    "bld-05": ("1 wood, 1 clay, 1 stone", 12),
    "bld-06": ("1 wood, 1 clay, 1 stone", 12),
    "bld-07": ("1 wood, 2 stone", 13),
    "bld-08": ("2 clay, 1 stone", 13),
    "bld-09": ("1 wood, 1 clay, 1 gold", 13),
    "bld-10": ("1 wood, 1 clay, 1 gold", 13),
    "bld-11": ("2 clay, 1 gold", 14),
    "bld-12": ("1 clay, 2 stone", 14),
    "bld-13": ("1 wood, 1 stone, 1 gold", 14),
    "bld-14": ("1 wood, 1 stone, 1 gold", 14),
    "bld-15": ("1 clay, 1 stone, 1 gold", 15),
    "bld-16": ("1 clay, 1 stone, 1 gold", 15),
    "bld-17": ("2 stone, 1 gold", 16),
}
"""Costs and points, written down once more."""

KINDS = {
    **{f"bld-{18 + kinds - 1}": (4, kinds) for kinds in (1, 2, 3, 4)},
    **{f"bld-{22 + kinds - 1}": (5, kinds) for kinds in (1, 2, 3, 4)},
}
"""How many resources of exactly how many kinds."""

ANY = ["bld-26", "bld-27", "bld-28"]


def amounts(cost):
    return {good: int(count) for count, good in (part.split() for part in cost.split(", "))}


def worth(goods):
    return sum(VALUES[good] * count for good, count in goods.items())


def payments(held, fits):
    """Every choice out of the goods held that fits, as amounts, worked out by trying all."""
    ways = product(*(range(held.get(good, 0) + 1) for good in VALUES))
    return [dict(zip(VALUES, way, strict=True)) for way in ways if fits([count for count in way if count])]


def written(goods):
    return "pay " + ", ".join(f"{count} {good}" for good, count in goods.items() if count)


def building(acting, tile, **seat):
    """Seat 0 is asked whether to pay for a tile."""
    state = acting("building-1", spaces={"building-1": tile}, **seat)
    play(state, "resolve building-1")
    return state


# --- the pieces -------------------------------------------------------------------------------------------------


@pytest.mark.rule("base.setup.stacks")
def test_there_are_28_tiles(rules):
    tiles = [item.id for item in rules.items if rules.kinds[item.kind] == "building"]
    assert tiles == [*FIXED, *KINDS, *ANY]
    assert len(tiles) == 28


def test_a_fixed_tile_is_worth_its_resources():
    assert all(worth(amounts(cost)) == points for cost, points in FIXED.values())


# --- taking -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("base.build.fixed")
@pytest.mark.parametrize("tile", FIXED)
def test_fixed_tiles_take_the_printed_resources_and_give_the_printed_points(acting, tile):
    cost, points = FIXED[tile]
    state = building(acting, tile, goods=PLENTY, points=4)
    assert legal_texts(state) == (f"pay {cost}", "decline")
    play(state, f"pay {cost}")
    mine = state.player(0)
    assert (mine.items, mine.points) == ((tile,), 4 + points)
    assert dict(mine.goods) == {"food": 12, **{good: 7 - amounts(cost).get(good, 0) for good in VALUES}}


@pytest.mark.rule("base.build.kinds")
@pytest.mark.parametrize("held", [PLENTY, {"wood": 4, "gold": 1}, {"wood": 2, "clay": 2, "stone": 1, "gold": 1}, {}])
@pytest.mark.parametrize("tile", KINDS)
def test_tiles_with_a_number_of_kinds(acting, tile, held):
    size, kinds = KINDS[tile]
    state = building(acting, tile, goods=held)
    ways = payments(held, lambda counts: (sum(counts), len(counts)) == (size, kinds))
    assert set(legal_texts(state)) == {written(goods) for goods in ways} | {"decline"}
    assert len(legal_texts(state)) == len(ways) + 1
    for goods in ways:
        after = state.after(state.rules.parse(written(goods))).player(0)
        assert (after.points, after.items) == (worth(goods), (tile,))
        assert {good: after.goods[good] for good in VALUES} == {good: held.get(good, 0) - goods[good] for good in VALUES}


@pytest.mark.rule("base.build.any")
@pytest.mark.parametrize("held", [PLENTY, {"stone": 3, "gold": 1}, {"wood": 9}, {"gold": 1}, {}])
@pytest.mark.parametrize("tile", ANY)
def test_tiles_for_one_to_seven_resources(acting, tile, held):
    state = building(acting, tile, goods=held)
    ways = payments(held, lambda counts: 1 <= sum(counts) <= 7)
    assert set(legal_texts(state)) == {written(goods) for goods in ways} | {"decline"}
    assert len(legal_texts(state)) == len(ways) + 1
    for goods in ways:
        after = state.after(state.rules.parse(written(goods))).player(0)
        assert (after.points, after.items) == (worth(goods), (tile,))


@pytest.mark.rule("base.build.decline")
@pytest.mark.parametrize("goods", [{}, PLENTY])
@pytest.mark.parametrize("tile", ["bld-01", "bld-18", "bld-26"])
def test_who_declines_takes_the_figure_back_and_the_tile_stays(acting, tile, goods):
    state = building(acting, tile, goods=goods)
    play(state, "decline")
    mine = state.player(0)
    assert (mine.at_home, mine.items, mine.points) == (10, (), 0)
    assert dict(mine.goods) == {"food": 12, **dict.fromkeys(VALUES, 0), **goods}
    assert (state.item_on("building-1"), state.figures_at("building-1")) == (tile, (0, 0, 0, 0))
    assert state.piles[state.rules.place("building-1").index] == 6, "nothing is turned up"


# --- the next tile ----------------------------------------------------------------------------------------------


@pytest.mark.rule("base.build.reveal")
def test_the_next_tile_of_the_stack_is_turned_up(acting):
    state = building(acting, "bld-01", goods=PLENTY)
    unseen = state.unseen("tile-supply")
    play(state, "pay 2 wood, 1 clay")
    assert {(outcome.args[0], chance) for outcome, chance in state.outcomes()} == {
        (tile, Fraction(1, len(unseen))) for tile in unseen
    }
    assert state.item_on("building-1") is None
    play(state, "draw bld-28")
    assert (state.item_on("building-1"), state.piles[state.rules.place("building-1").index]) == ("bld-28", 5)
    assert [state.item_on(f"building-{number}") for number in (2, 3, 4)] == ["bld-02", "bld-03", "bld-04"]
