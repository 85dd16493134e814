"""The things of the rules that can come about in a game."""

from __future__ import annotations

import attrs

from stoneage_rules.language.described import Described

__all__ = ["SORTS", "Thing"]

SORTS = ("statement", "record", "effect", "limit", "option", "refusal", "decision", "chance event", "event")
"""The sorts of things that can come about, in the order in which they are shown."""


@attrs.frozen
class Thing(Described):
    """Something of the rules that can come about in a game."""

    sort: str
    """One of `SORTS`."""
    name: str
    where: str = ""
    """`file:line` in a pack; empty for what belongs to the library or a plugin, as decisions and events."""

    @property
    def file_and_line(self) -> tuple[str, int]:
        """The file and the line as a number, to sort by."""
        file, _, line = self.where.rpartition(":")
        return file, int(line or 0)
