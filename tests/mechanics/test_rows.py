"""Rows of items: what their piles need."""

from __future__ import annotations

import pytest

import stoneage_rules as sa
from writing import base_pack

RUINS = """
[[remove.building]]
target = "base:bld-01"
why = "it has burnt down"

[[zone]]
id = "rubble"

[[kind]]
id = "ruin"
starts_in = "tile-supply"
drawn_to = "rubble"

[[ruin]]
id = "burnt-hut"
"""


def test_what_is_set_aside_when_it_is_drawn_fills_no_pile() -> None:
    """Four piles of seven need all the tiles; with three players one can be missing."""
    pack = str(base_pack(RUINS))
    with pytest.raises(sa.ContentError, match="too few buildings for 4 players"):
        sa.load(players=4, modules=[pack])
    assert "burnt-hut" in sa.load(players=3, modules=[pack]).item_ids
