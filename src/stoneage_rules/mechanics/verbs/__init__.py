"""The verbs of the kernel, one per file, and their registry: the source of schema, loader and reference docs."""

from __future__ import annotations

from collections.abc import Mapping

from stoneage_rules.mechanics.verbs.advance import Advance
from stoneage_rules.mechanics.verbs.base import Verb
from stoneage_rules.mechanics.verbs.buy import Buy
from stoneage_rules.mechanics.verbs.choose import Choose
from stoneage_rules.mechanics.verbs.dice_for_all import DiceForAll
from stoneage_rules.mechanics.verbs.draw_hidden import DrawHidden
from stoneage_rules.mechanics.verbs.each_seat import EachSeat
from stoneage_rules.mechanics.verbs.end_game import EndGame
from stoneage_rules.mechanics.verbs.feed import Feed
from stoneage_rules.mechanics.verbs.figure import Figure
from stoneage_rules.mechanics.verbs.fill import Fill
from stoneage_rules.mechanics.verbs.gain import Gain
from stoneage_rules.mechanics.verbs.move import Move
from stoneage_rules.mechanics.verbs.one_of import OneOf
from stoneage_rules.mechanics.verbs.pass_first import PassFirst
from stoneage_rules.mechanics.verbs.place import Place
from stoneage_rules.mechanics.verbs.points import Points
from stoneage_rules.mechanics.verbs.refresh import Refresh
from stoneage_rules.mechanics.verbs.resolve import Resolve
from stoneage_rules.mechanics.verbs.roll import Roll
from stoneage_rules.mechanics.verbs.slide import Slide
from stoneage_rules.mechanics.verbs.tool import Tool

__all__ = ["VERBS", "Verb"]

_ALL: tuple[type[Verb], ...] = (
    Advance,
    Buy,
    Choose,
    DiceForAll,
    DrawHidden,
    EachSeat,
    EndGame,
    Feed,
    Figure,
    Fill,
    Gain,
    Move,
    OneOf,
    PassFirst,
    Place,
    Points,
    Refresh,
    Resolve,
    Roll,
    Slide,
    Tool,
)

VERBS: Mapping[str, type[Verb]] = {verb.do: verb for verb in _ALL}
