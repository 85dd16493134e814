"""Operations, one by one: where the things that they move end."""

from __future__ import annotations

from stoneage_rules.plugin import operations
from stoneage_rules.testing import position
from writing import base_with


def test_no_more_is_gained_than_the_supply_has() -> None:
    text = '[[patch.good]]\ntarget = "base:gold"\nset.supply = 5\n'
    rules = base_with(text)
    assert rules.good("gold").supply == 5
    state = position(rules, {"phase": "placing", "seats": {1: {"goods": {"gold": 2}}}})
    state._noted = []
    operations.gain(state, 0, rules.goods.index("gold"), 2)
    operations.gain(state, 0, rules.goods.index("gold"), 2)
    operations.gain(state, 0, rules.goods.index("gold"), 2)
    assert (state.good(0, "gold"), state.good(1, "gold")) == (3, 2)
    assert [event["count"] for event in state.events] == [2, 1]
    operations.gain(state, 0, rules.goods.index("wood"), 999)
    assert state.good(0, "wood") == 999, "of wood there is no end"
