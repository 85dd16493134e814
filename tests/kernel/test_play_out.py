"""`State.play_out`: a random game in one call is the same game as its answers, applied one by one."""

from __future__ import annotations

import random

import pytest

import stoneage_rules as sa
from shipped import HERE
from stoneage_rules.kernel.actions import Action
from stoneage_rules.testing import position

TABLES = [(), *((module,) for module in HERE), HERE]


def most_players(modules: tuple[str, ...]) -> int:
    """Returns the greatest number of players of the modules."""
    return 5 if "style-is-the-goal" in modules else 4


@pytest.mark.parametrize("modules", TABLES, ids=" ".join)
@pytest.mark.parametrize("players", ["least", "most"])
def test_its_answers_lead_to_the_same_state_step_by_step(modules, players):
    count = 2 if players == "least" else most_players(modules)
    rules = sa.load(players=count, modules=list(modules))
    for seed in range(12):
        answers: list[sa.Action | sa.Outcome] = []
        played = rules.initial_state()
        choices = played.play_out(random.Random(seed), answers=answers)
        state = rules.initial_state()
        for answer in answers:
            state.apply(answer)
        assert played.is_over
        assert state == played
        assert choices == sum(type(answer) is Action for answer in answers)


@pytest.mark.parametrize("modules", [(), HERE], ids=" ".join)
def test_it_draws_the_numbers_of_a_loop_that_takes_forced_choices(modules):
    rules = sa.load(players=4, modules=list(modules))
    for seed in range(5):
        chance = random.Random(seed)
        state = rules.initial_state()
        while not state.is_over:
            if state.is_chance:
                state.apply(state.sample(chance))
                continue
            legal = state.legal()
            state.apply(legal[int(chance.random() * len(legal))] if len(legal) > 1 else legal[0])
        played = rules.initial_state()
        played.play_out(random.Random(seed))
        assert played == state


def test_what_can_be_used_at_any_time_is_among_the_choices():
    """In the first round, with the card that brings two resources."""
    rules = sa.load(players=2)
    used = 0
    for seed in range(8):
        chance, answers = random.Random(seed), []
        state = position(rules, {"phase": "placing", "seats": {0: {"items": ["civ-36"]}}})
        played = state.copy()
        played.play_out(random.Random(seed), until_round=2, answers=answers)
        used += any(str(answer) == "use civ-36" for answer in answers)
        for answer in answers:
            legal = () if state.is_chance else state.legal()
            expected = legal[int(chance.random() * len(legal))] if len(legal) > 1 else (*legal, None)[0]
            assert answer == (state.sample(chance) if state.is_chance else expected)
            state.apply(answer)
        assert state == played
    assert used > 4


def test_it_stops_at_the_first_question_of_a_round_and_goes_on():
    rules = sa.load(players=3)
    whole, halves = rules.initial_state(), rules.initial_state()
    whole.play_out(random.Random(1))
    source = random.Random(1)
    halves.play_out(source, until_round=3)
    assert (halves.round, halves.phase, halves.is_over) == (3, "placing", False)
    assert halves.legal()
    assert halves.play_out(source, until_round=3) == 0
    halves.play_out(source)
    assert halves == whole


def test_a_state_that_has_been_asked_goes_on_alike():
    rules = sa.load(players=2)
    asked, fresh = rules.initial_state(), rules.initial_state()
    for state in (asked, fresh):
        state.play_out(random.Random(3), until_round=2)
    assert asked.legal()
    for state in (asked, fresh):
        state.play_out(random.Random(4))
    assert asked == fresh
    assert fresh.play_out(random.Random(5)) == 0


def test_a_game_that_does_not_end_is_an_error():
    with pytest.raises(sa.EndlessGame, match="not over after 50 steps, in round 4"):
        sa.load(players=2).initial_state().play_out(random.Random(1), longest=50)


def test_a_game_may_have_just_as_many_answers_as_are_allowed():
    answers: list[sa.Action | sa.Outcome] = []
    rules = sa.load(players=2)
    rules.initial_state().play_out(random.Random(1), answers=answers)
    rules.initial_state().play_out(random.Random(1), longest=len(answers))
    with pytest.raises(sa.EndlessGame):
        rules.initial_state().play_out(random.Random(1), longest=len(answers) - 1)


def test_events_are_noted_for_who_listens():
    loud, silent = sa.load(players=2).initial_state(listen=True), sa.load(players=2).initial_state()
    loud.play_out(random.Random(6))
    silent.play_out(random.Random(6))
    assert loud == silent
    assert any(event[0] == "score" for event in loud.noted)
