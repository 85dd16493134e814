"""Tests what scenarios cannot say: who sees a bid, and which saved states there can be."""

from __future__ import annotations

import random

import pytest

import stoneage_rules as sa
from stoneage_rules.plugin import HIDDEN
from stoneage_rules.testing import leaks, play, position


@pytest.fixture
def state() -> sa.State:
    """A state of three players who are about to bid."""
    return position(sa.load(players=3, modules=["hidden-bid"]), {"phase": "bidding"})


def test_a_bid_is_seen_by_its_seat_alone(state: sa.State) -> None:
    play(state, "bid 4")
    assert [state.view(seat).waiting[0][3] for seat in range(3)] == [4, HIDDEN, HIDDEN]
    assert state.view(1).legal() == state.legal()


def test_no_seat_can_tell_one_bid_from_another(state: sa.State) -> None:
    for bid in ("bid 4", "bid 1"):
        assert list(leaks(state, random.Random(1))) == []
        play(state, bid)
    assert list(leaks(state, random.Random(1))) == []


def test_a_guess_puts_a_bid_that_can_be_paid_in_place_of_a_hidden_one(state: sa.State) -> None:
    play(state, "bid 4")
    source = random.Random(3)
    bids = {state.view(1).guess(source).waiting[0][3] for _ in range(60)}
    assert bids == set(range(6))


def test_the_log_tells_bids_when_all_are_opened() -> None:
    game = sa.Game(sa.load(players=2, modules=["hidden-bid"]), seed=1)
    game.play("bid 2")
    assert not any("has bid" in line for line in game.log)
    game.play("bid 5")
    assert [line for line in game.log if "has bid" in line][-1].endswith("has bid 5")


@pytest.mark.parametrize(("change", "said"), [
    (lambda saved: saved["waiting"][0].__setitem__(3, 6), "bid"),
    (lambda saved: saved["seats"][0]["goods"].update(food=1), "seat 0 cannot pay its bid"),
    (lambda saved: saved["waiting"].clear(), "other seats have bid"),
    (lambda saved: saved["waiting"].append(saved["waiting"][0]), "other seats have bid"),
])  # fmt: skip
def test_a_saved_state_that_cannot_be_is_refused(state: sa.State, change, said) -> None:
    play(state, "bid 4")
    saved = state.to_dict()
    assert state.rules.state_from_dict(saved) == state
    change(saved)
    with pytest.raises(sa.InvalidState, match=said):
        state.rules.state_from_dict(saved)
