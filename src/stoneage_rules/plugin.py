"""All that a module author may import.

A module is a package with `pack.toml` at its root and, where data is not enough, a Python module with hook
implementations.  Its entry point in the group `stoneage.modules` names the package, or that Python module.
"""

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.actions import (
    FACE,
    GOODS,
    ITEM,
    NOTHING,
    PLACE,
    PLACEMENT,
    TOOLS,
    Action,
    Outcome,
    Shape,
)
from stoneage_rules.kernel.chance import Chance, DiceRoll, Odds, draw_one, roll_dice
from stoneage_rules.kernel.frames import Frame, Step, run
from stoneage_rules.kernel.invariants import expect, expect_range
from stoneage_rules.kernel.legality import Check, Decision, Extension, Facts, Reason, Shortfall
from stoneage_rules.kernel.nouns import FACES, Place
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Condition, Effect, Linker, Reader
from stoneage_rules.language.fields import Amount, Cost, Quantity, field
from stoneage_rules.language.handles import Handle, Slot
from stoneage_rules.language.mechanism import Mechanism, hookimpl
from stoneage_rules.language.naming import Names
from stoneage_rules.language.word import ExtraKeys, QuantityKind, Record, Verb
from stoneage_rules.loading.installed import PackPlugin
from stoneage_rules.mechanics.dice_for_all import DICE_TABLES
from stoneage_rules.mechanics.limits import Limit
from stoneage_rules.mechanics.payments import multisets, named

__all__ = [
    "DICE_TABLES",
    "FACE",
    "FACES",
    "GOODS",
    "ITEM",
    "NOTHING",
    "PLACE",
    "PLACEMENT",
    "TOOLS",
    "Action",
    "Amount",
    "Chance",
    "Check",
    "Condition",
    "Cost",
    "Decision",
    "DiceRoll",
    "Effect",
    "Extension",
    "ExtraKeys",
    "Facts",
    "Frame",
    "Handle",
    "Limit",
    "Linker",
    "Mechanism",
    "Names",
    "Odds",
    "Outcome",
    "PackPlugin",
    "Place",
    "Quantity",
    "QuantityKind",
    "Reader",
    "Reason",
    "Record",
    "Ruleset",
    "Shape",
    "Shortfall",
    "Slot",
    "State",
    "Step",
    "Verb",
    "draw_one",
    "expect",
    "expect_range",
    "field",
    "hookimpl",
    "multisets",
    "named",
    "operations",
    "roll_dice",
    "run",
]
