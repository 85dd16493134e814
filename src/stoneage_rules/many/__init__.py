"""Many games: simulations with intervals, studies as tables, and comparisons of two tables."""

from stoneage_rules.many.comparison import Comparison, Difference, compare
from stoneage_rules.many.intervals import (
    Interval,
    games_to_see,
    mean,
    mean_difference,
    mean_effect,
    share_difference,
    share_effect,
    wilson,
)
from stoneage_rules.many.simulation import GameResult, Simulation, Tally, simulate
from stoneage_rules.many.study import Study, study

__all__ = [
    "Comparison",
    "Difference",
    "GameResult",
    "Interval",
    "Simulation",
    "Study",
    "Tally",
    "compare",
    "games_to_see",
    "mean",
    "mean_difference",
    "mean_effect",
    "share_difference",
    "share_effect",
    "simulate",
    "study",
    "wilson",
]
