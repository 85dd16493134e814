"""Nothing enters unchecked: tables and states with wrong numbers are refused, or played within their bounds."""

from __future__ import annotations

import os
import random
from array import array
from typing import Any

import pytest

import stoneage_rules as sa
from shipped import HERE
from stoneage_native import _engine
from stoneage_native.tables import Export

MUTANTS = 20_000 if os.environ.get("CI") else 1_500
WRONG = (-(2**31), -2, -1, 0, 1, 2, 7, 63, 64, 255, 2**16, 2**31 - 1)


def generator(seed: int) -> array[int]:
    return array("I", random.Random(seed).getstate()[1])


@pytest.fixture(scope="module")
def engine() -> Any:
    return sa.load(players=5 if "style-is-the-goal" in HERE else 4, modules=[*HERE]).engine


def test_tables_with_a_wrong_number_are_refused_or_harmless(engine: Any) -> None:
    """Every number of the block is changed at random; a block that is taken over can be played, whatever comes of it."""
    block, chance = Export(engine.rules).block(), random.Random(2)
    start, refused = engine.numbers(engine.rules.initial_state()), 0
    for _ in range(MUTANTS):
        wrong = array("i", block)
        for _ in range(chance.choice((1, 1, 1, 3))):
            spot = chance.randrange(len(wrong))
            wrong[spot] = chance.choice((*WRONG, wrong[spot] + 1, wrong[spot] - 1, wrong[chance.randrange(len(wrong))]))
        try:
            tables = _engine.tables(wrong)
        except ValueError:
            refused += 1
        else:
            _engine.play_out(tables, start, generator(chance.randrange(9)), 4, 300)
    assert refused > MUTANTS // 10


def test_blocks_that_are_cut_are_refused(engine: Any) -> None:
    block = Export(engine.rules).block()
    for length in (0, 1, 2, 40, 100, 200, len(block) - 1):
        with pytest.raises(ValueError, match="no tables that the engine can play"):
            _engine.tables(block[:length])


def test_states_with_a_wrong_number_are_refused_or_harmless(engine: Any) -> None:
    chance, refused, played = random.Random(3), 0, 0
    state = engine.rules.initial_state()
    for round in (2, 6, 12, 20, 30):
        state.play_out(chance, until_round=round)
        right = engine.numbers(state)
        for _ in range(MUTANTS // 5):
            wrong = array("q", right)
            spot = chance.randrange(len(wrong))
            wrong[spot] = chance.choice((*WRONG, 2**62, -(2**62), wrong[spot] + 1, wrong[spot] - 1))
            result = _engine.play_out(engine.tables, wrong, generator(1), round + 2, 400)
            refused += result is None
            played += result is not None
        for length in range(0, len(right), 37):
            assert _engine.play_out(engine.tables, right[:length], generator(1), round, 400) is None
    assert refused > 100
    assert played > 100


def test_wrong_arguments_are_errors(engine: Any) -> None:
    state = engine.numbers(engine.rules.initial_state())
    with pytest.raises(ValueError, match="625 numbers"):
        _engine.play_out(engine.tables, state, array("I", [1]), 1, 1)
    for wrong in (None, 3, "text", object()):
        with pytest.raises((TypeError, ValueError)):
            _engine.play_out(wrong, state, generator(1), 1, 1)
        with pytest.raises((TypeError, BufferError)):
            _engine.play_out(engine.tables, wrong, generator(1), 1, 1)
    with pytest.raises((TypeError, BufferError)):
        _engine.play_out(engine.tables, state, bytes(2500), 1, 1)
