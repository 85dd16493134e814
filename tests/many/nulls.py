"""Compares a table with itself, many times. A difference must be seen in about 5 of 100 runs.

Each run draws two times 20 games, each game once, from a pool of random games: as many as all runs together draw.
"""

from __future__ import annotations

import random

import stoneage_rules as sa

GAMES = 20
"""The games at each of the two tables of a run."""


def rejected(runs: int, pool: int, seed: int) -> float:
    """Returns the share of runs where the points of seats differ at 5 %."""
    games = sa.simulate({"players": 2}, pool, makers="random", seed=seed).games
    means, chance, count = [sum(game.scores) / 2 for game in games], random.Random(seed), 0
    for _ in range(runs):
        drawn = chance.sample(means, 2 * GAMES)
        difference, probability = sa.many.mean_difference(drawn[:GAMES], drawn[GAMES:])
        assert (probability < 0.05) == (0 not in difference)
        count += probability < 0.05
    return count / runs
