"""The effect `lose`: goods, steps, tools and figures; who loses, who gets it, who chooses; saving, refusals, whole games."""

from __future__ import annotations

from itertools import product

import pytest

import stoneage_rules as sa
from dealt import assert_no_state
from long_profile import some
from mechanics.games import against, read_again, whole_games
from properties.invariants import check_all
from stoneage_rules.plugin import operations
from stoneage_rules.policies import sensible_policy
from stoneage_rules.testing import legal_texts, play, position
from writing import base_with

RESOURCES = ("wood", "clay", "stone", "gold")


def pit(*effects: str) -> str:
    """A place where figures have these effects."""
    return f'[[location]]\nid = "pit"\ncircles = 5\neffects = [{", ".join(effects)}]\n'


def at_pit(rules: sa.Ruleset, **seats: dict[str, object]) -> sa.State:
    """Seat 0 has resolved the pit; seat 1 has still to act."""
    zero = [1] + [0] * (rules.players - 1)
    one = [0, 1] + [0] * (rules.players - 2)
    given = {
        "phase": "take-actions",
        "figures": {"pit": zero, "hunt": one},
        "seats": {int(seat[1:]): seats[seat] for seat in seats},
    }
    state = position(rules, given)
    state._noted = []
    play(state, "resolve pit")
    return state


def goods_of(state: sa.State, seat: int = 0) -> dict[str, int]:
    return {good: count for good, count in state.player(seat).goods.items() if count and good != "food"}


# --- one thing --------------------------------------------------------------------------------------------------------


def test_a_marker_goes_back_and_not_below_the_start() -> None:
    rules = base_with(pit('{ do = "lose", track = "agriculture", amount = 2 }'), 3)
    for before in range(5):
        state = at_pit(rules, s0={"tracks": {"agriculture": before}})
        assert state.track(0, "agriculture") == max(0, before - 2)
        told = [event[3:] for event in state._noted or [] if event[0] == "go-back"]
        assert told == [(min(2, before), max(0, before - 2))] * bool(before)
        read_again(state)


def test_losing_a_tool_undoes_taking_one_for_every_kit() -> None:
    kits = sa.load(players=2).kits
    for kit, tools in enumerate(kits.kits):
        assert kits.totals[kits.lost[kit]] == max(0, kits.totals[kit] - 1)
        if not any(used for _, used in tools):
            assert kits.lost[kits.gained[kit]] == kit or kits.gained[kit] == kit


# --- the loser's choice -----------------------------------------------------------------------------------------------


def test_options_against_brute_force() -> None:
    rules = base_with(pit('{ do = "lose", of = "resource", amount = 2 }'), 3)
    for hand in some(product(range(3), repeat=4), 4):
        state = at_pit(rules, s0={"goods": dict(zip(RESOURCES, hand, strict=True))})
        if sum(hand) <= 2 or sum(map(bool, hand)) == 1:
            assert state.seat == 1
            assert sum(goods_of(state).values()) == max(0, sum(hand) - 2)
            continue
        expected = {
            "lose " + ", ".join(f"{count} {good}" for count, good in zip(lost, RESOURCES, strict=True) if count)
            for lost in product(*(range(count + 1) for count in hand))
            if sum(lost) == 2
        }
        assert set(legal_texts(state)) == expected
        for action in (action for action in rules.actions if action.kind == "lose"):
            assert (not state.why_not(action)) == (str(action) in expected)


def test_one_answer_gives_up_eight_resources_at_the_most() -> None:
    rules = base_with(pit('{ do = "lose", of = "resource", amount = 2 }'), 3)
    assert {sum(action.data) for action in rules.actions if action.kind == "lose"} == set(range(1, 9))


def test_what_is_given_up_is_refused_with_reasons() -> None:
    rules = base_with(pit('{ do = "lose", of = "resource", amount = 2 }'), 3)
    state = at_pit(rules, s0={"goods": {"wood": 2, "clay": 2}})
    (form,) = against(state, "lose 1 wood")
    assert (form.check, form.needed) == ("loss.form", "to be lost: 2 of any resource")
    assert [reason.check for reason in against(state, "lose 2 gold")] == ["loss.holdings"]
    assert legal_texts(state) == ("lose 2 wood", "lose 1 wood, 1 clay", "lose 2 clay")
    assert state.pending.amount == 2
    assert state.pending.among == RESOURCES
    read_again(state)


def test_large_losses_are_chosen_in_several_answers() -> None:
    rules = base_with(pit('{ do = "lose", of = "resource", amount = { goods = "resource", divide = 2 } }'), 3)
    assert sum(action.kind == "lose" for action in rules.actions) <= 500
    state = at_pit(rules, s0={"goods": {"wood": 20, "clay": 10}})
    answers = 0
    while state.seat == 0:
        read_again(state)
        state.apply(state.legal()[-1])
        answers += 1
    assert answers > 1
    assert sum(goods_of(state).values()) == 15


@pytest.mark.parametrize(
    "changed",
    [[0, 0, 0, 0], [0, 0, 9, 0], [0, 0, 1, 1], [0, 0, 1, 4], [1, 0, 1, 0]],
    ids=["none", "all", "to-itself", "no-seat", "no-goods"],
)  # fmt: skip
def test_saved_choices_that_cannot_come_about_are_refused(changed: list[int]) -> None:
    rules = base_with(pit('{ do = "lose", of = "resource", amount = 2 }'), 3)
    saved = at_pit(rules, s0={"goods": {"wood": 2, "clay": 2}}).to_dict()
    assert_no_state(rules, saved, top=["lose-goods", *changed])


# --- who loses, and who gets it -----------------------------------------------------------------------------------------


def test_all_others_are_asked_in_turn_order_and_the_goods_change_hands() -> None:
    rules = base_with(pit('{ do = "lose", of = "resource", from = "others", to = "seat" }'), 4)
    goods = {"goods": {"wood": 1, "clay": 1}}
    state = at_pit(rules, s0={}, s1=goods, s2={"goods": {"gold": 1}}, s3=goods)
    assert state.seat == 1
    play(state, "lose 1 wood")
    assert state.seat == 3
    play(state, "lose 1 clay")
    assert goods_of(state) == {"wood": 1, "clay": 1, "gold": 1}
    assert [goods_of(state, seat) for seat in (1, 2, 3)] == [{"clay": 1}, {}, {"wood": 1}]
    assert ("loss", 2, (0, 0, 0, 0, 1), 0) in [(name, seat, tuple(goods), to) for name, seat, goods, to in lost(state)]


def test_one_good_of_several_is_lost_and_no_other() -> None:
    rules = base_with(pit('{ do = "lose", good = "wood" }'), 3)
    state = at_pit(rules, s0={"goods": {"wood": 2, "clay": 2, "gold": 2}})
    assert goods_of(state) == {"wood": 1, "clay": 2, "gold": 2}
    assert lost(state) == [("loss", 0, (0, 1, 0, 0, 0), -1)]


def lost(state: sa.State) -> list[tuple[object, ...]]:
    return [event for event in state._noted or [] if event[0] == "loss"]


def test_operations_never_take_what_is_not_there() -> None:
    state = sa.load(players=2).initial_state()
    operations.lose_goods(state, 0, (99,) * len(state.rules.goods), 1)
    state._noted = []
    operations.lose_goods(state, 0, (99,) * len(state.rules.goods), 1)
    operations.go_back(state, 0, 0, 99)
    assert state._noted == [], "nothing is left, and the marker is at 0"
    operations.lose_figures(state, 0, 99)
    state._noted = []
    operations.lose_figures(state, 0, 99)
    operations.lose_figures(state, 0, -1)
    assert state._noted == [], "the last figure stays"
    operations.lose_tool(state, 0)
    assert (sum(state.player(0).goods.values()), state.good(1, "food"), state.figures[0]) == (0, 24, 1)
    check_all(state)


# --- everywhere -------------------------------------------------------------------------------------------------------

EVERYWHERE = """
[[patch.phase]]
target = "base:feed-tribe"
set.effects.each-seat.effects.feed.starve = [
    { do = "lose", figures = { missing = "food" } },
    { do = "lose", track = "agriculture" },
    { do = "lose", tools = 1 },
    { do = "lose", of = "resource", amount = { goods = "resource" } },
]
append.effects = [
    { do = "each-seat", effects = [
        { do = "lose", of = "resource", amount = { goods = "resource", plus = -3, at_least = 0 } },
    ] },
    { do = "lose", of = "resource", from_most = { goods = "resource" } },
]
[[patch.dice_table]]
target = "base:finds"
set.faces.1 = [{ do = "lose", of = "resource", from = "others", to = "seat" }]
[[patch.card]]
where = {}
append.effects = [{ do = "lose", of = "resource", amount = 2, from_most = { goods = "resource" }, to = "seat" }]
[[patch.location]]
target = "base:hunt"
append.effects = [{ do = "one-of", effects = [
    { do = "lose", good = "food", amount = { figures = "all" } },
    { do = "lose", of = "resource", amount = 2 },
] }]
"""


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games_with_losses_keep_every_law(players: int) -> None:
    whole_games(base_with(EVERYWHERE, players), 1, "lose-goods", every=40)


def test_the_sensible_policy_gives_up_the_cheapest() -> None:
    rules = base_with(EVERYWHERE + pit('{ do = "lose", of = "resource" }'), 3)
    state = at_pit(rules, s0={"goods": {"wood": 3, "gold": 3}})
    policy = sensible_policy(1)
    assert str(policy(state.view(0), state.legal())) == "lose 1 wood"
    game = sa.Game(rules, seed=1)
    game.run([policy] * 3)
    assert game.state.round > 1


def test_the_effect_is_told_in_words() -> None:
    text = pit(
        '{ do = "lose", good = "wood", amount = 2 }', '{ do = "lose", of = "resource", from = "others", to = "seat" }',
        '{ do = "lose", figures = 1 }', '{ do = "lose", tools = 2, from_most = { tools = "value" } }',
        '{ do = "lose", track = "agriculture" }',
    )  # fmt: skip
    rules = base_with(text, 3)
    told = str(rules.location("pit"))
    for words in (
        "lose 2 wood", "all others lose 1 of any resource to the seat", "lose 1 figure",
        "whoever has the highest value of the tools loses 2 tools", "lose 1 back on agriculture",
    ):  # fmt: skip
        assert words in told


def test_losses_are_told_in_the_log() -> None:
    setup = """[[set_up]]\nid = "toll"\neffects = [{ do = "each-seat", effects = [
        { do = "tool" }, { do = "lose", tools = 1 }, { do = "advance", track = "agriculture" },
        { do = "lose", track = "agriculture" },
        { do = "lose", figures = 2 }, { do = "lose", good = "food", from = "others", to = "seat" },
    ] }]\n[[patch.course]]\ntarget = "base:order-of-play"\nappend.set_up = ["toll"]\n"""
    game = sa.Game(base_with(setup), seed=1)
    for words in (
        "seat 0 loses a tool, and has none", "seat 0 goes 1 back on agriculture, to 0", "seat 0 loses 2 figures",
        "seat 1 loses 1 food to seat 0",
    ):  # fmt: skip
        assert any(words in sentence for sentence in game.log), list(game.log)


def test_nobody_loses_anything_in_the_middle_of_a_decision() -> None:
    patch = '[[patch.card]]\ntarget = "base:civ-36"\nset.anytime = [{ do = "one-of", effects = [{ do = "figure" }, %s] }]\n'
    with pytest.raises(sa.ContentError, match="a loss at any time"):
        base_with(patch % '{ do = "lose", good = "wood" }', 3)
    most = '{ do = "lose", good = "wood", from_most = { goods = "clay" }%s }'
    with pytest.raises(sa.ContentError, match="a loss at any time"):
        base_with(patch % (most % ""), 3)
    base_with(patch % '{ do = "lose", good = "wood", from = "others" }', 3)
    base_with(patch % (most % ', to = "seat"'), 3)
