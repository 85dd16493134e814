"""A Hypothesis machine that plays from anywhere in a game, and after every step holds what must always hold.

Single steps of play are proved in `tests/rules`; whole random games in `test_random_games`.
"""

from __future__ import annotations

import json
import pickle
import random

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import stoneage_rules as sa
from stateful.invariants import check_all, check_odds
from stateful.loose import loose_texts
from stateful.play import Answer, pick, play, random_game, replayed
from stateful.tables import ALL, rules_of

SEEDS = st.integers(0, 2**32 - 1)
AHEAD = 25
"""How many steps two states that must be equal are played on to see that they stay so."""


class Game:
    """A state with the answers that led to it."""

    def __init__(self, rules: sa.Ruleset) -> None:
        self.state = rules.initial_state()
        self.answers: list[Answer] = []

    def give(self, answer: Answer) -> None:
        self.state.apply(answer)
        self.answers.append(answer)


class Machine(RuleBasedStateMachine):
    """Two games under the same rules, one of them started anywhere between set-up and end."""

    rules: sa.Ruleset
    game: Game
    other: Game

    @initialize(name=st.sampled_from(ALL), seed=SEEDS, part=st.integers(0, 100))
    def begin(self, name: str, seed: int, part: int) -> None:
        self.rules = rules_of(name)
        _, answers = random_game(self.rules, seed)
        self.game, self.other = Game(self.rules), Game(self.rules)
        for answer in answers[: len(answers) * part // 100]:
            self.game.give(answer)

    @property
    def state(self) -> sa.State:
        return self.game.state

    # --- moving on ----------------------------------------------------------------------------------------------

    @precondition(lambda self: not self.state.is_over and not self.state.is_chance)
    @rule(data=st.data())
    def choose(self, data: st.DataObject) -> None:
        legal = self.state.legal()
        self.game.give(legal[data.draw(st.integers(0, len(legal) - 1))])

    @precondition(lambda self: self.state.is_chance)
    @rule(data=st.data())
    def decide(self, data: st.DataObject) -> None:
        check_odds(self.state)
        odds = self.state.outcomes()
        self.game.give(odds[data.draw(st.integers(0, len(odds) - 1))][0])

    @rule(seed=SEEDS, steps=st.integers(1, 40))
    def hurry(self, seed: int, steps: int) -> None:
        """Moves on by more than one step, so that a run sees more than one round."""
        self.game.answers += play(self.state, random.Random(seed), steps)

    @rule(seed=SEEDS)
    def step_elsewhere(self, seed: int) -> None:
        if not self.other.state.is_over:
            self.other.give(pick(self.other.state, random.Random(seed)))

    # --- what must be equal -------------------------------------------------------------------------------------

    @rule(seed=SEEDS)
    def copies_are_independent(self, seed: int) -> None:
        before = self.state.key()
        copy = self.state.copy()
        assert copy == self.state
        play(copy, random.Random(seed), AHEAD)
        assert self.state.key() == before
        if not self.state.is_over:
            answer = pick(self.state, random.Random(seed))
            after = self.state.after(answer)
            assert self.state.key() == before
            assert after != self.state
            copy = self.state.copy()
            copy.apply(answer)
            assert copy == after

    @rule()
    def replaying_the_answers_gives_the_state(self) -> None:
        assert replayed(self.rules, self.game.answers) == self.state

    @rule(seed=SEEDS)
    def loading_gives_what_was_saved(self, seed: int) -> None:
        saved = self.state.to_dict()
        assert json.loads(json.dumps(saved)) == saved
        for loaded in (self.rules.state_from_dict(json.loads(json.dumps(saved))), pickle.loads(pickle.dumps(self.state))):
            assert loaded == self.state
            assert hash(loaded.key()) == hash(self.state.key())
            assert loaded.legal() == self.state.legal()
            mine, theirs = self.state.copy(), loaded.copy()
            assert play(mine, random.Random(seed), AHEAD) == play(theirs, random.Random(seed), AHEAD)
            assert mine == theirs
        self.game.state = loaded

    # --- what is refused ----------------------------------------------------------------------------------------

    @rule(data=st.data())
    def whatever_can_be_read_is_legal_or_refused_with_reasons(self, data: st.DataObject) -> None:
        action = self.rules.parse(data.draw(loose_texts(self.rules)))
        assert isinstance(action, sa.Action)
        reasons = self.state.why_not(action)
        assert bool(reasons) is not (action in self.state.legal())
        assert self.state.is_legal(action) is not bool(reasons)
        assert all(str(reason) and reason.check for reason in reasons)
        if not reasons:
            return
        before = self.state.key()
        with pytest.raises(sa.IllegalAction) as refused:
            self.state.apply(action)
        assert refused.value.reasons == reasons
        assert self.state.key() == before

    # --- always -------------------------------------------------------------------------------------------------

    @invariant()
    def holds(self) -> None:
        if hasattr(self, "game"):
            check_all(self.state)

    def teardown(self) -> None:
        if hasattr(self, "game"):
            for game in (self.game, self.other):
                assert replayed(self.rules, game.answers) == game.state, "an interleaved game went another way than alone"


TestMachine = Machine.TestCase
