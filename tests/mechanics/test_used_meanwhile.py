"""Items used at any time that leave a seat with less while it is asked: it always has an answer."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest

import stoneage_rules as sa
from dealt import resolved
from mechanics.games import read_again
from properties.play import LONGEST, pick
from stoneage_rules.testing import legal_texts, play
from writing import base_with

RESOURCES = ("wood", "clay", "stone", "gold")
RAID = """
[[location]]
id = "ambush"
circles = 2
figures = { exactly = 1 }
effects = [{ do = "lose", of = "resource", from = "others", to = "seat", amount = 3 }]
[[patch.card]]
where = {}
set.anytime = [{ do = "lose", of = "resource", from = "others", amount = 2 }]
"""


def lost_of(hand: Counter[str], left: int) -> set[str]:
    """Every way to give up so many goods of a hand, or all of them."""
    held = [hand[good] for good in RESOURCES]
    ways = (way for way in product(*(range(count + 1) for count in held)) if sum(way) == min(left, sum(held)))
    texts = (", ".join(f"{count} {good}" for count, good in zip(way, RESOURCES, strict=True) if count) for way in ways)
    return {f"lose {text or 'nothing'}" for text in texts}


def goods_of(state: sa.State, seat: int) -> Counter[str]:
    return Counter({good: count for good, count in state.player(seat).goods.items() if good in RESOURCES})


def test_options_of_a_loss_against_brute_force_whatever_is_lost_meanwhile() -> None:
    rules = base_with(RAID)
    left_with = set()
    for hand in product(range(4), repeat=3):
        goods = dict(zip(RESOURCES, hand, strict=False))
        if sum(hand) <= 3 or sum(map(bool, hand)) < 2:
            continue
        seat, other = {"items": ["civ-01", "civ-03"], "goods": {"wood": 2, "clay": 2}}, {"items": ["civ-02"], "goods": goods}
        state = resolved(rules, "ambush", "use civ-02", seats={1: other}, **seat)
        for card in ("civ-01", "civ-03"):
            assert (state.seat, state.pending.amount) == (0, 2)
            play(state, f"use {card}")
            if state.seat == 1:
                assert set(legal_texts(state)) == lost_of(goods_of(state, 1), 2)
                state.apply(state.legal()[0])
        play(state, "lose 2 wood")
        held = goods_of(state, 1)
        assert (state.seat, state.pending.amount) == (1, min(3, sum(held.values())))
        assert set(legal_texts(state)) == lost_of(held, 3)
        for action in rules.actions_of("lose"):
            assert (not state.why_not(action)) == (str(action) in legal_texts(state)), action
        read_again(state)
        left_with.add(sum(held.values()))
        state.apply(state.legal()[0])
        assert sum(goods_of(state, 1).values()) == max(0, sum(hand) - 7)
    assert left_with == {0, 1, 2, 3, 4, 5}


@pytest.mark.parametrize("modules", [(), ("style-is-the-goal",)])
def test_whole_games_of_raids_come_to_their_end(modules: tuple[str, ...]) -> None:
    rules, less = base_with(RAID, 3, *modules), 0
    for seed in range(6):
        state, source = rules.initial_state(), random.Random(seed)
        for _ in range(LONGEST):
            if state.is_over:
                break
            asked = state.stack[-1]
            losing = asked[0] == rules.frames["lose-goods"]
            if losing and state.pending.more["left"] < asked[3]:
                less += 1
                read_again(state)
            uses = [action for action in state.legal() if action.kind == "use"] if losing else []
            # A card is kept until somebody is in question, so that much is lost meanwhile.
            kept = [action for action in state.legal() if action.kind != "use"]
            state.apply(source.choice(uses or kept) if kept else pick(state, source))
        assert state.is_over
    assert less
