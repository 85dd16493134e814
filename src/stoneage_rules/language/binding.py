"""The compiler's interface for words: the services that records and verbs use when they are compiled."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from stoneage_rules.language.condition import IfRow
from stoneage_rules.language.fields import Amount, Quantity
from stoneage_rules.language.handles import Handle

if TYPE_CHECKING:
    from stoneage_rules.kernel.state import State
    from stoneage_rules.language.quantity import Span

__all__ = ["Condition", "Declared", "Effect", "Held", "Linker", "Parts", "Reader"]

Effect = Callable[["State", int, int, int], None]
"""`effect(state, seat, place, n)`: `n` is the number of figures of a location resolved, the index of the payment
of an item bought, and 0 elsewhere."""

Reader = Callable[["State", int, int], int]
"""`reader(state, seat, n)`: a quantity; `n` as for effects."""

Parts = Callable[["State", int], Iterable[tuple[tuple[str, ...], int]]]
"""`parts(state, seat)`: a quantity by what brings it, as ids of items or goods with their share; the shares add up to it."""

Condition = Callable[["State"], bool]
"""`condition(state)`: True if something can happen at all now."""

Held = Callable[["State", int, int], bool]
"""`held(state, seat, n)`: True if the rows of an `if` hold for a seat now; `n` as for effects."""

Value = TypeVar("Value")


class Declared(Protocol):
    """A record of content, with its id in play."""

    @property
    def kind(self) -> str:
        """The table of content to which it belongs."""

    @property
    def name(self) -> str:
        """The id in play, prefixed with the pack if two packs have the same id."""

    @property
    def shared_name(self) -> str:
        """The same without the number of a copy, by which references mean all copies of the record."""

    @property
    def record(self) -> Any:
        """The record itself."""


class Linker(Protocol):
    """Turns ids into small integers and nested effects into nodes, and stores the compiled values."""

    players: int
    here: Declared | None
    """The record that is being bound; None while kinds are finished."""

    @property
    def most_figures(self) -> int:
        """The total number of figures of each colour."""

    def index(self, kind: str, id: str) -> int:
        """Returns the index of an id among the records of its kind."""

    def ids(self, kind: str) -> Sequence[str]:
        """Returns all ids of a kind, in the order of their indexes."""

    def declared(self, kind: str) -> Sequence[Declared]:
        """Returns the records of a kind, in the order of their indexes."""

    def goods(self, name: str) -> tuple[int, ...]:
        """Returns the indexes of the goods of a group, or of the one good with that id."""

    def places(self, name: str) -> tuple[int, ...]:
        """Returns the places of a group, or of the record with that id (several when it has copies)."""

    def sequence(self, effects: Sequence[Any]) -> int:
        """Returns the node at which a list of effects starts; 0 for none."""

    def amount(self, amount: Amount) -> Reader:
        """Compiles a number or quantity to a function."""

    def quantity(self, quantity: Quantity) -> Reader:
        """Compiles a quantity to a function."""

    def open_quantity(self, quantity: Quantity) -> Reader:
        """Compiles a quantity that counts only what lies open, as everywhere but in final scoring."""

    def range_of(self, amount: Amount) -> Span:
        """Returns the least and the most that a number or quantity can be during a game; None where that is not known."""

    def condition(self, rows: Sequence[IfRow]) -> Held:
        """Compiles the rows of an `if` to a function that returns whether all of them hold."""

    def parts(self, quantity: Quantity) -> Parts | None:
        """Compiles the breakdown of a quantity to a function; None if its word has none."""

    def frame(self, name: str) -> int:
        """Returns the index of a frame's handler in `rules.handlers`."""

    def guard(self, call: Callable[..., Any], word: str) -> Callable[..., Any]:
        """Wraps a call so that exceptions name the plugin that registered the word; `word` is for example `counter figures`."""

    def word(self, sort: str, name: str) -> Any:
        """Returns the object registered for a word of some sort, such as the class of the counter `players`."""

    def add(self, handle: Handle[Value], value: Value) -> int:
        """Adds a value to a table and returns its index; equal values share one."""

    def append(self, handle: Handle[Value], value: Value) -> int:
        """Adds a value to a table, even if it has an equal one, and returns its index."""

    def entries(self, handle: Handle[Value]) -> Sequence[Value]:
        """Returns the values that have been added to a table so far."""
