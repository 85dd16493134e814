"""The narrator's interface for the sentences of the log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from stoneage_rules.kernel.ruleset import Ruleset
    from stoneage_rules.language.events import EventValue

__all__ = ["LogNames"]


class LogNames(Protocol):
    """The questions that a sentence of the log may ask, passed first to each function that writes an event.

    Things are named by their ids, as they are typed and as boards show them.
    """

    rules: Ruleset

    def who(self, seat: int | None) -> str:
        """Returns the name of a seat, if it has one, with its number."""

    def said(self, value: EventValue) -> str:
        """Returns a value as it stands in a sentence: goods as `2 wood, 1 clay`, several values with commas."""

    def called(self, kind: str, id: str) -> str:
        """Returns the name that a record has for people, or its id if it has none."""

    def worth(self, item: str, place: str = "") -> str:
        """Returns what an item brings and shows, on a place also what it costs there, as the end of a sentence."""

    def shown(self, item: str) -> str:
        """Returns what an item shows for final scoring: its symbol and icons."""

    def one_use(self, item: str) -> str:
        """Returns an item with its value if it is a tool for one roll: `civ-34 (3)`."""

    def doubt(self, kind: str, id: str, key: str) -> str:
        """Returns ` (reconstructed)` if that is what a value of a record is, else nothing."""
