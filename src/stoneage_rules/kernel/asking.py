"""The base of frames that wait for a seat's choice or for chance, and the facts that they declare."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict, cast

from stoneage_rules.kernel.frames import Frame
from stoneage_rules.language.required import required

if TYPE_CHECKING:
    from stoneage_rules.kernel.position import Position
    from stoneage_rules.language.cost import Cost

__all__ = ["JSON", "Asked", "Question"]

JSON: TypeAlias = "str | int | bool | Sequence[JSON] | Mapping[str, JSON] | None"
"""A value that JSON can write."""


class Asked(TypedDict, total=False):
    """The facts of one question, in ids of the content; those that do not apply are left out."""

    place: str
    """The place that it is about."""
    item: str
    """The item that it is about."""
    zone: str
    """The zone from which an item is drawn."""
    brings: str
    """The benefit of the item, in brief words: `2 dice / 3 wood, shows 2 shaman`."""
    dice: tuple[int, ...]
    """The faces of dice that have been rolled."""
    dice_count: int
    """How many dice are about to be rolled."""
    total: int
    """The total of a roll so far."""
    divide: int
    """How much of a total makes one good."""
    amount: int
    """How many are chosen or placed at the most, or how many are missing."""
    among: tuple[str, ...]
    """The ids of the goods or places among which the choice is."""
    tools: tuple[int, ...]
    """The values of the tools that can still be used."""
    owed: Cost
    """The price that is asked."""
    given: Mapping[str, int]
    """Goods that have been given in a trade."""
    got: Mapping[str, int]
    """Goods that have been got in a trade."""
    paid: Mapping[str, int]
    """Goods that have been paid already."""
    more: Mapping[str, JSON]
    """Further facts by name, such as those of plugins."""


TOLD_BY_SLOTS = {"place": str, "item": str, "zone": str, "total": int, "divide": int, "amount": int}
"""The facts that a slot of the same name tells, with the type that its number then has."""


class Question(Frame):
    """A frame that waits for an answer: a decision or a chance event."""

    @required
    def prompt(self, state: Position, frame: tuple[int, ...]) -> str:
        """Returns what is asked, as a phrase for people: `where to place figures`, or `a roll of 3 dice for seat 0`."""
        raise NotImplementedError

    def asked(self, state: Position, frame: tuple[int, ...]) -> Asked:
        """Returns the facts of the question to a state or view: by default the frame's progress, by the names of its slots."""
        facts: dict[str, Any] = {}
        more: dict[str, JSON] = {}
        for slot, number in zip(self.progress, frame[2:], strict=False):
            if number >= 0:
                value = slot.ids(self.rules)[number] if slot.ids else number
                own = TOLD_BY_SLOTS.get(slot.name) is type(value)
                (facts if own else more)[slot.name] = value
        if more:
            facts["more"] = more
        return cast("Asked", facts)
