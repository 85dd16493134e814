"""The kit's checks of a whole pack; with the profile `full`, also those that play, and a game with all modules."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

import stoneage_rules as sa
from long_profile import FULL
from shipped import HERE
from stoneage_rules.authoring.pack_checks import CODE_CHECKS, PACK_CHECKS
from stoneage_rules.authoring.trial_tables import Looks, PlayedGame
from stoneage_rules.testing import check_pack

CI = bool(os.environ.get("CI"))
APART = [name for name in PACK_CHECKS if name != "together" and name not in CODE_CHECKS]
"""The checks of a pack without Python by itself."""
FEW = ["loads", "options", "edits", "scenarios", "properties"]
"""Those that play few games, or none."""


def run_kit(pack: Path, games: int | None = 1) -> tuple[list[str], Mapping[str, str]]:
    """Returns all problems and warnings of a pack, and the outcome of each check by its name."""
    results = check_pack(pack, games=games, only=None if CI else APART if FULL else FEW)
    problems = [str(result) for result in results if result.outcome == "failed" or result.warnings]
    return [*problems, *(_with_all_modules(pack) if FULL or CI else ())], {result.name: result.outcome for result in results}


def _with_all_modules(pack: Path) -> Iterator[str]:
    """Yields the problems of a game with every module that there is."""
    game = PlayedGame(sa.load(players=3, modules=[str(pack), *HERE]), "with all modules", 0, Looks(1))
    yield from game.problems
    for problems in game.broken.values():
        yield from problems
