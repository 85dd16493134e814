"""Add-ons with `if`: offered only while it holds, and never where none of their effects would happen."""

from __future__ import annotations

import pytest

import stoneage_rules as sa
from dealt import resolved
from stoneage_rules.testing import legal_texts, play
from writing import base_with

ADD_ON = """
[[add_on]]
id = "blessing"
applies = ["card"]
cost = {{ wood = 1 }}
{more}

[[add_on]]
id = "offering"
applies = ["card"]
cost = {{ clay = 1 }}
effects = [{{ do = "points", amount = 2 }}]
"""
OWN = 'effects = [{ do = "points", amount = 4 }]\nif = [{ goods = "food", max = 2 }]'
OF_EFFECTS = 'effects = [{ do = "points", amount = 4, if = [{ goods = "food", max = 2 }] }]'


def bought(more: str, food: int, *, deck: list[str] | None = None) -> sa.State:
    """Seat 0 has paid one wood for a card that brings food when it is taken; the cards of `deck` are left."""
    left = {} if deck is None else {"zones": {"deck": deck}, "dealt_to": [1], "items": []}
    goods = {"wood": 3, "clay": 1, "food": food}
    return resolved(base_with(ADD_ON.format(more=more)), "card-1", "pay 1 wood", item="civ-17", goods=goods, **left)


DRAW = '{ do = "draw-hidden", kind = "card", from = "deck" }'
DEAL = '{ do = "deal", kind = "card", from = "deck", hidden = true }'
REVEAL = '{ do = "reveal", kind = "card", from = "deck", to = "spent" }'
POINTS = '{ do = "points", amount = 1 }'


@pytest.mark.parametrize(
    ("effect", "is_open"),
    [
        (DRAW, False),
        (DEAL, False),
        (REVEAL, False),
        (REVEAL.replace(" }", ", reshuffle = true }"), True),
        (f'{{ do = "all-of", effects = [{DRAW}, {DRAW}] }}', False),
        (f'{{ do = "one-of", effects = [{DRAW}, {DRAW}] }}', False),
        (f'{{ do = "pay", cost = {{ food = 1 }}, effects = [{DRAW}] }}', False),
        (f'{{ do = "all-of", effects = [{DRAW}, {POINTS}] }}', True),
        (f'{{ do = "one-of", effects = [{DRAW}, {POINTS}] }}', True),
        (f'{{ do = "pay", cost = {{ food = 1 }}, effects = [{DRAW}, {POINTS}] }}', True),
        (f'{{ do = "pay", cost = {{ food = 1 }}, effects = [{DRAW}], else = [{POINTS}] }}', True),
    ],
)
def test_nobody_adds_what_an_empty_deck_leaves_without_effect(effect: str, is_open: bool) -> None:
    more = f'effects = [{effect}]\n\n[[zone]]\nid = "spent"\n'
    state = bought(more, 9, deck=[])
    assert ("add blessing" in legal_texts(state)) == is_open
    state = bought(more, 9)
    assert "add blessing" in legal_texts(state)


@pytest.mark.parametrize(
    ("more", "needed", "line"), [(OWN, "blessing can be added only if", 7), (OF_EFFECTS, "one of the effects", 2)]
)
def test_what_is_used_in_between_can_close_it_and_the_reason_is_told(more: str, needed: str, line: int) -> None:
    state = bought(more, 2)
    state.goods[state.rules.goods.index("food")] = 3
    assert legal_texts(state) == ("skip blessing",)
    (reason,) = state.why_not(state.rules.parse("add blessing"))
    assert (reason.check, reason.statement) == ("add-on.closed", None)
    assert reason.where == f"stranger/rules.toml:{line}"
    assert reason.needed.startswith(needed)
    play(state, "skip blessing")
    assert legal_texts(state)[0] == "add offering"
