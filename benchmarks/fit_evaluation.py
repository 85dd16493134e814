"""Fits the evaluation of the policy `thoughtful` on games, and writes it: needs numpy, and takes a minute.

    python benchmarks/fit_evaluation.py

Seats of `sensible` play, and now and then place at random, so that the positions differ in everything that is weighed.  Of each
position at the beginning of a round, the features of each seat and its final points are noted, less their means over the seats.
Least squares find the weights: three for each feature, for a worth that bends with the number of rounds to come.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from players import ALL

import stoneage_rules as sa
from stoneage_rules.policies import evaluation, sensible_policy

SHARES = ((2, (), 6), (3, (), 4), (4, (), 8), (5, ALL, 4), (3, ALL, 2))
"""Players, modules, and the share of the games, of 24."""
AT_RANDOM = 0.2
"""The largest share of placements at random; each game has one of its own."""
RIDGE = 0.001
HELD_BACK = 4
"""Every fourth game only tests weights that were fitted on the others."""

Row = tuple[list[list[float]], list[float]]
"""The terms of each seat in one position, and the final points."""


def terms(state: sa.State) -> list[list[float]]:
    """Returns by seat each feature, times the rounds to come, and times their square."""
    meter = state.rules.service(evaluation.Meter)
    rounds = meter.rounds(state)
    found = []
    for seat in range(state.rules.players):
        features = meter.features(state, seat)
        scales = (1.0, rounds, rounds * rounds / evaluation.MOST_ROUNDS)
        found.append([feature * scale for scale in scales for feature in features])
    return found


def play(rules: sa.Ruleset, seed: int) -> list[Row]:
    """Plays a game and returns its positions at the first question of each round but the first."""
    chance = random.Random(seed)
    policy, share = sensible_policy(seed), AT_RANDOM * chance.random()
    state, positions, known = rules.initial_state(), [], 1
    while not state.is_over:
        if state.round > known:
            known = state.round
            positions.append(terms(state))
        if state.is_chance:
            state.apply(state.sample(chance))
            continue
        legal = state.legal()
        if legal[0].kind == "place" and chance.random() < share:
            state.apply(legal[int(chance.random() * len(legal))])
        else:
            state.apply(policy(state.view(state.stack[-1][1]), legal))
    return [(position, list(map(float, state.scores))) for position in positions]


def matrix(games: Sequence[Sequence[Row]]) -> tuple[Any, Any]:
    """Returns terms and points of all seats in all positions, each less its mean over the seats."""
    rows = [(np.array(terms, float), np.array(points)) for game in games for terms, points in game]
    return np.vstack([one - one.mean(0) for one, _ in rows]), np.concatenate([points - points.mean() for _, points in rows])


def fitted(games: Sequence[Sequence[Row]]) -> Any:
    """Returns the weights of least squares, with a small ridge on terms of equal spread."""
    seen, points = matrix(games)
    spread = seen.std(0) + 1e-9
    seen = seen / spread
    return np.linalg.solve(seen.T @ seen + RIDGE * len(seen) * np.eye(seen.shape[1]), seen.T @ points) / spread


def main() -> None:
    parser = argparse.ArgumentParser(description="Fits the evaluation of the policy `thoughtful`.")
    parser.add_argument("--games", type=int, default=480)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--to", type=Path, default=evaluation.WEIGHTS, help="the file to write")
    asked = parser.parse_args()
    games: list[list[list[Row]]] = []
    for number, (players, modules, share) in enumerate(SHARES):
        rules = sa.load(players=players, modules=modules)
        seeds = range(asked.seed * 1_000_000 + number * 100_000, asked.seed * 1_000_000 + (number + 1) * 100_000)
        games.append([play(rules, seed) for seed in seeds[: asked.games * share // 24]])
    known = fitted([game for table in games for number, game in enumerate(table) if number % HELD_BACK])
    shares = []
    for (players, modules, _), table in zip(SHARES, games, strict=True):
        seen, points = matrix(table[::HELD_BACK])
        explained = 1 - ((points - seen @ known) ** 2).sum() / (points**2).sum()
        shares.append(f"{explained:.0%} with {players} players{' and all modules' if modules else ''}")
    weights = fitted([game for table in games for game in table]).reshape(3, -1).T
    named = zip(evaluation.FEATURES, weights, strict=True)
    lines = [
        "# What the features of `evaluation.py` are worth, in points: fixed, for each round to come, and for its square.",
        f"# Made by `python benchmarks/fit_evaluation.py --games {asked.games} --seed {asked.seed}`.",
        "# Of the variance of final leads in games held back, it explains",
        *(f"# {share}" for share in shares),
        "",
        "[weights]",
        *(f"{name} = [{', '.join(f'{weight:.4f}' for weight in row)}]" for name, row in named),
    ]
    asked.to.write_text("\n".join(lines) + "\n", "utf-8")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
