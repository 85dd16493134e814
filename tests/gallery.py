"""The example packs, and which of them the kit tries: the others are a few lines each, and tried by two games."""

from __future__ import annotations

from functools import cache

import stoneage_rules as sa
from sources import ROOT

GALLERY = ROOT / "content" / "stoneage_examples"
NAMES = tuple(sorted(path.parent.name for path in GALLERY.glob("*/pack.toml")))
LARGE = tuple(name for name in NAMES if (GALLERY / name / "tests" / "properties.toml").exists())
"""Examples with properties, which the pages on the pack language name."""
NEW_KINDS = ("event-deck", "hidden-goals", "priced-places", "start-bonuses", "tribes")
SMALL = tuple(name for name in NAMES if name not in (*LARGE, *NEW_KINDS))


@cache
def example(name: str, players: int) -> sa.Ruleset:
    """The base game with an example pack."""
    return sa.load(players=players, modules=[str(GALLERY / name)])
