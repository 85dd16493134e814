"""The worth of marks and of food, as the sensible policy judges it by the words of packs."""

from __future__ import annotations

import re
from pathlib import Path

import attrs
import pytest

import stoneage_rules as sa
from dealt import resolved
from stoneage_rules.plugin import Verb
from stoneage_rules.policies import heuristic, sensible_policy, valuation
from stoneage_rules.policies.valuation import WORTH, Appraisal
from stoneage_rules.testing import position
from writing import base_with

MARKS = """
[[mark]]
id = "chief"
lasts = "game"
[[mark]]
id = "tired"
[[patch.location]]
target = "base:hunt"
append.effects = [{ do = "mark", mark = "chief" }, { do = "unmark", mark = "tired" }]
[[score]]
id = "chiefs"
count = { mark = "chief", times = 4 }
[[score]]
id = "chief-of-all"
count = { count = 7 }
if = [{ mark = "chief", min = 1 }]
[[score]]
id = "tired"
count = { mark = "tired" }
each = -2
"""


def judged(text: str, **seat: object) -> Appraisal:
    """Seat 0 at the start of a round, as the policy sees it."""
    rules = base_with(text)
    return Appraisal(position(rules, {"phase": "placing", "seats": {0: seat}}).view(0), 0)


@pytest.mark.parametrize(("marks", "worth"), [([], 11.0), (["chief"], 0.0), (["tired"], 11.0)])
def test_a_mark_is_worth_what_score_lines_give_for_it(marks: list[str], worth: float) -> None:
    """Four points for itself, and seven on condition; nothing for one that the seat has, or that no game ends with."""
    appraisal = judged(MARKS, marks=marks)
    mark, unmark = appraisal.guide.places[appraisal.rules.place("hunt").index].effects[-2:]
    assert appraisal.effects((mark,)) == worth
    assert appraisal.effects((unmark,)) == 0.0


FEEDING = '[[patch.phase]]\ntarget = "base:feed-tribe"\nset.effects.each-seat.effects.feed.{}\n'


@pytest.mark.parametrize(
    ("edit", "mouths"),
    [
        ("must = true", 5),
        ("figures = { count = 2 }", 2),
        ('figures = { figures = "all", plus = { tools = "count", times = -1 } }', 5),
        ('if = [{ round = "now", every = 4 }]', 0),
        ('if = [{ round = "now", max = 4 }]', 5),
    ],
)
def test_food_is_wanted_for_those_who_are_fed(edit: str, mouths: int) -> None:
    assert judged(FEEDING.format(edit)).mouths == mouths


@attrs.frozen
class Silent(Verb):
    """A verb of a plugin that says nothing of what it brings."""

    do = "silent"


@attrs.frozen
class Gift(Silent):
    """Three points, and two wood or a gold."""

    do = "gift"

    def scores(self) -> int:
        return 3

    def gains(self, link: object) -> tuple[tuple[int, ...], ...]:
        return (0, 2, 0, 0, 0), (0, 0, 0, 0, 1)


def test_a_verb_of_a_plugin_is_worth_what_it_says_that_it_brings() -> None:
    appraisal = judged(MARKS)
    wood, gold = (appraisal.rules.goods.index(good) for good in ("wood", "gold"))
    best = max(appraisal.good_value(wood, 2), appraisal.good_value(gold, 1))
    assert best > 0
    assert appraisal.effects((Gift(),)) == 3 + best
    assert appraisal.effects((Silent(),)) == WORTH["unknown"]


@pytest.mark.parametrize(
    ("anytime", "answer"),
    [
        ('{ do = "choose", of = "resource", amount = { track = "agriculture", at_least = 1, at_most = 4 } }', "use civ-36"),
        ('{ do = "gain", good = "gold", amount = { track = "agriculture" } }', "use civ-36"),
        (
            '{ do = "choose", of = "resource", amount = { tools = "count", at_least = 1, at_most = 4 } }',
            "decline",
        ),
        ('{ do = "choose", of = "resource", amount = 3, if = [{ round = "now", max = 5 }] }', "use civ-36"),
        ('{ do = "points", amount = 3 }', "decline"),
    ],
)
def test_items_are_used_to_pay_if_they_bring_enough_now(anytime: str, answer: str) -> None:
    """Card space 4 asks for 4 resources; the seat has 2, and 2 are missing."""
    text = f'[[patch.card]]\ntarget = "base:civ-36"\nunset = ["anytime"]\nset.anytime = [{anytime}]\n'
    rules = base_with(text)
    seat = {"items": ["civ-36"], "goods": {"wood": 2}, "tracks": {"agriculture": 2}}
    state = resolved(rules, "card-4", item="civ-01", **seat)
    assert str(sensible_policy(1)(state.view(0), state.legal())) == answer


def test_a_face_that_has_the_dice_rolled_again_is_judged_once() -> None:
    text = '[[patch.dice_table]]\ntarget = "base:finds"\nset.faces.4 = [{ do = "dice-for-all", table = "base:finds" }]\n'
    appraisal = judged(text.replace("set", 'unset = ["faces.4"]\nset'))
    assert appraisal.face(0, 4) > 0
    assert appraisal.face(0, 4) == appraisal.face(0, 4)


TAX = """
[[location]]
id = "tax"
circles = 1
figures = { exactly = 1 }
effects = [{ do = "feed", good = "wood", figures = { figures = "all" } }, { do = "feed", good = "wood" }]
"""


def test_feeding_at_a_place_is_a_loss() -> None:
    appraisal = judged(TAX, goods={"wood": 9}, figures=6)
    everybody, at_home = appraisal.guide.places[appraisal.rules.place("tax").index].effects
    wood = appraisal.worth[appraisal.rules.goods.index("wood")]
    assert appraisal.effects((everybody,)) == pytest.approx(-6 * wood)
    assert appraisal.effects((at_home,)) == pytest.approx(-6 * wood)


ENDS = """
[[patch.phase]]
target = "base:new-round"
append.effects = [{{ do = "end-game", {}, id = "early" }}]
"""


@pytest.mark.parametrize(
    ("end", "left"),
    [
        ("after_round = 3", 3),
        ('if = [{ round = "now", min = 3 }]', 3),
        ('after_round = 2, if = [{ round = "now", min = 3 }]', 3),
        ('after_round = 2, if = [{ points = "now", of = "most", min = 900 }]', None),
        ('if = [{ points = "now", of = "most", min = 900 }]', None),
    ],
)
def test_an_end_is_expected_in_the_round_that_its_condition_names(end: str, left: int | None) -> None:
    """An end on another condition is not expected: nobody knows when it comes."""
    appraisal = judged(ENDS.format(end))
    usual = Appraisal(position(sa.load(players=2), {"phase": "placing"}).view(0), 0).rounds
    assert appraisal.rounds == (left or usual)


def test_every_number_of_the_table_is_read_and_told():
    table = Path(valuation.__file__).with_suffix(".toml").read_text("utf-8")
    source = "".join(Path(module.__file__).read_text("utf-8") for module in (valuation, heuristic))
    for name in (*valuation.WORTH, *valuation.STEPS):
        assert f'["{name}"]' in source
        assert re.search(rf"^{name} = .* # \w", table, re.MULTILINE), name
