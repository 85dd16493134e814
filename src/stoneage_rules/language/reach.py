"""The protocol for words to report values that make no difference at a table, and content that cannot be played.

A word is a record, a nested table, an effect, a quantity or a price.  It may have two methods, both optional:

- `reach(bounds)` yields a `Bound` for each value that may make no difference: a number that is never reached, a key that
  is never read.  Yield it also if the value does matter, with `idle` false: a warning is given only if the value is idle
  at all tables that are checked.
- `clashes(bounds)` yields a `Clash` for records that are valid on their own and cannot be played together.

Keys that a mechanism adds to records (`ExtraKeys`) have both as class methods, which get the record first.

Both get the content of one table as `Bounds`.  An analysis that several words need is made once: `bounds.service(Analysis)`.

Example::

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        top = bounds.find("track", self.track).top
        yield from beyond("steps", self.steps, top, f"the track `{self.track}` ends at {top}", set_by=(self.track,))
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, Protocol, TypeVar

import attrs

from stoneage_rules.language.faults import Path as Path
from stoneage_rules.language.fields import Described
from stoneage_rules.text import a, noun_of

WarningKind = tuple[str, str]
"""The code of a warning and its title."""

BEYOND = "SA515", "a number that is never reached"
NEVER_BINDS = "SA515", "a number that limits nothing"
NO_DIFFERENCE = "SA514", "a key that makes no difference"

MOST_WAYS = 50_000
"""Maximum number of ways to choose goods at once."""

Service = TypeVar("Service")


class Declared(Protocol):
    """A record of content, with its id in play."""

    @property
    def kind(self) -> str:
        """The table of content that it belongs to."""

    @property
    def name(self) -> str:
        """The id in play, prefixed with the pack if two packs have the same id."""

    @property
    def shared_name(self) -> str:
        """The id without the number of a copy: a reference to it means all copies of the record."""

    @property
    def record(self) -> Any:
        """The record itself."""


class Named(Declared, Protocol):
    """A record of content, with its pack."""

    @property
    def id(self) -> str:
        """The short id."""

    @property
    def pack(self) -> str:
        """The pack that declares it."""


@attrs.frozen
class Located(Described):
    """A word, with the record that contains it and its path there."""

    at: Named
    """The record."""
    path: Path
    """The path of keys and indexes there."""
    word: Any
    """The word."""


@attrs.frozen
class Bound(Described):
    """A value that may be idle at this table, with the warning for the case that it is idle at all tables."""

    sort: tuple[str, str]
    """The code of the warning and its title: `BEYOND`, `NEVER_BINDS` or `NO_DIFFERENCE`."""
    path: Path
    """The path to the value from the word, or from the records in `at`."""
    idle: object
    """True if the value makes no difference at this table."""
    why: str
    """The reason why the value does not matter, for example `the track ends at 6`."""
    help: str = ""
    """The remedy."""
    about: Sequence[str] = ()
    """Names that the value depends on besides the record: if one is used conditionally, the value may matter."""
    set_by: Sequence[str] | None = None
    """Instead of `about`, names of records with values that it depends on: if one is edited conditionally, the value may
    matter."""
    at_key: bool = False
    """True to show the key instead of the value."""
    at: Sequence[Named] | None = None
    """The records with the value, if not the one queried; only the first of each pack is shown."""
    at_any_table: bool = False
    """True to warn if the value is idle at any one table, regardless of conditions."""


@attrs.frozen
class Clash(Described):
    """Content that cannot be played, with the value to blame."""

    code: str
    """The code of the error."""
    title: str
    """The fault, as the heading of the message."""
    path: Path
    """The path to the value from the word, or from the record `at`."""
    why: str
    """The reason, shown at the value."""
    help: str
    """The remedy."""
    help_if_edited: str = ""
    """The help if the value comes from an edit."""
    is_missing: bool = False
    """True if the value is missing: the edit that unset it is shown, or else the id of the record."""
    note: str = ""
    """A fact beneath the message."""
    at: Named | None = None
    """The record, if it is not the one queried."""
    others: Sequence[tuple[Named, Path, str]] = ()
    """Further values involved, each with its label."""
    removed: str = ""
    """The kind of record whose removals are to blame, if there are any."""
    left: int = 0
    """The number of records of that kind that are left."""


class Records(Protocol):
    """The content of a table, compiled or only read, for computing ranges."""

    @property
    def players(self) -> int:
        """The player count."""

    def declared(self, kind: str) -> Sequence[Declared]:
        """Returns the records of a kind."""

    def word(self, sort: str, name: str) -> Any:
        """Returns the object registered for a word of some sort."""


class Bounds(Records, Protocol):
    """The content of a table, for words that depend on other records."""

    @property
    def here(self) -> Named:
        """The record that is queried, or that contains the queried word."""

    @property
    def player_counts(self) -> range:
        """The possible player counts; only that of this table if no record states them."""

    @property
    def got(self) -> Collection[str]:
        """The names of everything that content can grant: by references with `gives`, or of unknown purpose."""

    @property
    def read(self) -> Collection[str]:
        """The names of everything that is counted, paid or tested."""

    @property
    def opened_phases(self) -> Collection[str]:
        """The names of the phases that begin with a frame of some mechanism (`Frame.opens`)."""

    @property
    def counts_unknown(self) -> bool:
        """True if the content uses a quantity that does not declare what it counts."""

    def declared(self, kind: str) -> Sequence[Named]:
        """Returns the records of a kind."""

    def find(self, kind: str, name: str) -> Any:
        """Returns the record with that name in play."""

    def group(self, kind: str, name: str) -> Sequence[str]:
        """Returns the names of the records of a kind that belong to a group, in their order."""

    def words(self, sort: type) -> Sequence[Located]:
        """Returns all words of a class, such as `Verb`, with their locations, including nested ones."""

    def keys_naming(self, id: str) -> Collection[str]:
        """Returns the keys under which the files of all packs name an id, and `key` if it is a key itself."""

    def joins_later(self, kind: str, group: str) -> bool:
        """Returns whether a record of a kind may join a group conditionally."""

    def service(self, make: Callable[[Bounds], Service]) -> Service:
        """Returns an analysis of the content, made on first use."""


def beyond(
    key: str, number: object, most: int | None, why: str, *, help: str = "", set_by: Sequence[str] = ()
) -> Iterator[Bound]:
    """Yields the bound of a number that makes no difference above a maximum; nothing for a quantity read from the game."""
    if type(number) is int:
        idle = most is not None and number > most
        yield Bound(BEYOND, (key,), idle, why, help or f"lower it to {most} or less", set_by=set_by)


def uncounted(bounds: Bounds, why: str, help: str, *, unless: bool = False) -> Bound:
    """Returns the bound of the queried record, which is idle if it can be gained and nothing reads it.

    Args:
        bounds: the content of the table.
        why: the reason, such as `no score counts it`.
        help: how to count it, with `{id}` in place of its id.
        unless: whether something may read it after all.
    """
    here = bounds.here
    names = {here.name, *getattr(here.record, "groups", ())}
    idle = not names.isdisjoint(bounds.got) and names.isdisjoint(bounds.read) and not unless
    return Bound(
        ("SA517", f"{a(noun_of(here.kind))} that counts for nothing"), ("id",), idle, f"`{here.id}` can be gained, but {why}",
        f"{help.format(id=here.id)}; or delete it and what brings it", about=tuple(names),
    )  # fmt: skip
