"""The nine new building tiles and the six older ones: statements style.building.* and style.old.*."""

from __future__ import annotations

from fractions import Fraction

import pytest

from stoneage_rules.testing import assert_refused, legal_texts, play

OLDER = (("older_tiles", True),)
FIXED = {
    "style-bld-3": ("1 wood, 1 clay, 1 decoration", 7),
    "style-bld-4": ("1 wood, 1 stone, 1 decoration", 8),
    "style-bld-5": ("2 stone, 1 decoration", 10),
    "style-bld-6": ("2 wood, 1 clay", 6),
    "style-bld-7": ("1 clay, 1 stone, 1 decoration", 7),
    "style-bld-8": ("1 wood, 1 gold, 2 decoration", 17),
    "style-bld-9": ("1 stone, 1 gold, 1 decoration", 15),
    "old-bld-1": ("2 wood, 1 clay", 3),
    "old-bld-2": ("1 wood, 2 clay", 4),
    "old-bld-3": ("1 wood, 1 clay, 1 stone", 5),
    "old-bld-4": ("1 wood, 1 clay, 1 stone", 5),
    "old-bld-5": ("2 wood, 1 stone", 5),
    "old-bld-6": ("1 wood, 2 clay", 5),
}
"""Costs and points, written down once more."""
PLENTY = {"wood": 5, "clay": 5, "stone": 5, "gold": 5, "decoration": 6}
INCOME = {"old-bld-1": "wood", "old-bld-2": "clay", "old-bld-3": "stone"}
WORKPLACES = {"style-bld-6": ("wood", 2), "style-bld-7": ("gold", 5)}


def buying(acting, tile, **more):
    """Seat 0 is asked whether to pay for a tile."""
    more.setdefault("goods", PLENTY)
    state = acting("building-1", spaces={"building-1": tile}, options=OLDER, **more)
    play(state, "resolve building-1")
    return state


def bought(acting, tile, **more):
    state = buying(acting, tile, **more)
    play(state, f"pay {FIXED[tile][0]}")
    return state


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
def test_who_lacks_a_good_cannot_buy_and_may_decline(acting):
    state = buying(acting, "style-bld-8", goods={**PLENTY, "decoration": 1})
    assert legal_texts(state) == ("decline",)
    assert_refused(state, "pay 1 wood, 1 gold, 2 decoration", "style.building.like-others", "payment.holdings")
    play(state, "decline")
    assert (state.item_on("building-1"), state.player(0).items) == ("style-bld-8", ())


@pytest.mark.rule("style.building.like-others")
def test_the_next_tile_of_the_stack_is_turned_up(acting):
    state = bought(acting, "style-bld-9")
    assert state.item_on("building-1") is None
    state.apply(state.outcomes()[0][0])
    assert state.item_on("building-1") is not None
    assert state.to_dict()["places"]["building-1"]["pile"] == 5


@pytest.mark.rule("style.building.like-others")
def test_builders_count_new_and_older_tiles(at):
    tiles = ["bld-01", "style-bld-1", "style-bld-6", "old-bld-1"]
    state = at(options=OLDER, seats={0: {"items": ["civ-26", *tiles]}})
    builders = next(line for line in state.score_sheet(0).lines if line.id == "builders")
    assert builders.points == 3 * 4


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


@pytest.mark.rule("style.building.decorations")
@pytest.mark.parametrize("action", ["pay nothing", "pay 5 decoration", "pay 3 decoration, 1 wood", "pay 4 wood"])
def test_the_tile_takes_one_to_four_decorations_and_nothing_else(acting, action):
    state = buying(acting, "style-bld-1")
    assert_refused(state, action, "style.building.decorations", "payment.form", needed="1 to 4 decoration")


@pytest.mark.rule("style.building.decorations")
def test_the_tile_takes_no_more_decorations_than_there_are(acting):
    state = buying(acting, "style-bld-1", goods={"decoration": 2})
    assert_refused(state, "pay 3 decoration", "style.building.decorations", "payment.holdings", found="you have 2 decoration")


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


@pytest.mark.rule("style.building.card")
def test_the_card_of_the_tile_counts_at_the_end(acting):
    state = bought(acting, "style-bld-3", tracks={"agriculture": 6})
    before = state.score_sheet(0).total
    play(state, "draw civ-15")
    assert state.score_sheet(0).total == before + 2 * 6


@pytest.mark.rule("style.building.card", "base.civ.no-card-left")
def test_without_a_card_left_the_tile_is_bought_all_the_same(acting):
    state = buying(acting, "style-bld-3", zones={"deck": []}, items=[])
    play(state, "pay 1 wood, 1 clay, 1 decoration")
    assert (state.player(0).points, state.player(0).face_down_count) == (7, 0)


@pytest.mark.rule("style.building.dice")
@pytest.mark.parametrize("tile", ["style-bld-4", "style-bld-5"])
@pytest.mark.parametrize("players", [2, 5])
def test_a_tile_rolls_for_all_with_the_new_table(acting, tile, players):
    state = bought(acting, tile, players=players)
    play(state, "roll " + " ".join("55555"[:players]))
    assert legal_texts(state) == ("pick 5",)
    play(state, *(f"{seat}: pick 5" for seat in range(players)))
    assert [state.good(seat, "decoration") for seat in range(players)] == [5 + 3] + [1 + 3] * (players - 1)


@pytest.mark.rule("style.building.dice")
def test_the_trader_face_of_a_tile_moves_the_marker_with_its_decorations(acting):
    state = bought(acting, "style-bld-5")
    play(state, "roll 1 2 3 6", "pick 6")
    assert (state.track(0, "trader"), state.good(0, "decoration")) == (1, 5 + 2)


# --- workplaces -------------------------------------------------------------------------------------------------


def places(state, tile):
    return [option for option in legal_texts(state) if option.split()[1] == tile]


@pytest.mark.rule("style.building.workplace")
@pytest.mark.parametrize("tile", WORKPLACES)
def test_a_workplace_can_be_used_from_the_next_round_on(at, tile):
    state = at(2, phase="take-actions", figures={"building-1": [1, 0], "hunt": [1, 5]}, spaces={"building-1": tile},
               seats={0: {"goods": PLENTY}})  # fmt: skip
    assert not [option for option in legal_texts(state) if tile in option]
    play(state, "resolve building-1", f"pay {FIXED[tile][0]}")
    state.apply(state.outcomes()[0][0])
    assert legal_texts(state) == ("resolve hunt",), "not in the round in which it was taken"
    play(state, "resolve hunt", "roll 1", "1: resolve hunt", "roll 1 1 1 1 1", "1: take 2 food")
    assert (state.round, state.seat) == (2, 1)
    assert places(state, tile) == []
    play(state, "1: place hunt 1")
    assert places(state, tile) == [f"place {tile} {count}" for count in (1, 2, 3)]


@pytest.mark.rule("style.building.workplace")
@pytest.mark.parametrize("tile", WORKPLACES)
def test_a_workplace_is_for_its_owner_alone(at, tile):
    state = at(3, first=1, seats={0: {"items": [tile]}})
    assert places(state, tile) == []
    assert_refused(state, f"place {tile} 1", "style.building.workplace", "placement.owner", found="you do not own it")
    play(state, "1: place hunt 1", "2: place hunt 1")
    assert len(places(state, tile)) == 3


@pytest.mark.rule("style.building.workplace")
def test_a_tile_that_nobody_owns_is_no_place(at):
    state = at(2)
    assert_refused(state, "place style-bld-6 1", "style.building.workplace", "placement.present")


@pytest.mark.rule("style.building.workplace")
def test_a_workplace_holds_up_to_three_figures_once_a_round(at):
    state = at(2, seats={0: {"items": ["style-bld-6"], "figures": 7}})
    assert_refused(state, "place style-bld-6 4", "style.building.workplace", "placement.figures", needed="1 to 3 figures")
    assert_refused(state, "place style-bld-6 4", "style.building.workplace", "placement.circles", needed="3 circles")
    play(state, "0: place style-bld-6 1", "1: place hunt 5")
    assert places(state, "style-bld-6") == []
    assert_refused(state, "place style-bld-6 1", "style.building.workplace", "placement.once")


@pytest.mark.rule("style.building.workplace")
def test_several_workplaces_stand_beside_all_other_places(at):
    state = at(2, seats={0: {"items": list(WORKPLACES), "figures": 10}},
               figures={"toolmaker-hut": [1, 0], "hut": [2, 0], "forest": [0, 2]})  # fmt: skip
    play(state, "0: place style-bld-6 3", "1: place clay-pit 3", "0: place style-bld-7 3", "0: place quarry 1")
    assert state.phase == "take-actions"
    assert [state.figures_at(tile)[0] for tile in WORKPLACES] == [3, 3]


@pytest.mark.rule("style.building.workplace")
def test_an_owner_who_can_place_nowhere_else_must_go_to_work(at):
    everywhere = {place: [1, 0] for place in ("hunt", "forest", "clay-pit", "quarry", "river", "card-1", "card-2")}
    closed = {place: [0, 1] for place in ("toolmaker-hut", "fields", "card-3", "card-4", "card-5", "building-1", "building-2")}
    state = at(2, figures=everywhere | closed, seats={0: {"items": ["style-bld-6"], "figures": 8}, 1: {"figures": 7}})
    assert legal_texts(state) == ("place style-bld-6 1",)


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


@pytest.mark.rule("style.building.workplace")
@pytest.mark.parametrize(("tile", "gained"), [("style-bld-6", 3), ("style-bld-7", 1)])
def test_tools_apply_at_a_workplace(acting, tile, gained):
    state = acting(tile, items=[tile, "civ-35"], unspent=["civ-35"], tools=[[2, False], [1, False], [1, False]])
    play(state, f"resolve {tile}", "roll 2", "tools 2+1+1")
    assert state.good(0, WORKPLACES[tile][0]) == gained
    state = acting(tile, items=[tile, "civ-35"], unspent=["civ-35"])
    play(state, f"resolve {tile}", "roll 3", "tools civ-35")
    assert state.good(0, WORKPLACES[tile][0]) == 5 // WORKPLACES[tile][1]


# --- older tiles ------------------------------------------------------------------------------------------------


@pytest.mark.rule("style.old.income")
@pytest.mark.parametrize(("tile", "good"), INCOME.items())
def test_older_tiles_bring_a_resource_at_the_start_of_every_round_of_actions(at, tile, good):
    state = at(2, options=OLDER, seats={0: {"items": [tile]}, 1: {"items": []}})
    for round_ in (1, 2, 3):
        assert (state.round, state.good(0, good)) == (round_, round_ - 1)
        while state.phase == "placing":
            play(state, "place hunt 5")
        assert (state.good(0, good), state.good(1, good)) == (round_, 0)
        while state.round == round_:
            state.apply(state.outcomes()[0][0] if state.is_chance else state.legal()[0])


@pytest.mark.rule("style.old.income")
@pytest.mark.parametrize(("tile", "good"), INCOME.items())
def test_the_points_come_at_once_and_the_first_resource_does_not(acting, tile, good):
    state = bought(acting, tile)
    cost = dict(part.split()[::-1] for part in FIXED[tile][0].split(", "))
    points = {"old-bld-1": 3, "old-bld-2": 4, "old-bld-3": 5}[tile]
    assert (state.player(0).points, state.good(0, good)) == (points, 5 - int(cost[good]))


@pytest.mark.rule("style.old.when", "style.old.income")
def test_the_income_comes_first_in_the_round_after(at):
    state = at(2, options=OLDER, phase="take-actions", figures={"building-1": [1, 0], "hunt": [1, 5]},
               spaces={"building-1": "old-bld-1"}, seats={0: {"goods": {"wood": 2, "clay": 1}}})  # fmt: skip
    play(state, "resolve building-1", "pay 2 wood, 1 clay")
    state.apply(state.outcomes()[0][0])
    play(state, "resolve hunt", "roll 1", "1: resolve hunt", "roll 1 1 1 1 1", "1: take 2 food")
    assert (state.round, state.good(0, "wood")) == (2, 0)
    play(state, "1: place hunt 5", "0: place hunt 5")
    assert (state.phase, state.good(0, "wood")) == ("take-actions", 1)


@pytest.mark.rule("style.old.when")
def test_all_owners_have_their_income_before_the_first_action(at):
    state = at(3, first=1, options=OLDER, phase="take-actions", figures={"card-1": [0, 1, 0], "hunt": [1, 0, 1]},
               seats={0: {"items": ["old-bld-1"]}, 1: {"items": ["old-bld-2"]}, 2: {"items": ["old-bld-3"]}})  # fmt: skip
    assert state.seat == 1
    assert [state.good(0, "wood"), state.good(1, "clay"), state.good(2, "stone")] == [1, 1, 1]
    play(state, "resolve card-1")
    assert "pay 1 clay" in legal_texts(state), "income pays in the same round"


@pytest.mark.rule("style.old.income")
def test_income_of_several_tiles_adds_up(at):
    state = at(2, options=OLDER, phase="take-actions", figures={"hunt": [1, 1]}, seats={0: {"items": list(INCOME)}})
    assert [state.good(0, good) for good in ("wood", "clay", "stone", "gold")] == [1, 1, 1, 0]


@pytest.mark.rule("style.old.figure", "style.old.when")
def test_an_older_tile_brings_a_figure_at_once(acting):
    state = bought(acting, "old-bld-4", figures=6)
    assert (state.player(0).figures, state.player(0).at_home, state.player(0).points) == (7, 7, 5)


@pytest.mark.rule("style.old.tool", "style.old.when")
def test_an_older_tile_brings_a_tool_at_once(acting):
    state = bought(acting, "old-bld-5", tools=[[1, True]])
    assert (state.player(0).tools, state.player(0).points) == (((1, False), (1, True)), 5)


@pytest.mark.rule("style.old.agriculture", "style.old.when")
def test_an_older_tile_brings_agriculture_at_once(acting):
    state = bought(acting, "old-bld-6", tracks={"agriculture": 3})
    assert (state.track(0, "agriculture"), state.player(0).points) == (4, 5)
