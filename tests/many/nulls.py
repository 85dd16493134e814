"""Compares a table with itself, many times: `python -m many.nulls --runs 1000`. A difference must be seen in about 5 of 100 runs.

Each run draws two times 20 games, each game once, from a pool of random games that were played for it.
"""

from __future__ import annotations

import argparse
import random

import stoneage_rules as sa

GAMES = 20
"""The games at each of the two tables of a run."""
POOL = 8000
"""The games of which those of the runs are drawn."""


def rejected(runs: int, pool: int, seed: int) -> float:
    """Returns the share of runs in which the points of seats differ at 5 %."""
    found = sa.study({"players": 2}, pool, policies="random", seed=seed)
    values: dict[int, list[float]] = {}
    for row in found.rows("seats"):
        values.setdefault(row["game"], []).append(row["total"])
    means, chance, count = [sum(some) / len(some) for some in values.values()], random.Random(seed), 0
    for _ in range(runs):
        drawn = chance.sample(means, 2 * GAMES)
        difference, probability = sa.many.mean_difference(drawn[:GAMES], drawn[GAMES:])
        assert (probability < 0.05) == (0 not in difference)
        count += probability < 0.05
    return count / runs


def main() -> None:
    parser = argparse.ArgumentParser(description="Compares a table with itself.")
    parser.add_argument("--runs", type=int, default=1000)
    runs = parser.parse_args().runs
    share = rejected(runs, POOL, 1)
    print(f"{share:.1%} of {runs} comparisons see a difference where there is none")
    raise SystemExit(not 0.035 <= share <= 0.065)


if __name__ == "__main__":
    main()
