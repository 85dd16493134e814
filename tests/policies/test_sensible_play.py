"""What the sensible policy does with all that a game offers, counted over fixed games with itself at every seat.

Bounds lie between what it does and what it did when it did not understand the thing: see `benchmarks/frozen`.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from functools import cache

import pytest

import stoneage_rules as sa
from play.conftest import rules_for
from shipped import SHIPPED, needs
from sources import ROOT
from stoneage_rules.policies import make_policies, make_policy, random_policy, sensible_policy
from stoneage_rules.testing import position

ALL = tuple(SHIPPED)
GAMES = 8
NAME = "sensible"
"""With `frozen.sensible:make` and `benchmarks` on the path, the tests of this file fail."""


@cache
def played(players: int, modules: tuple[str, ...] = ()) -> Counter[str]:
    """Counts what all seats do in some games, by the seat and game."""
    rules, counts = rules_for(players, *modules), Counter[str]()
    for seed in range(GAMES):
        state, chance, seats = rules.initial_state(), random.Random(seed), make_policies([NAME] * players, seed)
        while not state.is_over:
            if state.is_chance:
                state.apply(state.sample(chance))
                continue
            legal = state.legal()
            action = legal[0] if len(legal) == 1 else seats[state.seat](state.view(state.seat), legal)
            if action.kind == "place":
                place = rules.place(action.args[0])
                counts["place " + place.record[1]] += 1
            elif state.pending.kind == "buy":
                counts[f"{action.kind} {rules.kinds[rules.items[rules.item_index[state.pending.item]].kind]}"] += 1
            counts["trade"] += action.kind == "get"
            state.apply(action)
        for seat in range(players):
            goods = state.player(seat).goods
            counts["food left"] += goods["food"]
            counts["goods left"] += sum(goods.values()) - goods["food"]
    return Counter({key: number / GAMES / players for key, number in counts.items()})


def test_it_leaves_few_tiles_on_which_it_stands():
    """Without foresight it declined two of five for want of goods."""
    counts = played(4)
    assert counts["decline building"] < 0.3 * counts["place building"]
    assert counts["pay building"] > 3.4


def test_it_wants_more_figures_where_there_is_food_and_no_more_food_than_it_eats():
    counts = played(2)
    assert counts["place hut"] > 1.5
    assert counts["food left"] < 20


@needs(*SHIPPED)
def test_it_helps_against_animals():
    assert played(5, ALL)["place active-animal"] > 0.15


@needs(*SHIPPED)
def test_it_trades_where_a_trade_pays_for_what_it_wants():
    assert played(5, ALL)["trade"] > 0.25


@needs(*SHIPPED)
def test_it_builds_igloos():
    assert played(5, ALL)["pay igloo"] > 0.25


@needs(*SHIPPED)
def test_an_animal_that_is_nearly_driven_off_is_helped_against_rather():
    def worth(helpers: int) -> float:
        figures = {"active-animal": [0, *[1] * helpers, *[0] * (4 - helpers)]}
        state = position(rules_for(5, *ALL), {"phase": "placing", "spaces": {"active-animal": "wolf"}, "figures": figures})
        ranking = sensible_policy(1).rank(state.view(0), state.legal())
        return next(option.value for option in ranking if option.action.args[0] == "active-animal")

    assert worth(1) < worth(2) < worth(4)


def test_cards_that_others_hold_face_down_are_not_in_the_deck():
    """They are worth what they are worth when as many lie open: the game ends as soon."""

    def worth(where: str) -> float:
        state = position(
            rules_for(4), {"phase": "placing", "seats": {1: {where: [f"civ-{number:02}" for number in range(8, 33)]}}}
        )
        values = {option.action.text: option.value for option in sensible_policy(1).rank(state.view(0), state.legal())}
        return values["place toolmaker-hut 1"]

    assert worth("face_down") == pytest.approx(worth("items"))


def counted(name: str, players: int, modules: tuple[str, ...]) -> float:
    """Returns the opcodes that a placement takes the policy, over a game."""
    rules, chance, seats = rules_for(players, *modules), random.Random(3), [make_policy(name, seat) for seat in range(players)]
    state, opcodes, placements, tracer = rules.initial_state(), 0, 0, sys.gettrace()

    def on_call(frame, event, argument):
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        return on_opcode

    def on_opcode(frame, event, argument):
        nonlocal opcodes
        opcodes += event == "opcode"
        return on_opcode

    while not state.is_over:
        if state.is_chance:
            state.apply(state.sample(chance))
            continue
        view, legal = state.view(state.seat), state.legal()
        is_counted = legal[0].kind == "place" and len(legal) > 1 and state.round in (3, 4, 5, 6)
        if is_counted:
            placements += 1
            sys.settrace(on_call)
        action = seats[view.viewer](view, legal)
        sys.settrace(tracer)
        state.apply(action)
    return opcodes / placements


@pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="other versions of Python have other opcodes")
@pytest.mark.parametrize(("players", "modules", "most"), [(4, (), 11_352), pytest.param(5, ALL, 16_875, marks=needs(*SHIPPED))])
def test_a_placement_takes_few_opcodes(players: int, modules: tuple[str, ...], most: int) -> None:
    """A third of those that it took before it planned once a round."""
    assert counted(NAME, players, modules) < most


@pytest.mark.parametrize("pack", ["pond", "pool"])
def test_it_plays_games_of_which_it_knows_nothing(pack: str) -> None:
    """It plays toys to the end, and is not beaten by chance."""
    rules, points = sa.load(players=2, modules=[str(ROOT / "tests" / "toy" / pack)]), Counter[int]()
    for seed in range(20):
        state = rules.initial_state()
        sa.policies.play_on(state, [sensible_policy(seed), random_policy(seed)], random.Random(seed))
        points.update(dict(enumerate(state.scores)))
    assert points[0] >= points[1]
