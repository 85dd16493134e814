"""The hook that changes totals is told which place rolls, and how many dice; what it takes changes no other game."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

import stoneage_rules as sa
from properties.play import states
from stoneage_rules.plugin import hookimpl
from stoneage_rules.testing import play, position
from writing import pack

FED = 5
FIGURES = {"phase": "take-actions", "figures": {"hunt": [3, 0], "forest": [2, 0]}}


class Asks:
    """Notes what it is told, and halves nothing."""

    def __init__(self) -> None:
        self.told: list[tuple[str | None, int]] = []

    @hookimpl
    def stoneage_roll_adjustment(self, dice: int, state: Any, place: int) -> int:
        self.told.append((None if place < 0 else state.rules.places[place].id, dice))
        return -2 if place >= 0 and state.rules.places[place].id == "forest" else 0

    @hookimpl
    def stoneage_adjustment_cause(self, state: Any, place: int, dice: int) -> str:
        return f"{state.rules.places[place].id} with {dice}"


def test_the_hook_knows_place_and_dice_and_can_change_one_place_alone():
    plugin = Asks()
    rules = sa.load(players=2, plugins=[plugin])
    game = sa.Game(rules, start=position(rules, FIGURES), auto_chance=False)
    for answer in ("resolve hunt", "roll 4 4 4", "resolve forest", "roll 4 4"):
        game.play(answer)
    assert {*plugin.told} == {("hunt", 3), ("forest", 2)}
    assert (game.state.good(0, "food"), game.state.good(0, "wood")) == (12 + 6 - FED, 2)
    assert any("loses 2 of the total because of forest with 2" in line for line in game.log)


def test_it_is_told_after_tools_and_after_a_save_too():
    plugin = Asks()
    rules = sa.load(players=2, plugins=[plugin])
    state = play(position(rules, FIGURES | {"seats": {0: {"tools": [[1, False]]}}}), "resolve forest", "roll 6 6")
    state = rules.state_from_dict(state.to_dict())
    plugin.told.clear()
    play(state, "tools 1")
    assert {*plugin.told} == {("forest", 2)}
    assert state.good(0, "wood") == (12 + 1 - 2) // 3


CARD = """
[[patch.location]]
target = "hut"
append.effects = [{ do = "roll", dice = { tools = "count" }, divide = 2, yields = ["wood"] }]
"""


@pytest.mark.parametrize("seed", [1, 2])
def test_what_no_place_rolls_for_is_told_as_such(seed):
    """Cards of the base game roll two dice: no place is told."""
    plugin = Asks()
    state, source = sa.load(players=2, plugins=[plugin]).initial_state(), random.Random(seed)
    state.play_out(source)
    assert {dice for place, dice in plugin.told if place is None} <= {2}
    assert {place for place, _ in plugin.told} <= {None, "hunt", "forest", "clay-pit", "quarry", "river"}
    assert None in {place for place, _ in plugin.told}


def test_a_quantity_of_dice_is_told_as_it_comes():
    plugin = Asks()
    rules = sa.load(players=2, plugins=[pack(CARD), plugin])
    state = position(
        rules,
        {"phase": "take-actions", "figures": {"hut": [2, 0]}, "seats": {0: {"tools": [[1, False], [1, False], [1, False]]}}},
    )
    play(state, "resolve hut")
    assert state.pending.dice_count == 3
    play(state, "roll 2 2 2", "tools none")
    assert ("hut", 3) in plugin.told


class Silent:
    @hookimpl
    def stoneage_roll_adjustment(self, state: Any, seat: int) -> int:
        return 0


def test_without_such_a_hook_games_are_saved_as_before():
    def saved(*plugins: object) -> list[Any]:
        every = itertools.islice(states(sa.load(players=2, plugins=plugins), 3), 120)
        return [state.to_dict()["stack"] for state in every]

    assert saved(Silent()) == saved()


@pytest.mark.parametrize("policy", ["sensible", "thoughtful(playouts=4)"])
def test_policies_judge_each_place_by_its_own_change(policy):
    class Bog:
        """Nothing comes of the forest."""

        @hookimpl
        def stoneage_roll_adjustment(self, state: Any, place: int) -> int:
            return -1000 if place == state.rules.place("forest").index else 0

    def placed(*plugins: object) -> int:
        rules = sa.load(players=2, plugins=plugins)
        placed = 0
        for seed in range(3):
            game = sa.Game(rules, seed=seed)
            policies = [sa.policies.make_policy(policy, seat) for seat in range(2)]
            while game.state.seat is not None and game.state.round <= 3:
                seat = game.state.seat
                action = policies[seat](game.view(seat), game.state.legal())
                placed += action.text.startswith("place forest")
                game.play(action)
        return placed

    assert placed(Bog()) < placed()
