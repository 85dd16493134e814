"""Every action of the rules at sampled moments: it is legal, or there are reasons, and never both.

Which reason a refusal has is proved rule by rule in `tests/rules`.
"""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest

import stoneage_rules as sa
from long_profile import FULL
from properties.play import states
from properties.tables import FEW, MAIN, rules_of
from stoneage_rules.testing import invariants

SAMPLE = 0.008
"""The part of the moments of a game that is looked at."""

PLACE = re.compile(r"[a-z_]+/[a-z_]+\.toml:[0-9]+")


def moments(name: str, part: float = SAMPLE) -> list[sa.State]:
    """Some moments of a random game, its first choice and its end among them."""
    source = random.Random(name)
    found = [state.copy() for state in states(rules_of(name), 8) if state.is_over or source.random() < part]
    return [state for state in found if not state.is_chance]


@pytest.mark.parametrize("name", MAIN)
def test_an_action_is_legal_or_refused_with_reasons(name: str) -> None:
    for state in moments(name):
        invariants.legality_agrees(state, state.rules.actions)


@pytest.mark.parametrize("name", FEW)
def test_reasons_say_what_is_and_what_would_be_needed_and_cite_what_exists(name: str) -> None:
    rules = rules_of(name)
    cited: Counter[bool] = Counter()
    for state in moments(name, 0.02):
        for action in rules.actions[:: 7 if FULL else 31]:
            for reason in state.why_not(action):
                assert reason.check
                assert reason.needed.strip()
                assert reason.found.strip()
                assert reason.sentence == (rules.sentences[reason.statement] if reason.statement else "")
                assert reason.where is None or PLACE.fullmatch(reason.where)
                rule = f" [{reason.statement}]" if reason.statement else ""
                assert str(reason) == f"{reason.needed}; {reason.found}{rule}"
                cited[reason.statement is not None] += 1
    assert cited[True] > 20


@pytest.mark.parametrize("name", FEW)
def test_it_is_a_reason_of_its_own_that_another_seat_chooses(name: str) -> None:
    for state in moments(name):
        for seat in range(state.rules.players):
            for action in state.legal()[:5]:
                checks = [reason.check for reason in state.why_not(action, seat=seat)]
                assert checks == ([] if seat == state.seat else ["decision.seat"])


@pytest.mark.parametrize("name", FEW)
def test_before_chance_and_after_the_end_everything_is_refused(name: str) -> None:
    rules = rules_of(name)
    start = rules.initial_state()
    assert start.is_chance
    (end,) = [state for state in moments(name) if state.is_over]
    for state, check in ((start, "chance.pending"), (end, "game.over")):
        assert {reason.check for action in rules.actions for reason in state.why_not(action)} == {check}
        before = state.key()
        with pytest.raises(sa.IllegalAction):
            state.apply(rules.actions[0])
        assert state.key() == before
