"""Taking actions: statements base.action.*.  Tools, cards and buildings have files of their own."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

from stoneage_rules.testing import assert_refused, legal_texts, play

BEST_TOOLS = [[4, False]] * 3


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


@pytest.mark.rule("base.action.order")
@pytest.mark.parametrize("order", [("fields", "hut", "toolmaker-hut"), ("toolmaker-hut", "fields", "hut")])
def test_places_are_resolved_in_any_order(at, order):
    state = at(phase="take-actions", figures={"fields": {0: 1}, "hut": {0: 2}, "toolmaker-hut": {0: 1}, "hunt": {3: 1}})
    for number, place in enumerate(order):
        assert set(legal_texts(state)) == {f"resolve {left}" for left in order[number:]}
        play(state, f"0: resolve {place}")
    assert (state.seat, legal_texts(state)) == (3, ("resolve hunt",))


@pytest.mark.rule("base.action.order")
def test_only_places_with_own_figures_act_and_only_once(at):
    state = at(phase="take-actions", figures={"fields": {0: 1}, "hut": {0: 2}, "quarry": {1: 2}})
    assert_refused(state, "resolve quarry", "base.action.order", "resolve.standing", found="you have none there")
    assert_refused(state, "resolve quarry", "base.action.order", "decision.seat", seat=1, found="you are seat 1")
    play(state, "resolve fields")
    assert_refused(state, "resolve fields", "base.action.order", "resolve.standing", found="you have none there")


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


@pytest.mark.rule("base.action.return")
def test_figures_elsewhere_stay_until_their_own_place_is_resolved(at):
    state = at(phase="take-actions", figures={"fields": {0: 1}, "forest": {0: 3, 1: 2}, "hunt": {1: 1}})
    play(state, "resolve fields")
    assert (state.player(0).at_home, state.player(1).at_home) == (2, 2)
    assert state.figures_at("forest") == (3, 2, 0, 0)


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


@pytest.mark.rule("base.action.mandatory")
@pytest.mark.parametrize("place", ["card-3", "building-2"])
def test_only_cards_and_buildings_can_be_declined(acting, place):
    state = acting(place)
    play(state, f"resolve {place}")
    assert legal_texts(state) == ("decline",)


@pytest.mark.rule("base.action.at-limit")
def test_places_that_give_nothing_any_more_can_be_occupied(at):
    most = {"figures": 10, "tracks": {"agriculture": 10}, "tools": BEST_TOOLS}
    state = at(seats={0: most})
    assert {"place hut 2", "place fields 1", "place toolmaker-hut 1"} <= set(legal_texts(state))


@pytest.mark.rule("base.action.at-limit")
@pytest.mark.parametrize(("place", "count"), [("hut", 2), ("fields", 1), ("toolmaker-hut", 1)])
def test_what_cannot_be_added_is_not_gained_and_nothing_is_lost(acting, place, count):
    state = acting(place, figures=count, tracks={"agriculture": 10}, tools=BEST_TOOLS)
    before = state.player(0)
    play(state, f"resolve {place}")
    after = state.player(0)
    assert (after.figures, after.tracks, after.tools) == (10, {"agriculture": 10}, ((4, False),) * 3)
    assert (after.goods, after.points, after.at_home) == (before.goods, before.points, 10)


@pytest.mark.rule("base.action.at-limit")
@pytest.mark.parametrize("card", ["civ-29", "civ-30"])
def test_a_card_that_can_add_nothing_is_bought_like_any_other(acting, card):
    state = acting("card-1", spaces={"card-1": card}, goods={"wood": 1}, tracks={"agriculture": 10}, tools=BEST_TOOLS)
    play(state, "resolve card-1", "pay 1 wood")
    after = state.player(0)
    assert (after.items, after.goods["wood"]) == ((card,), 0)
    assert (after.tracks["agriculture"], after.tools) == (10, ((4, False),) * 3)


@pytest.mark.rule("base.action.at-limit", "base.civ.dice-for-all")
def test_a_die_can_be_picked_though_it_brings_nothing(acting):
    state = acting("card-1", spaces={"card-1": "civ-01"}, goods={"wood": 1}, tracks={"agriculture": 10}, tools=BEST_TOOLS)
    play(state, "resolve card-1", "pay 1 wood", "roll 5 5 6 6")
    assert legal_texts(state) == ("pick 5", "pick 6")
    play(state, "0: pick 5", "1: pick 6", "2: pick 6", "3: pick 5")
    assert (state.player(0).tools, state.track(1, "agriculture")) == (((4, False),) * 3, 1)


@pytest.mark.rule("base.action.toolmaker")
def test_the_toolmaker_gives_one_tool(acting):
    state = acting("toolmaker-hut")
    play(state, "resolve toolmaker-hut")
    assert [state.player(seat).tools for seat in range(4)] == [((1, False),), (), (), ()]


@pytest.mark.rule("base.action.hut")
def test_the_hut_gives_one_figure_home_at_once(at):
    state = at(phase="take-actions", figures={"hut": {0: 2}, "hunt": {0: 1}})
    play(state, "resolve hut")
    assert (state.player(0).figures, state.player(0).at_home) == (6, 5)
    assert [state.player(seat).figures for seat in (1, 2, 3)] == [5, 5, 5]


@pytest.mark.rule("base.action.hut")
def test_the_new_figure_is_fed_in_this_round_and_placed_in_the_next(at):
    state = at(2, phase="take-actions", figures={"hut": {0: 2}, "hunt": {1: 1}})
    play(state, "resolve hut", "resolve hunt", "roll 1")
    assert (state.good(0, "food"), state.good(1, "food")) == (12 - 6, 12 - 5)
    assert state.round == 2
    play(state, "1: place river 5")
    assert "place hunt 6" in legal_texts(state)


@pytest.mark.rule("base.action.fields")
@pytest.mark.parametrize("before", range(11))
def test_the_fields_raise_agriculture_by_one_up_to_10(acting, before):
    state = acting("fields", tracks={"agriculture": before})
    play(state, "resolve fields")
    assert state.track(0, "agriculture") == min(before + 1, 10)
    assert [state.track(seat, "agriculture") for seat in (1, 2, 3)] == [0, 0, 0]


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


@pytest.mark.rule("base.action.hunt", "base.action.gather")
@pytest.mark.parametrize(("place", "good", "divide"), [
    ("hunt", "food", 2), ("forest", "wood", 3), ("clay-pit", "clay", 4), ("quarry", "stone", 5), ("river", "gold", 6),
])  # fmt: skip
def test_tools_count_before_the_total_is_divided(acting, place, good, divide):
    state = acting(place, tools=[[2, False], [2, False], [1, False]])
    before = state.good(0, good)
    play(state, f"resolve {place}", "roll 5", "tools 2+1")
    assert state.good(0, good) == before + 8 // divide


@pytest.mark.rule("base.action.unlimited-goods")
@pytest.mark.parametrize(("place", "good"), [("hunt", "food"), ("forest", "wood"), ("river", "gold")])
def test_any_amount_can_be_held(acting, place, good):
    state = acting(place, figures=7, goods={good: 999})
    play(state, f"resolve {place}", "roll 6 6 6 6 6 6 6")
    assert state.good(0, good) > 999
    assert state.seat == 1, "nobody is asked to give anything back"
