"""Trades where goods run out: the goods received are taken out of the supply, and all of it goes back there.

The supply is a pack's, written here; what it does without trades is proved with the example of such a pack.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

import stoneage_rules as sa
from dealt import assert_no_state, resolved
from properties.invariants import check_all
from properties.play import pick
from writing import write_pack

BOX = {"wood": 6, "clay": 5, "stone": 4, "gold": 3, "decoration": 9}
"""How many of each good there are in all."""
PATCHES = "".join(
    f'[[patch.good]]\ntarget = "{"style-is-the-goal" if good == "decoration" else "base"}:{good}"\nset.supply = {count}\n'
    'why = "a small box"\n'
    for good, count in BOX.items()
)


@pytest.fixture(scope="module")
def box(tmp_path_factory):
    """The modules of a game with a small box."""
    more = 'style-is-the-goal = ">=1.0"'
    root = write_pack(tmp_path_factory.mktemp("box"), {"box.toml": PATCHES}, requires="base", more=more, id="small-box")
    return ["style-is-the-goal", str(root)]


@pytest.fixture(scope="module")
def rules(box):
    """Style is the Goal for two players with a small box."""
    return sa.load(players=2, modules=box)


@pytest.fixture(scope="module")
def loose(box):
    """The same, with trades for prices within reach."""
    return sa.load(players=2, modules=box, options={"style-is-the-goal": {"trade-needed": "used"}})


def buying(rules, item, goods, others, place="building-1", trader=9, **more):
    """Seat 0 is asked whether to buy an item; seat 1 has some goods, too."""
    seats = {1: {"goods": others}}
    return resolved(rules, place, item=item, goods=goods, tracks={"trader": trader}, seats=seats, **more)


def test_a_save_with_more_than_there_is_is_refused(rules):
    saved = buying(rules, "bld-28", {"gold": 2}, {"gold": 1}).to_dict()
    saved["seats"][1]["goods"]["gold"] = 2
    assert_no_state(rules, saved, "4 gold are held, but there are 3 in all")


def held(state):
    return {good: state.good(0, good) + state.good(1, good) for good in BOX}


def eager(state, source):
    """An answer at random, trades and the trader's place liked best."""
    liked = [action for action in state.legal() if action.kind in ("give", "get") or "trader" in action.text]
    return liked[int(source.random() * len(liked))] if liked and source.random() < 0.7 else pick(state, source)


@pytest.mark.rule("style.trade.needed", "style.trade.excess")
@pytest.mark.parametrize("seed", range(6))
def test_whole_games_in_a_small_box(loose, seed):
    state, source, seen = loose.initial_state(listen=True), random.Random(seed), Counter()
    while not state.is_over:
        state._noted.clear()
        answer, seat, before = eager(state, source), state.seat, held(state)
        mine = {} if seat is None else state.player(seat).goods
        state.apply(answer)
        seen[answer.kind] += 1
        check_all(state)
        assert all(count <= BOX[good] for good, count in held(state).items()), f"{answer}: {held(state)}"
        kinds = {action.kind for action in state.legal()}
        if answer.kind == "give":
            assert "get" in kinds, f"{answer}: nothing can be received for it"
        elif answer.kind == "get":
            assert kinds & {"pay", "use"}, f"{answer}: nothing can be paid with it"
            assert all(count <= BOX[good] - before[good] for good, count in answer.args), f"{answer} with {before}"
        elif answer.kind == "pay" and state._noted[0][0] == "exchange":
            exchange, bill = state.events[:2]
            assert exchange.seat == bill.seat == seat
            assert bill["goods"] == dict(answer.args), "the price is told as it is paid, with the goods received"
            own = Counter(bill["goods"]) - Counter(exchange["got"])
            expected = Counter(mine)
            expected.subtract(exchange["given"])
            expected.subtract(own)
            for event in state.events[2:]:
                if event.seat == seat and event.name == "gain":
                    expected[event["good"]] += event["count"]
                elif event.seat == seat and event.name == "spend":
                    expected.subtract(event["goods"])
            assert expected == Counter(state.player(seat).goods), "nobody keeps the goods received"
            seen["traded"] += 1
        seen["empty"] += any(count == BOX[good] for good, count in held(state).items())
    assert min(seen["traded"], seen["empty"]) > 0, seen
