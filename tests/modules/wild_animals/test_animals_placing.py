"""Figures on the active animal's card: placing them, and their staying there without food."""

from __future__ import annotations

import pytest

from stoneage_rules.testing import assert_refused, legal_texts, play

ELSEWHERE = {
    "hunt": [1, 1], "forest": [1, 0], "clay-pit": [1, 0], "quarry": [1, 0], "river": [0, 1], "hut": [2, 0],
    "toolmaker-hut": [0, 1], "card-1": [0, 1], "card-2": [0, 1], "card-3": [0, 1], "card-4": [1, 0],
    "building-1": [1, 0], "building-2": [0, 1],
}  # fmt: skip
"""With two players nothing is left for seat 0 but the card of an animal."""


# --- placing ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("animals.place")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_card_has_a_circle_for_each_player(at, players):
    state = at(players, active="wolf")
    assert state.rules.place("active-animal").circles == players
    for seat in range(players):
        play(state, f"{seat}: place active-animal 1")
    assert state.figures_at("active-animal") == (1,) * players
    assert "place active-animal 1" not in legal_texts(state)
    assert_refused(
        state, "place active-animal 1", check="placement.circles",
        needed=f"active-animal has {players} circles", found="all are taken",
    )  # fmt: skip


@pytest.mark.rule("animals.place")
def test_a_placement_is_exactly_one_figure(at):
    state = at(active="wolf")
    assert [option for option in legal_texts(state) if "active-animal" in option] == ["place active-animal 1"]
    for count in (0, 2, 4):
        assert_refused(
            state, f"place active-animal {count}", "animals.place", "placement.figures",
            needed="active-animal takes exactly 1 figure", found=f"{count} were named",
        )  # fmt: skip


@pytest.mark.rule("animals.place")
def test_a_player_may_come_back_with_one_more_on_each_later_turn(at):
    state = at(2, active="raptor")
    play(state, "0: place active-animal 1", "1: place hunt 1", "0: place active-animal 1")
    assert state.figures_at("active-animal") == (2, 0)
    assert state.seat == 1
    assert_refused(state, "place active-animal 1", check="placement.circles")


@pytest.mark.rule("animals.place")
def test_elsewhere_nobody_comes_back(at):
    state = at(2, active="raptor")
    play(state, "0: place hunt 1", "1: place active-animal 1")
    assert_refused(state, "place hunt 1", check="placement.once")
    assert "place active-animal 1" in legal_texts(state)


@pytest.mark.rule("animals.no-pass")
def test_who_can_place_nowhere_else_must_place_there(at):
    state = at(2, active="wolf", figures=ELSEWHERE, seats={0: {"figures": 10}, 1: {"figures": 8}})
    assert (state.seat, legal_texts(state)) == (0, ("place active-animal 1",))
    play(state, "place active-animal 1")
    assert state.figures_at("active-animal") == (1, 0)


@pytest.mark.rule("animals.no-pass")
def test_without_a_free_circle_the_same_seat_is_passed_over(at):
    state = at(2, active="wolf", on_card=[1, 1], figures=ELSEWHERE, seats={0: {"figures": 10}, 1: {"figures": 10}})
    assert (state.phase, state.seat, state.player(0).at_home) == ("take-actions", 0, 1)


# --- staying ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("animals.stay")
def test_figures_on_the_card_are_not_resolved(at):
    state = at(active="wolf", on_card=[2, 0, 0, 0], phase="take-actions", figures={"hunt": [1, 1, 0, 0]})
    assert legal_texts(state) == ("resolve hunt",)
    assert_refused(state, "resolve active-animal")
    play(state, "0: resolve hunt", "roll 6")
    assert (state.seat, state.figures_at("active-animal")) == (1, (2, 0, 0, 0))


@pytest.mark.rule("animals.stay")
def test_figures_stay_into_the_next_round_and_count_towards_filling_the_card(at):
    state = at(active="wolf", on_card=[2, 1, 0, 0], phase="take-actions", figures={"toolmaker-hut": [0, 0, 0, 1]})
    play(state, "resolve toolmaker-hut")
    assert (state.round, state.phase, state.seat) == (2, "placing", 1)
    assert (state.figures_at("active-animal"), state.item_on("active-animal")) == ((2, 1, 0, 0), "wolf")
    assert [state.player(seat).at_home for seat in range(4)] == [3, 4, 5, 5]
    play(state, "1: place active-animal 1")
    assert_refused(state, "place active-animal 1", check="placement.circles", found="all are taken")


@pytest.mark.rule("animals.stay")
def test_figures_cannot_be_taken_back(at):
    """A seat whose figures all stay has no turn at all until the animal is gone."""
    state = at(3, active="wolf", on_card=[2, 0, 0], seats={0: {"figures": 2}})
    assert state.seat == 1
    play(state, "1: place hunt 5", "2: place hunt 5")
    assert (state.phase, state.seat) == ("take-actions", 1)
    play(state, "resolve hunt", "roll 6 6 6 6 6", "resolve hunt", "roll 6 6 6 6 6")
    assert (state.round, state.seat, state.figures_at("active-animal")) == (2, 1, (2, 0, 0))


@pytest.mark.rule("animals.no-food")
def test_figures_that_stay_are_not_fed(at):
    seats = {0: {"goods": {"food": 3}}, 1: {"goods": {"food": 4}}, 2: {"figures": 1, "goods": {"food": 0}}}
    state = at(3, active="polar-bear", on_card=[1, 0, 1], phase="feed-tribe", seats=seats)
    assert (state.seat, state.phase) == (0, "feed-tribe")
    assert_refused(state, "pay 1 food", check="payment.form")
    play(state, "starve")
    assert (state.seat, state.player(1).goods["food"]) == (1, 4)
    play(state, "starve")
    assert [state.player(seat).points for seat in range(3)] == [-10, -10, 0]
    assert (state.round, state.figures_at("active-animal")) == (2, (1, 0, 1))


@pytest.mark.rule("animals.no-food")
@pytest.mark.parametrize("staying", [0, 1, 2, 3])
def test_each_figure_that_stays_saves_one_food(at, staying):
    state = at(active="polar-bear", on_card=[staying, 0, 0, 0], phase="feed-tribe")
    assert state.good(0, "food") == 12 - (5 - staying)
