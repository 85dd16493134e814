"""Driving an animal off: when, who rolls, what a die brings, and where everybody goes."""

from __future__ import annotations

import pytest

import stoneage_rules as sa
from stoneage_rules.testing import assert_refused, legal_texts, play
from writing import write_pack


def full(at, players=2, on_card=None, **given):
    """A full card, and one action left, of the last seat in turn order."""
    first = given.get("first", 0)
    last = (first - 1) % players
    figures = {"toolmaker-hut": {last: 1}}
    return at(
        players, active="wolf", on_card=on_card or [1] * players, phase="take-actions",
        **{**given, "figures": {**figures, **given.get("figures", {})}},
    )  # fmt: skip


def tools_of(state, seat):
    return [list(tool) for tool in state.player(seat).tools]


# --- when -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("animals.driven-off")
def test_the_animal_leaves_the_game_and_the_figures_go_home(at):
    state = full(at, seats={0: {"goods": {"food": 0}}})
    play(state, "resolve toolmaker-hut", "roll 1", "claim 1", "roll 1", "claim 1")
    assert state.phase == "feed-tribe"
    assert (state.item_on("active-animal"), state.unseen("animal-box")) == (None, ("wolf",))
    assert (state.figures_at("active-animal"), state.player(0).at_home) == ((0, 0), 5)
    assert "wolf" not in state.unseen("deck")
    assert_refused(state, "place active-animal 1", check="decision.kind")


def test_the_log_says_that_it_is_driven_off(at):
    start = full(at)
    game = sa.Game(start.rules, seed=1, start=start)
    game.play("resolve toolmaker-hut")
    assert "wolf is driven off" in game.log


# --- rewards ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("animals.reward")
@pytest.mark.parametrize("on_card", [[1, 1], [2, 0], [0, 2]])
def test_who_helped_rolls_one_die_for_each_figure(at, on_card):
    state = full(at, on_card=on_card)
    play(state, "resolve toolmaker-hut")
    for seat, count in enumerate(on_card):
        if count:
            assert (state.seat, {len(outcome.args) for outcome, _ in state.outcomes()}) == (seat, {count})
            play(state, "roll " + " ".join(["1"] * count), *["claim 1"] * count)
    assert state.round == 2
    assert [state.player(seat).points for seat in range(2)] == [3 * count for count in on_card]


REWARDS = [
    (1, "points", 3),
    (2, "food", 12 + 3 - 5),
    (4, "tools", [[1, False]]),
    (5, "agriculture", 1),
    (6, "figures", 6),
]


def has(state, what):
    player = state.player(0)
    return {
        "points": player.points, "food": player.goods["food"], "tools": tools_of(state, 0),
        "agriculture": player.tracks["agriculture"], "figures": player.figures,
    }[what]  # fmt: skip


@pytest.mark.rule("animals.reward")
@pytest.mark.parametrize(("face", "what", "amount"), REWARDS)
def test_each_face_has_its_reward(at, face, what, amount):
    state = full(at, seats={1: {"points": 50}})
    before = {name: has(state, name) for _, name, _ in REWARDS}
    play(state, "resolve toolmaker-hut", f"roll {face}", f"claim {face}", "roll 1", "claim 1")
    eaten = {"food": 12 + state.player(0).tracks["agriculture"] - state.player(0).figures}
    assert has(state, what) == amount
    others = {name: has(state, name) for _, name, _ in REWARDS if name != what}
    assert others == {name: eaten.get(name, before[name]) for name in others}


@pytest.mark.rule("animals.reward")
@pytest.mark.parametrize("face", range(2, 7))
def test_the_reward_of_a_1_can_be_taken_instead(at, face):
    state = full(at)
    play(state, "resolve toolmaker-hut", f"roll {face}")
    assert legal_texts(state) == ("claim 1", f"claim {face}")
    play(state, "claim 1", "roll 1", "claim 1")
    assert [has(state, name) for name in ("points", "food", "tools", "agriculture", "figures")] == [3, 7, [], 0, 5]


# --- turn order -------------------------------------------------------------------------------------------------


@pytest.mark.rule("animals.turn-order")
@pytest.mark.parametrize("first", range(4))
def test_rewards_are_taken_from_the_starting_player_clockwise(at, first):
    state = full(at, 4, first=first)
    play(state, "resolve toolmaker-hut")
    seats = []
    for _ in range(4):
        assert state.is_chance
        seats.append(state.seat)
        play(state, "roll 1")
        assert state.seat == seats[-1]
        play(state, "claim 1")
    assert seats == [(first + turn) % 4 for turn in range(4)]


# --- told ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("animals.reward")
def test_each_reward_is_said_before_it_is_chosen(at):
    state = full(at)
    play(state, "resolve toolmaker-hut", "roll 5")
    assert [state.rules.describe(action, state) for action in state.legal()] == ["3 points", "1 forward on agriculture"]
    assert (state.pending.dice, state.pending.place) == ((5,), "active-animal")


def test_a_roll_says_what_its_dice_stand_for(at):
    state = full(at, on_card=[2, 0])
    play(state, "resolve toolmaker-hut")
    assert state.rules.describe(state.rules.parse("roll 1 6"), state) == "3 points; a figure"
    assert state.pending.dice_count == 2


def test_a_total_is_told_with_the_value_of_the_animal_taken_off(at):
    state = at(active="wolf", on_card=[0, 0, 0, 0], phase="take-actions", figures={"forest": [2, 0, 0, 0]})
    play(state, "resolve forest")
    assert state.rules.describe(state.rules.parse("roll 2 3"), state) == "3 / 3 = 1 wood"


def test_placing_on_an_animal_says_what_it_shows_and_no_price(at):
    state = at(active="wolf", on_card=[0, 0, 0, 0], phase="placing")
    assert state.rules.describe(state.rules.parse("place active-animal 1"), state) == "wolf: shows 2 threat"


def test_an_animal_lies_on_one_space(tmp_path):
    """A location with copies is refused where it is named."""
    text = """
[[patch.location]]
target = "wild-animals:active-animal"
set.copies = 2
"""
    pack = write_pack(tmp_path, {"rules.toml": text}, requires="wild-animals")
    with pytest.raises(sa.ContentError, match="`active-animal` is 2 spaces, and an animal lies on one"):
        sa.load(players=3, modules=["wild-animals", str(pack)])
