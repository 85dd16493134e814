"""The policy `thoughtful`: its budget, what it sees, what it leaves alone, other games, and whom it beats."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import stoneage_rules as sa
from long_profile import FULL, LONG
from play.conftest import rules_for
from shipped import HERE, SHIPPED, needs
from stoneage_rules import policies

POOL = Path(__file__).parents[1] / "toy" / "pool"


def play(rules: sa.Ruleset, seats: list[policies.Policy], seed: int) -> sa.State:
    state = rules.initial_state()
    sa.policies.play_on(state, seats, random.Random(seed))
    return state


def asked(rules: sa.Ruleset, seed: int, count: int) -> list[sa.State]:
    """Positions of one game where a seat places, including the first and the last ones."""
    found: list[sa.State] = []
    state, policy, chance = rules.initial_state(), policies.sensible_policy(seed), random.Random(seed)
    while not state.is_over:
        answers = state.legal()
        if len(answers) > 1 and answers[0].kind == "place":
            found.append(state.copy())
        state.apply(policy(state.view(state.seat), answers) if answers else state.sample(chance))
    return [found[number * (len(found) - 1) // max(1, count - 1)] for number in range(count)]


# --- the budget ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("playouts", [1, 2, 5, 12, 40])
def test_a_placement_takes_as_many_playouts_as_it_may_and_no_more(monkeypatch, playouts):
    played = []

    def counting(state, seat):
        played.append(state.round if state.stack else None)
        return 0.0

    monkeypatch.setattr("stoneage_rules.policies.search.evaluate", counting)
    for state in asked(rules_for(3), 5, 4):
        played.clear()
        policies.thoughtful_policy(1, playouts=playouts)(state.view(state.seat), state.legal())
        assert playouts * 2 / 3 - 2 <= len(played) <= playouts
        assert set(played) <= {state.round + 1, None}, "to the end of the round, or of the game"


def test_only_placements_are_played_out(monkeypatch):
    monkeypatch.delattr(sa.State, "play_out")
    state, policy = rules_for(2).initial_state(), policies.thoughtful_policy(1)
    plain, chance = policies.sensible_policy(1), random.Random(1)
    while state.round < 2:
        answers = state.legal()
        seat, is_placed = state.seat, any(action.kind == "place" for action in answers)
        if answers and not is_placed:
            assert policy(state.view(seat), answers) in answers
        state.apply(plain(state.view(seat), answers) if answers else state.sample(chance))


def test_one_option_is_taken_without_a_thought(monkeypatch):
    monkeypatch.delattr(sa.State, "play_out")
    state = asked(rules_for(2), 1, 1)[0]
    assert policies.thoughtful_policy(1)(state.view(state.seat), state.legal()[:1]) is state.legal()[0]


@pytest.mark.parametrize(("playouts", "error"), [(0, ValueError), (-3, ValueError), ("40", TypeError), (1.5, TypeError)])
def test_a_budget_is_a_number_of_playouts(playouts, error):
    with pytest.raises(error, match="playouts"):
        policies.thoughtful_policy(1, playouts=playouts)


# --- what it sees and touches -------------------------------------------------------------------------------------


def test_a_seed_gives_the_same_game():
    rules = rules_for(2)
    games = [play(rules, [policies.thoughtful_policy(3, playouts=6), policies.sensible_policy(4)], 9) for _ in range(2)]
    assert games[0] == games[1]


@pytest.mark.parametrize("modules", [(), pytest.param(HERE, marks=needs(*SHIPPED))])
def test_it_answers_alike_whatever_is_hidden(modules):
    """Cards that others hold face down, and the order of what is to come, are dealt anew; the view stays the same."""
    differ = 0
    for state in asked(rules_for(3, *modules), 8, 5):
        view = state.view(state.seat)
        others = [view.guess(random.Random(number)) for number in range(3)]
        differ += any(other != state for other in others)
        assert {other.view(state.seat).key() for other in others} == {view.key()}
        chosen = {policies.thoughtful_policy(2, playouts=4)(other.view(state.seat), other.legal()) for other in (state, *others)}
        assert len(chosen) == 1
    assert differ, "something was hidden"


def test_it_changes_nothing():
    for state in asked(rules_for(2), 3, 3):
        view, legal = state.view(state.seat), state.legal()
        before = state.key(), view.key(), legal
        policies.thoughtful_policy(1, playouts=6)(view, legal)
        assert (state.key(), view.key(), state.legal()) == before


# --- strength -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3])
def test_it_plays_a_game_of_other_things(players):
    """The pool has divers, kelp and a breath; nothing that the library names."""
    rules = sa.load(players=players, modules=[str(POOL)])
    seats = [policies.thoughtful_policy(1, playouts=10), *map(policies.random_policy, range(players - 1))]
    points = [play(rules, seats, seed).scores for seed in range(6)]
    assert sum(scores[0] == max(scores) for scores in points) >= 5


@pytest.mark.parametrize("modules", [(), pytest.param(HERE, marks=needs(*SHIPPED))])
def test_it_beats_random_seats(modules):
    rules = rules_for(3, *modules)
    for seed in range(9 if LONG else 2 if FULL else 1):
        seats = [policies.random_policy(seat) for seat in range(3)]
        seats[seed % 3] = policies.thoughtful_policy(seed, playouts=4)
        assert play(rules, seats, seed).winners == (seed % 3,)


def test_it_beats_the_sensible_policy_with_two_seats():
    games = 20
    rules, won = rules_for(2), 0
    for seed in range(games):
        seats = [policies.sensible_policy(seed), policies.sensible_policy(seed)]
        seats[seed % 2] = policies.thoughtful_policy(seed, playouts=12)
        won += play(rules, seats, seed).winners == (seed % 2,)
    assert won >= games * 2 / 3


# --- by name ------------------------------------------------------------------------------------------------------


def test_a_record_keeps_its_options(tmp_path):
    names = ["thoughtful(playouts=3)", "random"]
    game = sa.Game(rules_for(2), seed=3, policies=names)
    game.run(policies.make_policies(names, 3))
    game.record.write(tmp_path / "game.txt")
    again = sa.replay(tmp_path / "game.txt")
    assert [seat.policy for seat in again.record.table.seats] == names
    repeated = sa.Game(rules_for(2), seed=3)
    repeated.run(policies.make_policies(list(again.policies), 3))
    assert repeated.state == game.state
