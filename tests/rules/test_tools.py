"""Tools: statements base.tool.*.  One-use tools are cards and have their tests there, but for how they go together."""

from __future__ import annotations

import pytest

import stoneage_rules as sa
from stoneage_rules.plugin import Quantity
from stoneage_rules.testing import legal_texts, play

CHAIN = [
    [],
    [1],
    [1, 1],
    [1, 1, 1],
    [2, 1, 1],
    [2, 2, 1],
    [2, 2, 2],
    [3, 2, 2],
    [3, 3, 2],
    [3, 3, 3],
    [4, 3, 3],
    [4, 4, 3],
    [4, 4, 4],
]
"""A seat's tools after 0 to 12 tools taken."""


def test_tools_can_come_to_the_last_of_the_chain_and_no_further():
    """Three spaces, each with a value of four at the most."""
    linker = sa.load(players=2).linker
    assert linker.range_of(Quantity("tools", "value")) == (0, sum(CHAIN[-1]))
    assert linker.range_of(Quantity("tools", "count")) == (0, len(CHAIN[-1]))


def unused(values):
    return [[value, False] for value in values]


@pytest.mark.rule("base.tool.several")
@pytest.mark.parametrize(("tools", "expected"), [
    ([1], ["none", "1"]),
    ([1, 1], ["none", "1", "1+1"]),
    ([2, 1, 1], ["none", "1", "2", "1+1", "2+1", "2+1+1"]),
    ([2, 2, 2], ["none", "2", "2+2", "2+2+2"]),
    ([4, 4, 3], ["none", "3", "4", "4+3", "4+4", "4+4+3"]),
])  # fmt: skip
def test_any_of_the_unused_tools_together(acting, tools, expected):
    state = acting("hunt", tools=unused(tools))
    play(state, "resolve hunt", "roll 2")
    assert sorted(legal_texts(state)) == sorted(f"tools {choice}" for choice in expected)
    for choice in expected:
        after = state.after(state.rules.parse(f"tools {choice}"))
        total = 2 if choice == "none" else 2 + sum(map(int, choice.split("+")))
        assert after.good(0, "food") == 12 + total // 2
