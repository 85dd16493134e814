"""The closed world of the engine: every class that it knows, with the fields that it knows of it."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Any

import attrs

from stoneage_rules.kernel import nouns
from stoneage_rules.kernel.ruleset import SCORER_TABLE, Ruleset
from stoneage_rules.language.binding import Handle
from stoneage_rules.language.cost import Cost
from stoneage_rules.language.fields import Quantity
from stoneage_rules.language.quantity import IfRow
from stoneage_rules.mechanics import (
    add_ons,
    belongings,
    buying,
    choosing,
    drawing,
    effect_lists,
    feeding,
    items,
    locations,
    paying,
    payments,
    placement,
    placement_checks,
    rolling,
    rounds,
    rows,
    scoring,
    selecting,
    trade_checks,
    trading,
)

Fields = Mapping[type, str]

QUANTITY = "name of alone seats times plus divide rounded at_least at_most if_ else_"
READ: Fields = {Quantity: QUANTITY, IfRow: f"{QUANTITY} min max every in_", Cost: "fixed of at_least at_most kinds quantities"}

VERBS: Fields = {
    belongings.AdvanceVerb: "if_ track steps",
    belongings.BringHomeVerb: "if_ from_",
    belongings.FigureVerb: "if_ amount",
    belongings.GainVerb: "if_ good amount",
    belongings.MarkVerb: "if_ mark",
    belongings.RefreshVerb: "if_",
    belongings.ToolVerb: "if_ amount",
    belongings.UnmarkVerb: "if_ mark",
    buying.BuyVerb: "if_",
    buying.DraftVerb: "if_ row",
    choosing.ChooseVerb: "if_ of amount",
    choosing.DiceForAllVerb: "if_ table",
    choosing.OneOfVerb: "if_ effects offer decline",
    drawing.DrawHiddenVerb: "if_ kind from_",
    effect_lists.AllOfVerb: "if_ effects",
    effect_lists.EachSeatVerb: "if_ effects order most_first",
    effect_lists.PassFirstVerb: "if_ to most",
    feeding.FeedVerb: "if_ good instead worth must figures starve",
    items.MoveVerb: "if_ kind from_ to",
    locations.OwnerVerb: "if_ effects",
    paying.LoseVerb: "if_ good of track tools figures amount from_ from_most to",
    paying.PayVerb: "if_ cost effects times must to else_",
    placement.PlaceVerb: "if_ order pass_ most_first turns figures",
    placement.ResolveVerb: "if_ places",
    rolling.RollVerb: "if_ dice divide yields plus again effects",
    rounds.EndGameVerb: "if_ when_empty after_round wins",
    rows.FillVerb: "if_ row",
    rows.RevealVerb: "if_ kind from_ row to reshuffle",
    rows.SlideVerb: "if_ row",
    rows.SweepVerb: "if_ row spaces to",
    scoring.PointsVerb: "if_ amount at_least",
    selecting.ChooseSeatVerb: "if_ among effects",
    selecting.ChooserVerb: "if_ effects",
    selecting.HandBackVerb: "if_ of amount to effects",
    selecting.SealVerb: "if_ track at_most",
}

LIMITS: Fields = {
    placement_checks.OccupiedPlaces: "id record group group_name at_most",
    placement_checks.PlayersAtPlace: "id record group group_name at_most",
}

PLACE = (
    "index id record name circles room least most node groups stays again price row pile owned is_open marks effects rows "
    "each_placement placed"
)

INDEX: Fields = {int: ""}

ENTRIES: Mapping[Handle[Any], Fields] = {
    SCORER_TABLE: {scoring.Scoring: "lines tie"},
    add_ons.ADD_ONS: {add_ons.AddOn: "id record kinds spaces form price node is_late conditions rows effects_held"},
    belongings.EACH_ADVANCE: INDEX,
    belongings.LOST_MARKS: INDEX,
    buying.DRAFTED_ROWS: INDEX,
    choosing.CHOICES: {payments.Price: "fixed goods least most kinds cost changing record"},
    choosing.DICE_TABLES: {choosing.DiceTable: "id nodes later"},
    choosing.OFFERS: {choosing.Offer: "nodes word held record"},
    effect_lists.PASSES: {effect_lists.Pass: "to most"},
    effect_lists.SET_UPS: INDEX,
    effect_lists.SUBJECTS: {effect_lists.Subject: "node is_payment most"},
    feeding.FEEDINGS: {feeding.Feeding: "good instead prices can_end starve word"},
    items.TAKERS: {items.Taker: "item rows"},
    items.UNPAID_KINDS: INDEX,
    nouns.ABSENT_PLACE_TABLE: {nouns.AbsentPlace: "id record players"},
    nouns.FACE_DOWN_TABLE: {nouns.FaceDown: "kind zone"},
    nouns.FIGURE_TABLE: {nouns.FigureSupply: "start most"},
    nouns.GOOD_TABLE: {nouns.Good: "id groups value supply"},
    nouns.ITEM_TABLE: {nouns.Item: "index id kind price node anytime one_use symbol icons bonus divert"},
    nouns.KIND_TABLE: {nouns.ItemKind: "id starts_in divert"},
    nouns.LAST_ROUND_TABLE: INDEX,
    nouns.MARK_TABLE: {nouns.Mark: "id stays"},
    nouns.PHASE_TABLE: {nouns.Phase: "id name node"},
    nouns.PLACE_TABLE: {nouns.Place: PLACE},
    nouns.STATEMENT_TABLE: {nouns.Statement: "id text checks frames answers"},
    nouns.TOOL_TABLE: {nouns.ToolSpaces: "spaces top"},
    nouns.TRACK_TABLE: {nouns.Track: "id top shared"},
    nouns.ZONE_TABLE: {nouns.Zone: "id is_queue"},
    paying.LOSSES: {paying.Loss: "goods name prices"},
    paying.PAY_OFFERS: {paying.PayOffer: "price node otherwise word most record again"},
    payments.PRICES: {payments.Price: "fixed goods least most kinds cost changing record"},
    placement.ACTINGS: {placement.Acting: "places name"},
    placement.PLACINGS: {placement.Placing: "order can_pass turns figures most_first"},
    placement.REACTIONS: {placement.Reaction: "places node"},
    placement_checks.OPENINGS: {placement_checks.Opening: "places row path held by_round"},
    placement_checks.PLACEMENT_CHECKS: {placement_checks.PlaceLimited: ""},
    placement_checks.TOLLS: {placement_checks.Toll: "places cost"},
    rolling.DICE_COUNTS: INDEX,
    rolling.ROLLS: {rolling.Roll: "divide goods good place dice plus most_plus again node then"},
    rounds.STANDING_EFFECTS: {rounds.StandingEffect: "item phase node"},
    rounds.WINS: {str: ""},
    rows.REVEALS: {rows.Reveal: "kind zone row to reshuffles"},
    rows.ROWS: {rows.Row: "index id kind zone spaces pile ends_game"},
    scoring.SCORE_LINES: {scoring.Line: "id name factors each statements open_factors split held open_rows"},
    scoring.TIES: {scoring.Tie: "name readers statements"},
    selecting.HAND_BACKS: {selecting.HandBack: "items zone node word record"},
    selecting.SEALS: {selecting.Seal: "track top most word record"},
    selecting.SEAT_CHOICES: {selecting.SeatChoice: "node fits word record"},
    trade_checks.EXCHANGES: {trade_checks.Exchange: "id record goods kinds rates position done barred_by when_short rows"},
}
"""By table, the classes of its entries."""

INNER: Fields = {
    items.Rows: "rows",
    drawing.LeftIn: "zone kind",
    payments.Changing: "cost readers ranges prices",
    trade_checks.RateRecord: "at_least give get",
}
"""Classes of values in entries."""

FRAMES: Mapping[str, type] = {
    frame.name: frame
    for frame in (
        add_ons.AddLate, add_ons.CloseBill, add_ons.OfferLate, add_ons.TakeOrSkip, buying.BuyFrame, buying.DraftItem,
        choosing.ChooseEffect, choosing.ChooseGoods, choosing.PickDie, choosing.PickLater, choosing.RollForAll,
        drawing.DrawHiddenFrame, effect_lists.DrawFirst, effect_lists.EachSeatFrame, effect_lists.EachSeatInOrder,
        effect_lists.EffectsFrame, effect_lists.PassFirst, feeding.FeedOrStarve, paying.LoseGoods, paying.PayAgain,
        paying.PayOrDecline, placement.NextInOrder, placement.NextPlacement, placement.PlaceFigures, placement.PlaceOrPass,
        placement.ResolveAmong, placement.ResolveNext, placement.ResolveNextAmong, placement.ResolvePlace, rolling.RollAgain,
        rolling.RollForTotal, rolling.SplitYield, rolling.UseTools, rounds.EndFrame, rounds.LastUses, rounds.Rounds,
        rounds.SetUpFrame, rounds.StandingFrame, rows.FillRow, rows.LayItem, rows.RevealFrame, rows.TurnUp, selecting.ChooseSeat,
        selecting.ChosenSeat, selecting.HandBackItem, selecting.HandBackMore, selecting.Sealed,
        selecting.SealNumber, trading.GetGoods, trading.PayTraded,
    )
}  # fmt: skip
"""By name, the frames of the library that the engine knows."""

OTHER_FRAMES = (drawing.DealFrame, drawing.KeepDealt)
"""Frames of the library that it does not know; only effects that are named unknown begin them."""

ANIMAL_WORDS = {
    "verb drive-off", "frame claim-reward", "frame drive-off", "frame reward-roll", "event claim", "event driven-off"
}  # fmt: skip


def animals(rules: Ruleset) -> ModuleType | None:
    """Returns the plugin of the wild animals, if the rules have it: the one plugin that the engine knows."""
    if not rules.owners.keys() & ANIMAL_WORDS:
        return None
    from stoneage_wild_animals import plugin

    return plugin


def fields_of(kind: type) -> str:
    """Returns the names of the fields of a class of values."""
    names: Any = attrs.fields_dict(kind) if attrs.has(kind) else getattr(kind, "_fields", ())
    return " ".join(names)


class Lacks(dict[str, None]):
    """Collects what the engine does not know of some rules, each named once, in the order of finding."""

    def add(self, what: str) -> None:
        """Notes something."""
        self[what] = None

    def expect(self, value: object, known: Fields, what: str = "") -> bool:
        """Returns whether the class of a value is known with exactly its fields; notes what is not."""
        kind = type(value)
        if kind not in known:
            self.add(what or f"class {kind.__name__}")
            return False
        strange = {*fields_of(kind).split()} ^ {*known[kind].split()}
        for name in sorted(strange):
            self.add(f"field {name} of {kind.__name__}")
        return not strange


def check_world(rules: Ruleset, lacks: Lacks) -> None:
    """Notes every table, entry, frame, hook and word of some rules that is not known."""
    plugin = animals(rules)
    tables = dict(ENTRIES)
    if plugin is not None:
        tables |= {plugin.DRIVES: {plugin.Drive: "place to table instead"}, plugin.THREATS: {plugin.Threat: "place icon"}}
    for handle, entries in rules.tables.items():
        if entries and handle not in tables:
            lacks.add(f"table {handle.name}")
        for entry in entries if handle in tables else ():
            lacks.expect(entry, tables[handle])
    _check_frames(rules, lacks, plugin)
    for word in sorted(rules.owners.keys() - (ANIMAL_WORDS if plugin else set())):
        if not word.startswith("event "):
            lacks.add(word)
    _check_hooks(rules, lacks, plugin)


def _check_frames(rules: Ruleset, lacks: Lacks, plugin: ModuleType | None) -> None:
    frames = dict(FRAMES)
    if plugin is not None:
        frames |= {frame.name: frame for frame in (plugin.ClaimReward, plugin.NextReward, plugin.RewardRoll)}
    for handler in rules.handlers:
        if type(handler) is not frames.get(handler.name) and type(handler) not in OTHER_FRAMES:
            lacks.add(f"frame {handler.name}")
        for extension in getattr(handler, "extensions", {}).values():
            if type(extension) is not trading.GiveGoods:
                lacks.add(f"extension {extension.name}")


def _check_hooks(rules: Ruleset, lacks: Lacks, plugin: ModuleType | None) -> None:
    """Notes the hooks that are called in play, but those of the animals, which are a table for the engine."""
    from inspect import unwrap

    known = () if plugin is None else (plugin.stoneage_roll_adjustment, plugin.stoneage_adjustment_cause)
    for hook, functions in rules.questions.items():
        if any(unwrap(function) not in known for function in functions):
            lacks.add(f"hook {hook}")
