"""The same seed, the same game: with the engine and without it, down to the state of the generator afterwards."""

from __future__ import annotations

import os
import random
from itertools import chain
from typing import Any

import pytest

import stoneage_rules as sa
from gallery import GALLERY, NAMES
from shipped import SHIPPED, needs
from stoneage_native import _engine, unknown
from stoneage_native import play_out as play_out_many
from stoneage_rules.kernel import state as library
from stoneage_rules.kernel.finalize import Instrument, watched
from stoneage_rules.kernel.state import bound_of

GAMES = 60 if os.environ.get("CI") else 4

TABLES: dict[str, dict[str, Any]] = {
    **{f"base with {players}": {"players": players} for players in (2, 3, 4)},
    "the edition of 2008": {"players": 4, "options": {"base": {"edition": "2008"}}},
    **{f"{module} with {players}": {"players": players, "modules": [module]} for module in SHIPPED for players in (2, 4)},
    **{f"all modules with {players}": {"players": players, "modules": [*SHIPPED]} for players in (2, 3, 4, 5)},
}

UNKNOWN = {"hidden-goals": ("table deal",), "tribes": ("table deal",)}
"""The example packs that the engine does not know, with what it names."""


def play_out(state: sa.State, chance: random.Random, until_round: int, longest: int) -> int:
    """Plays a state on in Python."""
    return library.play_out(state, chance, until_round, longest, None)


def example(name: str) -> sa.Ruleset:
    """The base game with an example pack, for the first number of players that it takes."""
    for players in (4, 3, 2, 1):
        try:
            return sa.load(players=players, modules=[str(GALLERY / name)])
        except sa.ContentError:
            continue
    pytest.skip("it needs another pack")


def both(rules: sa.Ruleset, seed: int, until_round: int | None = None) -> None:
    """Plays a game twice, and compares everything."""
    ours, theirs = rules.initial_state(), rules.initial_state()
    our_chance, their_chance = random.Random(seed), random.Random(seed)
    engine = rules.engine
    assert engine is not None
    choices = play_out(ours, our_chance, bound_of(until_round), 20_000)
    assert engine.play_out(theirs, their_chance, bound_of(until_round), 20_000) == choices
    assert theirs == ours
    assert theirs.to_dict() == ours.to_dict()
    assert (theirs.scores, theirs.winners, theirs.verdict) == (ours.scores, ours.winners, ours.verdict)
    assert their_chance.getstate() == our_chance.getstate()
    assert theirs.legal() == ours.legal()


@pytest.mark.parametrize("name", [pytest.param(name, marks=needs(*TABLES[name].get("modules", ()))) for name in TABLES])
def test_the_same_seed_is_the_same_game(name: str) -> None:
    rules = sa.load(**TABLES[name])
    assert unknown(rules) == ()
    for seed in range(GAMES):
        both(rules, seed)
    for until_round in (1, 2, 7):
        both(rules, GAMES, until_round)


@pytest.mark.parametrize("name", NAMES)
def test_examples_are_played_alike_or_named(name: str) -> None:
    rules = example(name)
    assert unknown(rules) == UNKNOWN.get(name, ())
    if rules.engine is None:
        return
    for seed in range(GAMES // 2):
        both(rules, seed)


@pytest.mark.parametrize("name", ["base with 2", pytest.param("all modules with 5", marks=needs(*SHIPPED))])
def test_options_come_in_the_same_order(name: str) -> None:
    rules = sa.load(**TABLES[name])
    engine: Any = rules.engine
    chance, asked = random.Random(3), 0
    state = rules.initial_state()
    while not state.is_over:
        legal = state.legal()
        if legal:
            numbers = engine.numbers(state)
            assert _engine.legal(engine.tables, numbers) == [action.index for action in legal]
            asked += 1
        state.apply(legal[int(chance.random() * len(legal))] if legal else state.sample(chance))
    assert asked > 300


def test_what_the_engine_cannot_do_is_played_by_python() -> None:
    """A game that is too long is handed back in mid-game, and so ends as it does without the engine."""
    rules = sa.load(players=3)
    engine: Any = rules.engine
    for longest in (0, 1, 17, 400, 401, 402):
        states, errors, chances = [rules.initial_state(), rules.initial_state()], [], [random.Random(5), random.Random(5)]
        for play, state, chance in zip((play_out, engine.play_out), states, chances, strict=True):
            with pytest.raises(sa.EndlessGame) as raised:
                play(state, chance, bound_of(None), longest)
            errors.append(str(raised.value))
        assert states[0] == states[1]
        assert chances[0].getstate() == chances[1].getstate()


class Other(random.Random):
    """Another source of chance."""

    def random(self) -> float:
        return 0.25 + super().random() / 2


def test_listening_states_watched_rules_and_other_sources_are_left_to_python() -> None:
    rules = sa.load(players=2)
    assert watched(rules, Instrument()).engine is None
    listening, silent = rules.initial_state(listen=True), rules.initial_state()
    assert listening.play_out(random.Random(4)) == silent.play_out(random.Random(4))
    assert len(listening.events) > 1000
    assert listening == silent
    answers: list[Any] = []
    again = rules.initial_state()
    again.play_out(random.Random(4), answers=answers)
    assert again == silent
    assert len(answers) > 500
    ours, theirs = rules.initial_state(), rules.initial_state()
    assert play_out(ours, Other(4), bound_of(None), 20_000) == theirs.play_out(Other(4))
    assert ours == theirs != silent


def test_a_game_goes_on_from_any_question() -> None:
    rules = sa.load(players=4)
    chance, state = random.Random(9), rules.initial_state()
    for step in range(600):
        if step % 60 == 0:
            ours, theirs = state.copy(), state.copy()
            assert play_out(ours, random.Random(step), bound_of(None), 20_000) == theirs.play_out(random.Random(step))
            assert ours == theirs
        legal = state.legal()
        state.apply(legal[int(chance.random() * len(legal))] if legal else state.sample(chance))


def test_goods_above_a_byte_are_played_alike() -> None:
    rules = sa.load(players=2)
    saved = rules.initial_state().to_dict()
    for number, seat in enumerate(saved["seats"]):
        seat["goods"] = dict.fromkeys(seat["goods"], 250 + number * 10**8)
    ours, theirs = rules.state_from_dict(saved), rules.state_from_dict(saved)
    assert play_out(ours, random.Random(1), bound_of(None), 20_000) == theirs.play_out(random.Random(1))
    assert ours == theirs
    assert max(chain(ours.goods)) > 10**8


@pytest.mark.parametrize("name", ["base with 4", pytest.param("all modules with 5", marks=needs(*SHIPPED))])
def test_rollouts_are_those_of_the_library(name: str) -> None:
    state = sa.load(**TABLES[name]).initial_state()
    state.play_out(random.Random(1), until_round=8)
    before = state.copy()
    seeds = [0, 1, -7, 2**31, 2**32 + 5, 2**63, 2**64 - 1, 2**70]
    for until_round in (None, 9, 14):
        for chosen in (seeds[:-1], seeds):  # the last one is too large for the engine
            for seed, game in zip(chosen, play_out_many(state, chosen, until_round), strict=True):
                alone = state.copy()
                choices = play_out(alone, random.Random(seed), bound_of(until_round), 20_000)
                totals = tuple(alone.score_sheet(seat).total for seat in range(alone.rules.players))
                assert game == (alone.scores, totals, choices)
    assert state == before
    assert play_out_many(state, []) == []
