"""The narrator's interface for the sentences of the log."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from stoneage_rules.kernel.ruleset import Ruleset

__all__ = ["LogNames", "counted"]


class LogNames(Protocol):
    """The names of everything in a game, passed first to each function that writes an event."""

    rules: Ruleset
    viewer: int | None
    """The seat whose face-down items are named; None names those of all seats, -1 those of none."""

    def who(self, seat: int) -> str:
        """Returns the name of a seat, if it has one, with its number."""

    def called(self, kind: str, id: str) -> str:
        """Returns the name of a record, or its id if it has none."""

    def place(self, index: int) -> str:
        """Returns the name of a place, with a number if it is one of several copies."""

    def item(self, index: int) -> str:
        """Returns the name of an item, with that of its kind."""

    def goods(self, amounts: Iterable[tuple[int, int]]) -> str:
        """Returns goods and their numbers as `2 wood, 1 clay`."""


def counted(count: int, noun: str) -> str:
    """Returns a number with its noun, such as `1 figure` or `-10 points`."""
    return f"{count} {noun}{'s' * (count not in (1, -1))}"
