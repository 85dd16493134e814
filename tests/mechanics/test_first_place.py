"""The first place of all, and the first item, are ones like any other: something is sold there, and taken for nothing."""

from __future__ import annotations

import pytest

import stoneage_rules as sa
from mechanics.games import against, read_again
from stoneage_rules.testing import legal_texts, play, position
from writing import toy_with

SOLD = """
[[patch.location]]
target = "bush"
set.circles = 1
set.figures.exactly = 1
set.effects = [{ do = "buy" }]
[[patch.row]]
target = "stalls"
set.spaces = ["bush"]
[[patch.location]]
target = "stall"
set.effects = [{ do = "draft", row = "stalls" }]
[[patch.charm]]
target = "acorn"
append.effects = [
    { do = "points", amount = { paid = "count", times = 10 } },
    { do = "points", amount = { paid = "value", times = 100 } },
    { do = "choose", of = "fruit" },
]
[[add_on]]
id = "blessing"
applies = ["charm"]
cost = { berry = 1 }
effects = [{ do = "points", amount = 4 }]
"""


@pytest.fixture
def rules() -> sa.Ruleset:
    """The toy game with one shop, which is its first place."""
    rules = toy_with(SOLD)
    assert (rules.places[0].id, rules.items[0].id) == ("bush", "acorn")
    return rules


def acting(rules: sa.Ruleset, place: str) -> sa.State:
    """Seat 0 acts on a place while the first item lies on the first one."""
    given = {"phase": "work", "figures": {place: [1, 0]}, "spaces": {"bush": "acorn"}}
    return play(position(rules, given | {"seats": {0: {"goods": {"berry": 5}}}}), f"resolve {place}")


def test_an_item_is_bought_there(rules: sa.Ruleset) -> None:
    state = read_again(acting(rules, "bush"))
    assert (state.pending.kind, state.pending.place, state.pending.item) == ("buy", "bush", "acorn")
    assert legal_texts(state) == ("pay 1 berry", "decline")
    assert {reason.check for reason in against(state, "pay 3 berry")} == {"payment.form"}
    assert rules.parse("pay 1 berry").index == 0
    play(state, "pay 1 berry")
    assert read_again(state).pending.place == "bush"
    assert legal_texts(state) == ("add blessing", "skip blessing")
    play(state, "add blessing")
    assert read_again(state).pending.kind == "choose-goods"
    assert (state.points[0], state.player(0).items, state.item_on("bush")) == (110 + 6, ("acorn",), None)


def test_an_item_is_declined_there(rules: sa.Ruleset) -> None:
    state = acting(rules, "bush")
    state._noted = []
    play(state, "decline")
    assert state._noted[0] == ("decline", 0, 0, 0, 1)
    assert state.item_on("bush") == "acorn"


def test_an_item_is_taken_from_there(rules: sa.Ruleset) -> None:
    state = read_again(acting(rules, "stall-1"))
    assert legal_texts(state) == ("draft acorn",)
    play(state, "draft acorn")
    assert read_again(state).pending.kind == "choose-goods"
    assert (state.points[0], state.player(0).items, state.item_on("bush")) == (2, ("acorn",), None)


def test_a_price_of_the_first_place_is_its_own() -> None:
    dear = SOLD.replace("set.circles = 1", "set.circles = 1\nset.cost = { nut = 2 }", 1)
    rules = toy_with(dear)
    assert rules.places[0].price == 0
    state = read_again(acting(rules, "bush"))
    assert legal_texts(state) == ("decline",)
    (reason,) = against(state, "pay 1 berry")
    assert (reason.check, reason.statement) == ("payment.form", "meadow.bush")
