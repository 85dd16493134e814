"""The machine of the kit at every table of the library.

Single steps of play are proved in `tests/rules`; whole random games in `test_random_games`.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, precondition, rule

import stoneage_rules as sa
from long_profile import some
from properties.play import pick, play
from properties.tables import TABLES, rules_of
from stoneage_rules.testing.machine import RulesMachine

AHEAD = 25
"""How many steps two states that must be equal are played on, in these tests further than in the kit."""


class Machine(RulesMachine):
    """Every combination of modules at every number of players."""

    tables = tuple(TABLES.values())

    @classmethod
    def load_rules(cls, number: int) -> sa.Ruleset:
        return rules_of([*TABLES][number])

    @rule(seed=st.integers(0, 99))
    def every_answer_changes_something_and_equal_states_stay_equal(self, seed: int) -> None:
        if not self.state.is_over:
            answer = pick(self.state, random.Random(seed))
            assert self.state.after(answer) != self.state
        mine, theirs = self.state.copy(), self.ruleset.state_from_dict(self.state.to_dict())
        assert play(mine, random.Random(seed), AHEAD) == play(theirs, random.Random(seed), AHEAD)
        assert mine == theirs


TestMachine: Any = Machine.TestCase


class Looking(RulesMachine):
    """Remembers the states whose invariants are checked."""

    table = {"players": 2}
    met: set[tuple[int, int]]

    @invariant()
    def looks(self) -> None:
        self.met.add((self.state.round, self.state.good(0, "food")))

    @precondition(lambda self: self.state.round == 3)
    @invariant()
    def looks_in_one_round(self) -> None:
        assert self.state.round == 3


@pytest.mark.parametrize("number", some([1, 2, 3], 3))
def test_a_machine_asks_at_every_state_of_many_games(number: int) -> None:
    """A rule that is broken for a moment is found: each example begins with a separate game, whose states are all checked."""

    class Here(Looking):
        met = set[tuple[int, int]]()

    case = seed(number)(Here).TestCase
    case.settings = settings(max_examples=20, stateful_step_count=5, database=None, deadline=None)
    case("runTest").runTest()
    assert len(Here.met) > 150
