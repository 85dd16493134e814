"""Tools for authors of packs and plugins: positions, scenarios, properties, checks of a pack, and starter packs."""

from stoneage_rules.loading.inspection import Inspection, inspect_pack, inspect_table
from stoneage_rules.testing.pack_checks import check_module, check_pack
from stoneage_rules.testing.positions import PositionError, describe, position
from stoneage_rules.testing.properties import PropertyResult, read_properties, run_properties
from stoneage_rules.testing.refusals import assert_refused
from stoneage_rules.testing.results import Result
from stoneage_rules.testing.scenario import Scenario, ScenarioResult, read_scenarios, run_scenarios
from stoneage_rules.testing.schemas import schemas_of, write_schemas
from stoneage_rules.testing.secrecy import leaks
from stoneage_rules.testing.starter import write_starter
from stoneage_rules.testing.state_diff import options
from stoneage_rules.testing.steps import play

__all__ = [
    "Inspection",
    "PositionError",
    "PropertyResult",
    "Result",
    "Scenario",
    "ScenarioResult",
    "assert_refused",
    "check_module",
    "check_pack",
    "describe",
    "inspect_pack",
    "inspect_table",
    "leaks",
    "options",
    "play",
    "position",
    "read_properties",
    "read_scenarios",
    "run_properties",
    "run_scenarios",
    "schemas_of",
    "write_schemas",
    "write_starter",
]
