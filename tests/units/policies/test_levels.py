"""Levels: each policy of the library is told wherever one chooses, and `starving` starves on purpose."""

from __future__ import annotations

import random

import pytest

import stoneage_rules as sa
from play.conftest import rules_for
from running import python
from sources import ROOT
from stoneage_rules.authoring.starters import write_table
from stoneage_rules.policies.registry import POLICIES, VERSIONS

PLACES = {
    "the page": "src/stoneage_rules/web/page/index.html",
    "the page of levels": "docs/opponents.md",
    "the keys of tables": "docs/tables.md",
    "programs": "docs/programs.md",
}


def test_each_level_is_told_where_one_chooses(tmp_path):
    texts = {place: (ROOT / file).read_text("utf-8") for place, file in PLACES.items()}
    texts["the command"] = python("-m", "stoneage_rules", "play", "--help").stdout
    texts["a new table"] = write_table(tmp_path / "table.toml").read_text("utf-8")
    untold = [f"{name}: {place}" for place, text in texts.items() for name in POLICIES if name not in text]
    assert untold == []
    assert [*VERSIONS] == [*POLICIES]


@pytest.mark.parametrize("players", [2, 4])
def test_who_starves_on_purpose_pays_with_points_and_hunts_nothing(players):
    counted = {}
    for name in ("sensible", "starving"):
        answers: list[sa.Action | sa.Outcome] = []
        sa.policies.play_on(rules_for(players).initial_state(), name, random.Random(3), answers=answers)
        texts = [str(answer) for answer in answers]
        counted[name] = texts.count("starve"), sum(text.startswith("place hunt") for text in texts)
    assert counted["sensible"][0] == 0 < counted["sensible"][1]
    assert counted["starving"][0] > 4
    assert counted["starving"][1] == 0
