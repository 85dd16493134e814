"""Placing figures: statements base.place.*.  What the figures then do is in the tests of actions."""

from __future__ import annotations

import pytest

import stoneage_rules as sa
from stoneage_rules.testing import assert_refused, legal_texts, play

VILLAGE = ["place toolmaker-hut 1", "place hut 2", "place fields 1"]
CARDS = [f"place card-{number} 1" for number in (1, 2, 3, 4)]
RESOURCES = ("forest", "clay-pit", "quarry", "river")


def buildings(players):
    return [f"place building-{number} 1" for number in range(1, players + 1)]


def up_to(most, *places):
    return [f"place {place} {count}" for place in places for count in range(1, most + 1)]


def about(state, place):
    """The options that concern a place."""
    return [option for option in legal_texts(state) if option.split()[1] == place]


@pytest.mark.rule("base.place.order")
def test_one_placement_each_again_and_again(at):
    state = at(first=2)
    seats = []
    for step in ("forest 1", "forest 1", "forest 1", "forest 1", "hunt 2", "hunt 2", "hunt 2", "hunt 2", "river 2"):
        seats.append(state.seat)
        play(state, f"place {step}")
    assert seats == [2, 3, 0, 1, 2, 3, 0, 1, 2]
    assert state.seat == 3


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


@pytest.mark.rule("base.place.no-pass", "base.place.single-location")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_options_are_all_placements_and_nothing_else(at, players):
    expected = VILLAGE + CARDS + buildings(players) + up_to(5, "hunt", *RESOURCES)
    assert sorted(legal_texts(at(players))) == sorted(expected)


@pytest.mark.rule("base.place.no-pass")
def test_elsewhere_passing_is_no_question_of_placing(acting):
    state = acting("card-1")
    play(state, "resolve card-1")
    assert_refused(state, "pass", "base.round.phases", "decision.kind", needed="whether to pay 1 of any resource for")
    with pytest.raises(sa.InvalidAction, match=r"known are decline, .*resolve, roll, starve, take, tools, use$"):
        state.rules.parse("skip")


@pytest.mark.rule("base.place.once-per-location")
@pytest.mark.parametrize("place", ["hunt", *RESOURCES])
def test_nobody_adds_to_a_place_in_the_same_round(at, place):
    state = at(figures={place: [1, 1, 0, 0]})
    assert about(state, place) == []
    assert_refused(
        state, f"place {place} 1", "base.place.once-per-location", "placement.once",
        needed="one placement a round", found="you already have 1 figure there",
    )  # fmt: skip


@pytest.mark.rule("base.place.once-per-location")
def test_the_next_round_is_another_matter(at):
    state = at(2)
    play(state, "place forest 5", "place hunt 5", "resolve forest", "roll 1 1 1 1 1", "resolve hunt", "roll 1 1 1 1 1")
    assert (state.round, state.seat) == (2, 1)
    assert about(state, "hunt") == up_to(5, "hunt")


@pytest.mark.rule("base.place.full")
@pytest.mark.parametrize("taken", range(1, 8))
def test_a_placement_never_exceeds_the_free_circles(at, taken):
    state = at(figures={"forest": {1: taken}}, seats={0: {"figures": 10}, 1: {"figures": 10}})
    free = 7 - taken
    assert about(state, "forest") == up_to(free, "forest")
    found = "all are taken" if free == 0 else "free"
    assert_refused(state, f"place forest {free + 1}", "base.place.full", "placement.circles", found=found)


@pytest.mark.rule("base.place.full")
@pytest.mark.parametrize("place", ["toolmaker-hut 1", "hut 2", "fields 1", "card-2 1", "building-3 1"])
def test_a_taken_circle_is_taken(at, place):
    state = at()
    play(state, f"0: place {place}")
    assert about(state, place.split()[0]) == []
    assert_refused(state, f"place {place}", "base.place.full", "placement.circles", found="all are taken")


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


@pytest.mark.rule("base.place.hut")
def test_the_hut_takes_two_of_one_player_at_once(at):
    state = at()
    assert about(state, "hut") == ["place hut 2"]
    for count in (1, 3):
        assert_refused(
            state, f"place hut {count}", "base.place.hut", "placement.figures",
            needed="hut takes exactly 2 figures", found=f"{count} {'was' if count == 1 else 'were'} named; you have 5 at home",
        )  # fmt: skip
    play(state, "place hut 2")
    assert state.figures_at("hut") == (2, 0, 0, 0)
    assert_refused(state, "place hut 2", check="placement.circles", needed="hut has 2 circles")


@pytest.mark.rule("base.place.hunt")
def test_everybody_may_hunt_with_everybody(at):
    state = at(seats={seat: {"figures": 10} for seat in range(4)})
    assert_refused(state, "place hunt 0", "base.place.hunt", "placement.figures", needed="hunt takes 1 to 10 figures")
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


@pytest.mark.rule("base.place.card")
def test_each_card_is_a_place_of_its_own(at):
    state = at()
    play(state, "0: place card-3 1")
    assert [about(state, f"card-{number}") for number in (1, 2, 3, 4)] == [CARDS[:1], CARDS[1:2], [], CARDS[3:]]
    play(state, "1: place card-1 1", "2: place hunt 1", "3: place hunt 1", "0: place card-2 1", "1: place card-4 1")
    assert [state.figures_at(f"card-{number}") for number in (1, 2, 3, 4)] == [
        (0, 1, 0, 0), (1, 0, 0, 0), (1, 0, 0, 0), (0, 1, 0, 0),
    ]  # fmt: skip


@pytest.mark.rule("base.place.card")
def test_a_space_without_a_card_is_no_place(at):
    state = at(spaces={"card-2": "none"})
    assert about(state, "card-2") == []
    assert_refused(state, "place card-2 1", "base.place.card", "placement.present", found="card-2 is empty")
    assert_refused(at(), "place card-2 2", "base.place.card", "placement.figures")


@pytest.mark.rule("base.place.building")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_stack_is_a_place_of_its_own(at, players):
    state = at(players)
    assert [option for option in legal_texts(state) if option.startswith("place building")] == buildings(players)
    play(state, "0: place building-2 1", "1: place building-1 1", "2: place hunt 1" if players > 2 else "0: place hunt 1")
    assert (sum(state.figures_at("building-1")), sum(state.figures_at("building-2"))) == (1, 1)
    assert about(state, "building-1") == about(state, "building-2") == []


@pytest.mark.rule("base.place.building")
def test_an_empty_stack_is_no_place(at):
    state = at(3, spaces={"building-2": "none"})
    assert about(state, "building-2") == []
    assert_refused(state, "place building-2 1", "base.place.building", "placement.present", found="building-2 is empty")
    assert_refused(at(), "place building-2 2", "base.place.building", "placement.figures")
