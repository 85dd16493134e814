"""Igloos: laying them out, placing on them, taking them, and what they do not do."""

from __future__ import annotations

import pytest

from stoneage_rules.testing import assert_refused, legal_texts, play

SPACES = ["igloo-1", "igloo-2", "igloo-3", "igloo-4"]
IGLOOS = {
    "igloo-a": ({"wood": 2, "stone": 1}, 11),
    "igloo-b": ({"wood": 1, "clay": 2}, 11),
    "igloo-c": ({"wood": 1, "clay": 1, "stone": 1}, 12),
    "igloo-d": ({"clay": 2, "stone": 1}, 13),
}
VALUES = {"wood": 3, "clay": 4, "stone": 5, "gold": 6}


def payment(cost):
    return "pay " + ", ".join(f"{count} {good}" for good, count in cost.items())


# --- set-up and placing -------------------------------------------------------------------------------------------


@pytest.mark.rule("igloos.setup")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_four_lie_beside_the_board_from_the_start(at, players):
    state = at(players)
    assert [place for place in state.rules.place_index if place.startswith("igloo")] == SPACES
    assert sorted(state.item_on(space) for space in SPACES) == sorted(IGLOOS)
    assert state.unseen("igloos-aside") == ()
    assert [option for option in legal_texts(state) if "igloo" in option] == [f"place {space} 1" for space in SPACES]


@pytest.mark.rule("igloos.setup")
def test_no_chance_decides_where_an_igloo_lies(rules_for):
    state = rules_for(2).initial_state()
    drawn = set()
    while state.phase is None:
        drawn |= {state.rules.items[outcome.data].id for outcome, _ in state.outcomes()}
        state.apply(state.outcomes()[0][0])
    assert not drawn & set(IGLOOS)


@pytest.mark.rule("igloos.place")
@pytest.mark.parametrize("space", SPACES)
def test_each_igloo_has_one_circle_for_exactly_one_figure(at, space):
    state = at()
    for count in (0, 2):
        assert_refused(
            state, f"place {space} {count}", "igloos.place", "placement.figures",
            needed=f"{space} takes exactly 1 figure", found=f"{count} were named",
        )  # fmt: skip
    play(state, f"place {space} 1")
    assert state.figures_at(space) == (1, 0, 0, 0)
    assert_refused(state, f"place {space} 1", check="placement.circles", needed=f"{space} has 1 circle", found="all are taken")
    others = [f"place {other} 1" for other in SPACES if other != space]
    assert [option for option in legal_texts(state) if "igloo" in option] == others


# --- taking -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("igloos.take")
@pytest.mark.parametrize("igloo", IGLOOS)
def test_the_printed_resources_take_it_and_score_its_points(visiting, igloo):
    cost, points = IGLOOS[igloo]
    state = visiting(igloo, dict.fromkeys(VALUES, 4))
    assert legal_texts(state) == (payment(cost), "decline")
    play(state, payment(cost))
    player = state.player(0)
    assert (player.items, player.points) == ((igloo,), points)
    assert {good: player.goods[good] for good in VALUES} == {good: 4 - cost.get(good, 0) for good in VALUES}


@pytest.mark.rule("igloos.take")
@pytest.mark.parametrize("igloo", IGLOOS)
def test_points_are_the_sum_of_the_values_as_on_every_fixed_building(igloo):
    cost, points = IGLOOS[igloo]
    assert points == sum(VALUES[good] * count for good, count in cost.items())


@pytest.mark.rule("igloos.take")
def test_nothing_but_the_printed_resources_pays(visiting):
    state = visiting("igloo-a", {"wood": 3, "stone": 0, "gold": 5})
    assert legal_texts(state) == ("decline",)
    assert_refused(state, "pay 2 wood, 1 gold", check="payment.form", needed="the price is 2 wood, 1 stone")
    assert_refused(state, "pay 2 wood, 1 stone", check="payment.holdings", found="you have 0 stone")


@pytest.mark.rule("igloos.take")
def test_declining_leaves_it(visiting):
    state = visiting("igloo-b", {"wood": 1, "clay": 2})
    play(state, "decline")
    assert (state.item_on("igloo-2"), state.player(0).items, state.player(0).points) == ("igloo-b", (), 0)
    assert (state.player(0).at_home, state.good(0, "clay")) == (5, 2)


@pytest.mark.rule("igloos.take", "igloos.place")
def test_one_that_is_taken_is_not_replaced(visiting):
    state = visiting("igloo-c", {"wood": 1, "clay": 1, "stone": 1})
    play(state, "pay 1 wood, 1 clay, 1 stone", "resolve hunt", "roll 1")
    assert (state.round, state.item_on("igloo-3")) == (2, None)
    assert [state.item_on(space) for space in SPACES] == ["igloo-a", "igloo-b", None, "igloo-d"]
    assert_refused(
        state, "place igloo-3 1", "igloos.place", "placement.present", needed="something must lie on igloo-3",
        found="igloo-3 is empty",
    )  # fmt: skip


@pytest.mark.rule("igloos.take")
def test_one_that_was_declined_is_there_in_the_next_round(visiting):
    state = visiting("igloo-c", {})
    play(state, "decline", "resolve hunt", "roll 1")
    assert state.round == 2
    assert "place igloo-3 1" in legal_texts(state)


# --- what they do not do ------------------------------------------------------------------------------------------


@pytest.mark.rule("igloos.no-end")
def test_igloos_running_out_does_not_end_the_game(at):
    state = at(phase="new-round", spaces=dict.fromkeys(SPACES, "none"), seats={0: {"items": list(IGLOOS)}})
    assert (state.round, state.phase, state.is_over) == (2, "placing", False)
    assert [option for option in legal_texts(state) if "igloo" in option] == []


@pytest.mark.rule("igloos.no-end")
def test_the_last_igloo_is_bought_and_the_game_goes_on(at):
    spaces = dict.fromkeys(SPACES[:3], "none")
    state = at(
        phase="take-actions", figures={"igloo-4": {0: 1}}, spaces={**spaces, "igloo-4": "igloo-d"},
        seats={0: {"goods": {"clay": 2, "stone": 1}}, 1: {"items": ["igloo-a", "igloo-b", "igloo-c"]}},
    )  # fmt: skip
    play(state, "resolve igloo-4", "pay 2 clay, 1 stone")
    assert (state.round, state.is_over) == (2, False)


@pytest.mark.rule("igloos.no-builder")
def test_igloos_are_no_buildings_for_builders(at):
    def builders(*more):
        state = at(seats={0: {"items": ["civ-26", "bld-01", *more]}})
        return next(line for line in state.score_sheet(0).lines if line.id == "builders")

    assert builders().factors == (3, 1)
    assert builders("igloo-a", "igloo-d").factors == (3, 1)
    assert builders("igloo-a", "bld-02").points == 3 * 2


def test_igloos_are_saved_with_everything_else(at):
    state = at(spaces={"igloo-1": "none"}, seats={2: {"items": ["igloo-a"]}})
    loaded = state.rules.state_from_dict(state.to_dict())
    assert loaded == state
    assert loaded.player(2).items == ("igloo-a",)
