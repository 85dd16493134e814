"""The command `rules`: the statements, each with what carries it, changes it and proves it."""

from __future__ import annotations

from pathlib import Path

from packs.toy import write
from shipped import needs

WINTER = "harsh-winter"
HOUSE = """
[[statement]]
id = "house.camp"
text = "Nobody spends the night in the camp."

[[location]]
id = "camp"
circles = 1
figures = { exactly = 1 }
effects = [{ do = "points", amount = 1 }]
rules = ["house.camp"]

[[patch.location]]
target = "base:hut"
set.circles = 4
why = "two families"
"""

PROOF = """
import pytest

@pytest.mark.rule("house.camp")
def test_nobody_stays():
    assert True
"""


TESTS = "tests/rules/test_placing.py:"


def test_a_statement_is_shown_with_all_that_is_known_of_it(says) -> None:
    lines = says("rules base.place.hut", 0, "\n    location base:hut  stoneage_base/locations.toml:").out.splitlines()
    assert lines[:3] == [
        "base.place.hut",
        "  Family hut: 2 circles, exactly 2 figures of one player, at the same time.",
        "  source: ANN p.5",
    ]
    assert "    placement.figures" in lines
    assert any(line.startswith("    tests/scenarios/placing.toml:") and line.endswith("fill the hut") for line in lines)
    lines = says("rules base.place.order", 0).out.splitlines()
    assert any(line.startswith(f"    {TESTS}") and line.endswith("test_nobody_places_out_of_turn") for line in lines)
    assert any(line.startswith("    tests/scenarios/placing.toml:") for line in lines)
    assert "  changed by:" not in lines


def test_a_ruling_says_how_it_was_decided(says) -> None:
    ruling = "\n  kind: ruling\n  why: The book has such a player pass until the phase ends;"
    code = "  carried out by code of the library:\n    next-placement\n    place-figures\n"
    says("rules place.no-pass", 0, ruling, code)


def test_a_house_rule_is_shown_with_what_it_changes_and_its_own_tests(says, tmp_path: Path) -> None:
    pack = write(tmp_path, "house", HOUSE, requires={"base": ">=1.0"})
    says(f"rules house.camp -m {pack}/", 0, "`python -m pytest --rule house.camp` runs them there")
    (pack / "tests").mkdir()
    (pack / "tests" / "test_house.py").write_text(PROOF, "utf-8")
    says(f"rules house.camp -m {pack}/", 0, "    location house:camp  ", "    tests/test_house.py:4 test_nobody_stays")
    change = "location base:hut circles  set 4, before 2  (house, "
    says(f"rules base.place.hut -m {pack}/", 0, "  changed by:", change, "two families")


@needs(WINTER)
def test_statements_of_installed_modules_are_found_without_naming_them(says) -> None:
    assert says("rules winter.", 0).out.startswith("winter.")


def test_a_part_of_an_id_lists_and_a_slip_is_told(says) -> None:
    says("rules base.tool", 0, "base.tool\n", "\n  base.tool.whole: A tool is used with its whole value")
    heads = [line for line in says("rules", 0).out.splitlines() if not line.startswith(" ")]
    assert heads[:2] == ["base.setup", "base.place"]
    says("rules place.hutt", 2, "no statement has `place.hutt` in its id; did you mean `place.hut`?")


def test_the_facts_as_json(data) -> None:
    facts = data("rules base.tool.whole")
    assert (facts["id"], facts["checks"], facts["kernel"]) == ("base.tool.whole", ["tools.whole"], ["use-tools"])
    assert any(test.startswith("tests/scenarios/tools.toml:") for test in facts["tests"])
    assert {*data("rules base.tool")[0]} == {"id", "text"}
