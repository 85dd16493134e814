"""All that a module author may import.

A module is a package with `pack.toml` at its root and, where data is not enough, a Python module with hook
implementations.  Its entry point in the group `stoneage.modules` names the package, or that Python module.
"""

from stoneage_rules.errors import InvalidState, show_at_door
from stoneage_rules.kernel import operations
from stoneage_rules.kernel.actions import (
    FACE,
    GOODS,
    ITEM,
    ITEMS,
    NOTHING,
    PLACE,
    PLACEMENT,
    TOOLS,
    Action,
    Goods,
    Outcome,
    Shape,
    id_shape,
)
from stoneage_rules.kernel.chance import Chance, DiceRoll, Odds, draw_one, roll_dice
from stoneage_rules.kernel.frames import JSON, Asked, Frame, FrameTuple, Step, run_effects
from stoneage_rules.kernel.legality import Check, Decision, Extension, Facts, RecordKey, Shortfall, Universe
from stoneage_rules.kernel.nouns import FACE_DOWN_TABLE, FACES, GOOD_TABLE, TAKING_ITEMS, FaceDown, Good, Place
from stoneage_rules.kernel.position import Position, has_kind, odds_in
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.saving import expect, expect_range
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import (
    HIDDEN,
    ITEM_SLOT,
    KIND_SLOT,
    NODE_SLOT,
    PLACE_OR_NONE_SLOT,
    PLACE_SLOT,
    ZONE_SLOT,
    Condition,
    Declared,
    Effect,
    Handle,
    Linker,
    Parts,
    Reader,
    Slot,
)
from stoneage_rules.language.cost import Cost
from stoneage_rules.language.events import (
    DICE_FIELD,
    GOOD_FIELD,
    GOODS_FIELD,
    ITEM_FIELD,
    ITEMS_FIELD,
    KIND_FIELD,
    PHASE_FIELD,
    PLACE_FIELD,
    PLACES_FIELD,
    TOOLS_FIELD,
    TRACK_FIELD,
    ZONE_FIELD,
    Event,
    EventField,
    EventKind,
    Mechanism,
    hookimpl,
    id_field,
    number_field,
    text_field,
)
from stoneage_rules.language.fields import Amount, Quantity, field, tell_attributes
from stoneage_rules.language.quantity import IfRow, QuantityKind, Span, if_field
from stoneage_rules.language.reach import Bound, Bounds, Clash, Located, Named, Records, beyond
from stoneage_rules.language.word import ContentRecord, Contradiction, ExtraKeys, Requirement, Verb, Word
from stoneage_rules.loading.installed import PackPlugin
from stoneage_rules.mechanics.choosing import DICE_TABLES, stands_for
from stoneage_rules.mechanics.payments import multisets, named_goods
from stoneage_rules.mechanics.placement import REACTIONS, Reaction
from stoneage_rules.mechanics.placement_checks import (
    PLACEMENT_CHECKS,
    CircleFacts,
    FigureCheck,
    Limit,
    PlaceCheck,
    PlacementFacts,
)
from stoneage_rules.telling.phrases import Briefs, LogNames, Phrases

# What every plugin needs.
__all__ = [
    "Action", "Handle", "InvalidState", "Linker", "Mechanism", "Outcome", "PackPlugin", "Position", "Ruleset", "State",
    "expect", "expect_range", "hookimpl", "operations", "run_effects",
]  # fmt: skip
# What a verb needs.
__all__ += [
    "FACE_DOWN_TABLE", "TAKING_ITEMS", "Amount", "Bound", "Bounds", "Clash", "Condition", "Contradiction", "Cost", "Effect",
    "FaceDown", "IfRow", "Located", "Named", "Parts", "Phrases", "Quantity", "QuantityKind", "Reader",
    "Records", "Span", "Verb", "Word", "beyond", "field", "if_field",
]  # fmt: skip
# What a record needs.
__all__ += [
    "GOOD_TABLE", "PLACEMENT_CHECKS", "REACTIONS", "CircleFacts", "ContentRecord", "Declared", "ExtraKeys", "FigureCheck", "Good",
    "Limit", "Place", "PlaceCheck", "PlacementFacts", "Reaction", "RecordKey", "Requirement",
]  # fmt: skip
# What a decision needs.
__all__ += [
    "FACE", "GOODS", "HIDDEN", "ITEM", "ITEMS", "ITEM_SLOT", "JSON", "KIND_SLOT", "NODE_SLOT", "NOTHING", "PLACE",
    "PLACEMENT", "PLACE_OR_NONE_SLOT", "PLACE_SLOT", "TOOLS", "ZONE_SLOT", "Asked", "Briefs", "Check", "Decision",
    "Extension", "Facts", "Frame", "FrameTuple", "Goods", "Shape", "Shortfall", "Slot", "Step", "Universe", "id_shape",
    "multisets", "named_goods",
]  # fmt: skip
# What a chance event needs.
__all__ += [
    "DICE_TABLES", "FACES", "Chance", "DiceRoll", "Odds", "draw_one", "has_kind", "odds_in", "roll_dice", "stands_for",
]  # fmt: skip
# What an event needs.
__all__ += [
    "DICE_FIELD", "GOODS_FIELD", "GOOD_FIELD", "ITEMS_FIELD", "ITEM_FIELD", "KIND_FIELD", "PHASE_FIELD", "PLACES_FIELD",
    "PLACE_FIELD", "TOOLS_FIELD", "TRACK_FIELD", "ZONE_FIELD", "Event", "EventField", "EventKind", "LogNames", "id_field",
    "number_field", "text_field",
]  # fmt: skip

tell_attributes(vars().values())
show_at_door(__name__, vars())
