"""The protocol by which words say which of their values matter at a table, and which content cannot be played.

A word is a record, a nested table, an effect, a quantity or a price.  It may have two methods, and need not have either:

- `reach(bounds)` yields a `Bound` for each value that may make no difference: a number that is never reached, a key that
  nobody reads.  Yield it also where the value does matter, with `idle` false: a warning is given only if the value is idle
  at all tables that are looked at.
- `clashes(bounds)` yields a `Clash` for content that each record allows and that cannot be played together.

Both get the content of one table as `Bounds`.  What several words need is worked out once: `bounds.service(Analysis)`.

Example::

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        top = bounds.find("track", self.track).top
        yield from beyond("steps", self.steps, top, f"the track `{self.track}` ends at {top}", set_by=(self.track,))
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, Protocol, TypeVar

import attrs

from stoneage_rules.text.wording import a, noun_of

__all__ = [
    "BEYOND",
    "MOST_WAYS",
    "NEVER_BINDS",
    "NO_DIFFERENCE",
    "Bound",
    "Bounds",
    "Clash",
    "Located",
    "Named",
    "beyond",
    "uncounted",
]

Path = tuple[str | int, ...]
"""The way to a value, as in TOML: keys, and places in lists."""
Sort = tuple[str, str]
"""The code of a warning and its title."""

BEYOND = "SA515", "a number that is never reached"
NEVER_BINDS = "SA515", "a number that limits nothing"
NO_DIFFERENCE = "SA514", "a key that makes no difference"

MOST_WAYS = 50_000
"""In how many ways goods may be chosen at once."""

Service = TypeVar("Service")


class Named(Protocol):
    """A record of content."""

    @property
    def kind(self) -> str:
        """The table of content in which it stands."""

    @property
    def id(self) -> str:
        """The short id."""

    @property
    def pack(self) -> str:
        """The pack that declares it."""

    @property
    def name(self) -> str:
        """The id in play: with the pack in front where two packs have the same."""

    @property
    def record(self) -> Any:
        """The record itself."""


@attrs.frozen
class Located:
    """A word, with the record in which it stands and the way to it."""

    at: Named
    path: Path
    word: Any


@attrs.frozen
class Bound:
    """A value, whether it is idle at this table, and what is said if it is so at all of them."""

    sort: Sort
    path: Path
    """The way to the value from the word, or from the record of `at`."""
    idle: object
    why: str
    """The reason why it does not matter, for example `the track ends at 6`."""
    help: str = ""
    """How to mend it."""
    about: Sequence[str] = ()
    """Names on which it depends besides the record: where one stands under conditions, the value may matter."""
    set_by: Sequence[str] | None = None
    """In place of `about`, names of records on whose values it depends: where one is edited under conditions, it may matter."""
    at_key: bool = False
    """True if the key is shown, and not the value."""
    at: Sequence[Named] | None = None
    """The records that have the value, if not the one asked: of those of one pack the first is shown."""
    at_any_table: bool = False
    """True if one table at which the value is idle is enough for the warning, whatever stands under conditions."""


@attrs.frozen
class Clash:
    """Content that cannot be played, at the value from which it follows."""

    code: str
    title: str
    path: Path
    """The way to the value from the word, or from the record `at`."""
    why: str
    help: str
    help_if_edited: str = ""
    """The help where the value comes from an edit."""
    is_missing: bool = False
    """True if the value is not there: shown is the edit that has unset it, or the id of the record."""
    note: str = ""
    at: Named | None = None
    """The record, if it is not the one asked."""
    others: Sequence[tuple[Named, Path, str]] = ()
    """Further values that take part, each with what is said there."""
    removed: str = ""
    """The kind of record whose removal is to blame, if any has been removed."""
    left: int = 0
    """How many of those are left."""


class Bounds(Protocol):
    """The content of a table, for words that look at what else there is."""

    @property
    def here(self) -> Named:
        """The record that is asked, or in which the word stands that is."""

    @property
    def players(self) -> int:
        """The player count at this table."""

    @property
    def player_counts(self) -> range:
        """How many can play; as many as play here where no record says it."""

    @property
    def got(self) -> Collection[str]:
        """All names of which content says that somebody gets it: by references that `gives`, or do not say what they do."""

    @property
    def read(self) -> Collection[str]:
        """All names that are counted, paid or asked for."""

    @property
    def counts_unknown(self) -> bool:
        """Tells if a quantity is used of which nobody knows what it counts."""

    def declared(self, kind: str) -> Sequence[Named]:
        """Returns the records of a kind."""

    def find(self, kind: str, name: str) -> Any:
        """Returns the record with that name in play."""

    def group(self, kind: str, name: str) -> Sequence[str]:
        """Returns the names of the records of a kind that belong to a group, in their order."""

    def words(self, sort: type) -> Sequence[Located]:
        """Returns all words of a class, such as `Verb`, with where they stand: also those within others."""

    def word(self, sort: str, name: str) -> Any:
        """Returns what is registered as a word of some sort, such as the class of the counter `players`."""

    def keys_naming(self, id: str) -> Collection[str]:
        """Returns the keys under which the files of all packs name an id; `key` where it is a key itself."""

    def joins_later(self, kind: str, group: str) -> bool:
        """Tells if a record of a kind belongs to a group under some condition."""

    def service(self, make: Callable[[Bounds], Service]) -> Service:
        """Returns an analysis of the content, made when it is first asked for."""


def beyond(
    key: str, number: object, most: int | None, why: str, *, help: str = "", set_by: Sequence[str] = ()
) -> Iterator[Bound]:
    """Yields the bound of a number that makes no difference above a maximum; nothing for one that is read from the game."""
    if type(number) is int:
        idle = most is not None and number > most
        yield Bound(BEYOND, (key,), idle, why, help or f"lower it to {most} or less", set_by=set_by)


def uncounted(bounds: Bounds, why: str, help: str, *, unless: bool = False) -> Bound:
    """Returns the bound of the record that is asked: it is idle where somebody gets it and nothing reads it.

    Args:
        bounds: the content of the table.
        why: what does not read it, such as `no score counts it`.
        help: how to count it, with `{id}` in the place of its id.
        unless: whether something may read it all the same.
    """
    here = bounds.here
    names = {here.name, *getattr(here.record, "groups", ())}
    idle = not names.isdisjoint(bounds.got) and names.isdisjoint(bounds.read) and not unless
    return Bound(
        ("SA517", f"{a(noun_of(here.kind))} that counts for nothing"), ("id",), idle, f"`{here.id}` can be got, but {why}",
        f"{help.format(id=here.id)}; or delete it and what brings it", about=tuple(names),
    )  # fmt: skip


def never_got(key: str, of: str, names: Sequence[str], is_never_got: bool, brought_by: str) -> Bound:
    """Returns the bound of a quantity that is always 0 if nobody ever gets anything of what it counts.

    Args:
        key: the quantity.
        of: what it counts.
        names: the records of a group that it counts.
        is_never_got: whether nobody gets any.
        brought_by: how something could bring it.
    """
    why, help = f"nobody ever gets anything of `{of}`", f"{brought_by or 'let something bring it'}, or count something else here"
    return Bound(("SA517", "a number that is always 0"), (key,), is_never_got, why, help, about=(of, *names))
