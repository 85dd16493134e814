"""The deviations together with Style is the Goal: its rolls for all, and the hunt that is split."""

from __future__ import annotations

import pytest

from dealt import held, settle
from stoneage_rules.testing import legal_texts, play

STYLE = ("style-is-the-goal",)


@pytest.mark.rule("yucata.open-dice", "yucata.dice-deferred")
@pytest.mark.parametrize(("place", "item", "payment"), [
    ("card-1", "civ-09", "1 wood"), ("card-1", "style-civ-1", "1 wood"), ("building-1", "style-bld-5", "2 stone, 1 decoration"),
    ("building-1", "style-bld-4", "1 wood, 1 stone, 1 decoration"),
])  # fmt: skip
@pytest.mark.parametrize("players", [2, 5])
def test_all_rolls_for_all_are_deferred(at, place, item, payment, players):
    state = at(players, also=STYLE, phase="take-actions", figures={place: {0: 1}, "hunt": dict.fromkeys(range(players), 1)},
               spaces={place: item}, seats={0: {"goods": {"wood": 1, "stone": 2, "decoration": 2}}})  # fmt: skip
    play(state, f"resolve {place}", f"pay {payment}", "roll " + " ".join("44444"[:players]), "0: pick 4")
    settle(state)
    assert legal_texts(state) == ("resolve hunt",)
    for seat in range(players):
        assert state.seat == seat
        play(state, *["pick 4"] * (seat > 0), "resolve hunt", "roll 2", "take 1 food")
    assert state.to_dict()["waiting"] == []
    assert held(state, "gold") == [1] * players
