"""Random games to their end, many of them with every invariant held after every step.

The profile `full` has four hundred, the long one a hundred times as many.

What must be equal (copies, replays, saves) is proved by the machine; secrets in `test_guesses`.
"""

from __future__ import annotations

import pytest

from long_profile import FULL, LONG
from properties.invariants import check_all, check_odds, check_sheets
from properties.play import LONGEST, random_game, states
from properties.tables import BASE, MAIN, rules_of

TIMES = 108 if LONG else 1

GAMES = {**dict.fromkeys(MAIN, 6 if FULL else 2), **dict.fromkeys(BASE, 60 if FULL else 10)}
"""Games per table, most of them of the base game; `tests/modules` plays every combination."""

WATCHED = 1
"""Games per main table, with every state checked."""


@pytest.mark.rule("mix.any")
@pytest.mark.parametrize("name", GAMES)
def test_random_games_end_and_are_scored(name: str) -> None:
    rules = rules_of(name)
    for seed in range(GAMES[name] * TIMES):
        state, answers = random_game(rules, seed)
        assert len(answers) < LONGEST
        check_all(state)
        assert len(state.scores) == rules.players
        best = max(state.scores)
        assert all(state.scores[seat] == best for seat in state.winners)
        assert state.scores == tuple(state.score_sheet(seat).total for seat in range(rules.players))
        check_sheets(state)


@pytest.mark.parametrize("name", MAIN)
def test_every_state_of_a_game_holds_together(name: str) -> None:
    for seed in range(WATCHED * TIMES):
        ended = False
        figures = [0] * rules_of(name).players
        for step, state in enumerate(states(rules_of(name), seed)):
            assert not ended, "a step after the end"
            check_all(state)
            if step % 10 == 0:
                check_odds(state)
                check_sheets(state)
            assert all(map(int.__ge__, state.figures, figures)), "a figure went back to the supply"
            figures = state.figures[:]
            ended = state.is_over
        assert ended
