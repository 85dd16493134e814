"""Numbers end at a thousand million, the largest that a saved state can have; what goes beyond is lost."""

from __future__ import annotations

import random

import pytest

import stoneage_rules as sa
from mechanics.games import read_again
from properties.invariants import check_all
from properties.play import pick
from stoneage_rules.testing import play
from writing import base_with

MOST = 1_000_000_000
GROWTH = """
[[set_up]]
id = "riches"
effects = [{ do = "each-seat", effects = [
    { do = "gain", good = "wood", amount = 999999999 },
    { do = "gain", good = "clay", amount = 600000000 },
    { do = "points", amount = -999999990 },
] }]

[[patch.course]]
target = "base:order-of-play"
append.set_up = ["riches"]

[[location]]
id = "bank"
circles = 2
figures = { exactly = 1 }
effects = [
    { do = "gain", good = "wood", amount = { goods = "wood", times = 9999 } },
    { do = "points", amount = { goods = "wood", times = WAY } },
    { do = "lose", of = "resource", amount = { goods = "clay", of = "all", plus = 5 }, from = "others", to = "seat" },
]
"""


def loaded(way: int) -> sa.Ruleset:
    return base_with(GROWTH.replace("WAY", str(way)))


def begun(rules: sa.Ruleset, answers: tuple[str, ...]) -> sa.State:
    state, source = rules.initial_state(listen=True), random.Random(1)
    while state.is_chance:
        state.apply(state.sample(source))
    play(state, *answers)
    return state


def test_goods_and_points_end_there() -> None:
    """9,999 times the wood, as many points less, and more resources of the other seat than a number can say."""
    rules = loaded(-1)
    state = begun(rules, ("place bank 1", "place hunt 5", "place forest 4", "resolve bank"))
    assert (state.seat, state.pending.kind, state.pending.more["left"]) == (1, "lose-goods", MOST)
    assert state.good(0, "wood") == MOST
    assert state.points[0] == -MOST
    own = [event for event in state.events if event.seat == 0]
    assert [(event["points"], event["total"]) for event in own if event.name == "score"] == [(-999_999_990,) * 2, (-10, -MOST)]
    assert [event["count"] for event in own if event.name == "gain" and event["good"] == "wood"] == [999_999_999, 1]
    check_all(state)
    read_again(state)


@pytest.mark.parametrize("way", [1, -1])
def test_every_state_of_whole_games_can_be_saved(way: int) -> None:
    rules, most = loaded(way), 0
    for seed in range(2):
        state, source = rules.initial_state(), random.Random(seed)
        for step in range(400):
            if state.is_over:
                break
            legal = state.legal()
            to_bank = [action for action in legal if "bank" in action.text]
            state.apply(to_bank[0] if to_bank else pick(state, source))
            if step % 7 == 0:
                read_again(state)
            most = max(most, *state.goods, *map(abs, state.points))
    assert most == MOST
