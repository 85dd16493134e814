"""The word that was most likely meant by a misspelt one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stoneage_rules.text.spelling import nearest


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("wodo", "wood"),
        ("WOOD", "wood"),
        ("Wodo", "wood"),
        ("wod", "wood"),
        ("woood", "wood"),
        ("wool", "wood"),
        ("wood", "wood"),
        ("od", "do"),
        ("ado", "do"),
        ("two_player_hut", "two-player-huts"),
        ("ponits", "points"),
        ("pionst", "points"),
        ("clya", "clay"),
        ("play", "clay"),
        ("gold", None),
        ("figure", None),
        ("wo", None),
        ("x", None),
        ("", None),
        ("two", None),
    ],
)
def test_nearest(word: str, expected: str | None) -> None:
    assert nearest(word, ["wood", "clay", "points", "do", "two-player-huts", "a"]) == expected


def test_nearest_prefers_fewer_slips_then_the_first_letter_then_case_then_the_alphabet() -> None:
    assert nearest("points", ["point", "paints", "points"]) == "points"
    assert nearest("pointz", ["tointz-a", "points", "paintz-"]) == "points"
    assert nearest("hat", ["cat", "hut", "bat"]) == "hut"
    assert nearest("Hut", ["HUT", "hut"]) == "hut"
    assert nearest("hxt", ["hat", "hut"]) == "hat"
    assert nearest("a_b", ["ab", "a-b"]) == "a-b"
    assert nearest("hut", []) is None


@given(st.text("abc", max_size=6), st.lists(st.text("abcA", max_size=6)))
def test_nearest_does_not_depend_on_the_order_of_choices(word: str, choices: list[str]) -> None:
    assert nearest(word, choices) == nearest(word, reversed(choices))


@pytest.mark.parametrize(
    ("word", "expected"), [("clay pit", "clay"), ("clay-pit", None), ("the clay", None), ("wodo clay", None)]
)
def test_words_behind_the_right_one_are_too_many(word: str, expected: str | None) -> None:
    assert nearest(word, ["wood", "clay"]) == expected
