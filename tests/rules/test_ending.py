"""The end of the game: statements base.end.*."""

from __future__ import annotations

import pytest

import stoneage_rules as sa
from dealt import noted
from stoneage_rules.testing import assert_refused, play


@pytest.mark.rule("base.end.stack")
def test_the_round_is_finished_when_the_last_tile_of_a_stack_is_taken(at):
    state = at(2, phase="take-actions", figures={"building-2": [1, 0], "hunt": [0, 5]}, piles={"building-2": 0},
               spaces={"building-2": "bld-01"}, seats={0: {"goods": {"wood": 2, "clay": 1}}})  # fmt: skip
    play(state, "resolve building-2", "pay 2 wood, 1 clay")
    assert (state.is_over, state.seat) == (False, 1)
    state._noted = []
    play(state, "1: resolve hunt", "roll 6 6 6 6 6")
    assert state.is_over
    assert [event["places"] for event in noted(state, "emptied")] == [("building-2",)]
    assert (state.good(0, "food"), state.good(1, "food")) == (12 - 5, 12 + 15 - 5), "everybody was fed"


@pytest.mark.rule("base.end.stack")
@pytest.mark.parametrize("empty", [["building-1"], ["building-3"], ["building-1", "building-4"]])
def test_one_empty_stack_is_enough_whichever(at, empty):
    state = at(phase="feed-tribe", spaces=dict.fromkeys(empty, "none"), seats={0: {"goods": {"food": 0}}})
    state._noted = []
    play(state, "0: starve")
    assert state.is_over
    (event,) = noted(state, "emptied")
    assert list(event["places"]) == empty


@pytest.mark.rule("base.end.stack", "base.end.deck")
def test_after_the_end_nothing_can_be_done(at):
    state = at(2, phase="new-round", spaces={"building-1": "none"})
    assert (state.legal(), state.outcomes(), state.seat) == ((), (), None)
    assert_refused(state, "place hunt 1", check="game.over", found="this one is over")
    with pytest.raises(sa.IllegalAction, match="`roll 1` is not legal now: outcomes belong to a running game; this one is over"):
        play(state, "roll 1")
