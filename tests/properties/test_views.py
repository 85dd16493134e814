"""A view is no state: it cannot be played on, and stays as it was.

What it hides is proved in `test_guesses`, and how it reads, in `tests/play`.
"""

from __future__ import annotations

import random

import pytest

from properties.play import play
from properties.tables import MAIN, rules_of


@pytest.mark.parametrize("name", MAIN)
def test_a_view_stays_as_it_was_when_play_goes_on(name: str) -> None:
    state = rules_of(name).initial_state()
    play(state, random.Random(5), 60)
    view = state.view(0)
    before = view.key()
    play(state, random.Random(1), 100)
    assert view.key() == before


def test_a_view_cannot_be_played_on() -> None:
    view = rules_of("base-2").initial_state().view(1)
    assert not hasattr(view, "apply")
    assert not hasattr(view, "after")
    assert not hasattr(view, "sample")
    with pytest.raises(ValueError, match="no seat 2"):
        rules_of("base-2").initial_state().view(2)
