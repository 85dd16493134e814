"""The word that was most likely meant by a misspelt one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stoneage_rules.text import did_you_mean, nearest, unknown


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


@pytest.mark.parametrize(
    "word", ["base:civ-37", "base:civ-40", "base:card-5", "civ-3o", "hunt-1", "placement.full", "payment.gold"]
)
def test_another_number_and_another_word_behind_the_same_beginning_are_no_slip(word: str) -> None:
    choices = ["base:civ-30", "base:civ-04", "base:card-1", "base:civ-36", "hunt-2", "hint-1", "placement.must", "payment.form"]
    assert nearest(word, choices) is None


def test_the_last_part_of_an_id_is_compared_and_its_beginning_too() -> None:
    assert nearest("base:hunr", ["base:hunt", "base:hut"]) == "base:hunt"
    assert nearest("bsae:hunt", ["base:hunt", "base:hut"]) == "base:hunt"
    assert nearest("placement.circle", ["placement.circles", "placement.must"]) == "placement.circles"


@pytest.mark.parametrize("word", ["bld-1", "bld-001", "BLD_1"])
def test_leading_zeros_are_no_slip(word: str) -> None:
    assert nearest(word, ["bld-10", "bld-11", "bld-01", "bld-12"]) == "bld-01"


@pytest.mark.parametrize(
    ("word", "choices", "sentence"),
    [
        ("wod", ["wood", "clay"], "no good is called `wod`; did you mean `wood`? There are wood, clay"),
        ("fish", ["wood", "clay"], "no good is called `fish`; there are wood, clay"),
        ("fish", [], "no good is called `fish`; there is none"),
        (None, ["wood"], "no good is called `None`; there is wood"),
        ("a\nb\x1b", ["wood"], "no good is called `a\ufffdb\ufffd`; there is wood"),
        ("z" * 99, ["wood"], f"no good is called `{'z' * 57}...`; there is wood"),
        (
            "q",
            [f"w{n}" for n in range(50)],
            f"no good is called `q`; there are {', '.join(f'w{n}' for n in range(40))} and 10 more",
        ),
    ],
)
def test_a_word_that_names_nothing(word: object, choices: list[str], sentence: str) -> None:
    assert unknown("good", word, choices) == sentence


def test_a_hint_is_the_nearest_word_or_else_another_hint() -> None:
    assert did_you_mean("wod", ["wood", "clay"], "see the list") == "did you mean `wood`?"
    assert did_you_mean("granite", ["wood", "clay"], "see the list") == "see the list"
