"""The word that was most likely meant by a misspelt one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stoneage_rules.text import did_you_mean, nearest, unknown

NEAREST = {
    "wood": "wodo WOOD Wodo wod woood wool wood",
    "do": "od ado",
    "two-player-huts": "two_player_hut",
    "points": "ponits pionst",
    "clay": "clya play",
    None: "gold figure wo x two",
}


@pytest.mark.parametrize(("expected", "word"), [(expected, word) for expected in NEAREST for word in NEAREST[expected].split()])
def test_nearest(word: str, expected: str | None) -> None:
    assert nearest(word, ["wood", "clay", "points", "do", "two-player-huts", "a"]) == expected


@pytest.mark.parametrize(
    ("word", "choices", "expected"),
    [
        ("points", "point paints points", "points"),
        ("pointz", "tointz-a points paintz-", "points"),
        ("hat", "cat hut bat", "hut"),
        ("Hut", "HUT hut", "hut"),
        ("hxt", "hat hut", "hat"),
        ("a_b", "ab a-b", "a-b"),
        ("hut", "", None),
        ("base:hunr", "base:hunt base:hut", "base:hunt"),
        ("bsae:hunt", "base:hunt base:hut", "base:hunt"),
        ("placement.circle", "placement.circles placement.must", "placement.circles"),
        ("bld-1", "bld-10 bld-11 bld-01 bld-12", "bld-01"),
        ("bld-001", "bld-10 bld-11 bld-01 bld-12", "bld-01"),
        ("BLD_1", "bld-10 bld-11 bld-01 bld-12", "bld-01"),
        ("clay pit", "wood clay", "clay"),
        ("clay-pit", "wood clay", None),
        ("the clay", "wood clay", None),
        ("wodo clay", "wood clay", None),
        ("", "a wood", None),
    ],
)
def test_nearest_prefers_fewer_slips_then_the_first_letter_then_case_then_the_alphabet(
    word: str, choices: str, expected: str | None
) -> None:
    """Of an id its parts are compared, too; zeros before a number are no slip, and words behind the right one are too many."""
    assert nearest(word, choices.split()) == expected


@given(st.text("abc", max_size=6), st.lists(st.text("abcA", max_size=6)))
def test_nearest_does_not_depend_on_the_order_of_choices(word: str, choices: list[str]) -> None:
    assert nearest(word, choices) == nearest(word, reversed(choices))


@pytest.mark.parametrize("word", "base:civ-37 base:civ-40 base:card-5 civ-3o hunt-1 placement.full payment.gold".split())
def test_another_number_and_another_word_behind_the_same_beginning_are_no_slip(word: str) -> None:
    choices = "base:civ-30 base:civ-04 base:card-1 base:civ-36 hunt-2 hint-1 placement.must payment.form"
    assert nearest(word, choices.split()) is None


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
