"""Many games: simulations with intervals, studies as tables, and comparisons of two tables."""

from stoneage_rules.errors import show_at_door
from stoneage_rules.loading.load import TableLike
from stoneage_rules.many.comparison import Comparison, Difference, compare
from stoneage_rules.many.intervals import (
    Interval,
    corrected,
    games_to_see,
    mean,
    mean_difference,
    mean_effect,
    paired_difference,
    share_difference,
    share_effect,
    wilson,
)
from stoneage_rules.many.item_tallies import ItemTally
from stoneage_rules.many.results_file import games_in
from stoneage_rules.many.simulation import OnGame, Simulation, simulate
from stoneage_rules.many.study import Study, study
from stoneage_rules.many.study_files import Columns
from stoneage_rules.many.tallies import GameResult, Sums, Tally

__all__ = [
    "Columns",
    "Comparison",
    "Difference",
    "GameResult",
    "Interval",
    "ItemTally",
    "OnGame",
    "Simulation",
    "Study",
    "Sums",
    "TableLike",
    "Tally",
    "compare",
    "corrected",
    "games_in",
    "games_to_see",
    "mean",
    "mean_difference",
    "mean_effect",
    "paired_difference",
    "share_difference",
    "share_effect",
    "simulate",
    "study",
    "wilson",
]

show_at_door(__name__, vars())
