"""Policies: what they may see, how well the sensible one plays, and that its games end as people's do."""

from __future__ import annotations

from statistics import mean

import pytest

import stoneage_rules as sa
from long_profile import LONG, extremes
from play.conftest import rules_for
from properties.play import states
from properties.tables import players_of
from shipped import HERE
from stoneage_rules import policies
from stoneage_rules.policies import make_policies, make_policy, random_policy, sensible_policy
from stoneage_rules.testing import position


def play(rules: sa.Ruleset, seats: list[policies.Policy], seed: int) -> sa.State:
    """A game on the bare kernel, which is faster than with a record."""
    *_, state = states(rules, seed, lambda state, _: seats[state.seat](state.view(state.seat), state.legal()))
    return state


def at(rules: sa.Ruleset, *actions: str, seed: int = 1) -> sa.Game:
    game = sa.Game(rules, seed=seed, auto_chance=False)
    for action in actions:
        game.play(action)
    return game


def chosen(game: sa.Game, policy: policies.Policy | None = None) -> str:
    policy = policy or sensible_policy(1)
    return str(policy(game.state.view(game.seat), game.legal()))


# --- by name ------------------------------------------------------------------------------------------------------


def test_policies_are_found_by_name():
    assert {"random", "sensible"} <= {*policies.policy_names()}
    assert len(make_policies(["random", "sensible"])) == 2, "without a seed"
    assert make_policy("random", 3) is not make_policy("random", 3)
    with pytest.raises(sa.StoneAgeError, match="did you mean `sensible`"):
        make_policy("sensibel")
    with pytest.raises(sa.StoneAgeError, match="there are random, sensible"):
        make_policy("brilliant")


def test_seats_have_sources_of_their_own(rules):
    legal = sa.Game(rules, seed=1).legal()
    first, second = ([policy(None, legal) for _ in range(20)] for policy in make_policies(["random"] * 2, 7))
    assert first != second


@pytest.mark.parametrize("make", [random_policy, sensible_policy])
def test_a_seed_gives_the_same_choices(rules, make):
    scores = {play(rules, [make(3), make(4)], seed=9).scores for _ in range(2)}
    assert len(scores) == 1


def test_the_random_policy_chooses_everything(rules):
    game = sa.Game(rules, seed=1)
    policy = random_policy(5)
    assert {policy(None, game.legal()) for _ in range(2000)} == set(game.legal())


# --- strength -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "games"), [(4, 40), (3, 21), (2, 20)] if LONG else [(4, 12), (2, 12)])
def test_the_sensible_policy_beats_random_ones(players, games):
    rules = rules_for(players)
    won = 0
    for seed in range(games):
        names = ["random"] * players
        names[seed % players] = "sensible"
        state = play(rules, make_policies(names, seed), seed)
        won += state.winners == (seed % players,)
    assert won >= games * 19 / 20


@pytest.mark.parametrize("players", extremes((2, 3, 4)))
def test_games_end_as_people_end_them(players):
    rules = rules_for(players)
    rounds, scores = [], []
    for seed in range(8):
        state = play(rules, make_policies(["sensible"] * players, seed), seed)
        rounds.append(state.round)
        scores += state.scores
    assert max(rounds) <= 20
    assert 9 <= mean(rounds) <= 16
    assert mean(scores) > 100
    assert min(scores) > 30


def test_games_with_every_module_end_as_well():
    for players in (players_of(HERE)[0], players_of(HERE)[-1]):
        state = play(rules_for(players, *HERE), make_policies(["sensible"] * players, 10), 10)
        assert state.round <= 25
        assert min(state.scores) > 30


def test_nobody_starves_where_it_can_be_helped():
    rules = rules_for(4)
    starved = 0
    for seed in range(5):
        game = sa.Game(rules, seed, skip_forced=True)
        game.run(make_policies(["sensible"] * 4, seed))
        starved += sum(event.name == "starve" for step in game.steps for event in step.events)
    assert starved <= 2, "of some 230 times that a seat fed its figures"


# --- single choices -----------------------------------------------------------------------------------------------


@pytest.fixture
def start(rules) -> list[str]:
    return [f"draw {item}" for item in ("civ-11", "civ-12", "civ-28", "civ-26", "bld-01", "bld-18")]


def test_growth_comes_first(rules, start):
    assert chosen(at(rules, *start)) in ("place hut 2", "place toolmaker-hut 1", "place fields 1")


def test_tools_only_where_they_bring_a_good_more(rules, start):
    game = at(rules, *start, "place toolmaker-hut 1", "place hunt 5", "place forest 4")
    game.play("resolve toolmaker-hut")
    game.play("resolve forest")
    game.play("roll 1 1 1 2")
    assert chosen(game) == "tools 1", "5 and 1 make 6"
    game.undo()
    game.play("resolve forest")
    game.play("roll 1 1 2 2")
    assert chosen(game) == "tools none", "6 and 1 bring no more than 6"


def test_the_cheapest_payment(rules, start):
    game = at(rules, *start, "place card-1 1", "place hunt 5", "place forest 2", "place river 2")
    for step in ("resolve forest", "roll 1 3", "resolve river", "roll 6 6", "resolve card-1"):
        game.play(step)
    assert {"pay 1 wood", "pay 1 gold", "decline"} <= {str(action) for action in game.legal()}
    assert chosen(game) == "pay 1 wood"


def test_what_another_purchase_needs_is_kept(rules, start):
    """Two wood and a clay are the price of the building; the card can be paid with gold."""
    game = at(rules, *start, "place card-1 1", "place hunt 5", "place building-1 1", "place forest 1")
    game.play("place clay-pit 1")
    game.play("place river 1")
    for step in ("resolve forest", "roll 6", "resolve clay-pit", "roll 4", "resolve river", "roll 6", "resolve card-1"):
        game.play(step)
    assert chosen(game) == "pay 1 gold"


def test_purchases_come_after_what_is_gathered(rules, start):
    game = at(rules, *start, "place card-1 1", "place hunt 5", "place forest 3", "place toolmaker-hut 1")
    order = []
    while game.seat == 0 and len(game.legal()) > 1:
        order.append(chosen(game))
        game.play(order[-1])
        while game.state.is_chance:
            game.roll()
        while game.seat == 0 and game.legal()[0].kind != "resolve":
            game.play(chosen(game))
    assert order[:2] == ["resolve toolmaker-hut", "resolve forest"]


def test_hunger_is_paid_off_with_the_cheapest_goods(rules):
    seats = {0: {"goods": {"food": 3, "wood": 3, "gold": 3}}, 1: {"goods": {"food": 12}}}
    state = position(rules, {"phase": "feed-tribe", "seats": seats})
    kinds = {action.kind for action in state.legal()}
    assert kinds == {"pay", "starve"}
    assert str(sensible_policy(1)(state.view(0), state.legal())) == "pay 2 wood"
