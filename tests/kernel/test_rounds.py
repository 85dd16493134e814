"""Rounds and the end of the game, as packs change them."""

from __future__ import annotations

from pathlib import Path

import pytest

import stoneage_rules as sa
from authors.writing import write_pack
from stoneage_rules.testing import position

CLOSING = """
[[phase]]
id = "closing"
effects = [{ do = "end-game", when_empty = "card-row" }]

[[patch.course]]
target = "base:order-of-play"
insert.phases = { value = "closing", before = "placing" }
"""


@pytest.mark.parametrize("card", ["none", "civ-01", "civ-02"])
def test_the_game_ends_when_a_space_of_the_row_is_empty_and_only_then(tmp_path: Path, card: str) -> None:
    """Whichever card lies there, the first of all as well."""
    rules = sa.load(players=2, modules=[str(write_pack(tmp_path, {"end.toml": CLOSING}, requires="base"))])
    assert rules.item_ids[0] == "civ-01"
    spaces = {"card-1": card, "card-2": "civ-03", "card-3": "civ-04", "card-4": "civ-05"}
    assert position(rules, {"phase": "closing", "spaces": spaces}).is_over is (card == "none")
