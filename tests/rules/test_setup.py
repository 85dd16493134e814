"""Set-up: statements base.setup.*.  Nothing here plays beyond the first placement, except tests of goods that never run out."""

from __future__ import annotations

import pytest

import stoneage_rules as sa
from fuzz.time_limit import time_limit
from play.positions import first_choice
from stoneage_rules.testing import assert_refused, legal_texts, play


@pytest.mark.rule("base.setup.players")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_three_or_four_can_play(players):
    assert sa.load(players=players).players == players


@pytest.mark.rule("base.setup.players")
@pytest.mark.parametrize("players", [0, 1, 5, 6, 10**12])
def test_no_other_number_can(players):
    """Numbers of a stranger's table are refused before they cost time or memory."""
    with time_limit(3), pytest.raises(sa.ContentError, match="base is for 2 to 4") as error:
        sa.load(players=players)
    assert [found.code for found in error.value.diagnostics] == ["SA302"]


@pytest.mark.rule("base.setup.figures")
def test_five_figures_wait_in_the_supply_and_no_more(at):
    state = at(2, figures={"hut": {0: 2}}, phase="take-actions")
    figures = [state.player(0).figures]
    while len(figures) < 8:
        play(state, "resolve hut")
        figures.append(state.player(0).figures)
        state = at(2, figures={"hut": {0: 2}}, phase="take-actions", seats={0: {"figures": figures[-1]}})
    assert figures == [5, 6, 7, 8, 9, 10, 10, 10]
    with pytest.raises(sa.InvalidState, match="no whole number from 0 to 10"):
        at(seats={0: {"figures": 11}})


@pytest.mark.rule("base.setup.stacks")
def test_a_stack_of_more_players_is_refused_with_the_rule_that_counts_them(at):
    state = at(2)
    refused = {"rule": "base.setup.stacks", "check": "place.players", "found": "2 play"}
    assert_refused(state, "place building-3 1", needed="building-3 is there with 3 or 4 players", **refused)
    assert_refused(state, "place building-4 1", needed="building-4 is there with 4 players", **refused)
    with pytest.raises(sa.InvalidAction, match="no place is called `building-5`"):
        state.rules.parse("place building-5 1")


@pytest.mark.rule("base.setup.first-player")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_starting_seat_is_a_setting(seat):
    state = first_choice(sa.load(players=3, first_seat=seat))
    assert (state.first_seat, state.seat) == (seat, seat)


@pytest.mark.rule("base.setup.first-player")
def test_seat_0_starts_by_default_and_no_seat_beyond_the_table(at):
    assert (at(3).first_seat, at(3).seat) == (0, 0)
    with pytest.raises(sa.ContentError, match="seats are 0 to 2"):
        sa.load(players=3, first_seat=3)


@pytest.mark.rule("base.setup.open-information")
def test_a_face_down_card_is_known_to_its_owner_alone(at):
    state = at(seats={1: {"face_down": ["civ-25"]}})
    assert state.view(1).player(1).face_down == ("civ-25",)
    assert "civ-25" not in state.view(1).unseen("deck")
    for other in (0, 2, 3):
        view = state.view(other)
        assert (view.player(1).face_down, view.player(1).face_down_count) == ((), 1)
        assert "civ-25" in view.unseen("deck")
        assert len(view.unseen("deck")) == len(state.unseen("deck")) + 1


@pytest.mark.rule("base.setup.open-information")
def test_all_else_is_open_to_everyone(at):
    state = at(
        figures={"forest": [2, 0, 1, 0]},
        seats={0: {"items": ["civ-01", "bld-02"], "goods": {"gold": 3}, "tools": [[1, True]], "points": 7}},
    )
    for viewer in range(4):
        view = state.view(viewer)
        assert [view.player(seat) for seat in range(4)] == [state.player(seat) for seat in range(4)]
        assert view.figures_at("forest") == (2, 0, 1, 0)
        assert [view.item_on(place) for place in state.rules.place_index] == [
            state.item_on(place) for place in state.rules.place_index
        ]


@pytest.mark.rule("base.setup.open-information")
def test_nothing_tells_the_order_of_deck_and_stacks(rules):
    """Two games with the same open cards are the same state, whatever a shuffled deck would have looked like."""
    first, second = rules.initial_state(), rules.initial_state()
    for _ in range(8):
        outcomes = first.outcomes()
        first.apply(outcomes[3][0])
        second.apply(second.outcomes()[3][0])
    assert first == second
    assert legal_texts(first) == legal_texts(second)
    bag = first.unseen("deck")
    assert list(bag) == sorted(bag)
