"""The interface of the compiler for words that bind themselves: tables in the ruleset, numbers of a frame."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from types import UnionType
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar, get_args

from stoneage_rules.language.fields import Amount, Quantity
from stoneage_rules.language.quantity import IfRow
from stoneage_rules.language.reach import Declared as Declared

if TYPE_CHECKING:
    from stoneage_rules.kernel.ruleset import Ruleset
    from stoneage_rules.kernel.state import State
    from stoneage_rules.language.quantity import Span

# --- handles ------------------------------------------------------------------------------------------------------
#
# Typed handles of the tables that mechanisms keep in a ruleset, and slots of the numbers that their frames hold.
#
# A frame is a tuple of small integers. Its slots define the meaning of each, and its range in a saved state.


MOST = 10**9
"""The largest number in a state; a limit for untrusted data."""

MOST_PLAYERS = 9
"""The most players of any game."""

HIDDEN = -MOST - 1
"""Replaces a secret number of a frame in a view; no slot has it in its range."""

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
    """Its name in saved states and in `state.pending`."""
    least: int = 0
    """The smallest value."""
    most: Callable[[Ruleset], int] = _any_number
    """Returns the largest value of the number under given rules."""
    ids: Callable[[Ruleset], Sequence[str]] | None = None
    """For a number that is the index of an id, returns all ids in order; the number is saved as the id."""
    or_none: bool = False
    """True if -1 means "none", and is saved as -1."""
    secret: bool = False
    """True if only the seats in `Frame.known_to` know the number; the views of others have `HIDDEN`."""


PLACE_SLOT = Slot("place", ids=lambda rules: [place.id for place in rules.places])
PLACE_OR_NONE_SLOT = PLACE_SLOT._replace(or_none=True)
ITEM_SLOT = Slot("item", ids=lambda rules: rules.item_ids)
ZONE_SLOT = Slot("zone", ids=lambda rules: rules.zones)
KIND_SLOT = Slot("kind", ids=lambda rules: rules.kinds)
PHASE_SLOT = Slot("phase", ids=lambda rules: [phase.id for phase in rules.phases])
NODE_SLOT = Slot("node", least=1, most=lambda rules: len(rules.nodes) - 1)

# --- binding ------------------------------------------------------------------------------------------------------
#
# The compiler's interface for words: the services that records and verbs use when they are compiled.


Effect = Callable[["State", int, int, int], None]
"""`effect(state, seat, place, n)`: `n` is the number of figures of a location resolved, the index of the payment
of an item bought, and 0 elsewhere."""

Reader = Callable[["State", int, int], int]
"""`reader(state, seat, n)`: a quantity; `n` as for effects."""

Parts = Callable[["State", int], Iterable[tuple[tuple[str, ...], int]]]
"""`parts(state, seat)`: a quantity split by its sources, as ids of items or goods with their shares, which add up to it."""

Condition = Callable[["State"], bool]
"""`condition(state)`: True if something can happen at all now."""

Held = Callable[["State", int, int], bool]
"""`held(state, seat, n)`: True if the rows of an `if` hold for a seat now; `n` as for effects."""


class Linker(Protocol):
    """Turns ids into small integers and nested effects into nodes, and stores the compiled values."""

    players: int
    """The number of seats."""
    here: Declared | None
    """The record that is being bound; None while kinds are finished."""
    added: list[tuple[tuple[Handle[Any], int], ...]]
    """By node, the entries of tables that its verb added or found when it was bound, without those of its inner effects."""
    asked_for: frozenset[str]
    """The arguments that the hooks of plugins take in play."""

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
        """Returns the first node of a list of effects; 0 for none."""

    def amount(self, amount: Amount) -> Reader:
        """Compiles a number or quantity to a function."""

    def quantity(self, quantity: Quantity) -> Reader:
        """Compiles a quantity to a function."""

    def open_quantity(self, quantity: Quantity) -> Reader:
        """Compiles a quantity that counts only open items, as everywhere but in final scoring."""

    def range_of(self, amount: Amount) -> Span:
        """Returns the minimum and maximum of a number or quantity during a game; None if unknown."""

    def condition(self, rows: Sequence[IfRow]) -> Callable[[State, int, int], bool]:
        """Compiles the rows of an `if` to a function that returns whether all of them hold."""

    def made_of(self, function: Callable[..., Any]) -> Amount | tuple[IfRow, ...] | None:
        """Returns the number, quantity or rows of content that a compiled function reads; None if it was not compiled here."""

    def parts(self, quantity: Quantity) -> Parts | None:
        """Compiles the breakdown of a quantity to a function; None if its word has none."""

    def frame(self, name: str) -> int:
        """Returns the index of a frame's handler in `rules.handlers`."""

    def guard(self, call: Callable[..., Any], word: str, method: str = "") -> Callable[..., Any]:
        """Wraps a call so that exceptions name the plugin that registered the word, such as `counter figures`, and the method."""

    def word(self, sort: str, name: str) -> Any:
        """Returns the object registered for a word of some sort, such as the class of the counter `players`."""

    def add(self, handle: Handle[Value], value: Value) -> int:
        """Adds a value to a table and returns its index; equal values share one."""

    def append(self, handle: Handle[Value], value: Value) -> int:
        """Adds a value to a table, even if it has an equal one, and returns its index."""

    def entries(self, handle: Handle[Value]) -> Sequence[Value]:
        """Returns the values that have been added to a table so far."""
