"""The secrets that seats can have under given rules; how a view hides them is in `view`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from stoneage_rules.kernel.nouns import FACE_DOWN_TABLE

if TYPE_CHECKING:
    from stoneage_rules.kernel.catalogue import Catalogue

__all__ = ["Secrets"]


class Secrets:
    """Tables of what one seat can know alone: items that it owns face down, and numbers of frames."""

    zones: Mapping[int, int]
    """By kind of item, the zone from which its items come that are owned face down; other kinds never are."""
    only_kind: int
    """The kind, where there is one; -1 if there are several, or none."""
    zone: int
    """The zone of the one kind."""
    kinds: tuple[int, ...]
    """By item, its kind."""
    slots: Mapping[int, tuple[int, ...]]
    """By place of a handler, the places of the secret numbers in its frames; only handlers that have any."""

    def __init__(self, rules: Catalogue) -> None:
        self.zones = {entry.kind: entry.zone for entry in reversed(rules.entries(FACE_DOWN_TABLE))}
        self.only_kind, self.zone = next(iter(self.zones.items())) if len(self.zones) == 1 else (-1, -1)
        self.kinds = tuple(item.kind for item in rules.items)
        places = (
            (handler.index, tuple(place for place, slot in enumerate(handler.progress, 2) if slot.secret))
            for handler in rules.handlers
        )
        self.slots = {index: slots for index, slots in places if slots}
