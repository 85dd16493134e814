"""Guesses of a view whose secret numbers no check passes, in the game of secrets."""

from __future__ import annotations

import random

import pytest

import stoneage_rules as sa
from stoneage_rules.kernel import chance as guessing
from stoneage_rules.plugin import HIDDEN
from toy.games import begun, curios
from toy.test_curios import DRAWN


def test_numbers_that_no_check_of_saved_states_passes_are_put_down_to_their_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    """To the first with a secret: those on the stack come before those that wait."""
    monkeypatch.setattr(guessing, "_is_possible", lambda state: False)
    view = begun(curios(), *DRAWN, "bid 2").view(1)
    *below, (handler, seat, _) = view.stack
    for stack, blamed in ((view.stack, "kept-bid"), ([*below, (handler, seat, HIDDEN)], "sealed-bid")):
        view.stack = stack
        with pytest.raises(sa.PluginError, match=f"^frame {blamed}: none of 10000 draws of its secret numbers"):
            view.guess(random.Random(1))


def test_a_secret_number_is_guessed_on_the_stack_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    """A frame of another plugin may keep one there while others are asked."""
    monkeypatch.setattr(guessing, "check_pending", lambda state: None)
    state, source = begun(curios(), *DRAWN, "bid 2"), random.Random(1)
    state.stack.append(state.waiting[0])
    view = state.view(1)
    assert view.stack[-1][3] == HIDDEN
    assert {view.guess(source).stack[-1][3] for _ in range(200)} == {*range(9)}
