"""The token of every verb: an effect in the fewest words, for drawings."""

from __future__ import annotations

import pytest

import stoneage_rules as sa
from stoneage_rules.plugin import Quantity, Verb
from stoneage_rules.telling.phrases import Tokens
from units.library import WORDS


def test_every_verb_has_a_token() -> None:
    """That it is made of its fields is asked when a verb is registered."""
    assert all(all((verb.token,) if isinstance(verb.token, str) else verb.token) for verb in WORDS.verbs.values())


VERBS = WORDS.verbs


@pytest.mark.parametrize(
    ("effect", "token"),
    [
        (VERBS["gain"](good="food", amount=5), "+5 food"),
        (VERBS["gain"](good="food", amount=Quantity("goods", "wood")), "+(the number of wood) food"),
        (VERBS["points"](amount=-3), "-3 points"),
        (VERBS["roll"](divide=3, yields=("wood", "clay")), "dice / 3 wood or clay"),
        (VERBS["roll"](divide=3, yields=("wood",), dice=2), "2 dice / 3 wood"),
        (VERBS["lose"](good="wood", amount=2), "-2 wood"),
        (VERBS["lose"](tools=1), "-1 tool"),
        (VERBS["one-of"](effects=(VERBS["tool"](), VERBS["figure"]())), "+1 tool or +1 figure"),
        (VERBS["all-of"](effects=(VERBS["tool"](), VERBS["figure"]())), "+1 tool, +1 figure"),
    ],
    ids=str,
)
def test_a_token_is_short(effect: Verb, token: str) -> None:
    assert sa.load(players=2).service(Tokens).effect(effect) == token


def test_a_verb_without_a_token_says_its_sentence() -> None:
    class Silent(Verb):
        do = "whistle"

    assert sa.load(players=2).service(Tokens).effect(Silent()) == "whistle"
