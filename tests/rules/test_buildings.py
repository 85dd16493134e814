"""Buildings: statements base.build.*.  What builders are worth is in the tests of scoring."""

from __future__ import annotations

from itertools import product

import pytest

from models.values import ANY_BUILDINGS, FIXED_BUILDINGS, FREE_BUILDINGS, WORTH
from stoneage_rules.testing import legal_texts, play

PLENTY = dict.fromkeys(WORTH, 7)


def worth(goods):
    return sum(WORTH[good] * count for good, count in goods.items())


def payments(held, fits):
    """Every choice out of the goods held that fits, as amounts, worked out by trying all."""
    ways = product(*(range(held.get(good, 0) + 1) for good in WORTH))
    return [dict(zip(WORTH, way, strict=True)) for way in ways if fits([count for count in way if count])]


def written(goods):
    return "pay " + ", ".join(f"{count} {good}" for good, count in goods.items() if count)


def building(acting, tile, **seat):
    """Seat 0 is asked whether to pay for a tile."""
    return play(acting("building-1", spaces={"building-1": tile}, **seat), "resolve building-1")


# --- the pieces -------------------------------------------------------------------------------------------------


@pytest.mark.rule("base.setup.stacks")
def test_there_are_28_tiles(rules):
    tiles = [item.id for item in rules.items if rules.kinds[item.kind] == "building"]
    assert tiles == [*FIXED_BUILDINGS, *FREE_BUILDINGS, *ANY_BUILDINGS]
    assert len(tiles) == 28


def test_a_fixed_tile_is_worth_its_resources():
    assert all(worth(cost) == points for cost, points in FIXED_BUILDINGS.values())


# --- taking -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("base.build.fixed")
@pytest.mark.parametrize("tile", FIXED_BUILDINGS)
def test_fixed_tiles_take_the_printed_resources_and_give_the_printed_points(acting, tile):
    cost, points = FIXED_BUILDINGS[tile]
    state = building(acting, tile, goods=PLENTY, points=4)
    assert legal_texts(state) == (written(cost), "decline")
    play(state, written(cost))
    mine = state.player(0)
    assert (mine.items, mine.points) == ((tile,), 4 + points)
    assert dict(mine.goods) == {"food": 12, **{good: 7 - cost.get(good, 0) for good in WORTH}}


FREE = {
    **{tile: lambda counts, of=of: (sum(counts), len(counts)) == of for tile, of in FREE_BUILDINGS.items()},
    **{tile: lambda counts: 1 <= sum(counts) <= 7 for tile in ANY_BUILDINGS},
}
"""What tiles take that leave a choice, as a function of the amounts."""


@pytest.mark.rule("base.build.kinds", "base.build.any")
@pytest.mark.parametrize("held", [PLENTY, {"wood": 4, "gold": 1}, {"wood": 2, "clay": 2, "stone": 1, "gold": 1}, {"wood": 9}, {}])
@pytest.mark.parametrize("tile", FREE)
def test_tiles_that_leave_a_choice(acting, tile, held):
    state = building(acting, tile, goods=held)
    ways = payments(held, FREE[tile])
    assert set(legal_texts(state)) == {written(goods) for goods in ways} | {"decline"}
    assert len(legal_texts(state)) == len(ways) + 1
    for goods in ways:
        after = state.after(state.rules.parse(written(goods))).player(0)
        assert (after.points, after.items) == (worth(goods), (tile,))
        assert {good: after.goods[good] for good in WORTH} == {good: held.get(good, 0) - goods[good] for good in WORTH}
