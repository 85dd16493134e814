"""House rules that need no program, as whole packs: those of `packs` pass every check, the many small ones are played."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from long_profile import LONG
from stoneage_rules.authoring import trial_tables as played_games
from stoneage_rules.testing import inspect_pack, run_scenarios
from units.authoring.kit_runs import run_kit

PAGE = Path(__file__).parents[3] / "docs" / "house-rules.md"
PACKS = Path(__file__).parents[2] / "authoring" / "packs"
SMALL = Path(__file__).parents[2] / "authoring" / "house_rules"


@pytest.mark.parametrize("name", sorted(path.name for path in PACKS.iterdir() if path.is_dir()))
def test_a_house_rule_passes_every_check(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if not LONG:
        monkeypatch.setattr(played_games, "OFTEN", 0)  # the first state of each kind at every table, not further ones
    problems, outcomes = run_kit(PACKS / name, games=None if LONG else 1)
    assert problems == []
    assert outcomes["scenarios"] == "passed"


@pytest.mark.parametrize("name", sorted(path.name for path in SMALL.iterdir() if path.is_dir()))
def test_a_small_house_rule_loads_without_a_finding_and_plays_as_meant(name: str) -> None:
    found = inspect_pack(SMALL / name)
    assert not [str(finding) for finding in found.findings]
    for rules in (found.rules[0], found.rules[-1]):  # the most and the fewest players of the base game
        for seed in range(30 if LONG else 1):
            state = rules.initial_state()
            state.play_out(random.Random(seed))
            assert state.is_over
            assert state.winners
    if (SMALL / name / "tests").is_dir():
        assert not [problem for result in run_scenarios(SMALL / name / "tests") for problem in result.problems]


def test_the_page_of_house_rules_leads_to_packs_and_headings_that_exist() -> None:
    missing = []
    for target in re.findall(r"\]\(([^)]+)\)", PAGE.read_text("utf-8")):
        path, _, heading = target.partition("#")
        file = PAGE.parent / path
        if not file.exists() or (heading and heading not in _headings(file)):
            missing.append(target)
    assert not missing


def test_the_page_names_every_small_pack() -> None:
    text = PAGE.read_text("utf-8")
    assert not [path.name for path in SMALL.iterdir() if f"house_rules/{path.name})" not in text]


def _headings(page: Path) -> set[str]:
    """The anchors of a page's headings, as hosts of Markdown make them."""
    titles = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^a-z0-9 -]", "", title.lower()).replace(" ", "-") for title in titles}
