"""Typed handles of the tables that mechanisms keep in a ruleset, and slots of the numbers that their frames hold.

A frame is a tuple of small integers. Its slots define the meaning of each, and its range in a saved state.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from types import UnionType
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar, get_args

if TYPE_CHECKING:
    from stoneage_rules.kernel.ruleset import Ruleset

__all__ = ["HIDDEN", "ITEM_SLOT", "KIND_SLOT", "MOST", "MOST_PLAYERS", "NODE_SLOT", "PHASE_SLOT", "PLACE_OR_NONE_SLOT",
           "PLACE_SLOT", "ZONE_SLOT", "Handle", "Slot"]  # fmt: skip

MOST = 10**9
"""The largest number in a state; a limit for untrusted data."""

MOST_PLAYERS = 9
"""The most players of any game."""

HIDDEN = -MOST - 1
"""Stands in a view for a secret number of a frame; no slot has it in its range."""

Value = TypeVar("Value")


class Handle(Generic[Value]):
    """The key of a numbered table of compiled values: `link.add(HANDLE, value)` fills it, `rules.entries(HANDLE)` reads it.

    Args:
        name: the noun for the values, in one word.
        saved_as_id: whether a frame's index into the table is saved as the `id` of the value there.
    """

    def __init__(self, name: str, saved_as_id: bool = False) -> None:
        self.name = name
        self.saved_as_id = saved_as_id

    @cached_property
    def holds(self) -> Any:
        """The class of its values, or several, as `Handle[Good]("good")` says; None where nothing is sure."""
        wanted = get_args(getattr(self, "__orig_class__", None))
        return next((each for each in wanted if isinstance(each, UnionType) or type(each) is type), None)

    def __repr__(self) -> str:
        return f"<Handle {self.name}>"

    def slot(self, name: str = "") -> Slot:
        """Returns the slot of a frame whose number is an index into this table."""
        if self.saved_as_id:
            return Slot(name or self.name, ids=lambda rules: [value.id for value in rules.entries(self)])  # type: ignore[attr-defined]
        return Slot(name or self.name, most=lambda rules: len(rules.entries(self)) - 1)


def _any_number(rules: Ruleset) -> int:
    return MOST


class Slot(NamedTuple):
    """One number of a frame."""

    name: str
    least: int = 0
    most: Callable[[Ruleset], int] = _any_number
    """Returns the largest value of the number under given rules."""
    ids: Callable[[Ruleset], Sequence[str]] | None = None
    """For a number that stands for something with an id, returns all ids in order; the number is saved as the id."""
    or_none: bool = False
    """True if -1 stands for none of these, and is saved as -1."""
    secret: bool = False
    """True if only the seats that `Frame.known_to` names know the number; in the views of others stands `HIDDEN`."""


PLACE_SLOT = Slot("place", ids=lambda rules: [place.id for place in rules.places])
PLACE_OR_NONE_SLOT = PLACE_SLOT._replace(or_none=True)
ITEM_SLOT = Slot("item", ids=lambda rules: rules.item_ids)
ZONE_SLOT = Slot("zone", ids=lambda rules: rules.zones)
KIND_SLOT = Slot("kind", ids=lambda rules: rules.kinds)
PHASE_SLOT = Slot("phase", ids=lambda rules: [phase.id for phase in rules.phases])
NODE_SLOT = Slot("node", least=1, most=lambda rules: len(rules.nodes) - 1)
