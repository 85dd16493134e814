"""Tools: statements base.tool.*.  One-use tools are cards and have their tests there, but for how they go together."""

from __future__ import annotations

import pytest

import stoneage_rules as sa
from stoneage_rules.plugin import Quantity
from stoneage_rules.testing import assert_refused, legal_texts, play

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


def tools_of(state, seat=0):
    return [list(tool) for tool in state.player(seat).tools]


@pytest.mark.rule("base.tool.progression", "base.action.toolmaker")
@pytest.mark.parametrize("taken", range(12))
def test_each_further_tool(acting, taken):
    state = acting("toolmaker-hut", tools=unused(CHAIN[taken]))
    play(state, "resolve toolmaker-hut")
    assert tools_of(state) == unused(CHAIN[taken + 1])


@pytest.mark.rule("base.tool.progression")
def test_after_twelve_nothing_happens(acting):
    state = acting("toolmaker-hut", tools=unused([4, 4, 4]))
    play(state, "resolve toolmaker-hut")
    assert tools_of(state) == unused([4, 4, 4])


@pytest.mark.rule("base.tool.progression")
def test_tools_stay_through_the_rounds(at):
    state = at(2, phase="feed-tribe", seats={0: {"tools": [[2, True], [1, True], [1, False]]}})
    assert state.round == 2
    assert tools_of(state) == unused([2, 1, 1])


@pytest.mark.rule("base.tool.upgrade-choice")
@pytest.mark.parametrize(("before", "after"), [
    ([[1, True], [1, False], [1, False]], [[2, False], [1, False], [1, True]]),
    ([[1, True], [1, True], [1, False]], [[2, False], [1, True], [1, True]]),
    ([[1, True], [1, True], [1, True]], [[2, True], [1, True], [1, True]]),
    ([[2, False], [1, True], [1, False]], [[2, False], [2, False], [1, True]]),
    ([[2, False], [2, False], [1, True]], [[2, False], [2, False], [2, True]]),
    ([[3, True], [2, True], [2, False]], [[3, False], [3, True], [2, True]]),
    ([[4, False], [4, False], [3, True]], [[4, False], [4, False], [4, True]]),
])  # fmt: skip
def test_an_unused_one_of_the_lowest_goes_up_and_a_used_one_stays_used(acting, before, after):
    state = acting("toolmaker-hut", tools=before)
    play(state, "resolve toolmaker-hut")
    assert sorted(tools_of(state)) == sorted(after)


@pytest.mark.rule("base.tool.upgrade-choice")
def test_a_fresh_tile_wins_no_second_use(acting):
    state = acting("forest", "toolmaker-hut", tools=unused([1, 1, 1]))
    play(state, "resolve forest", "roll 3", "tools 1+1+1", "resolve toolmaker-hut")
    assert tools_of(state) == [[2, True], [1, True], [1, True]]


@pytest.mark.rule("base.tool.after-roll")
@pytest.mark.parametrize("place", ["hunt", "forest", "clay-pit", "quarry", "river"])
def test_tools_are_asked_for_when_the_dice_lie_there(acting, place):
    state = acting(place, tools=unused([1]))
    play(state, f"resolve {place}")
    assert state.is_chance
    assert legal_texts(state) == ()
    assert_refused(state, "tools 1", check="chance.pending", needed="first a roll of 1 die")
    play(state, "roll 4")
    assert legal_texts(state) == ("tools none", "tools 1")


@pytest.mark.rule("base.tool.after-roll", "base.civ.roll")
@pytest.mark.parametrize("card", ["civ-23", "civ-24", "civ-25"])
def test_tools_go_on_the_rolls_of_cards_too(acting, card):
    state = acting("card-1", spaces={"card-1": card}, goods={"wood": 1}, tools=unused([1]))
    play(state, "resolve card-1", "pay 1 wood")
    assert state.is_chance
    play(state, "roll 1 4")
    assert legal_texts(state) == ("tools none", "tools 1")


@pytest.mark.rule("base.tool.after-roll")
def test_who_has_no_unused_tool_is_not_asked(acting):
    state = acting("forest", "hunt", tools=[[1, True]])
    play(state, "resolve forest", "roll 3")
    assert (state.good(0, "wood"), legal_texts(state)) == (1, ("resolve hunt",))


@pytest.mark.rule("base.tool.once-per-round")
def test_a_used_tool_is_not_there_for_the_next_roll(acting):
    state = acting("forest", "quarry", "river", tools=unused([2, 1, 1]))
    play(state, "resolve forest", "roll 1", "tools 2")
    assert (state.good(0, "wood"), sorted(tools_of(state))) == (1, [[1, False], [1, False], [2, True]])
    play(state, "resolve quarry", "roll 3")
    assert legal_texts(state) == ("tools none", "tools 1", "tools 1+1")
    assert_refused(
        state, "tools 2", "base.tool.once-per-round", "tools.unused",
        needed="tools that are unused this round", found="yours are 1, 1",
    )  # fmt: skip
    play(state, "tools 1+1")
    assert state.good(0, "stone") == 1
    play(state, "resolve river", "roll 6")
    assert state.good(0, "gold") == 1, "no tool is left to ask about"


@pytest.mark.rule("base.tool.once-per-round", "base.round.tools")
def test_tools_serve_again_in_the_next_round(at):
    state = at(2, phase="feed-tribe", seats={0: {"tools": [[1, True], [1, True]]}, 1: {"tools": [[1, True]]}})
    assert (state.round, state.phase) == (2, "placing")
    assert (tools_of(state, 0), tools_of(state, 1)) == (unused([1, 1]), unused([1]))


@pytest.mark.rule("base.tool.whole")
def test_a_tool_counts_in_full_or_not_at_all(acting):
    state = acting("river", "forest", tools=unused([4, 3, 3]))
    play(state, "resolve river", "roll 4")
    assert set(legal_texts(state)) == {
        "tools none", "tools 4", "tools 3", "tools 4+3", "tools 3+3", "tools 4+3+3",
    }  # fmt: skip
    assert_refused(state, "tools 2", "base.tool.whole", "tools.whole", found="you have 4, 3, 3")
    play(state, "tools 4")
    assert state.good(0, "gold") == 1
    play(state, "resolve forest", "roll 1")
    assert "tools 2" not in legal_texts(state), "what the first roll did not need is lost"
    play(state, "tools none")
    assert state.good(0, "wood") == 0


@pytest.mark.rule("base.tool.whole")
@pytest.mark.parametrize(("choice", "check"), [
    ("2", "tools.whole"), ("4+4", "tools.whole"), ("4+3+3+1", "tools.whole"), ("3", None), ("4", "tools.unused"),
    ("4+3", "tools.unused"),
])  # fmt: skip
def test_a_part_of_a_tool_is_another_refusal_than_a_used_tool(acting, choice, check):
    state = acting("hunt", tools=[[4, True], [3, True], [3, False]])
    play(state, "resolve hunt", "roll 2")
    assert [reason.check for reason in state.why_not(state.rules.parse(f"tools {choice}"))] == ([check] if check else [])


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


@pytest.mark.rule("base.tool.several", "base.civ.one-use-tool")
def test_tools_and_one_use_tools_together(acting):
    state = acting("hunt", tools=[[1, False], [1, True]], items=["civ-33", "civ-35"], unspent=["civ-33", "civ-35"])
    play(state, "resolve hunt", "roll 1")
    expected = ["none", "civ-33", "civ-35", "civ-33+civ-35", "1", "1+civ-33", "1+civ-35", "1+civ-33+civ-35"]
    assert sorted(legal_texts(state)) == sorted(f"tools {choice}" for choice in expected)
    play(state, "tools 1+civ-33+civ-35")
    assert state.good(0, "food") == 12 + (1 + 1 + 4 + 2) // 2


@pytest.mark.rule("base.tool.new-usable")
def test_a_tool_just_made_helps_a_later_roll_of_the_round(acting):
    state = acting("toolmaker-hut", "forest")
    play(state, "resolve toolmaker-hut", "resolve forest", "roll 2")
    assert legal_texts(state) == ("tools none", "tools 1")


@pytest.mark.rule("base.tool.new-usable")
def test_an_upgraded_tool_counts_with_its_new_value(acting):
    state = acting("toolmaker-hut", "forest", tools=unused([1, 1, 1]))
    play(state, "resolve toolmaker-hut", "resolve forest", "roll 1", "tools 2")
    assert state.good(0, "wood") == 1


@pytest.mark.rule("base.tool.new-usable", "base.civ.one-use-tool")
def test_a_one_use_tool_just_bought_helps_a_later_roll_of_the_round(acting):
    state = acting("card-1", "forest", spaces={"card-1": "civ-33"}, goods={"clay": 1})
    play(state, "resolve card-1", "pay 1 clay", "resolve forest", "roll 2")
    assert legal_texts(state) == ("tools none", "tools civ-33")
    play(state, "tools civ-33")
    assert state.good(0, "wood") == 2


@pytest.mark.rule("base.tool.new-usable", "base.civ.dice-for-all")
def test_a_tool_from_a_die_helps_a_later_roll_of_the_round(acting):
    state = acting("card-1", "forest", spaces={"card-1": "civ-07"}, goods={"clay": 1})
    play(state, "resolve card-1", "pay 1 clay", "roll 1 1 1 5", "0: pick 5", "1: pick 1", "2: pick 1", "3: pick 1")
    play(state, "0: resolve forest", "roll 2", "tools 1")
    assert state.good(0, "wood") == 1
