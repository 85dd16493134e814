"""Many games: simulations with intervals, studies as tables, and comparisons of two tables."""

from stoneage_rules.errors import show_at_door
from stoneage_rules.loading.load import TableLike
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
from stoneage_rules.many.simulation import GameResult, OnGame, Simulation, Tally, simulate
from stoneage_rules.many.study import Study, study
from stoneage_rules.many.study_files import Columns

__all__ = [
    "Columns",
    "Comparison",
    "Difference",
    "GameResult",
    "Interval",
    "OnGame",
    "Simulation",
    "Study",
    "TableLike",
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

show_at_door(__name__, vars())
