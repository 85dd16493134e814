"""The keys of a quantity, each by itself: the number that it makes of what the word reads; `test_quantities` has them all."""

from __future__ import annotations

from typing import Any

import pytest

import stoneage_rules as sa
from stoneage_rules.authoring import property_schema as quantity_rows
from stoneage_rules.testing import position

SEATS = {0: {"goods": {"food": 7}}, 1: {"goods": {"food": 2}}, 2: {"goods": {"food": 4}}}
FOOD = {"goods": "food"}
NUMBERS: dict[str, tuple[dict[str, Any], int]] = {
    "as it is": ({}, 7),
    "times": ({"times": 2}, 14),
    "times -1": ({"times": -1}, -7),
    "plus": ({"plus": 3}, 10),
    "plus -1": ({"plus": -1}, 6),
    "plus another": ({"plus": {"round": "now"}}, 12),
    "divided": ({"divide": 2}, 3),
    "rounded up": ({"divide": 2, "rounded": "up"}, 4),
    "at least": ({"at_least": 8}, 8),
    "at least less": ({"at_least": 6}, 7),
    "at least 0": ({"times": -1, "at_least": 0}, 0),
    "at most": ({"at_most": 6}, 6),
    "at most more": ({"at_most": 8}, 7),
    "at most 0": ({"at_most": 0}, 0),
    "if it holds": ({"if": [{"round": "now", "min": 5}], "else": 1}, 7),
    "if not": ({"if": [{"round": "now", "min": 6}], "else": 1}, 1),
    "or nothing": ({"if": [{"round": "now", "min": 6}]}, 0),
    "of all": ({"of": "all"}, 13),
    "of others": ({"of": "others"}, 6),
    "of most": ({"of": "most"}, 7),
    "of fewest": ({"of": "fewest"}, 2),
    "in this order": ({"times": 3, "plus": 1, "divide": 4, "at_least": 1, "at_most": 5}, 5),
}


@pytest.mark.parametrize("name", NUMBERS)
def test_a_key_makes_this_of_a_number(name: str) -> None:
    keys, number = NUMBERS[name]
    rules = sa.load(players=3)
    state = position(rules, {"phase": "placing", "round": 5, "seats": SEATS})
    (row,) = quantity_rows.rows_of(rules, [FOOD | keys | {"min": 0}])
    assert rules.linker.quantity(row.row)(state, 0, 0) == number
