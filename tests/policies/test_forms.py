"""Every form of a policy in every place that takes one: it plays, or a sentence names the form that does."""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest

import stoneage_rules as sa
from stoneage_rules import policies


def first(view: sa.View, legal: tuple[sa.Action, ...]) -> sa.Action:
    return legal[0]


class Bot:
    """A policy whose class is its maker."""

    def __init__(self, seed: int | None) -> None:
        self.seed = seed

    def __call__(self, view: sa.View, legal: tuple[sa.Action, ...]) -> sa.Action:
        return legal[0]


def make_level(seed: int | None, level: object = 1) -> Bot:
    """A maker that could be called like a policy."""
    return Bot(seed)


FORMS: dict[str, object] = {
    "name": "random",
    "unknown name": "sensibel",
    "policy": first,
    "policy of a maker": policies.random_policy(1),
    "maker": policies.random_policy,
    "maker with an option": make_level,
    "class of a maker": Bot,
    "list of names": ["random", "random"],
    "list of functions": [first, first],
    "list of makers": [Bot, Bot],
    "list too short": ["random"],
    "list too long": ["random"] * 3,
    "list of numbers": [1, 2],
    "None": None,
    "number": 3,
}

PLAYS = ""
NO_NAME = r"no policy is called `sensibel`; did you mean `sensible`\?"
CALL = (
    r"policy of seat \d (is called with a view .*, but it takes|returned) .*; if it makes a policy of a seed, call it: `\w+\(1\)"
)
GIVE = r"is called with a seed and returns a policy, but .*; if it is a policy itself, give (a maker|the function that makes it)"
PLAYING = {
    "name": PLAYS, "unknown name": NO_NAME, "policy": PLAYS, "policy of a maker": PLAYS, "maker": CALL,
    "maker with an option": CALL, "class of a maker": CALL, "list of names": PLAYS, "list of functions": PLAYS,
    "list of makers": CALL, "list too short": r"`policies` needs one for each seat: 2, not 1",
    "list too long": r"`policies` needs one for each seat: 2, not 3",
    "list of numbers": r"a policy is a name or a function `\(view, legal\)`, not 1",
    "None": r"`policies` is a policy's name or a function `\(view, legal\)`, or a list of these, not None",
    "number": r"`policies` is a policy's name or a function `\(view, legal\)`, or a list of these, not 3",
}  # fmt: skip
"""Places that play a game: they take names, and functions of a view and the legal actions."""
MAKING = {
    "name": PLAYS, "unknown name": NO_NAME, "policy": GIVE, "policy of a maker": GIVE, "maker": PLAYS,
    "maker with an option": PLAYS, "class of a maker": PLAYS, "list of names": PLAYS, "list of functions": GIVE,
    "list of makers": PLAYS, "list too short": r"`makers` needs one for each player: 2, not 1",
    "list too long": r"`makers` needs one for each player: 2, not 3",
    "list of numbers": r"is 1, where a function belongs that takes a seed and returns a policy",
    "None": PLAYS,
    "number": r"`makers` is a policy's name or a function that makes it of a seed, or a list of these, not 3",
}  # fmt: skip
"""Places that play many games: they take names, and functions of a seed; None for the policies of the table."""
LABELS = dict.fromkeys(FORMS, r"`policies` is a list of texts, not .*; functions that choose belong in `game.run`") | {
    "list of names": PLAYS, "list too short": r"`policies` needs a text for each of 2 seats; 1 were given",
    "list too long": r"`policies` needs a text for each of 2 seats; 3 were given",
}  # fmt: skip
"""The place that notes names in a record."""
MANY, AT_RANDOM, AGENTS = (
    dict.fromkeys(FORMS, told) | {"None": PLAYS}
    for told in (
        "many games need a new policy for each: `makers` takes names, or functions that make a policy of a seed",
        r"`play_out` plays at random; `sa.policies.play_on\(state, policies, random\)` lets policies choose",
        "every seat is an agent, which `step` moves; against `policies` plays `StoneAgeEnv` of Gymnasium",
    )
)
"""Places that refuse policies: many games, play at random, and an environment of all seats."""

RULES = sa.load(players=2)
SMALL = {"players": 2}


def gymnasium_env(given: Any) -> None:
    pytest.importorskip("gymnasium")
    import_module("stoneage_rules.learning.gymnasium").StoneAgeEnv({"players": 3}, policies=given, seat=2).reset(seed=1)


def pettingzoo_env(given: Any) -> None:
    pytest.importorskip("pettingzoo")
    import_module("stoneage_rules.learning.pettingzoo").env(SMALL, policies=given)


def openspiel_game(given: Any) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    import_module("stoneage_rules.learning.openspiel")
    pyspiel.load_game("python_stoneage", {"policies": given if isinstance(given, str | int) else repr(given)})


PLACES: dict[str, tuple[Callable[[Any], object], dict[str, str]]] = {
    "Game": (lambda given: sa.Game(RULES, policies=given), LABELS),
    "Game.run": (lambda given: sa.Game(RULES, seed=1).run(given), PLAYING),
    "play_on": (lambda given: policies.play_on(RULES.initial_state(), given, random.Random(1)), PLAYING),
    "State.play_out": (lambda given: RULES.initial_state().play_out(random.Random(1), policies=given), AT_RANDOM),
    "simulate": (lambda given: sa.simulate(RULES, 1, makers=given), MAKING),
    "study": (lambda given: sa.study(RULES, 1, makers=given), MAKING),
    "compare": (lambda given: sa.compare(RULES, RULES, 2, makers=given), MAKING),
    "policies of simulate": (lambda given: sa.simulate(RULES, 1, policies=given), MANY),
    "policies of study": (lambda given: sa.study(RULES, 1, policies=given), MANY),
    "policies of compare": (lambda given: sa.compare(RULES, RULES, 2, policies=given), MANY),
    "Gymnasium": (
        gymnasium_env,
        {form: told.replace("each seat", "each other seat") for form, told in PLAYING.items()},
    ),
    "PettingZoo": (pettingzoo_env, AGENTS),
    "OpenSpiel": (openspiel_game, dict.fromkeys(FORMS, "Unknown parameter 'policies'. Available parameters are")),
}  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("place", PLACES)
def test_a_form_plays_or_is_told_with_the_right_one(place: str, form: str) -> None:
    call, told = PLACES[place]
    assert told.keys() == FORMS.keys()
    if told[form] == PLAYS:
        call(FORMS[form])
        return
    with pytest.raises((TypeError, ValueError, sa.PolicyError, RuntimeError), match=told[form]):
        call(FORMS[form])
