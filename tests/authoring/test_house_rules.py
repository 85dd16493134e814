"""House rules that need no program: each is sound, passes its scenarios, and plays to the end.

Those of `newcomer` were written from the documentation alone; those of `small_rules.toml` are a few lines each.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
import tomli

from gallery import GALLERY, SMALL
from long_profile import FULL, LONG
from properties.play import random_game, replayed
from stoneage_rules.testing import Inspection, inspect_pack, leaks, position, run_scenarios
from writing import base_with, write_pack

HERE = Path(__file__).parent
RULES = {rule["name"]: rule for rule in tomli.loads((HERE / "small_rules.toml").read_text("utf-8"))["rule"]}
TABLE = '[table]\nplayers = 2\nmodules = [".."]\n'


def found_sound(pack: Path) -> Inspection:
    """Asserts that nothing is found in a pack, and that its scenarios pass."""
    inspection = inspect_pack(pack)
    assert [str(finding) for finding in inspection.findings] == []
    if (pack / "tests").is_dir():
        results = run_scenarios(pack / "tests")
        assert results
        assert [str(result) for result in results if not result.passed] == []
    return inspection


@pytest.mark.parametrize(
    "pack", [*(GALLERY / name for name in SMALL), *sorted((HERE / "newcomer").iterdir())], ids=lambda pack: pack.name
)
def test_a_pack_is_sound_and_plays_as_meant(pack: Path) -> None:
    tables = found_sound(pack).rules
    for rules in tables if LONG else (tables[0], tables[-1]) if FULL else tables[-1:]:
        for seed in range(30 if LONG else 1):
            state, answers = random_game(rules, seed)
            assert state.is_over
            assert bool(state.winners) == (state.verdict != "nobody")
        assert replayed(rules, answers) == state


@pytest.mark.parametrize("name", RULES)
def test_a_small_rule_is_sound_and_plays_as_it_says(name: str, tmp_path: Path) -> None:
    files = {"rules.toml": RULES[name]["content"], "tests/scenarios.toml": TABLE + RULES[name]["scenarios"]}
    found_sound(write_pack(tmp_path, files, requires="base"))


@pytest.mark.parametrize("quantity", [
    '{ owned = "card" }', '{ icons = "farmer", of = "others" }', '{ symbols = "sets-squared" }', '{ total = "now" }',
    '{ rank = { icons = "shaman" } }',
])  # fmt: skip
def test_what_lies_face_down_counts_for_nothing_before_the_end(quantity: str) -> None:
    """No effect gives away what others may not know."""
    content = f'[[location]]\nid = "spot"\ncircles = 7\neffects = [{{ do = "points", amount = {quantity} }}]\n'
    rules = base_with(content)
    hidden = {0: {"items": ["civ-07"], "face_down": ["civ-08", "civ-24"]}, 1: {"face_down": ["civ-01", "civ-20"]}}
    state, other = (
        position(rules, {"phase": "take-actions", "figures": {"spot": {0: 1}}, "seats": seats})
        for seats in (hidden, {0: {"items": ["civ-07"]}})
    )
    for moment in (state, other):
        moment.apply(rules.parse("resolve spot"))
    assert state.points == other.points
    assert state.score_sheet(0).total > other.score_sheet(0).total, "in final scoring it counts"
    assert not list(leaks(state, Random(1)))


def test_the_parts_of_a_line_are_counted_as_often_as_the_line_says() -> None:
    """Three for each building, of five points each."""
    content = '[[score]]\nid = "everything"\ncount = { owned = "open" }\n'
    content += '[[score]]\nid = "builders"\neach = 5\ncount = { owned = "building", times = 3 }\n'
    rules = base_with(content)
    sheet = position(rules, {"phase": "placing", "seats": {0: {"items": ["bld-01", "bld-02"]}}}).score_sheet(0)
    everything, builders = sheet.lines[-2:]
    assert (everything.points, everything.parts) == (2, ())
    parts = [(part.sources, part.amount, part.points) for part in builders.parts]
    assert parts == [(("bld-01",), 3, 15), (("bld-02",), 3, 15)]
