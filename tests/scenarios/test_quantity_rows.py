"""Rows of `meets`: scenarios and properties can ask every quantity of content; a row that fails tells its number."""

# ruff: noqa: E501
from __future__ import annotations

from pathlib import Path

import pytest

import stoneage_rules as sa
from stoneage_rules.testing import run_properties, run_scenarios
from writing import write_pack

GIVEN = """given = { phase = "take-actions", figures = { hunt = [1, 1, 0] }, seats = { 0 = { goods = { wood = 3, clay = 1 }, points = 5, items = ["civ-07"] }, 1 = { items = ["bld-01"], tools = [[1, false]] }, 2 = { goods = { wood = 1 } } } }"""
MARKS = """
[[mark]]
id = "blessed"

[[patch.location]]
target = "base:hunt"
append.effects = [{ do = "mark", mark = "blessed" }]
why = "a blessing"
"""


def told(folder: Path, then: str, table: str = "players = 3", given: str = GIVEN) -> list[str]:
    """Returns the problems of the one scenario of a file, without the place."""
    file = folder / "some.toml"
    file.write_text(f'[table]\n{table}\n\n[[scenario]]\nname = "rows"\n{given}\n{then}\n', "utf-8")
    (result,) = run_scenarios(file)
    return [problem.replace(f"{file}:", "") for problem in result.problems]


@pytest.mark.parametrize(("row", "number"), [
    ('goods = "resource"', 4),
    ('goods = "resource", times = 2, plus = 3, divide = 2', 5),
    ('goods = "resource", times = 2, plus = 3, divide = 2, rounded = "up"', 6),
    ('goods = "wood", plus = { goods = "clay", times = -1 }', 2),
    ('goods = "wood", at_least = { figures = "all" }', 5),
    ('goods = "wood", at_most = 2', 2),
    ('goods = "wood", of = "all"', 4),
    ('goods = "wood", of = "most"', 3),
    ('goods = "wood", of = "fewest"', 0),
    ('goods = "wood", of = "others"', 1),
    ('goods = "wood", if = [{ points = "now", min = 9 }], else = 7', 7),
    ('rank = { goods = "wood" }', 1),
    ('rank = { goods = "food" }, alone = true', 3),
    ('points = "now"', 5),
    ('total = "now"', 5 + 4 + 1),
    ('track = "agriculture"', 0),
    ('figures = "all"', 5),
    ('figures = "home"', 4),
    ('figures = "hunt"', 1),
    ('tools = "value", of = "all"', 1),
    ('owned = "card"', 1),
    ('owned = "open"', 1),
    ('owned = "face-down"', 0),
    ('icons = "farmer"', 0),
    ('symbols = "sets-squared"', 1),
    ('empty = "card-row"', 0),
    ('open = "card"', 4),
    ('round = "now"', 1),
    ('seat = "order"', 1),
    ("count = 3", 3),
])  # fmt: skip
def test_every_quantity_is_asked_and_told(tmp_path, row, number):
    """At the right number it holds; at each number beside it, it fails and says which one there is."""
    assert told(tmp_path, f"then.seats.0.meets = [{{ {row}, min = {number}, max = {number} }}]") == []
    (low,) = told(tmp_path, f"then.seats.0.meets = [{{ {row}, max = {number - 1} }}]")
    (high,) = told(tmp_path, f"then.seats.0.meets = [{{ {row}, min = {number + 1} }}]")
    assert f"expected {number - 1} or less, found {number}" in low
    assert f"expected {number + 1} or more, found {number}" in high
    assert low.startswith("7: seats.0.meets.0: ")


def test_marks_are_asked(tmp_path):
    write_pack(tmp_path, {"marks.toml": MARKS}, requires="base")
    then = 'then.meets = [{ mark = "blessed", max = 0 }]'
    given = 'given = { seats = { 0 = { marks = [] }, 1 = { marks = ["blessed"] } } }'
    (problem,) = told(tmp_path, then, 'players = 2\nmodules = ["./stranger"]', given)
    assert problem == "8: meets.0: seat 1: the mark blessed (1 or 0): expected 0 or less, found 1"


@pytest.mark.parametrize(("row", "told_as"), [
    ('goods = "resource", max = 3', "the number of resource: expected 3 or less, found 4"),
    ('owned = "card", max = 0', "the number of cards owned: expected 0 or less, found 1"),
    ('goods = "wood", every = 2', "the number of wood: expected a multiple of 2, found 3"),
    ('goods = "wood", min = 4, max = 6', "the number of wood: expected 4 to 6, found 3"),
    ('goods = "wood", min = 4, max = 4', "the number of wood: expected 4, found 3"),
    ('goods = "wood", plus = { goods = "clay" }, max = 3',
     "the number of wood + the number of clay: expected 3 or less, found 4"),
    ('rank = { goods = "wood" }, min = 2', "the rank by the number of wood: expected 2 or more, found 1"),
    ('points = "now", of = "most", max = 4', "the number of points of the seat with most: expected 4 or less, found 5"),
])  # fmt: skip
def test_a_row_that_fails_tells_its_number_and_what_is_wanted(tmp_path, row, told_as):
    assert told(tmp_path, f"then.seats.0.meets = [{{ {row} }}]") == [f"7: seats.0.meets.0: {told_as}"]


def test_rows_beside_the_seats_are_about_the_game_or_about_every_seat(tmp_path):
    assert told(tmp_path, 'then.meets = [{ empty = "card-row", max = 0 }, { goods = "food", min = 1 }]') == []
    assert told(tmp_path, 'then.meets = [{ empty = "card-row", min = 1 }, { goods = "wood", min = 1 }]') == [
        "7: meets.0: the number of empty spaces of card-row: expected 1 or more, found 0",
        "7: meets.1: seat 1: the number of wood: expected 1 or more, found 0",
    ]


@pytest.mark.parametrize(("row", "fault"), [
    ('empti = "card-row", min = 1', "7:17: no quantity is called `empti`; did you mean `empty`?"),
    ('option = "x", min = 1', "7:17: no quantity is called `option`; this is asked before the game, in a row of `when`"),
    ('empty = "card-rows", min = 1', "7:25: no row is called `card-rows`; did you mean `card-row`?"),
    ('goods = "wood", plus = { goods = "clai" }, min = 1', "7:50: no good is called `clai`; did you mean `clay`?"),
    ('rank = { track = "agricultur" }, min = 1', "7:34: no track is called `agricultur`; did you mean `agriculture`?"),
    ('goods = "wood"', "7:15: this row has no range; write `min`, `max`, `every` or `in`"),
    ('goods = "wood", min = 3, max = 2', "7:48: `max` is less than `min`, which is 3"),
    ('goods = "wood", of = "mots", min = 3', '7:38: `of` cannot be "mots"; did you mean `most`?'),
    ('goods = "wood", times = 0, min = 3', "7:41: with 0 this does nothing: `times` must be another number"),
    ('paid = "value", min = 1', "7:17: only effects under `effects` know this: a test asks when nothing is happening"),
    ('figures = "here", min = 1', "7:17: only effects of a place know this: a test asks when nothing is happening"),
])  # fmt: skip
def test_words_that_cannot_be_asked_are_told_with_their_place(tmp_path, row, fault):
    assert told(tmp_path, f"then.meets = [{{ {row} }}]") == [fault]


def test_rows_that_ask_nothing_are_refused(tmp_path):
    with pytest.raises(sa.ContentError, match="an expectation of nothing"):
        told(tmp_path, "then = { round = 1, meets = [] }")


# --- properties ---------------------------------------------------------------------------------------------------


def claimed(folder: Path, claim: str) -> list[str]:
    """Returns the first line of what is wrong with a property of two players, or nothing."""
    file = folder / "properties.toml"
    text = f'[table]\nplayers = 2\n[[property]]\nname = "a"\nalways = {{ {claim} }}\nfor = {{ games = 1 }}\n'
    file.write_text(text, "utf-8")
    (result,) = run_properties(file)
    return str(result).splitlines()[1:2]


def test_properties_ask_rows_of_the_game_and_of_every_seat(tmp_path):
    at = 'at = "start-of-phase placing"'
    assert claimed(tmp_path, f'{at}, meets = [{{ round = "now", plus = {{ empty = "card-row" }}, min = 1 }}]') == []
    (all_fail,) = claimed(tmp_path, f'{at}, meets = [{{ figures = "all", divide = 2, min = 9 }}]')
    assert all_fail.endswith(": the number of figures, divided by 2: expected 9 or more, found 2")
    (one_fails,) = claimed(tmp_path, f'{at}, meets = [{{ seat = "order", max = 1 }}]')
    assert ": seat 1: " in one_fails


@pytest.mark.parametrize(("claim", "fault"), [
    ('meets = [{ goods = "wod", min = 1 }]', "no good is called `wod`"),
    ('meets = [{ missing = "food", min = 1 }]', "only effects under `starve`"),
])  # fmt: skip
def test_rows_of_properties_with_faults_are_refused(tmp_path, claim, fault):
    with pytest.raises(sa.ContentError, match=fault):
        claimed(tmp_path, f'at = "end-of-round", {claim}')
