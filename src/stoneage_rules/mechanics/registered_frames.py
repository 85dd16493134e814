"""The frames of the kernel, one concern per file, and their registry."""

from __future__ import annotations

from stoneage_rules.kernel.frames import Frame
from stoneage_rules.mechanics.add_ons import CloseBill, TakeOrSkip
from stoneage_rules.mechanics.alternatives import ChooseEffect
from stoneage_rules.mechanics.buying import Buy
from stoneage_rules.mechanics.choosing import ChooseGoods
from stoneage_rules.mechanics.dice_for_all import PickDie, PickLater, RollForAll
from stoneage_rules.mechanics.drawing import DrawHidden, FillRow, LayItem
from stoneage_rules.mechanics.effect_lists import EachSeat, Effects
from stoneage_rules.mechanics.feeding import FeedOrStarve
from stoneage_rules.mechanics.placing import NextPlacement, PlaceFigures
from stoneage_rules.mechanics.resolving import ResolveNext, ResolvePlace
from stoneage_rules.mechanics.rolling import RollForTotal, SplitYield, UseTools
from stoneage_rules.mechanics.rounds import End, LastUses, Rounds, SetUp, Standing
from stoneage_rules.mechanics.trading import GetGoods, PayTraded

__all__ = ["FRAMES"]

FRAMES: tuple[type[Frame], ...] = (
    Buy,
    ChooseEffect,
    ChooseGoods,
    CloseBill,
    DrawHidden,
    EachSeat,
    Effects,
    End,
    FeedOrStarve,
    FillRow,
    GetGoods,
    LastUses,
    LayItem,
    NextPlacement,
    PayTraded,
    PickDie,
    PickLater,
    PlaceFigures,
    ResolveNext,
    ResolvePlace,
    RollForAll,
    RollForTotal,
    Rounds,
    SetUp,
    SplitYield,
    Standing,
    TakeOrSkip,
    UseTools,
)
