"""What a verb may ask for when its TOML becomes something that runs.

The compiler implements `Linker`; verbs and quantities see only this protocol.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from stoneage_rules.language.fields import Amount, Cost

if TYPE_CHECKING:
    from stoneage_rules.kernel.state import State

__all__ = ["Condition", "Effect", "Linker", "Reader"]

Effect = Callable[["State", int, int, int], None]
"""`effect(state, seat, place, n)`: `n` is the number of figures of a location resolved, the index of the payment
of an item bought, and 0 elsewhere."""

Reader = Callable[["State", int, int], int]
"""`reader(state, seat, n)`: a quantity; `n` as for effects."""


Condition = Callable[["State"], bool]
"""Whether something can happen at all now."""


class Linker(Protocol):
    """Turns ids into small integers and nested effects into nodes."""

    players: int
    most_figures: int
    """Figures of a colour in all."""

    def index(self, kind: str, id: str) -> int:
        """The place of an id among the records of its kind."""

    def ids(self, kind: str) -> Sequence[str]:
        """All ids of a kind, in the order of their indexes."""

    def goods(self, name: str) -> tuple[int, ...]:
        """The indexes of the goods of a group, or of the one good with that id."""

    def places(self, name: str) -> tuple[int, ...]:
        """The places of a group, or of the location with that id (several when it has copies)."""

    def sequence(self, effects: Sequence[Any]) -> int:
        """The node at which a list of effects starts; 0 for none."""

    def amount(self, amount: Amount) -> Reader:
        """A number or quantity as a function."""

    def cost(self, cost: Cost) -> int:
        """A price as a place in `rules.costs`."""

    def frame(self, name: str) -> int:
        """A frame's handler as a place in `rules.handlers`."""

    def row(self, id: str) -> int:
        """A row as a place in `rules.rows`."""

    def add(self, table: str, value: Any) -> int:
        """Files `value` under a table of the verb's own and returns its place; equal values share one."""
