"""The totals of rolls that an active animal lowers, and those that it leaves alone."""

from __future__ import annotations

from importlib import import_module

import pytest

import stoneage_rules as sa
from stoneage_rules.testing import legal_texts, play, position
from writing import write_pack

VALUES = {"polar-bear": 3, "wild-boar": 1, "wolf": 2, "raptor": 2}
DIVISORS = {"hunt": ("food", 2), "forest": ("wood", 3), "clay-pit": ("clay", 4), "quarry": ("stone", 5), "river": ("gold", 6)}
ROLL_CARDS = {"civ-23": ("wood", 3), "civ-24": ("stone", 5), "civ-25": ("gold", 6)}


def unused(*values):
    return [[value, False] for value in values]


def acting(at, animal, place, count=3, **seat):
    """Seat 0 has rolled for a place under the eyes of an animal; seat 1 is still to act."""
    figures = {place: [count, 0, 0, 0]}
    figures["hunt"] = [count if place == "hunt" else 0, 1, 0, 0]
    return at(active=animal, phase="take-actions", figures=figures, seats={0: {"goods": {"food": 0}, **seat}})


@pytest.mark.rule("animals.penalty")
@pytest.mark.parametrize("animal", VALUES)
@pytest.mark.parametrize("place", DIVISORS)
def test_the_value_comes_off_the_total(at, animal, place):
    good, divide = DIVISORS[place]
    for dice in ("1 1 1", "1 2 3", "3 3 3", "2 5 5", "6 6 6"):
        state = acting(at, animal, place)
        play(state, f"resolve {place}", f"roll {dice}")
        total = sum(map(int, dice.split())) - VALUES[animal]
        assert state.good(0, good) == total // divide


@pytest.mark.rule("animals.penalty")
@pytest.mark.parametrize("card", ROLL_CARDS)
def test_the_value_comes_off_the_rolls_of_cards(at, card):
    good, divide = ROLL_CARDS[card]
    for dice in ("1 1", "2 4", "6 6"):
        state = at(
            active="wolf", phase="take-actions", figures={"card-1": [1, 0, 0, 0], "hunt": [0, 1, 0, 0]},
            spaces={"card-1": card}, seats={0: {"goods": {"clay": 1}}},
        )  # fmt: skip
        play(state, "resolve card-1", "pay 1 clay", f"roll {dice}")
        assert state.good(0, good) == (sum(map(int, dice.split())) - 2) // divide


@pytest.mark.rule("animals.penalty")
def test_a_total_never_falls_below_nothing(at):
    state = acting(at, "polar-bear", "forest", count=1)
    play(state, "resolve forest", "roll 1")
    assert state.good(0, "wood") == 0


@pytest.mark.rule("animals.penalty")
def test_tools_count_before_the_value_comes_off(at):
    """1 + 2 - 3 is nothing; a total held at nothing before the tools would still bring food for 2."""
    state = acting(at, "polar-bear", "hunt", count=1, tools=unused(2, 1, 1))
    play(state, "resolve hunt", "roll 1", "tools 2")
    assert state.good(0, "food") == 0
    state = acting(at, "polar-bear", "hunt", count=1, tools=unused(2, 2, 1))
    play(state, "resolve hunt", "roll 2", "tools 2+1")
    assert state.good(0, "food") == (2 + 3 - 3) // 2


@pytest.mark.rule("animals.penalty")
def test_one_use_tools_count_too(at):
    state = acting(at, "raptor", "quarry", count=1, items=["civ-33"], unspent=["civ-33"])
    play(state, "resolve quarry", "roll 3", "tools civ-33")
    assert state.good(0, "stone") == (3 + 4 - 2) // 5


@pytest.mark.rule("animals.penalty")
def test_without_an_active_animal_nothing_comes_off(at):
    state = acting(at, None, "hunt")
    play(state, "resolve hunt", "roll 1 1 2")
    assert state.good(0, "food") == 2


@pytest.mark.rule("animals.penalty", "animals.one-active")
def test_those_that_wait_take_nothing_off(at):
    figures = {"hunt": [3, 1, 0, 0]}
    state = at(
        active="wild-boar", phase="take-actions", figures=figures, zones={"animals-waiting": ["polar-bear", "wolf"]},
        seats={0: {"goods": {"food": 0}}},
    )  # fmt: skip
    play(state, "resolve hunt", "roll 3 3 3")
    assert state.good(0, "food") == (9 - 1) // 2


@pytest.mark.rule("animals.penalty")
def test_it_comes_off_everybodys_every_roll(at):
    figures = {"forest": [2, 0, 0, 0], "hunt": [2, 2, 0, 0]}
    seats = {seat: {"goods": {"food": 0, "wood": 5}} for seat in (0, 1)}
    state = at(active="wolf", phase="take-actions", figures=figures, seats=seats)
    play(state, "resolve forest", "roll 1 4", "resolve hunt", "roll 1 4", "resolve hunt", "roll 1 4")
    assert [state.good(0, "wood"), state.good(0, "food"), state.good(1, "food")] == [5 + 1, 1, 1]


@pytest.mark.rule("animals.penalty")
def test_dice_for_all_are_left_alone(at):
    state = at(
        active="polar-bear", phase="take-actions", figures={"card-1": [1, 0, 0, 0], "hunt": [0, 1, 0, 0]},
        spaces={"card-1": "civ-01"}, seats={0: {"goods": {"clay": 1}}},
    )  # fmt: skip
    play(state, "resolve card-1", "pay 1 clay", "roll 1 3 4 4")
    assert legal_texts(state) == ("pick 1", "pick 3", "pick 4")
    play(state, "0: pick 4", "1: pick 1", "2: pick 3", "3: pick 4")
    assert [state.good(0, "gold"), state.good(1, "wood"), state.good(2, "stone"), state.good(3, "gold")] == [1, 1, 1, 1]


@pytest.mark.rule("animals.penalty", "animals.reward")
@pytest.mark.parametrize("face", range(1, 7))
def test_reward_dice_are_left_alone(at, face):
    state = at(2, active="polar-bear", on_card=[1, 1], phase="take-actions", figures={"toolmaker-hut": [1, 0]})
    play(state, "resolve toolmaker-hut", f"roll {face}")
    assert legal_texts(state) == tuple(f"claim {kept}" for kept in sorted({1, face}))


def test_whatever_a_pack_lays_there_lowers_totals(tmp_path):
    """The first of all items is as good as any."""
    pack = write_pack(tmp_path, {"threat.toml": CARD_AS_THREAT}, requires="wild-animals")
    rules = sa.load(players=2, modules=["wild-animals", str(pack)])
    assert rules.items[0].id == "civ-01"
    given = {"phase": "take-actions", "spaces": {"active-animal": "civ-01"}, "figures": {"forest": [2, 0]}}
    state = position(rules, given)
    state.noted = []
    play(state, "resolve forest", "roll 3 3")
    assert state.good(0, "wood") == (6 - 2) // 3
    assert ("adjusted", 0, -2, "civ-01") in state.noted


def test_whatever_a_pack_lays_there_is_driven_off(tmp_path):
    pack = write_pack(tmp_path, {"threat.toml": CARD_AS_THREAT}, requires="wild-animals")
    rules = sa.load(players=2, modules=["wild-animals", str(pack)])
    figures = {"active-animal": [1, 1], "toolmaker-hut": [0, 1]}
    state = position(rules, {"phase": "take-actions", "spaces": {"active-animal": "civ-01"}, "figures": figures})
    play(state, "resolve toolmaker-hut", "roll 1", "claim 1", "roll 1", "claim 1")
    assert (state.item_on("active-animal"), state.unseen("animal-box")) == (None, ("civ-01",))


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
