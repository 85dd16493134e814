"""Placing figures: statements base.place.*.  What the figures then do is in the scenarios of actions."""

from __future__ import annotations

import pytest

import stoneage_rules as sa
from stoneage_rules.testing import assert_refused, legal_texts, play

RESOURCES = ("forest", "clay-pit", "quarry", "river")


def up_to(most, *places):
    return [f"place {place} {count}" for place in places for count in range(1, most + 1)]


def about(state, place):
    """The options that concern a place."""
    return [option for option in legal_texts(state) if option.split()[1] == place]


@pytest.mark.rule("base.place.order")
def test_nobody_places_out_of_turn(at):
    state = at(first=1)
    assert_refused(state, "place hunt 1", "base.place.order", "decision.seat", seat=0, found="you are seat 0")
    assert state.why_not(state.rules.parse("place hunt 1"), seat=1) == ()


@pytest.mark.rule("base.place.single-location")
def test_a_placement_is_one_place_and_one_number(at):
    state = at()
    play(state, "place hunt 3")
    assert [place for place in state.rules.place_index if any(state.figures_at(place))] == ["hunt"]
    assert (state.figures_at("hunt"), state.player(0).at_home) == ((3, 0, 0, 0), 2)
    with pytest.raises(sa.InvalidAction, match="a place and a number of figures belong here"):
        state.rules.parse("place hunt 1, forest 1")


@pytest.mark.rule("base.place.no-pass")
def test_elsewhere_passing_is_no_question_of_placing(acting):
    state = acting("card-1")
    play(state, "resolve card-1")
    assert_refused(state, "pass", "base.round.phases", "decision.kind", needed="whether to pay 1 of any resource for")
    with pytest.raises(sa.InvalidAction, match=r"known are decline, .*resolve, roll, starve, take, tools, use$"):
        state.rules.parse("skip")


@pytest.mark.rule("base.place.full")
@pytest.mark.parametrize("taken", range(1, 8))
def test_a_placement_never_exceeds_the_free_circles(at, taken):
    state = at(figures={"forest": {1: taken}}, seats={0: {"figures": 10}, 1: {"figures": 10}})
    free = 7 - taken
    assert about(state, "forest") == up_to(free, "forest")
    found = "all are taken" if free == 0 else "free"
    assert_refused(state, f"place forest {free + 1}", "base.place.full", "placement.circles", found=found)


EXACTLY_ONE = [
    ("toolmaker-hut", "base.place.toolmaker"),
    ("fields", "base.place.fields"),
    *[(f"card-{number}", "base.place.card") for number in (1, 2, 3, 4)],
    *[(f"building-{number}", "base.place.building") for number in (1, 2, 3, 4)],
]


@pytest.mark.parametrize(
    ("place", "rule"), [pytest.param(*case, marks=pytest.mark.rule("base.place.full")) for case in EXACTLY_ONE]
)
def test_places_with_one_circle_take_exactly_one_figure(at, place, rule):
    state = at()
    assert about(state, place) == [f"place {place} 1"]
    for count in (0, 2):
        assert_refused(
            state, f"place {place} {count}", rule, "placement.figures",
            needed=f"{place} takes exactly 1 figure", found=f"{count} were named",
        )  # fmt: skip
    assert state.rules.place(place).circles == 1


@pytest.mark.rule("base.place.hunt")
def test_everybody_may_hunt_with_everybody(at):
    state = at(seats={seat: {"figures": 10} for seat in range(4)})
    assert_refused(state, "place hunt 0", "base.setup.figures", "placement.figures", needed="hunt takes 1 to 10 figures")
    for seat in range(4):
        assert about(state, "hunt") == up_to(10, "hunt")
        play(state, f"{seat}: place hunt 9")
    assert state.figures_at("hunt") == (9, 9, 9, 9)
    assert about(state, "hunt") == []
    assert_refused(state, "place hunt 1", check="placement.once", needed="one placement a round on hunt")


@pytest.mark.rule("base.place.resources")
@pytest.mark.parametrize("place", RESOURCES)
def test_seven_circles_shared_by_all(at, place):
    state = at(seats={0: {"figures": 10}})
    assert about(state, place) == up_to(7, place)
    assert_refused(state, f"place {place} 8", "base.place.resources", "placement.figures", needed=f"{place} takes 1 to 7 figures")
    play(state, f"0: place {place} 1", f"1: place {place} 2", f"2: place {place} 1", f"3: place {place} 3")
    assert state.figures_at(place) == (1, 2, 1, 3)
    assert state._full_places >> state.rules.place(place).index & 1
