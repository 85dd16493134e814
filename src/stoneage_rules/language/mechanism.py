"""A mechanism of a game as one object that implements the hooks for registering words and frames."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pluggy

from stoneage_rules.errors import PluginError
from stoneage_rules.language.events import EventKind
from stoneage_rules.language.quantity import QuantityKind
from stoneage_rules.language.word import ContentRecord, ExtraKeys, Verb

__all__ = ["PROJECT", "Mechanism", "binding_order", "hookimpl"]

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
        after: the names of mechanisms whose records are bound first, because binding these reads what those have added.
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
        after: Sequence[str] = (),
    ) -> None:
        self.name = name
        self.records = records
        self.verbs = verbs
        self.frames = frames
        self.quantities = quantities
        self.limits = limits
        self.events = events
        self.features = features
        self.after = after

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


def binding_order(mechanisms: Iterable[Mechanism]) -> tuple[Mechanism, ...]:
    """Returns mechanisms in their order, but each after those that it names; names that are not among them are passed over.

    Raises:
        PluginError: some wait for each other.
    """
    waiting = {mechanism.name: mechanism for mechanism in mechanisms}
    ordered: list[Mechanism] = []
    while waiting:
        ready = next((one for one in waiting.values() if waiting.keys().isdisjoint(one.after)), None)
        if ready is None:
            raise PluginError(
                f"no order can bind the records of these mechanisms, which wait for each other: {', '.join(waiting)}"
            )
        ordered.append(waiting.pop(ready.name))
    return tuple(ordered)
