"""Taking actions: statements base.action.*.  Tools, cards and buildings have files of their own."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

from stoneage_rules.testing import legal_texts, play


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
