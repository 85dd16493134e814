"""Taking actions: statements base.action.*.  Tools, cards and buildings have files of their own."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

from stoneage_rules.testing import assert_refused, legal_texts, play


@pytest.mark.rule("base.action.order")
def test_each_player_resolves_everything_before_the_next_begins(at):
    state = at(
        3,
        phase="take-actions",
        first=1,
        figures={"fields": [1, 0, 0], "hut": [0, 2, 0], "clay-pit": [0, 0, 1], "hunt": [1, 1, 1]},
    )
    turns = []
    while state.phase == "take-actions":
        if state.is_chance:
            play(state, "roll 1")
        elif state.legal()[0].kind == "tools":
            play(state, "tools none")
        else:
            turns.append((state.seat, legal_texts(state)))
            state.apply(state.legal()[-1])
    assert turns == [
        (1, ("resolve hunt", "resolve hut")),
        (1, ("resolve hunt",)),
        (2, ("resolve hunt", "resolve clay-pit")),
        (2, ("resolve hunt",)),
        (0, ("resolve hunt", "resolve fields")),
        (0, ("resolve hunt",)),
    ]


@pytest.mark.rule("base.action.return")
@pytest.mark.parametrize(("place", "count", "steps"), [
    ("fields", 1, []), ("toolmaker-hut", 1, []), ("hunt", 4, ["roll 1 1 1 1"]), ("forest", 3, ["roll 1 1 1"]),
    ("card-1", 1, ["pay 1 wood"]), ("card-4", 1, ["decline"]), ("building-1", 1, ["decline"]),
])  # fmt: skip
def test_figures_come_home_when_their_place_is_resolved(acting, place, count, steps):
    state = acting(place, figures=count, goods={"wood": 1}, spaces={"card-1": "civ-26"})
    assert state.player(0).at_home == 10 - count
    play(state, f"resolve {place}", *steps)
    assert state.player(0).at_home == state.player(0).figures == 10
    assert state.figures_at(place)[0] == 0


@pytest.mark.rule("base.action.mandatory")
@pytest.mark.parametrize("place", ["hunt", "forest", "clay-pit", "quarry", "river", "toolmaker-hut", "hut", "fields"])
def test_an_action_cannot_be_skipped(acting, place):
    state = acting(place, figures=2 if place == "hut" else 1)
    assert legal_texts(state) == (f"resolve {place}",)
    assert_refused(state, "decline", "base.round.phases", "decision.kind", found="belongs to another decision")
    play(state, f"resolve {place}")
    assert not any(option == "decline" for option in legal_texts(state))
    if state.is_chance:
        assert_refused(state, "decline", check="chance.pending", needed="first a roll of 1 die for seat 0")


@pytest.mark.rule("base.action.hunt")
@pytest.mark.parametrize("figures", range(1, 6))
def test_the_hunt_brings_half_of_the_total_in_food(acting, figures):
    state = acting("hunt", figures=figures)
    play(state, "resolve hunt")
    rolls = list(combinations_with_replacement(range(1, 7), figures))
    assert sorted(outcome.args for outcome, _ in state.outcomes()) == rolls
    for outcome, _ in state.outcomes():
        after = state.after(outcome)
        assert after.good(0, "food") == 12 + sum(outcome.args) // 2
        assert [after.good(0, good) for good in ("wood", "clay", "stone", "gold")] == [0, 0, 0, 0]


@pytest.mark.rule("base.action.gather")
@pytest.mark.parametrize(("place", "good", "divide"), [
    ("forest", "wood", 3), ("clay-pit", "clay", 4), ("quarry", "stone", 5), ("river", "gold", 6),
])  # fmt: skip
@pytest.mark.parametrize("figures", [1, 2, 4])
def test_resources_are_gathered_by_their_own_number(acting, place, good, divide, figures):
    state = acting(place, figures=figures)
    play(state, f"resolve {place}")
    rolls = list(combinations_with_replacement(range(1, 7), figures))
    assert sorted(outcome.args for outcome, _ in state.outcomes()) == rolls
    for outcome, _ in state.outcomes():
        goods = dict(state.after(outcome).player(0).goods)
        expected = {"food": 12, "wood": 0, "clay": 0, "stone": 0, "gold": 0}
        assert goods == expected | {good: expected[good] + sum(outcome.args) // divide}


@pytest.mark.rule("base.action.hunt", "base.action.gather")
def test_a_roll_has_exactly_one_die_for_each_figure(acting):
    for place in ("hunt", "forest", "clay-pit", "quarry", "river"):
        state = acting(place, figures=3)
        play(state, f"resolve {place}")
        chances = {outcome.args: chance for outcome, chance in state.outcomes()}
        assert sum(chances.values()) == 1
        assert chances[1, 1, 1] * 216 == 1
        assert chances[1, 2, 3] * 216 == 6
