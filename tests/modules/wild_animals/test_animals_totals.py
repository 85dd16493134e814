"""The totals of rolls that an active animal lowers, and those that it leaves alone."""

from __future__ import annotations

from importlib import import_module

import pytest

import stoneage_rules as sa
from models.values import ANIMALS
from stoneage_rules.testing import play, position
from writing import write_pack

DIVISORS = {"hunt": ("food", 2), "forest": ("wood", 3), "clay-pit": ("clay", 4), "quarry": ("stone", 5), "river": ("gold", 6)}


def acting(at, animal, place, count=3, **seat):
    """Seat 0 has rolled for a place under the eyes of an animal; seat 1 is still to act."""
    figures = {place: [count, 0, 0, 0]}
    figures["hunt"] = [count if place == "hunt" else 0, 1, 0, 0]
    return at(active=animal, phase="take-actions", figures=figures, seats={0: {"goods": {"food": 0}, **seat}})


@pytest.mark.rule("animals.penalty")
@pytest.mark.parametrize("animal", ANIMALS)
@pytest.mark.parametrize("place", DIVISORS)
def test_the_value_comes_off_the_total(at, animal, place):
    good, divide = DIVISORS[place]
    for dice in ("1 1 1", "1 2 3", "3 3 3", "2 5 5", "6 6 6"):
        state = acting(at, animal, place)
        play(state, f"resolve {place}", f"roll {dice}")
        total = sum(map(int, dice.split())) - ANIMALS[animal]
        assert state.good(0, good) == total // divide


def test_whatever_a_pack_lays_there_lowers_totals(tmp_path):
    """The first of all items is as good as any."""
    pack = write_pack(tmp_path, {"threat.toml": CARD_AS_THREAT}, requires="wild-animals")
    rules = sa.load(players=2, modules=["wild-animals", str(pack)])
    assert rules.items[0].id == "civ-01"
    given = {"phase": "take-actions", "spaces": {"active-animal": "civ-01"}, "figures": {"forest": [2, 0]}}
    state = position(rules, given)
    state._noted = []
    play(state, "resolve forest", "roll 3 3")
    assert state.good(0, "wood") == (6 - 2) // 3
    assert ("adjusted", 0, -2, "civ-01") in state._noted


def test_where_no_animal_is_active_nothing_is_named(at):
    plugin = import_module("stoneage_wild_animals.plugin")
    assert plugin.stoneage_adjustment_cause(at(), 0) == ""
    assert plugin.stoneage_adjustment_cause(at(active="wolf"), 0) == "wolf"


CARD_AS_THREAT = """
[[patch.row]]
target = "wild-animals:animal-row"
set.kind = "card"

[[patch.card]]
target = "base:civ-01"
set.icons = { threat = 2 }
"""


def test_the_log_says_what_came_off(at):
    start = acting(at, "wolf", "hunt")
    game = sa.Game(start.rules, seed=1, start=start)
    game.play("resolve hunt")
    (less, total) = [line for line in game.log if "total" in line]
    assert "seat 0" in less
    assert "2" in less
    assert total.startswith("seat 0 has a total of ")
