"""The evaluation of positions between rounds: the points that a seat will have, by weights that were fitted on games."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import sqrt
from pathlib import Path
from typing import Any

import tomli

from stoneage_rules.kernel.position import Position
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State
from stoneage_rules.policies.valuation import Appraisal, Guide

# --- features -----------------------------------------------------------------------------------------------------
#
# Numbers of a seat by the words of the content: no id is known here, so that they mean the same under all rules.


COUNTED = ("figures", "icons", "owned", "tools", "track")
"""The quantities whose factors in final scoring are separate features: the points of one more."""

FEATURES = (
    "points", "total", "goods", "kinds", "plain", "hunger", "spare", "income", "figures", "tools", "uses", "order", "sets",
    *[f"{name}-counted" for name in COUNTED],
)  # fmt: skip
"""The names of the features.

`points` on the track and the `total` if the game ended now; the value of `goods`, the `kinds` of them, and `plain` goods without
a value; missing food (`hunger`, below 0), what is `spare` of it, and its `income`; `figures`, the total of `tools`, the `uses` of
items to come, the `order` of seats in the round; the root of the points for `sets` of symbols; and for each of `COUNTED` the
points that one more would score.
"""

WEIGHTS = Path(__file__).with_suffix(".toml")
"""Written by `python benchmarks/fit_evaluation.py`."""

MOST_ROUNDS = 10.0
"""More rounds than these make no difference."""


class Meter:
    """Reads the features of positions under one ruleset."""

    def __init__(self, rules: Ruleset) -> None:
        self.guide = rules.service(Guide)
        self.lines = [
            (line, [part.name for part in (record.count, record.times) if part is not None]) for record, line in self.guide.lines
        ]

    def rounds(self, position: Position) -> float:
        """Returns how many rounds are likely to come, up to a bound."""
        return min(self.guide.rounds_left(position), MOST_ROUNDS)

    def features(self, position: Position, seat: int) -> list[float]:
        """Returns the features of a seat, in the order of `FEATURES`."""
        rules, appraisal = position.rules, Appraisal(position, seat)
        total, sets, counted = self._scored(position, seat)
        held = [(value, amount) for value, amount in zip(rules.good_values, appraisal.hand, strict=True) if amount]
        fed = appraisal.hand[self.guide.food] if self.guide.food >= 0 else 0
        spare = appraisal.spare_food
        return [
            position.points[seat],
            total,
            sum([value * amount for value, amount in held]),
            sum([value > 0 for value, _ in held]),
            sum([amount for value, amount in held if not value]) - fed,
            min(0.0, spare),
            min(max(0.0, spare), 2.0 * appraisal.mouths),
            appraisal.income,
            position.figures[seat],
            rules.kits.totals[position.kits[seat]],
            position.unspent[seat].bit_count(),
            (seat - position.first_seat) % rules.players / rules.players,
            sets,
            *[counted[name] for name in COUNTED],
        ]

    def _scored(self, position: Any, seat: int) -> tuple[float, float, dict[str, float]]:
        """Returns the points if the game ended now, the root of those for sets, and those for one more of each quantity."""
        total, sets, counted = position.points[seat], 0.0, dict.fromkeys(COUNTED, 0.0)
        for line, names in self.lines:
            if line.held is not None and not line.held(position, seat, 0):
                continue
            factors = [factor(position, seat, 0) for factor in line.factors]
            points = line.each
            for factor in factors:
                points *= factor
            total += points
            if len(factors) == 1:
                sets += sqrt(max(0, points)) if names[0] == "symbols" else 0.0
                continue
            for name, other in zip(names, reversed(factors), strict=True):
                if name in counted:
                    counted[name] += line.each * other
        return total, sets, counted


# --- evaluation ---------------------------------------------------------------------------------------------------
# The worth of features with many rounds to come, and with few.


@lru_cache(maxsize=1)
def weights() -> tuple[tuple[float, float, float], ...]:
    """Returns the three fitted weights of each feature, in the order of `FEATURES`: see `worths`."""
    table = tomli.loads(WEIGHTS.read_text("utf-8"))["weights"]
    return tuple([tuple(table[name]) for name in FEATURES])


def worths(rounds: float) -> list[float]:
    """Returns the points that one of each feature is worth with a number of rounds to come."""
    return [fixed + rounds * (each + bend * rounds / MOST_ROUNDS) for fixed, each, bend in weights()]


def lead(state: State, seat: int) -> float:
    """Returns the expected lead of a seat over the mean of the others, in points: once the game is over, exactly."""
    values: Sequence[float] = state.scores
    if state.stack:
        meter = state.rules.service(Meter)
        each = worths(meter.rounds(state))
        values = [
            sum([worth * amount for worth, amount in zip(each, meter.features(state, other), strict=True)])
            for other in range(state.rules.players)
        ]
    return values[seat] - (sum(values) - values[seat]) / max(1, len(values) - 1)
