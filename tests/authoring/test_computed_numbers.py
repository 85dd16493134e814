"""House rules whose numbers are computed, each as a pack with its scenarios: every pack is sound, and every scenario passes."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import stoneage_rules as sa
from stoneage_rules.testing import inspect_pack, leaks, position, run_scenarios
from writing import write_pack

STARVE = """
[[patch.phase]]
target = "base:feed-tribe"
set.effects.each-seat.effects.feed.starve.points.{}
"""
HUNGRY = 'given = {{ phase = "feed-tribe", seats = {{ 0 = {{ points = {}, goods = {{ food = 2 }} }} }} }}\ndo = ["0: starve"]'
SPOT = '[[location]]\nid = "spot"\ncircles = 7\neffects = [{{ {} }}]\n'
AT_SPOT = """given = {{ round = {}, figures = {{ spot = {{ 0 = {} }}{} }}, phase = "take-actions", seats = {{ {} }} }}
do = ["0: resolve spot"]"""


def at_spot(figures: int, seats: str, others: str = "", round: int = 1) -> str:
    return AT_SPOT.format(round, figures, others, seats)


def after(seats: str) -> str:
    return f"\nthen = {{ seats = {{ {seats} }} }}"


RULES = {
    "each unfed figure costs 3.5 points, the sum rounded": (
        STARVE.format('amount = { missing = "food", times = -7, divide = 2, rounded = "up" }'),
        [HUNGRY.format(20) + after("0 = { points = 10 }")],
    ),
    "hunger costs 5, then 10, then 15": (
        '[[track]]\nid = "hungry"\ntop = 9\n'
        + STARVE.format('amount = { track = "hungry", times = -5, plus = -5 }')
        + '[[patch.phase]]\ntarget = "base:feed-tribe"\n'
        'append.effects.each-seat.effects.feed.starve = [{ do = "advance", track = "hungry" }]\n',
        [
            HUNGRY.format(20) + after("0 = { points = 15, tracks = { hungry = 1 } }"),
            HUNGRY.format("20, tracks = { hungry = 2 }") + after("0 = { points = 5, tracks = { hungry = 3 } }"),
        ],
    ),
    "nobody falls below 0 points": (
        STARVE.format("at_least = 0"),
        [HUNGRY.format(points) + after(f"0 = {{ points = {left} }}") for points, left in ((20, 10), (7, 0), (0, 0), (-3, -3))],
    ),
    "later seats begin with more food": (
        '[[set_up]]\nid = "late"\neffects = [{ do = "each-seat", effects = [\n'
        '  { do = "gain", good = "food", amount = { seat = "order", plus = -1 } }] }]\n'
        '[[patch.course]]\ntarget = "base:order-of-play"\nappend.set_up = ["late"]\n',
        ["given = { round = 1 }" + after("0 = { goods = { food = 12 } }, 1 = { goods = { food = 13 } }")],
    ),
    "all together against a total": (
        SPOT.format('do = "points", amount = { total = "now", of = "all", divide = 10 }'),
        [at_spot(1, "0 = { points = 8, goods = { wood = 2 } }, 1 = { points = 21 }") + after("0 = { points = 11 }")],
    ),
    "no dice: three pips a figure, and the tools": (
        SPOT.format(
            'do = "gain", good = "wood", amount = { figures = "here", times = 3, plus = { tools = "value" }, divide = 3 }'
        ),
        [
            at_spot(2, "0 = { tools = [[1, false], [1, false]], goods = { wood = 0 } }") + after("0 = { goods = { wood = 2 } }"),
            at_spot(3, "0 = { tools = [[2, false], [1, false], [1, false]], goods = { wood = 0 } }")
            + after("0 = { goods = { wood = 4 } }"),
        ],
    ),
    "5 points for most buildings, friendly ties": (
        '[[score]]\nid = "builders"\neach = 5\n'
        'count = { rank = { owned = "building" }, times = -1, plus = 2, at_least = 0 }\n'
        + SPOT.format('do = "points", amount = { total = "now" }'),
        [
            at_spot(1, '0 = { points = 1, items = ["bld-01"], tracks = {} }, 1 = { items = ["bld-02"] }')
            + after("0 = { points = 7 }"),
            at_spot(1, '0 = { points = 1 }, 1 = { items = ["bld-02"] }') + after("0 = { points = 2 }"),
        ],
    ),
    "a point for each 3 food left": (
        '[[score]]\nid = "larder"\ncount = { goods = "food", divide = 3 }\n'
        + SPOT.format('do = "points", amount = { total = "now" }'),
        [at_spot(1, "0 = { points = 0, goods = { food = 8 } }") + after("0 = { points = 2 }")],
    ),
    "2 points lost for each empty tool space": (
        '[[score]]\nid = "toolless"\ncount = { tools = "count", times = -1, plus = 3 }\neach = -2\n'
        + SPOT.format('do = "points", amount = { total = "now" }'),
        [at_spot(1, "0 = { points = 10, tools = [[1, false]] }") + after("0 = { points = 16 }")],
    ),
    "hunting brings less in winter": (
        SPOT.format(
            'do = "gain", good = "food", '
            'amount = { figures = "here", plus = { if = [{ round = "now", every = 4 }], count = -2 } }'
        ),
        [
            at_spot(3, "0 = { goods = { food = 0 } }", round=3) + after("0 = { goods = { food = 3 } }"),
            at_spot(3, "0 = { goods = { food = 0 } }", round=4) + after("0 = { goods = { food = 1 } }"),
            at_spot(1, "0 = { goods = { food = 0 } }", round=4) + after("0 = { goods = { food = 0 } }"),
        ],
    ),
    "a roll is divided by 3 in winter": (
        SPOT.format(
            'do = "roll", dice = 2, yields = ["wood"], divide = { if = [{ round = "now", every = 4 }], count = 3, else = 2 }'
        ),
        [
            at_spot(1, "0 = { goods = { wood = 0 } }", round=number)[:-1]
            + ', "roll 5 6"]'
            + after(f"0 = {{ goods = {{ wood = {wood} }} }}")
            for number, wood in ((3, 5), (4, 3), (5, 5))
        ],
    ),
    "tools, figures and goods by the round": (
        '[[location]]\nid = "spot"\ncircles = 7\neffects = [\n'
        '  { do = "tool", amount = { round = "now", plus = -2 } },\n'
        '  { do = "figure", amount = { round = "now", divide = 2 } },\n'
        '  { do = "choose", of = "resource", amount = { round = "now", plus = -1, at_most = 3 } },\n]\n',
        [
            at_spot(1, "0 = { goods = { gold = 0 } }", round=1) + after("0 = { goods = { gold = 0 }, tools = [], figures = 5 }"),
            at_spot(1, "0 = { goods = { gold = 0 } }", round=4)[:-1]
            + ', "0: take 3 gold"]'
            + after("0 = { goods = { gold = 3 }, tools = [[1, false], [1, false]], figures = 7 }"),
        ],
    ),
    "hunting is worth what others leave": (
        SPOT.format('do = "gain", good = "food", amount = { figures = "hunt", of = "others", times = -1, plus = 5 }'),
        [at_spot(1, "0 = { goods = { food = 0 } }", ", hunt = { 0 = 2, 1 = 3 }") + after("0 = { goods = { food = 2 } }")],
    ),
}


@pytest.mark.parametrize("name", RULES)
def test_a_rule_is_sound_and_plays_as_it_says(name: str, tmp_path: Path) -> None:
    content, scenarios = RULES[name]
    text = "[table]\nplayers = 2\nmodules = ['..']\n"
    text += "".join(f'\n[[scenario]]\nname = "{name}, {number}"\n{one}\n' for number, one in enumerate(scenarios, 1))
    pack = write_pack(tmp_path, {"rules.toml": content, "tests/scenarios.toml": text}, requires="base")
    results = run_scenarios(pack / "tests" / "scenarios.toml")
    assert len(results) == len(scenarios)
    assert all(result.passed for result in results), "\n".join(map(str, results))
    assert [finding.title for finding in inspect_pack(pack).findings] == []


READ = (
    '{ owned = "card" }',
    '{ icons = "farmer", of = "others" }',
    '{ symbols = "sets-squared" }',
    '{ total = "now" }',
    '{ rank = { icons = "shaman" } }',
)


@pytest.mark.parametrize("quantity", READ)
def test_what_lies_face_down_counts_for_nothing_before_the_end(quantity: str, tmp_path: Path) -> None:
    """No effect gives away what others may not know."""
    content = SPOT.format(f'do = "points", amount = {quantity}')
    pack = write_pack(tmp_path, {"rules.toml": content}, requires="base")
    rules = sa.load(sa.Table(players=2, modules=(str(pack),)))
    seats = {0: {"points": 0, "items": ["civ-07"], "face_down": ["civ-08", "civ-24"]}, 1: {"face_down": ["civ-01", "civ-20"]}}
    state = position(rules, {"phase": "take-actions", "figures": {"spot": {0: 1}}, "seats": seats})
    open_alone = {0: {**seats[0], "face_down": []}, 1: {}}
    other = position(rules, {"phase": "take-actions", "figures": {"spot": {0: 1}}, "seats": open_alone})
    for moment in (state, other):
        moment.apply(rules.parse("resolve spot"))
    assert state.points == other.points
    assert state.score_sheet(0).total > other.score_sheet(0).total, "in final scoring it counts"
    assert not list(leaks(state, Random(1)))


def test_the_parts_of_a_line_are_counted_as_often_as_the_line_says(tmp_path: Path) -> None:
    """Three for each building, of five points each."""
    content = '[[score]]\nid = "everything"\ncount = { owned = "open" }\n'
    content += '[[score]]\nid = "builders"\neach = 5\ncount = { owned = "building", times = 3 }\n'
    pack = write_pack(tmp_path, {"rules.toml": content}, requires="base")
    rules = sa.load(players=2, modules=[str(pack)])
    sheet = position(rules, {"phase": "placing", "seats": {0: {"items": ["bld-01", "bld-02"]}}}).score_sheet(0)
    everything, builders = sheet.lines[-2:]
    assert (everything.points, everything.parts) == (2, ())
    assert builders.parts == ((("bld-01",), 3, 15), (("bld-02",), 3, 15))


def test_a_line_has_the_name_that_content_gives_it_or_its_id(tmp_path: Path) -> None:
    lines = '[[score]]\nid = "builders"\nname = "Great builders"\ncount = { owned = "building" }\n'
    lines += '[[score]]\nid = "hunters"\ncount = { goods = "food" }\n'
    pack = write_pack(tmp_path, {"rules.toml": lines}, requires="base")
    sheet = sa.load(players=2, modules=[str(pack)]).initial_state().score_sheet(0)
    assert [line.name for line in sheet.lines[-2:]] == ["Great builders", "hunters"]
