"""The course of the rounds: statements base.round.*."""

from __future__ import annotations

from fractions import Fraction

import pytest

from stoneage_rules.testing import assert_refused, legal_texts, play

ROW = ["card-1", "card-2", "card-3", "card-4"]
LAID = {"card-1": "civ-11", "card-2": "civ-12", "card-3": "civ-13", "card-4": "civ-14"}


def row(state):
    return [state.item_on(place) for place in ROW]


def act_out(state, phase="take-actions"):
    """Plays a phase with the first of all options, and sixes."""
    while state.phase == phase:
        if state.is_chance:
            state.apply(state.outcomes()[-1][0])
        else:
            state.apply(state.legal()[0])


@pytest.mark.rule("base.round.phases")
def test_placing_then_actions_then_feeding_round_after_round(at):
    """Whoever starts hunts with five figures for 15 food, the other goes to the fields; five are fed each time."""
    state = at(2)
    food = []
    for number, first in ((1, 0), (2, 1), (3, 0)):
        assert (state.round, state.phase, state.seat) == (number, "placing", first)
        play(state, "place hunt 5", "place fields 1", f"{1 - first}: place forest 4")
        assert (state.round, state.phase, state.seat) == (number, "take-actions", first)
        act_out(state)
        food.append((state.good(0, "food"), state.good(1, "food")))
    assert food == [(12 + 15 - 5, 12 + 1 - 5), (22 + 1 - 5, 8 + 15 + 1 - 5), (18 + 15 + 1 - 5, 19 + 2 - 5)]


@pytest.mark.rule("base.round.phases")
@pytest.mark.parametrize(("phase", "given", "actions"), [
    ("placing", {}, ["resolve hunt", "pay 1 wood", "starve", "tools none", "pick 1", "decline"]),
    ("take-actions", {"figures": {"hunt": {0: 1}}}, ["place hunt 1", "pay 1 wood", "starve", "decline"]),
    ("feed-tribe", {"seats": {0: {"goods": {"food": 0}}}}, ["place hunt 1", "resolve hunt", "decline"]),
])  # fmt: skip
def test_nothing_of_another_phase_can_be_done(at, phase, given, actions):
    state = at(phase=phase, **given)
    for action in actions:
        assert_refused(state, action, "base.round.phases", "decision.kind", found="belongs to another decision")


@pytest.mark.rule("base.round.first-player")
@pytest.mark.parametrize(("players", "first"), [(2, 0), (2, 1), (3, 2), (4, 0), (4, 3)])
def test_the_first_player_token_passes_to_the_left(at, players, first):
    state = at(players, round=4, first=first, phase="new-round")
    assert (state.round, state.first_seat, state.seat) == (5, (first + 1) % players, (first + 1) % players)


@pytest.mark.rule("base.round.first-player")
def test_the_token_does_not_move_within_the_round(at):
    state = at(3, first=1)
    play(state, "1: place hunt 5", "2: place hunt 5", "0: place hunt 5", "1: resolve hunt", "roll 1 1 1 1 1")
    assert (state.first_seat, state.seat) == (1, 2)


def next_round(at, empty, first=0):
    """Between two rounds, with some card spaces empty."""
    spaces = {place: "none" if place in empty else card for place, card in LAID.items()}
    return at(phase="new-round", first=first, spaces=spaces)


@pytest.mark.rule("base.round.slide")
@pytest.mark.parametrize(("empty", "slid"), [
    ([], ["civ-11", "civ-12", "civ-13", "civ-14"]),
    (["card-1"], ["civ-12", "civ-13", "civ-14", None]),
    (["card-4"], ["civ-11", "civ-12", "civ-13", None]),
    (["card-2", "card-3"], ["civ-11", "civ-14", None, None]),
    (["card-1", "card-3"], ["civ-12", "civ-14", None, None]),
    (["card-1", "card-2", "card-3"], ["civ-14", None, None, None]),
    (ROW, [None, None, None, None]),
])  # fmt: skip
def test_cards_slide_to_the_right_and_gaps_are_filled_one_by_one(at, empty, slid):
    state = next_round(at, empty)
    assert row(state) == slid
    new = ["civ-31", "civ-02", "civ-36", "civ-20"][: len(empty)]
    for number, card in enumerate(new):
        deck = state.unseen("deck")
        assert {chance for _, chance in state.outcomes()} == {Fraction(1, len(deck))}
        assert {outcome.args[0] for outcome, _ in state.outcomes()} == set(deck)
        play(state, f"draw {card}")
        assert row(state)[: 4 - len(empty) + number + 1] == [*slid[: 4 - len(empty)], *new[: number + 1]]
    assert (state.round, state.phase, None in row(state)) == (2, "placing", False)


@pytest.mark.rule("base.round.tools")
def test_used_tools_become_usable_again(at):
    used = [[3, True], [2, True], [2, False]]
    state = at(3, phase="new-round", seats={0: {"tools": used}, 2: {"tools": [[1, True]]}})
    assert [state.player(seat).tools for seat in range(3)] == [((3, False), (2, False), (2, False)), (), ((1, False),)]


@pytest.mark.rule("base.round.tools")
def test_tools_stay_used_through_feeding(at):
    state = at(2, phase="feed-tribe", seats={0: {"tools": [[1, True]], "goods": {"food": 0}}})
    assert state.player(0).tools == ((1, True),)
    play(state, "starve")
    assert (state.round, state.player(0).tools) == (2, ((1, False),))


@pytest.mark.rule("base.round.tools", "base.tool.once-per-round")
def test_a_tool_serves_in_each_round(at):
    state = at(2, seats={0: {"tools": [[1, False]]}})
    play(state, "0: place quarry 5", "1: place hunt 5", "0: resolve quarry", "roll 1 1 1 1 5", "tools 1")
    play(state, "1: resolve hunt", "roll 2 2 2 2 2")
    play(state, "1: place hunt 5", "0: place quarry 5", "1: resolve hunt", "roll 2 2 2 2 2")
    play(state, "0: resolve quarry", "roll 1 1 1 1 5")
    assert legal_texts(state) == ("tools none", "tools 1")
    play(state, "tools 1")
    assert state.good(0, "stone") == 2 + 2
