"""Rules and games that the tests of the shell share.

Nothing here changes after it is made: a test that plays makes its own game.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any

import pytest

import stoneage_rules as sa
from stoneage_rules import Action, Policy
from stoneage_rules.testing import position


@functools.cache
def rules_for(players: int, *modules: str) -> sa.Ruleset:
    return sa.load(players=players, modules=modules)


def striding(step: int = 7) -> Policy:
    """A policy without any chance: now this option, now that one; the stride grows, so that no cycle of trades is for ever."""
    asked = count = 0

    def choose(view: sa.View, legal: tuple[Action, ...]) -> Action:
        nonlocal asked, count
        asked += 1
        count += step + asked // 1000
        return legal[count % len(legal)]

    return choose


def started(rules: sa.Ruleset, given: Mapping[str, Any], *answers: str, **more: Any) -> sa.Game:
    """A game from a position, after these answers; what else is said goes to `Game`."""
    game = sa.Game(rules, seed=1, start=position(rules, given), **more)
    for answer in answers:
        game.play(answer)
    return game


def secret_draw(game: sa.Game) -> tuple[int, str]:
    """Plays until a seat has something face down; returns the seat and its item."""
    choose = striding(5)
    while not any(game.state.face_down):
        game.play(choose(None, game.legal()))
    seat = next(seat for seat, count in enumerate(game.state.face_down) if count)
    return seat, game.state.to_dict()["seats"][seat]["face_down"][0]


@pytest.fixture
def rules() -> sa.Ruleset:
    return rules_for(2)


@pytest.fixture(scope="session")
def finished() -> sa.Game:
    """A game played to its end, the same one for all tests."""
    game = sa.Game(rules_for(2), seed=5)
    game.run([striding(), striding(11)])
    return game


@pytest.fixture
def played(rules: sa.Ruleset) -> Callable[..., sa.Game]:
    """A game after some decisions, or after the set-up and these answers; what else is said goes to `Game`."""

    def play(decisions: int, *answers: str, seed: int = 5, **more: bool) -> sa.Game:
        game = sa.Game(rules, seed=seed, **more)
        while answers and game.state.is_chance:
            game.roll()
        for answer in answers:
            game.play(answer)
        choose = striding()
        for _ in range(decisions):
            if game.state.is_chance:
                game.roll()
            else:
                game.play(choose(game.state.view(game.seat), game.legal()))
        return game

    return play
