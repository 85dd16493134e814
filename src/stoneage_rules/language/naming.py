"""The protocol of the narrator, as the sentences of the log see it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from stoneage_rules.kernel.ruleset import Ruleset

__all__ = ["LogNames", "counted"]


class LogNames(Protocol):
    """The names of everything in a game; the first argument of each function that tells an event."""

    rules: Ruleset
    viewer: int | None
    """The only seat whose face-down items are named; None names everybody's, -1 nobody's."""

    def who(self, seat: int) -> str:
        """Returns a seat, by its name if it has one."""

    def called(self, kind: str, id: str) -> str:
        """Returns the name of a record, or its id if it has none."""

    def place(self, index: int) -> str:
        """Returns a place; one of several copies with its number."""

    def item(self, index: int) -> str:
        """Returns an item with the name of its kind."""

    def goods(self, amounts: Iterable[tuple[int, int]]) -> str:
        """Returns goods and their numbers as `2 wood, 1 clay`."""


def counted(count: int, noun: str) -> str:
    """Returns a number with its noun, such as `1 figure` or `-10 points`."""
    return f"{count} {noun}{'s' * (count not in (1, -1))}"
