"""The command `rules`: the statements, each with what carries it, changes it and proves it."""

from __future__ import annotations

import json
from pathlib import Path

from shipped import needs
from writing import manifest_text

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


def test_a_statement_is_shown_with_all_that_is_known_of_it(stoneage) -> None:
    ran = stoneage("rules", "base.place.hut")
    lines = ran.out.splitlines()
    assert ran.code == 0
    assert lines[:3] == [
        "base.place.hut",
        "  Family hut: 2 circles, exactly 2 figures of one player, at the same time.",
        "  source: ANN p.5",
    ]
    assert any(line.startswith("    location base:hut  stoneage_base/locations.toml:") for line in lines)
    assert "    placement.figures" in lines
    assert any(
        line.startswith("    tests/rules/test_placing.py:") and line.endswith("test_the_hut_takes_two_of_one_player_at_once")
        for line in lines
    )
    assert any(line.startswith("    tests/scenarios/placing.toml:") for line in lines)
    assert "  changed by:" not in lines


def test_a_ruling_says_how_it_was_decided(stoneage) -> None:
    out = stoneage("rules", "place.no-pass").out
    assert "(ruling: The book has such a player pass until the phase ends;" in out
    assert "    code of the library: next-placement, place-figures" in out


def test_a_house_rule_is_shown_with_what_it_changes_and_its_own_tests(stoneage, tmp_path: Path) -> None:
    (tmp_path / "pack.toml").write_text(manifest_text("house", requires={"base": ">=1.0"}), "utf-8")
    (tmp_path / "house.toml").write_text(HOUSE, "utf-8")
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_house.py").write_text(PROOF, "utf-8")
    out = stoneage("rules", "house.camp", "-m", f"{tmp_path}/").out
    assert "    location house:camp  " in out
    assert "    tests/test_house.py:4 test_nobody_stays" in out
    changed = stoneage("rules", "base.place.hut", "-m", f"{tmp_path}/").out
    assert "  changed by:" in changed
    assert "location base:hut circles  set 4, before 2  (house, " in changed
    assert "two families" in changed


def test_without_tests_beside_the_pack_it_says_where_they_are(stoneage, tmp_path: Path) -> None:
    (tmp_path / "pack.toml").write_text(manifest_text("house", requires={"base": ">=1.0"}), "utf-8")
    (tmp_path / "house.toml").write_text(HOUSE, "utf-8")
    out = stoneage("rules", "house.camp", "-m", f"{tmp_path}/").out
    assert "`python -m pytest --rule house.camp` runs them there" in out


@needs(WINTER)
def test_statements_of_installed_modules_are_found_without_naming_them(stoneage) -> None:
    assert stoneage("rules", "winter.").out.startswith("winter.")


def test_a_part_of_an_id_lists_and_a_slip_is_told(stoneage) -> None:
    listed = stoneage("rules", "base.tool").out.splitlines()
    assert listed[0] == "base.tool"
    assert any(line.startswith("  base.tool.whole: A tool is used with its whole value") for line in listed)
    assert [line for line in stoneage("rules").out.splitlines() if not line.startswith(" ")][:2] == ["base.setup", "base.place"]
    ran = stoneage("rules", "place.hutt")
    assert ran.code == 2
    assert "no statement has `place.hutt` in its id; did you mean `place.hut`?" in ran.err


def test_the_facts_as_json(stoneage) -> None:
    facts = json.loads(stoneage("rules", "base.tool.whole", "--json").out)
    assert (facts["id"], facts["checks"], facts["kernel"]) == ("base.tool.whole", ["tools.whole"], ["use-tools"])
    assert any(test.endswith("test_a_tool_counts_in_full_or_not_at_all") for test in facts["tests"])
    assert {"id", "text"} == set(json.loads(stoneage("rules", "base.tool", "--json").out)[0])
