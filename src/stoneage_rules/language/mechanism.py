"""A mechanism of a game as one object that implements the hooks for registering words and frames."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pluggy

from stoneage_rules.language.events import EventKind
from stoneage_rules.language.quantity import QuantityKind
from stoneage_rules.language.word import ContentRecord, ExtraKeys, Verb

__all__ = ["PROJECT", "Mechanism", "hookimpl"]

PROJECT = "stoneage"

hookimpl = pluggy.HookimplMarker(PROJECT)


class Mechanism:
    """Everything that a mechanism registers. Register it like any plugin.

    Args:
        name: the name of the mechanism, in one word.
        records: kinds of record, and keys added to those of other mechanisms.
        verbs: the verbs of effects.
        frames: steps, decisions, chance events, and extensions of decisions.
        quantities: the quantities that content can read.
        limits: the counters that limits can use.
        events: the events that it notes, each with its fields and its sentence.
        features: the features that packs may require of the library by name.
    """

    def __init__(
        self,
        name: str,
        *,
        records: Sequence[type[ContentRecord] | type[ExtraKeys]] = (),
        verbs: Sequence[type[Verb]] = (),
        frames: Sequence[type[Any]] = (),
        quantities: Sequence[QuantityKind] = (),
        limits: Sequence[type[Any]] = (),
        events: Sequence[EventKind] = (),
        features: Sequence[str] = (),
    ) -> None:
        self.name = name
        self.records = records
        self.verbs = verbs
        self.frames = frames
        self.quantities = quantities
        self.limits = limits
        self.events = events
        self.features = features

    def __dir__(self) -> list[str]:
        """Lists only the hooks that the mechanism uses, so that a plugin manager registers no others."""
        parts = ("records", "verbs", "frames", "quantities", "limits", "events")
        return [f"{PROJECT}_register_{part}" for part in parts if getattr(self, part)]

    @hookimpl
    def stoneage_register_records(self) -> list[type[ContentRecord] | type[ExtraKeys]]:
        return [*self.records]

    @hookimpl
    def stoneage_register_verbs(self) -> list[type[Verb]]:
        return [*self.verbs]

    @hookimpl
    def stoneage_register_frames(self) -> list[type[Any]]:
        return [*self.frames]

    @hookimpl
    def stoneage_register_quantities(self) -> list[QuantityKind]:
        return [*self.quantities]

    @hookimpl
    def stoneage_register_limits(self) -> list[type[Any]]:
        return [*self.limits]

    @hookimpl
    def stoneage_register_events(self) -> list[EventKind]:
        return [*self.events]
