"""Conditions at run time: rows of `if` at effects, read, edited, described, and asked at the moment they matter."""

from __future__ import annotations

from pathlib import Path

import pytest

import stoneage_rules as sa
from mechanics.games import read_again, whole_games
from stoneage_rules.authoring.explain import why
from stoneage_rules.authoring.measured_coverage import measure
from stoneage_rules.language.quantity import is_by_round
from stoneage_rules.plugin import IfRow, Quantity
from stoneage_rules.testing import inspect_pack, play, position
from writing import base_pack, base_with, write_pack

MILL = """
[[location]]
id = "mill"
circles = 4
effects = [
    { do = "points", amount = 5, if = [{ track = "agriculture", min = 3, max = 4 }] },
    { do = "gain", good = "gold", if = [{ goods = "wood", every = 2 }, { goods = "wood", min = 1 }] },
    { do = "one-of", if = [{ goods = "stone", max = 0 }], effects = [
        { do = "all-of", effects = [{ do = "points", amount = 1 }, { do = "choose", of = "resource" }] },
        { do = "points", amount = 9, if = [{ goods = "gold", min = 1 }] },
    ] },
]
"""


@pytest.fixture
def rules() -> sa.Ruleset:
    return base_with(MILL)


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        (IfRow("round", "now", min=3), True),
        (IfRow("goods", "food", min=1), False),
        (IfRow("round", "now", plus=Quantity("goods", "food")), False),
    ],
    ids=str,
)
def test_it_is_known_which_rows_change_with_the_round_alone(rules: sa.Ruleset, row: IfRow, expected: bool) -> None:
    assert is_by_round(rules.linker, row) is expected


def at_mill(rules: sa.Ruleset, *, track: int = 0, **goods: int) -> sa.State:
    """Seat 0 stands on the mill, and resolves it next."""
    figures = {"mill": {0: 1}, "hunt": {1: 1}}
    seat = {"tracks": {"agriculture": track}, "goods": goods}
    return position(rules, {"phase": "take-actions", "figures": figures, "seats": {0: seat}})


def test_a_choice_asks_its_own_conditions_and_is_saved_while_it_is_open(rules: sa.Ruleset) -> None:
    state = at_mill(rules)
    play(state, "resolve mill")
    assert list(map(str, state.legal())) == ["choose 1", "choose 2"]
    again = read_again(state)
    play(again, "choose 2")
    assert again.player(0).points == 0, "there is no gold"
    play(state, "choose 1")
    read_again(state)
    assert state.player(0).points == 1


def test_conditions_are_told_in_words(rules: sa.Ruleset) -> None:
    words = rules.location("mill").words
    assert "5 points (if the position on agriculture is 3 to 4)" in words
    assert "1 gold (if the number of wood is a multiple of 2, and if the number of wood is 1 or more)" in words
    assert "9 points (if the number of gold is 1 or more)" in words


def test_whole_games_keep_every_law(rules: sa.Ruleset) -> None:
    whole_games(rules, 3)


def test_an_edit_finds_a_row_by_its_quantity_or_its_id(tmp_path: Path) -> None:
    first = """
    [[patch.location]]
    target = "base:fields"
    set.effects.advance.if = [
        { track = "agriculture", max = 8 }, { goods = "food", min = 2 }, { id = "w", goods = "wood", min = 1 },
    ]
    """
    second = """
    [[patch.location]]
    target = "base:fields"
    set.effects.advance.if.track.max = 6
    adjust.effects.advance.if.goods.min = { add = 3 }
    set.effects.advance.if.w.min = 2
    """
    a = write_pack(tmp_path, {"x.toml": first}, requires="base", id="aa")
    b = write_pack(tmp_path, {"x.toml": second}, requires="base", id="bb", more='aa = ">=1.0"')
    rules = sa.load(players=2, modules=[str(a), str(b)])
    rows = rules.location("fields").effects[0].if_
    assert [(row.name, row.min, row.max) for row in rows] == [("track", None, 6), ("goods", 5, None), ("goods", 2, None)]
    assert {(step.address.rpartition(" ")[2], step.pack) for step in why(rules, "location base:fields effects.advance.if")} == {
        ("effects.advance.if.track.max", "bb"), ("effects.advance.if.goods.min", "bb"), ("effects.advance.if.w.min", "bb"),
        ("effects.advance.if", "aa"),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("row", "label"),
    [
        ('{ goods = "wood", mim = 3 }', "did you mean `min`?"),
        ('{ goods = "wood" }', "this row has no range"),
        ('{ goods = "wood", min = 4, max = 3 }', "`max` is less than `min`, which is 4"),
        ('{ goods = "wood", every = 1 }', "`every` must be from 2 to 99"),
        ("{ min = 3 }", "a quantity has one word"),
        ('{ goods = "wood", min = "3" }', "write 3, without quotation marks"),
        ('{ track = "agricultur", min = 3 }', "did you mean `agriculture`?"),
    ],
)
def test_a_row_that_means_nothing_is_refused(row: str, label: str) -> None:
    text = f'[[patch.location]]\ntarget = "base:fields"\nset.effects.advance.if = [{row}]\n'
    with pytest.raises(sa.ContentError, match=r"(?s).*") as refused:
        base_with(text)
    assert label in str(refused.value)


@pytest.mark.parametrize(
    ("row", "found"),
    [
        ('{ goods = "wood", max = -1 }', ["SA507"]),
        ('{ seat = "order", every = 9 }', ["SA507"]),
        ('{ seat = "order", min = 2, max = 3, every = 4 }', ["SA507"]),
        ('{ track = "agriculture", min = 0, max = 10 }', ["SA513"]),
        ('{ goods = "wood", min = 0 }', ["SA513"]),
        ('{ goods = "wood", times = -1, min = 1 }', ["SA507"]),
        ('{ goods = "wood", min = 0, max = 5 }', []),
        ('{ seat = "order", min = 4 }', []),
        ('{ seat = "order", min = 2, max = 3, every = 3 }', []),
    ],
)
def test_check_finds_rows_that_never_or_always_hold(row: str, found: list[str]) -> None:
    text = f'[[patch.location]]\ntarget = "base:fields"\nset.effects.advance.if = [{row}]\n'
    warnings = inspect_pack(base_pack(text)).findings
    assert [warning.code for warning in warnings] == found


ROUND = '{{ round = "now", {} }}'


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        (["min = 4", "max = 3"], ['no number is in this range and in that of `{ round = "now", min = 4 }`']),
        (["min = 2, max = 5", "every = 2", "min = 5"], ["no number is in this range and in that of"]),
        (["min = 2", "max = 5"], []),
        (["min = 3", "every = 2"], []),
        (["min = 3", "plus = 1, max = 3"], []),
    ],
)
def test_check_finds_rows_of_one_list_that_rule_each_other_out(rows: list[str], found: list[str]) -> None:
    text = '[[patch.location]]\ntarget = "base:fields"\nset.effects.advance.if = [{}]\n'
    text = text.format(", ".join(ROUND.format(row) for row in rows))
    warnings = inspect_pack(base_pack(text)).findings
    assert [warning.code for warning in warnings] == ["SA507"] * len(found)
    assert all(why in warning.place.label for why, warning in zip(found, warnings, strict=True))


def test_rows_of_two_packs_that_cannot_hold_together_are_told_of_the_later_one(tmp_path: Path) -> None:
    patch = '[[patch.location]]\ntarget = "base:hut"\n{}.if = [{}]\n'
    early = patch.format("append", ROUND.format("max = 3"))
    late = patch.format("append", ROUND.format("min = 4"))
    write_pack(tmp_path, {"x.toml": early}, requires="base", id="early")
    later = write_pack(tmp_path, {"x.toml": late}, requires="early", id="later")
    (warning,) = inspect_pack(later).findings
    assert (warning.code, warning.place.file) == ("SA507", "later/x.toml")


EVERYWHERE = """
[[zone]]
id = "events"
[[zone]]
id = "past"
[[kind]]
id = "event"
starts_in = "events"
[[event]]
id = "storm"
effects = [{ do = "points", amount = 1, if = [ROW] }]
if = [ROW]
[[location]]
id = "camp"
circles = 2
if = [ROW]
effects = [
    { do = "each-seat", effects = [{ do = "points", amount = { if = [ROW], count = 1, else = 2 } }] },
    { do = "points", id = "crowd", amount = 1, if = [{ figures = "here", min = 9 }] },
]
[[limit]]
id = "quiet"
counts = "players"
group = "village"
at_most = { 2 = 1, 3 = 1, 4 = 1 }
if = [ROW]
[[score]]
id = "more"
count = { goods = "food" }
if = [ROW]
[[add_on]]
id = "more"
applies = ["building"]
cost = { food = 1 }
effects = [{ do = "points", amount = 1 }]
if = [ROW]
[[patch.card]]
target = "base:civ-01"
set.standing = [{ at_start_of = "new-round", effects = [{ do = "points", amount = 1, if = [ROW] }] }]
[[patch.card]]
target = "base:civ-02"
set.workplace = { circles = 1, effects = [{ do = "points", amount = 1 }], if = [ROW] }
[[patch.track]]
target = "base:agriculture"
set.each_advance = [{ do = "points", amount = 1, if = [ROW] }]
[[patch.phase]]
target = "base:new-round"
append.effects = [{ do = "reveal", kind = "event", from = "events", if = [ROW] }]
"""


def met_in_games(pack: Path, games: int) -> dict[int, set[bool]]:
    """By the line of a row of a pack, whether it held and whether it failed in some games."""
    found: dict[int, set[bool]] = {}
    for thing, has_come in measure(sa.load(modules=[str(pack)]), range(games)).things().items():
        file, line = thing.file_and_line
        if thing.sort == "condition" and file.endswith("stranger/rules.toml"):
            found.setdefault(line, set()).update({thing.name == "the condition holds"} if has_come else ())
    return found


@pytest.mark.parametrize(("row", "holds"), [('{ goods = "wood", min = 400 }', False), ('{ goods = "wood", max = 400 }', True)])
def test_coverage_looks_at_conditions_wherever_they_stand(row: str, holds: bool) -> None:
    lines = EVERYWHERE.splitlines()
    expected = {number for number, line in enumerate(lines, 1) if "ROW" in line}
    crowd = next(number for number, line in enumerate(lines, 1) if '"here"' in line)
    met = met_in_games(base_pack(EVERYWHERE.replace("ROW", row)), 1)
    assert {line: met.get(line) for line in expected} == {line: {holds} for line in expected}
    assert True not in met[crowd]


def test_figures_that_act_are_counted_where_coverage_looks_for_conditions() -> None:
    text = """
    [[patch.location]]
    target = "base:hunt"
    append.effects = [{ do = "points", amount = 1, if = [{ figures = "here", min = 2 }] }]
    """
    assert met_in_games(base_pack(text), 2) == {4: {True, False}}


def test_coverage_tells_conditions_that_its_games_never_or_always_met() -> None:
    text = """
    [[patch.location]]
    target = "base:fields"
    set.effects.advance.if = [{ goods = "wood", min = 90 }]
    append.effects = [
        { do = "points", amount = 1, if = [{ round = "now", min = 3 }] },
        { do = "points", amount = 1, if = [{ goods = "wood", max = 900 }] },
    ]
    """
    assert met_in_games(base_pack(text), 2) == {4: {False}, 6: {True, False}, 7: {True}}
