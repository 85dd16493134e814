"""Compares a table with itself, many times: `python -m many.nulls --runs 1000`. A difference must be seen in about 5 of 100 runs.

Each run draws two times 20 games, each game once, from a pool of random games: as many as all runs together draw.
"""

from __future__ import annotations

import argparse
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


def main() -> None:
    parser = argparse.ArgumentParser(description="Compares a table with itself.")
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    runs = options.runs
    share = rejected(runs, 2 * GAMES * runs, options.seed)
    print(f"{share:.1%} of {runs} comparisons see a difference where there is none")
    raise SystemExit(not 0.035 <= share <= 0.065)


if __name__ == "__main__":
    main()
