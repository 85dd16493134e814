"""The end of the game: statements base.end.*."""

from __future__ import annotations

import pytest

import stoneage_rules as sa
from stoneage_rules.testing import assert_refused, legal_texts, play

LAST = ["civ-33", "civ-34", "civ-35", "civ-36"]
EMPTY_ROW = {f"card-{number}": "none" for number in (1, 2, 3, 4)}


@pytest.mark.rule("base.end.deck")
@pytest.mark.parametrize("empty", [1, 2, 4])
def test_the_game_ends_at_once_when_the_spaces_cannot_be_filled(at, empty):
    spaces = {f"card-{number}": "none" for number in range(1, empty + 1)}
    state = at(round=9, phase="new-round", spaces=spaces, zones={"deck": LAST[: empty - 1]})
    while state.is_chance:
        state.apply(state.outcomes()[0][0])
    assert state.is_over
    assert state.round == 9
    assert legal_texts(state) == ()
    assert state.seat is None


@pytest.mark.rule("base.end.deck")
@pytest.mark.parametrize("empty", [1, 2, 4])
def test_a_deck_that_just_suffices_ends_nothing(at, empty):
    spaces = {f"card-{number}": "none" for number in range(1, empty + 1)}
    state = at(round=9, phase="new-round", spaces=spaces, zones={"deck": LAST[:empty]})
    while state.is_chance:
        state.apply(state.outcomes()[0][0])
    assert (state.is_over, state.round, state.phase) == (False, 10, "placing")
    assert state.unseen("deck") == ()


@pytest.mark.rule("base.end.deck")
def test_an_empty_deck_alone_ends_nothing(at):
    state = at(round=9, phase="new-round", zones={"deck": []})
    assert (state.is_over, state.round, state.phase) == (False, 10, "placing")


@pytest.mark.rule("base.end.deck")
def test_an_empty_deck_ends_nothing_within_a_round(at):
    state = at(2, phase="take-actions", figures={"card-1": [1, 0], "hunt": [0, 1]}, zones={"deck": []},
               spaces={"card-1": "civ-27"}, seats={0: {"goods": {"wood": 1}, "items": []}})  # fmt: skip
    play(state, "resolve card-1", "pay 1 wood")
    assert (state.seat, legal_texts(state)) == (1, ("resolve hunt",))
    play(state, "resolve hunt", "roll 1")
    assert state.is_over, "after feeding, the space cannot be filled"
    assert (state.good(0, "food"), state.good(1, "food")) == (7, 7)


@pytest.mark.rule("base.end.stack")
def test_the_round_is_finished_when_the_last_tile_of_a_stack_is_taken(at):
    state = at(2, phase="take-actions", figures={"building-2": [1, 0], "hunt": [0, 5]}, piles={"building-2": 0},
               spaces={"building-2": "bld-01"}, seats={0: {"goods": {"wood": 2, "clay": 1}}})  # fmt: skip
    play(state, "resolve building-2", "pay 2 wood, 1 clay")
    assert (state.is_over, state.seat) == (False, 1)
    state.noted = []
    play(state, "1: resolve hunt", "roll 6 6 6 6 6")
    assert state.is_over
    assert [event["places"] for event in state.events if event.name == "emptied"] == [("building-2",)]
    assert (state.good(0, "food"), state.good(1, "food")) == (12 - 5, 12 + 15 - 5), "everybody was fed"


@pytest.mark.rule("base.end.stack")
def test_feeding_can_still_cost_points_in_the_last_round(at):
    state = at(2, phase="feed-tribe", spaces={"building-1": "none"}, seats={1: {"goods": {"food": 0}}})
    assert not state.is_over
    play(state, "1: starve")
    assert state.is_over
    assert state.scores[1] == -10


@pytest.mark.rule("base.end.stack")
def test_an_open_tile_without_a_pile_ends_nothing(at):
    state = at(2, round=5, phase="new-round", piles={"building-1": 0})
    assert (state.is_over, state.round) == (False, 6)


@pytest.mark.rule("base.end.stack")
@pytest.mark.parametrize("empty", [["building-1"], ["building-3"], ["building-1", "building-4"]])
def test_one_empty_stack_is_enough_whichever(at, empty):
    state = at(phase="feed-tribe", spaces=dict.fromkeys(empty, "none"), seats={0: {"goods": {"food": 0}}})
    state.noted = []
    play(state, "0: starve")
    assert state.is_over
    (event,) = [event for event in state.events if event.name == "emptied"]
    assert list(event["places"]) == empty


@pytest.mark.rule("base.end.order")
def test_no_card_is_drawn_when_a_stack_is_empty(at):
    state = at(2, round=7, first=1, phase="new-round", spaces={"building-1": "none", **EMPTY_ROW})
    assert state.is_over
    assert [state.item_on(f"card-{number}") for number in (1, 2, 3, 4)] == [None] * 4
    assert (state.round, state.first_seat) == (7, 1)


@pytest.mark.rule("base.end.order")
def test_cards_do_not_slide_when_a_stack_is_empty(at):
    spaces = {"card-1": "none", "card-2": "civ-05", "building-2": "none"}
    state = at(2, phase="new-round", spaces=spaces, seats={0: {"tools": [[1, True]]}})
    assert state.is_over
    assert (state.item_on("card-1"), state.item_on("card-2")) == (None, "civ-05")
    assert state.player(0).tools == ((1, True),)


@pytest.mark.rule("base.end.stack", "base.end.deck")
def test_after_the_end_nothing_can_be_done(at):
    state = at(2, phase="new-round", spaces={"building-1": "none"})
    assert (state.legal(), state.outcomes(), state.seat) == ((), (), None)
    assert_refused(state, "place hunt 1", check="game.over", found="this one is over")
    with pytest.raises(sa.IllegalAction, match="`roll 1` is an outcome of chance, but the game is over"):
        play(state, "roll 1")
