"""The evaluation of positions between rounds: the points that a seat will have, by weights that were fitted on games."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import lru_cache
from math import prod, sqrt
from operator import mul
from pathlib import Path
from typing import Any, TypeAlias

import tomli

from stoneage_rules.kernel.legality import remember
from stoneage_rules.kernel.position import Position, check_seat
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State
from stoneage_rules.mechanics.scoring import Line
from stoneage_rules.policies.valuation import Guide, Holdings

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


Scored: TypeAlias = "tuple[int, float, list[float]]"
"""The points of score lines, the root of those for sets, and the points for one more of each quantity in `COUNTED`."""


class Meter:
    """Reads the features of positions under one ruleset."""

    def __init__(self, rules: Ruleset) -> None:
        self.guide = rules.service(Guide)
        named = [
            (line, [part.name for part in (record.count, record.times) if part is not None]) for record, line in self.guide.lines
        ]
        self.lines = [pair for pair in named if pair[1] != ["goods"]]
        self.of_goods = [line for line, names in named if names == ["goods"]]
        self._known: dict[Hashable, Scored] = {}

    def rounds(self, position: Position) -> float:
        """Returns how many rounds are likely to come, up to a bound."""
        return min(self.guide.rounds_left(position), MOST_ROUNDS)

    def features(self, position: Position, seat: int) -> list[float]:
        """Returns the features of a seat, in the order of `FEATURES`."""
        rules, holdings = position.rules, Holdings(position, seat)
        total, sets, counted = self._scored(position, seat)
        held = [(value, amount) for value, amount in zip(rules.good_values, holdings.hand, strict=True) if amount]
        spare = holdings.spare_food
        return [
            position.points[seat],
            position.points[seat] + total + self._points(position, seat, self.of_goods),
            sum([value * amount for value, amount in held]),
            sum([value > 0 for value, _ in held]),
            sum([amount for value, amount in held if not value]) - holdings.food,
            min(0.0, spare),
            min(max(0.0, spare), 2.0 * holdings.mouths),
            holdings.income,
            position.figures[seat],
            rules.kits.totals[position.kits[seat]],
            position.unspent[seat].bit_count(),
            (seat - position.first_seat) % rules.players / rules.players,
            sets,
            *counted,
        ]

    def _scored(self, position: Position, seat: int) -> Scored:
        """Returns what score lines of other things than goods are worth now."""
        held = self.guide.held(position, seat)
        scored = self._known.get(held)
        if scored is None or held is None:
            scored = self._score(position, seat)
            remember(self._known, held, scored)
        return scored

    def _score(self, position: Any, seat: int) -> Scored:
        total, sets, counted = 0, 0.0, dict.fromkeys(COUNTED, 0.0)
        for line, names in self.lines:
            if line.held is not None and not line.held(position, seat, 0):
                continue
            factors = [factor(position, seat, 0) for factor in line.factors]
            points = line.each * prod(factors)
            total += points
            if len(factors) == 1:
                sets += sqrt(max(0, points)) if names[0] == "symbols" else 0.0
                continue
            for name, other in zip(names, reversed(factors), strict=True):
                if name in counted:
                    counted[name] += line.each * other
        return total, sets, [*counted.values()]

    def _points(self, position: Any, seat: int, lines: Sequence[Line]) -> int:
        """Returns the points of lines that count goods."""
        return sum(
            [
                line.each * line.factors[0](position, seat, 0)
                for line in lines
                if line.held is None or line.held(position, seat, 0)
            ]
        )


# --- evaluation ---------------------------------------------------------------------------------------------------
# The worth of features with many rounds to come, and with few.


@lru_cache(maxsize=1)
def weights() -> tuple[tuple[float, float, float], ...]:
    """Returns the three fitted weights of each feature, in the order of `FEATURES`: see `worths`."""
    table = tomli.loads(WEIGHTS.read_text("utf-8"))["weights"]
    return tuple([tuple(table[name]) for name in FEATURES])


@lru_cache(maxsize=1000)
def worths(rounds: float) -> Sequence[float]:
    """Returns the points that one of each feature is worth with a number of rounds to come."""
    return [fixed + rounds * (each + bend * rounds / MOST_ROUNDS) for fixed, each, bend in weights()]


def evaluate(state: State, seat: int) -> float:
    """Returns the expected lead of a seat in final points over the mean of the other seats.

    It is meant for states between rounds, before the first placement, where playouts to `until_round` stop: it does not count
    figures on the board. Over 200 games of `sensible` with four seats its correlation with final leads is 0.33 before the second
    round, 0.72 before the seventh and 0.95 before the twelfth, with mean errors of 17, 13 and 7 points. Once the game is over, it
    is exact. It reads the whole state: give it guesses of a view. Its values change with the version of `thoughtful` alone.

    >>> import stoneage_rules as sa
    >>> state = sa.Game(sa.load(players=2), seed=1).state
    >>> round(sa.policies.evaluate(state, 0), 1)  # the first seat chooses first
    3.8

    Raises:
        UnknownName: there is no such seat.
    """
    seat = check_seat(state.rules, seat)
    values: Sequence[float] = state.scores
    if state.stack:
        meter = state.rules.service(Meter)
        each = worths(meter.rounds(state))
        values = [sum(map(mul, each, meter.features(state, other))) for other in range(state.rules.players)]
    return values[seat] - (sum(values) - values[seat]) / max(1, len(values) - 1)
