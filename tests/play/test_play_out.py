"""`State.play_out`: a random game in one call is the same game as its answers, applied one by one."""

from __future__ import annotations

import random

import pytest

import stoneage_rules as sa
from dealt import resolved
from long_profile import some
from shipped import HERE, needs
from stoneage_rules import Action
from stoneage_rules.policies import make_policies, play_on, random_policy, sensible_policy

TABLES = [(), *((module,) for module in HERE), HERE]


def most_players(modules: tuple[str, ...]) -> int:
    """Returns the greatest number of players of the modules."""
    return 5 if "style-is-the-goal" in modules else 4


@pytest.mark.parametrize("modules", some(TABLES, 2), ids=" ".join)
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
def test_it_draws_the_numbers_of_a_loop_that_takes_forced_choices_and_nothing_back(modules):
    rules = sa.load(players=4, modules=list(modules))
    for seed in range(5):
        chance = random.Random(seed)
        state = rules.initial_state()
        while not state.is_over:
            if state.is_chance:
                state.apply(state.sample(chance))
                continue
            legal = [action for action in state.legal() if action.kind != "take-back"]
            state.apply(legal[int(chance.random() * len(legal))] if len(legal) > 1 else legal[0])
        played = rules.initial_state()
        played.play_out(random.Random(seed))
        assert played == state


def trading() -> sa.State:
    """A purchase that only a trade makes possible."""
    rules = sa.load(players=2, modules=["style-is-the-goal"])
    seat = {"goods": {"clay": 1, "decoration": 3}, "tracks": {"trader": 9}}
    return resolved(rules, "building-1", item="bld-01", **seat)


@needs("style-is-the-goal")
def test_the_random_policy_takes_nothing_back_and_chooses_all_else():
    choose, chosen, start = random_policy(3), {}, trading()
    for _ in range(400):
        state = start.copy()
        for step in ("give", "get", "pay"):
            legal = state.legal()
            action = choose(None, legal)
            chosen.setdefault(step, set()).add(action)
            assert step == "give" or "take-back" in [each.kind for each in legal]
            if action.kind != step:
                break
            state.apply(action)
    state = start
    for step, answer in (("give", "give 1 decoration"), ("get", "get 2 wood"), ("pay", "")):
        if step != "pay":
            assert chosen[step] == {action for action in state.legal() if action.kind != "take-back"}
            state.apply(state.rules.parse(answer))
    assert {action.kind for action in chosen["pay"]} == {"pay", "decline"}


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
    with pytest.raises(sa.EndlessGame, match="not over after 50 steps, in round 3"):
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
    assert any(event[0] == "score" for event in loud._noted)


@pytest.mark.parametrize("modules", [(), HERE], ids=" ".join)
def test_policies_play_it_out_as_they_play_a_game(modules):
    rules = sa.load(players=most_players(modules), modules=list(modules))
    names = [("random", "sensible")[seat % 2] for seat in range(rules.players)]
    for seed in range(2):
        game = sa.Game(rules, seed=seed, skip_forced=True)
        game.run(make_policies(names, seed))
        answers: list[sa.Action | sa.Outcome] = []
        played = rules.initial_state()
        choices = play_on(played, make_policies(names, seed), random.Random(seed), answers=answers)
        assert played == game.state
        assert answers == [step.answer for step in game.steps]
        assert choices == sum(type(answer) is Action for answer in answers)


def test_policies_play_on_to_a_round_and_are_bounded():
    state = sa.load(players=3).initial_state()
    play_on(state, sensible_policy(1), random.Random(1), until_round=2)
    assert state.round == 2
    assert state.pending.kind == "place-figures"
    before = state.copy()
    assert play_on(state, sensible_policy(1), random.Random(1), until_round=2) == 0
    assert state == before
    with pytest.raises(sa.EndlessGame, match="not over after 7 steps"):
        play_on(state, sensible_policy(1), random.Random(1), longest=7)
    with pytest.raises(ValueError, match="`policies` needs one for each seat: 3, not 2"):
        play_on(state, make_policies(["random"] * 2, 1), random.Random(1))
    with pytest.raises(TypeError, match=r"`sa.policies.play_on\(state, policies, random\)` lets policies choose"):
        state.play_out(random.Random(1), policies=sensible_policy(1))
