"""Limits of groups: which places count, whatever place of the table they are."""

from __future__ import annotations

from pathlib import Path

import stoneage_rules as sa
from authors.writing import write_pack
from stoneage_rules.testing import options, position

HUNT_IN_THE_VILLAGE = """
[[patch.location]]
target = "base:hunt"
append.groups = ["village"]
"""


def test_the_first_place_of_all_counts_only_while_figures_are_there(tmp_path: Path) -> None:
    """Of two players' village two places can be taken."""
    pack = write_pack(tmp_path, {"village.toml": HUNT_IN_THE_VILLAGE}, requires="base")
    rules = sa.load(players=2, modules=[str(pack)])
    assert rules.places[0].id == "hunt"
    taken = {"hut": [2, 0]}, {"hunt": [1, 0]}
    for figures, still_open in (({}, True), (taken[0], True), (taken[1], True), (taken[0] | taken[1], False)):
        state = position(rules, {"phase": "placing", "seats": {1: {"figures": 5}}, "figures": figures, "first": 1})
        assert state.seat == 1
        assert ("place fields 1" in options(state)) is still_open
