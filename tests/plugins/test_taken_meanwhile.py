"""The plugins of the examples where items, used at any time, take what a seat is asked about or has bid."""

from __future__ import annotations

import random
from importlib import import_module

import pytest

import stoneage_rules as sa
from mechanics.games import read_again
from properties.play import states, with_items
from sources import ROOT
from stoneage_rules.testing import assert_refused, legal_texts, play
from writing import base_pack

RAID = """
[[patch.card]]
where = {}
set.anytime = [
    { do = "lose", of = "resource", from = "others", amount = 2 },
    { do = "lose", good = "food", from = "others", amount = 20 },
    { do = "gain", good = "food", amount = 2 },
]
"""


ENDING = (
    RAID
    + """
[[patch.card]]
target = "base:civ-01"
append.anytime = [{ do = "end-game" }]
"""
)
"""One of the cards ends the game, whatever is in question."""


@pytest.fixture(scope="module")
def raided(request, tmp_path_factory: pytest.TempPathFactory):
    """The rules of three players with an example and cards that take from others."""
    raid = base_pack(ENDING)
    folder = ROOT / "docs" / "examples" / f"stoneage_{request.param}" / "src"
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        plugin = import_module(f"stoneage_{request.param}.plugin")
        yield sa.load(players=3, modules=[str(folder / f"stoneage_{request.param}"), str(raid)], plugins=[plugin])


def asks_own(state: sa.State) -> bool:
    """Returns whether a question of the example is pending."""
    return state.pending is not None and state.pending.kind in ("hidden-bid", "barter")


@pytest.mark.parametrize("raided", ["hidden_bid", "river_trade"], indirect=True)
def test_games_end_and_every_question_can_be_saved(raided: sa.Ruleset) -> None:
    read = 0
    for seed in range(4):
        source = random.Random(seed)
        for state in states(raided, seed, with_items(lambda state: 0.6 if asks_own(state) else 0.1)):
            if asks_own(state) or source.random() < 0.02:
                read_again(state)
                assert state.view(0).guess(source).view(0) == state.view(0)
                read += asks_own(state)
    assert read


def bidding(rules: sa.Ruleset, card: str) -> sa.State:
    """The first bid is to be made; the seat that bids last has a card."""
    state, source = rules.initial_state(), random.Random(1)
    while state.is_chance or state.pending.kind != "hidden-bid":
        state.apply(state.sample(source) if state.is_chance else state.legal()[0])
    saved = state.to_dict()
    saved["zones"]["deck"] = [item for item in saved["zones"]["deck"] if item != card]
    for place in saved["places"].values():
        assert place["item"] != card
    last = saved["seats"][(state.seat + 2) % 3]
    for owned in ("items", "unspent"):
        last[owned].append(card)
    return rules.state_from_dict(saved)


@pytest.mark.parametrize("raided", ["hidden_bid"], indirect=True)
def test_a_bid_is_paid_as_far_as_it_is_there(raided: sa.Ruleset) -> None:
    card = "civ-02"
    state = bidding(raided, card)
    first = state.seat
    bid = max(action.data for action in state.legal() if action.kind == "bid")
    assert bid > 1
    play(state, f"bid {bid}", "bid 0", f"use {card}")
    assert state.good(first, "food") == 0
    read_again(state)
    assert "bid 0" in legal_texts(state)
    play(state, "bid 0")
    assert (state.first_seat, state.good(first, "food")) == (first, 0)


@pytest.mark.parametrize("raided", ["hidden_bid"], indirect=True)
def test_a_bid_that_no_auction_offers_is_refused_with_reasons(raided: sa.Ruleset) -> None:
    assert_refused(bidding(raided, "civ-01"), "bid 99", check="hidden-bid.most")


@pytest.mark.parametrize("raided", ["hidden_bid"], indirect=True)
def test_bids_that_are_never_opened_are_gone_when_the_game_ends(raided: sa.Ruleset) -> None:
    state = bidding(raided, "civ-01")
    play(state, "bid 1", "bid 0", "use civ-01")
    assert (state.is_over, state.waiting) == (True, ())
    read_again(state)
