"""Positions of a game with igloos, for the tests of its statements."""

from __future__ import annotations

from functools import cache

import stoneage_rules as sa
from dealt import fixtures_of

rules_for, at = fixtures_of(cache(lambda players: sa.load(players=players, modules=["igloos"])))
