"""Tools for authors of packs and plugins: positions, scenarios, properties, checks of a pack, and starter packs."""

from stoneage_rules.authoring import invariants as invariants
from stoneage_rules.authoring.counterexamples import Failure
from stoneage_rules.authoring.inspection import Inspection, inspect_pack, inspect_table
from stoneage_rules.authoring.invariants import leaks
from stoneage_rules.authoring.pack_checks import check_module, check_pack
from stoneage_rules.authoring.positions import PositionError, play, position, position_of
from stoneage_rules.authoring.properties import Property, PropertyResult, read_properties, run_properties
from stoneage_rules.authoring.results import Result, ResultPart
from stoneage_rules.authoring.scenario import (
    FileSettings,
    Loader,
    Scenario,
    ScenarioResult,
    assert_refused,
    read_scenarios,
    run_scenarios,
)
from stoneage_rules.authoring.scenario_schema import Message
from stoneage_rules.authoring.schemas import schemas_of, write_schemas
from stoneage_rules.authoring.starters import write_starter
from stoneage_rules.authoring.state_diff import legal_texts
from stoneage_rules.errors import show_at_door
from stoneage_rules.language.fields import tell_attributes
from stoneage_rules.packs.diagnostics import Severity

__all__ = [
    "Failure",
    "FileSettings",
    "Inspection",
    "Loader",
    "Message",
    "PositionError",
    "Property",
    "PropertyResult",
    "Result",
    "ResultPart",
    "Scenario",
    "ScenarioResult",
    "Severity",
    "assert_refused",
    "check_module",
    "check_pack",
    "inspect_pack",
    "inspect_table",
    "leaks",
    "legal_texts",
    "play",
    "position",
    "position_of",
    "read_properties",
    "read_scenarios",
    "run_properties",
    "run_scenarios",
    "schemas_of",
    "write_schemas",
    "write_starter",
]

tell_attributes(vars().values())
show_at_door(__name__, vars())
