"""The frames of the kernel, one concern per file, and their registry."""

from __future__ import annotations

from stoneage_rules.kernel.engine import Frame
from stoneage_rules.kernel.frames.alternatives import ChooseEffect
from stoneage_rules.kernel.frames.buying import Buy
from stoneage_rules.kernel.frames.choosing import ChooseGoods
from stoneage_rules.kernel.frames.drawing import DrawHidden, FillRow, LayItem
from stoneage_rules.kernel.frames.effects import EachSeat, Effects
from stoneage_rules.kernel.frames.feeding import FeedOrStarve
from stoneage_rules.kernel.frames.placing import NextPlacement, PlaceFigures
from stoneage_rules.kernel.frames.resolving import ResolveNext, ResolvePlace
from stoneage_rules.kernel.frames.rolling import RollForTotal, SplitYield, UseTools
from stoneage_rules.kernel.frames.rounds import End, LastUses, Rounds, SetUp, Standing
from stoneage_rules.kernel.frames.sharing import PickDie, PickLater, RollForAll
from stoneage_rules.kernel.frames.taking import CloseBill, TakeOrSkip
from stoneage_rules.kernel.frames.trading import GetGoods, PayTraded

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
