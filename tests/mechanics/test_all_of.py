"""Several effects as one: bundles that can be chosen, wherever effects stand; saved in their middle, valued, described."""

from __future__ import annotations

import pytest

import stoneage_rules as sa
from mechanics.games import chosen, whole_games
from play.positions import first_choice
from writing import base_with

BUNDLES = """
[[set_up]]
id = "bundles"
effects = [{ do = "each-seat", effects = [{ do = "one-of", effects = [
    { do = "all-of", effects = [{ do = "tool" }, { do = "gain", good = "food", amount = 2 }] },
    { do = "all-of", effects = [{ do = "advance", track = "agriculture" }, { do = "points", amount = 3 }] },
    { do = "figure" },
] }] }]

[[patch.course]]
target = "base:order-of-play"
append.set_up = ["bundles"]

[[patch.location]]
target = "base:hunt"
set.effects = [
    { do = "one-of", effects = [
        { do = "all-of", effects = [
            { do = "gain", good = "food" },
            { do = "one-of", effects = [
                { do = "all-of", effects = [{ do = "roll", divide = 2, yields = ["food"] }, { do = "points", amount = 1 }] },
                { do = "gain", good = "wood" },
            ] },
            { do = "points", amount = 5 },
        ] },
        { do = "gain", good = "gold" },
    ] },
    { do = "points", amount = 10 },
]

[[patch.card]]
target = "base:civ-36"
set.anytime = [{ do = "all-of", effects = [
    { do = "gain", good = "gold" },
    { do = "choose", of = "resource", amount = 1 },
] }]

[[patch.card]]
target = "base:civ-17"
set.effects = [{ do = "all-of", effects = [{ do = "points", amount = 2 }, { do = "points", amount = 3 }] }]

[[patch.card]]
target = "base:civ-18"
set.effects = [{ do = "all-of", effects = [{ do = "points", amount = 2 }, { do = "points", amount = { paid = "count" } }] }]
"""


@pytest.fixture
def rules() -> sa.Ruleset:
    return base_with(BUNDLES)


def test_what_it_brings_counts_for_prices_and_for_points(rules: sa.Ruleset) -> None:
    """A gold and a good of one's choice, in every mix; points add up where all are numbers."""
    named = {
        tuple(good for good, amount in zip(rules.goods, amounts, strict=True) for _ in range(amount))
        for amounts in rules.items[rules.item_index["civ-36"]].bonus
    }
    assert named == {("wood", "gold"), ("clay", "gold"), ("stone", "gold"), ("gold", "gold")}
    assert rules.item("civ-17").points == 5
    assert rules.item("civ-18").points is None


def test_options_and_the_log_name_the_parts(rules: sa.Ruleset) -> None:
    state = first_choice(rules)
    assert rules.describe(state.legal()[1], state) == "1 forward on agriculture and 3 points"
    game = sa.Game(rules, seed=1)
    game.play("choose 1")
    assert [str(line).strip() for line in game.log if "chooses" in str(line)] == ["seat 0 chooses: a tool and 2 food"]


def test_whole_games_keep_every_law(rules: sa.Ruleset) -> None:
    whole_games(rules, 2, "one-of")


def test_the_sensible_policy_values_the_parts_together() -> None:
    text = """
[[set_up]]
id = "bundles"
effects = [{ do = "each-seat", effects = [{ do = "one-of", effects = [
    { do = "points", amount = 15 },
    { do = "all-of", effects = [{ do = "points", amount = 10 }, { do = "points", amount = 10 }] },
] }] }]
[[patch.course]]
target = "base:order-of-play"
append.set_up = ["bundles"]
"""
    state = first_choice(base_with(text))
    assert chosen(state) == {"choose 2"}
