"""The secrets that seats can have under given rules; how a view hides them is in `view`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from stoneage_rules.kernel.nouns import FACE_DOWN_TABLE

if TYPE_CHECKING:
    from stoneage_rules.kernel.ruleset import Ruleset

__all__ = ["Secrets"]


class Secrets:
    """Tables of what one seat can know alone: items that it owns face down, and numbers of frames."""

    zones: Mapping[int, int]
    """By kind of item, the zone from which its items come that are owned face down; other kinds never are."""
    slots: Mapping[int, tuple[int, ...]]
    """By place of a handler, the places of the secret numbers in its frames; only handlers that have any."""

    def __init__(self, rules: Ruleset) -> None:
        self.zones = {entry.kind: entry.zone for entry in reversed(rules.entries(FACE_DOWN_TABLE))}
        places = (
            (handler.index, tuple(place for place, slot in enumerate(handler.progress, 2) if slot.secret))
            for handler in rules.handlers
        )
        self.slots = {index: slots for index, slots in places if slots}
