"""Options are looked up in tables, one for each decision, that never grow without end."""

from __future__ import annotations

import pytest

import stoneage_rules as sa
from dealt import resolved
from stoneage_rules.kernel import legality

RULES = sa.load(players=2)


def after_a_roll(tools: int, food: int) -> sa.State:
    return resolved(RULES, "hunt", "roll 1", goods={"food": food}, tools=[[1, False]] * tools)


def test_states_that_differ_in_nothing_that_matters_share_their_options() -> None:
    assert after_a_roll(1, food=3).legal() is after_a_roll(1, food=4).legal()
    assert after_a_roll(1, food=3).legal() != after_a_roll(2, food=3).legal()


def test_an_option_that_is_left_out_without_a_reason_is_a_fault_of_the_library() -> None:
    state = after_a_roll(1, food=3)
    action = state.legal()[0]
    state._legal = ()
    with pytest.raises(AssertionError, match=f"`{action}` is refused, but no check says why; please report this"):
        state.why_not(action)


def test_a_table_that_is_full_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(legality, "MOST_KEPT", 2)
    table: dict[int, int] = {}
    sizes = []
    for key in range(5):
        legality.remember(table, key, -key)
        sizes.append(len(table))
    assert sizes == [1, 2, 1, 2, 1]
    assert table == {4: -4}
