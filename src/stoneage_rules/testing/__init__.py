"""For authors of packs and plugins: positions in words, scenario files, checks of refusals.

Each concern has a file of its own; this one names what authors may use.
"""

from stoneage_rules.testing.positions import PositionError, describe, position
from stoneage_rules.testing.scenario import (
    Scenario,
    ScenarioResult,
    assert_refused,
    options,
    play,
    read_scenarios,
    run_scenarios,
)

__all__ = [
    "PositionError",
    "Scenario",
    "ScenarioResult",
    "assert_refused",
    "describe",
    "options",
    "play",
    "position",
    "read_scenarios",
    "run_scenarios",
]
