"""All that a module author may import.

A module is a package with `pack.toml` at its root and, where data is not enough, a Python module with hook
implementations.  Its entry point in the group `stoneage.modules` names the package, or that Python module.
"""

from stoneage_rules.errors import InvalidState, TooManyOptions
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
    format_goods,
    id_shape,
)
from stoneage_rules.kernel.chance import Chance, DiceRoll, Odds, draw_one, roll_dice
from stoneage_rules.kernel.frames import JSON, Asked, Frame, FrameTuple, Step, expect_end, guarded, next_due, run, use_item
from stoneage_rules.kernel.legality import (
    Check,
    Decision,
    Extension,
    Facts,
    Reason,
    RecordKey,
    Shortfall,
    filter_legal,
    keep,
    phase_record,
)
from stoneage_rules.kernel.nouns import (
    ABSENT_PLACE_TABLE,
    FACE_DOWN_TABLE,
    FACES,
    FIGURE_TABLE,
    GOOD_TABLE,
    ITEM_TABLE,
    KIND_TABLE,
    LAST_ROUND_TABLE,
    MARK_TABLE,
    PHASE_TABLE,
    PLACE_TABLE,
    PRICE_TABLE,
    STATEMENT_TABLE,
    TAKING_ITEMS,
    TOOL_TABLE,
    TRACK_TABLE,
    ZONE_TABLE,
    AbsentPlace,
    FaceDown,
    FigureSupply,
    Good,
    Item,
    ItemKind,
    Kit,
    Mark,
    Phase,
    Place,
    Statement,
    ToolSpaces,
    Track,
    Zone,
)
from stoneage_rules.kernel.operations import MOST_IN_BYTE, NOBODY, counts_dealt, left_in_supply
from stoneage_rules.kernel.position import Position
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.saving import expect, expect_range
from stoneage_rules.kernel.score import SCORER_TABLE, ScoreLine, ScorePart, Scorer, ScoreSheet, TieBreak
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import (
    HIDDEN,
    ITEM_SLOT,
    KIND_SLOT,
    MOST,
    MOST_PLAYERS,
    NODE_SLOT,
    PHASE_SLOT,
    PLACE_OR_NONE_SLOT,
    PLACE_SLOT,
    ZONE_SLOT,
    Condition,
    Declared,
    Effect,
    Handle,
    Held,
    Linker,
    Parts,
    Reader,
    Slot,
)
from stoneage_rules.language.cost import Cost, numbers_of, too_many_ways
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
    EventValue,
    Mechanism,
    hookimpl,
    id_field,
    number_field,
    text_field,
)
from stoneage_rules.language.fields import Amount, Quantity, field, refs_of, required, required_if
from stoneage_rules.language.quantity import (
    COUNT,
    IfRow,
    QuantityKind,
    Records,
    Span,
    at_least_zero,
    core,
    gains_of,
    if_field,
    in_words,
    is_by_round,
    now_in_words,
    obstacle_of,
    points_of,
    range_of,
    without_end,
)
from stoneage_rules.language.reach import (
    BEYOND,
    MOST_WAYS,
    NEVER_BINDS,
    NO_DIFFERENCE,
    Bound,
    Bounds,
    Clash,
    Located,
    Named,
    Path,
    beyond,
    uncounted,
)
from stoneage_rules.language.word import ContentRecord, Contradiction, ExtraKeys, Verb, Word
from stoneage_rules.loading.installed import PackPlugin
from stoneage_rules.mechanics.dice_for_all import DICE_TABLES, stands_for
from stoneage_rules.mechanics.limits import Limit
from stoneage_rules.mechanics.payments import multisets, named
from stoneage_rules.mechanics.placement import REACTIONS, Reaction
from stoneage_rules.mechanics.placement_checks import PLACEMENT_CHECKS, FigureCheck, PlaceCheck
from stoneage_rules.telling.phrases import Brief, Briefs, LogNames, Phrases
from stoneage_rules.text import counted

__all__ = [
    "ABSENT_PLACE_TABLE", "BEYOND", "COUNT", "DICE_FIELD", "DICE_TABLES", "FACE", "FACES", "FACE_DOWN_TABLE", "FIGURE_TABLE",
    "GOODS", "GOODS_FIELD", "GOOD_FIELD", "GOOD_TABLE", "HIDDEN", "ITEM", "ITEMS", "ITEMS_FIELD", "ITEM_FIELD", "ITEM_SLOT",
    "ITEM_TABLE", "JSON", "KIND_FIELD", "KIND_SLOT", "KIND_TABLE", "LAST_ROUND_TABLE", "MARK_TABLE", "MOST",
    "MOST_IN_BYTE", "MOST_PLAYERS",
    "MOST_WAYS", "NEVER_BINDS", "NOBODY", "NODE_SLOT", "NOTHING", "NO_DIFFERENCE", "PHASE_FIELD", "PHASE_SLOT", "PHASE_TABLE",
    "PLACE", "PLACEMENT", "PLACEMENT_CHECKS", "PLACES_FIELD", "PLACE_FIELD", "PLACE_OR_NONE_SLOT", "PLACE_SLOT", "PLACE_TABLE",
    "PRICE_TABLE", "REACTIONS", "SCORER_TABLE", "STATEMENT_TABLE", "TAKING_ITEMS", "TOOLS", "TOOLS_FIELD", "TOOL_TABLE",
    "TRACK_FIELD", "TRACK_TABLE", "ZONE_FIELD", "ZONE_SLOT", "ZONE_TABLE", "AbsentPlace", "Action", "Amount", "Asked",
    "Bound", "Bounds", "Brief", "Briefs", "Chance", "Check", "Clash", "Condition", "ContentRecord", "Contradiction", "Cost",
    "Decision", "Declared", "DiceRoll", "Effect", "Event", "EventField", "EventKind", "EventValue", "Extension",
    "ExtraKeys", "FaceDown", "Facts", "FigureCheck", "FigureSupply", "Frame", "FrameTuple",
    "Good", "Goods", "Handle", "Held", "IfRow",
    "InvalidState", "Item", "ItemKind", "Kit", "Limit", "Linker", "Located", "LogNames", "Mark", "Mechanism", "Named",
    "Odds", "Outcome", "PackPlugin", "Parts", "Path", "Phase", "Phrases", "Place", "PlaceCheck", "Position", "Quantity",
    "QuantityKind", "Reaction", "Reader", "Reason", "RecordKey", "Records", "Ruleset", "ScoreLine", "ScorePart",
    "ScoreSheet", "Scorer", "Shape", "Shortfall", "Slot", "Span", "State", "Statement", "Step", "TieBreak", "TooManyOptions",
    "ToolSpaces", "Track", "Verb", "Word", "Zone", "at_least_zero", "beyond", "core", "counted", "counts_dealt",
    "draw_one", "expect", "expect_end", "expect_range", "field", "filter_legal", "format_goods", "gains_of", "guarded",
    "hookimpl", "id_field", "id_shape", "if_field", "in_words", "is_by_round", "keep", "left_in_supply", "multisets", "named",
    "next_due", "now_in_words", "number_field", "numbers_of", "obstacle_of", "operations", "phase_record", "points_of",
    "range_of", "refs_of", "required", "required_if", "roll_dice", "run", "stands_for", "text_field", "too_many_ways",
    "uncounted", "use_item", "without_end",
]  # fmt: skip
