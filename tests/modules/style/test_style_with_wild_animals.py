"""Style is the Goal together with Wild Animals: what the bonus of the fifth space is not."""

from __future__ import annotations

import pytest

from stoneage_rules.testing import play


@pytest.mark.rule("style.fifth-space.bonus", "base.civ.no-card-left")
def test_animals_alone_are_no_card_for_the_bonus(acting):
    given = {"spaces": {"card-5": "civ-27", "card-2": "civ-13"}, "zones": {"deck": ["wolf"]}}
    state = acting("card-5", also=("wild-animals",), goods={"decoration": 9}, items=[], **given)
    play(state, "resolve card-5", "pay 3 decoration")
    assert (state.seat, state.good(0, "decoration"), state.unseen("deck")) == (1, 6, ("wolf",))
