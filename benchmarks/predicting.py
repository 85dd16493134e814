"""How well `sa.policies.evaluate` predicts final leads: asked at the begin of each round, compared with the end of the game.

    python benchmarks/predicting.py --games 200 --players 2 --policy sensible

A row for each round: how many leads were asked (with two seats, whose leads are opposite, of the first seat alone), their
correlation with the final ones, and the mean error in points; beside it the same of the score sheet as it is, and of 0.
"""

from __future__ import annotations

import argparse
import random
from statistics import correlation, mean

from players import ALL

import stoneage_rules as sa


def by_score_sheet(state: sa.State, seat: int) -> float:
    """Returns the lead if the game ended now."""
    points = [state.score_sheet(other).total for other in range(state.rules.players)]
    return points[seat] - (sum(points) - points[seat]) / (len(points) - 1)


def asked_in(rules: sa.Ruleset, policy: str, seed: int) -> list[tuple[int, float, float, float]]:
    """Plays a game; returns each round and seat's lead by `evaluate`, by the score sheet, and in the end."""
    policies, chance = sa.policies.make_policies([policy] * rules.players, seed), random.Random(seed)
    state, seats, found = rules.initial_state(), range(rules.players - (rules.players == 2)), []
    while not state.is_over:
        sa.policies.play_on(state, policies, chance, until_round=state.round + 1)
        if not state.is_over:
            found += [(state.round, seat, sa.policies.evaluate(state, seat), by_score_sheet(state, seat)) for seat in seats]
    return [(round, told, sheet, sa.policies.evaluate(state, seat)) for round, seat, told, sheet in found]


def report(name: str, rows: list[tuple[int, float, float, float]]) -> str:
    """Says how well leads were told."""
    told, sheets, ends = ([row[part] for row in rows] for part in (1, 2, 3))
    errors = [mean([abs(one - end) for one, end in zip(ones, ends, strict=True)]) for ones in (told, sheets, [0.0] * len(rows))]
    cells = [
        name,
        len(rows),
        *[f"{correlation(ones, ends):.2f}" for ones in (told, sheets)],
        *[f"{error:.0f}" for error in errors],
    ]
    return f"| {' | '.join(map(str, cells))} |"


def main() -> None:
    """Runs the command."""
    parser = argparse.ArgumentParser(description="Compares predicted and final leads.")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--modules", default="none", help="all or none")
    parser.add_argument("--policy", default="sensible")
    asked = parser.parse_args()
    rules = sa.load(players=asked.players, modules=ALL if asked.modules == "all" else ())
    rows = [row for seed in range(asked.games) for row in asked_in(rules, asked.policy, seed)]
    print("| before round | leads | correlation | by score sheet | mean error | by score sheet | of 0 |")
    for round in sorted({row[0] for row in rows} - {1}):  # where all are equal
        of_round = [row for row in rows if row[0] == round]
        if len(of_round) >= asked.games / 2:
            print(report(str(round), of_round))
    print(report("any", rows))


if __name__ == "__main__":
    main()
