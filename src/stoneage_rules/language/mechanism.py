"""A mechanism of a game as one value that implements the hooks which register words and frames."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pluggy

from stoneage_rules.language.quantity import QuantityKind
from stoneage_rules.language.word import ContentRecord, ExtraKeys, Verb

__all__ = ["PROJECT", "Mechanism", "hookimpl"]

PROJECT = "stoneage"

hookimpl = pluggy.HookimplMarker(PROJECT)


class Mechanism:
    """Everything that a mechanism brings; register it like any plugin.

    Args:
        name: what it is called, in one word.
        records: kinds of record, and keys that it adds to those of other mechanisms.
        verbs: what effects can do.
        frames: unfinished work: steps, decisions, chance events, and extensions of decisions.
        quantities: what can be counted.
        limits: what limits can count.
        sentences: by the name of an event, the function that writes it for the log.
        features: what packs may require of the library by name.
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
        sentences: Mapping[str, Callable[..., Any]] | None = None,
        features: Sequence[str] = (),
    ) -> None:
        self.name = name
        self.records = records
        self.verbs = verbs
        self.frames = frames
        self.quantities = quantities
        self.limits = limits
        self.sentences = sentences or {}
        self.features = features

    def __dir__(self) -> list[str]:
        """Lists the hooks for which it has something: a plugin manager looks at nothing else."""
        parts = ("records", "verbs", "frames", "quantities", "limits", "sentences")
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
    def stoneage_register_sentences(self) -> dict[str, Callable[..., Any]]:
        return {**self.sentences}
