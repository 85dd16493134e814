"""The compiler as words see it: what a record or verb may ask for while it becomes something that runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from stoneage_rules.language.fields import Amount, Quantity
from stoneage_rules.language.handles import Handle

if TYPE_CHECKING:
    from stoneage_rules.kernel.state import State

__all__ = ["Condition", "Declared", "Effect", "Linker", "Reader"]

Effect = Callable[["State", int, int, int], None]
"""`effect(state, seat, place, n)`: `n` is the number of figures of a location resolved, the index of the payment
of an item bought, and 0 elsewhere."""

Reader = Callable[["State", int, int], int]
"""`reader(state, seat, n)`: a quantity; `n` as for effects."""

Condition = Callable[["State"], bool]
"""`condition(state)`: True if something can happen at all now."""

Value = TypeVar("Value")


class Declared(Protocol):
    """A record of content with its name in play."""

    @property
    def kind(self) -> str:
        """The table of content in which it stands."""

    @property
    def name(self) -> str:
        """The id in play: with the pack in front where two packs have the same."""

    @property
    def record(self) -> Any:
        """The record itself."""


class Linker(Protocol):
    """Turns ids into small integers, nested effects into nodes, and keeps what records and verbs become."""

    players: int

    @property
    def most_figures(self) -> int:
        """Figures of a colour in all."""

    def index(self, kind: str, id: str) -> int:
        """Returns the place of an id among the records of its kind."""

    def ids(self, kind: str) -> Sequence[str]:
        """Returns all ids of a kind, in the order of their indexes."""

    def declared(self, kind: str) -> Sequence[Declared]:
        """Returns the records of a kind, in the same order."""

    def goods(self, name: str) -> tuple[int, ...]:
        """Returns the indexes of the goods of a group, or of the one good with that id."""

    def places(self, name: str) -> tuple[int, ...]:
        """Returns the places of a group, or of the record with that id (several when it has copies)."""

    def sequence(self, effects: Sequence[Any]) -> int:
        """Returns the node at which a list of effects starts; 0 for none."""

    def amount(self, amount: Amount) -> Reader:
        """Returns a number or quantity as a function."""

    def quantity(self, quantity: Quantity) -> Reader:
        """Returns a quantity as a function."""

    def frame(self, name: str) -> int:
        """Returns a frame's handler as a place in `rules.handlers`."""

    def guard(self, call: Callable[..., Any], word: str) -> Callable[..., Any]:
        """Returns a call, with the plugin that brought the word named in what it raises; `word` as in `counter figures`."""

    def word(self, sort: str, name: str) -> Any:
        """Returns what is registered as a word of some sort, such as the class of the counter `players`."""

    def add(self, handle: Handle[Value], value: Value) -> int:
        """Adds a value to a table and returns its place there; equal values share one."""

    def append(self, handle: Handle[Value], value: Value) -> int:
        """Adds a value to a table in which every record has a place of its own."""

    def entries(self, handle: Handle[Value]) -> Sequence[Value]:
        """Returns what has been added to a table so far."""
