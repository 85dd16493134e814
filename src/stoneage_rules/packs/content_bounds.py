"""The content as words ask about it, rows of `if` compared with each other, and the clashes that words report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial, reduce
from math import lcm
from operator import and_
from typing import Any, NamedTuple, TypeVar

import attrs

from stoneage_rules.language.cost import Cost
from stoneage_rules.language.fields import Quantity, fields_of, walked
from stoneage_rules.language.forms import form_of_class
from stoneage_rules.language.quantity import IfRow, constant, range_of
from stoneage_rules.language.reach import Bound, Bounds, Clash, Located, Path
from stoneage_rules.language.word import ContentRecord, Verb
from stoneage_rules.packs.content import Content, Entry, Pack
from stoneage_rules.packs.diagnostics import ONLY_IF, OPTION_KEY, Diagnostic, TextPlace, names_option
from stoneage_rules.packs.edit import DEFINED, Provenance
from stoneage_rules.packs.options import is_for
from stoneage_rules.packs.patching import EDITS
from stoneage_rules.packs.spans import TomlPath
from stoneage_rules.text import listed, written

# --- conditional names --------------------------------------------------------------------------------------------
#
# Finds the names used in conditional records and edits: at another table, the named records may matter.


Places = Mapping[str, set[tuple[str, TomlPath]]]
"""The files and paths of each short id."""

SAYS_NOTHING = ("id", "rules", "name", "why", "when", "reconstructed")
"""Keys whose texts do not refer to anything that the record or edit uses."""


class ConditionalNames:
    """The names that conditional records and edits use, in the files of a table's packs."""

    def __init__(self, content: Content) -> None:
        self.content = content

    @cached_property
    def named(self) -> Places:
        """The places in conditional records and edits that use a name; there, the named record may be read."""
        return _places((word, file, path) for file, path, table in self._conditional for word in _used(table))

    @cached_property
    def edited(self) -> Places:
        """The conditional edits of each record, by its name."""
        return _places((name, file, path) for file, path, table in self._conditional for name in self._edited_by(path, table))

    @cached_property
    def by_options(self) -> frozenset[str]:
        """The names of records with a value taken from an option, which can differ at another table."""
        sources = [source for pack in self.content.packs for source in pack.files.content]
        tables = [(path, table) for source in sources for path, table in _tables(source.data, ()) if names_option(table)]
        return frozenset(name for path, table in tables for name in self._edited_by(path, table) or (table.get("id", ""),))

    @cached_property
    def _conditional(self) -> Sequence[tuple[str, TomlPath, Mapping[str, Any]]]:
        """Returns the file, path and table of each conditional record and edit."""
        at_table = {pack.id for pack in self.content.packs}
        entries = []
        for source in (source for pack in self.content.packs for source in pack.files.content):
            unused = not is_for(source, at_table)
            entries += [(source.file, path, table) for path, table in _tables(source.data, ()) if unused or _depends(table)]
        return entries

    def _edited_by(self, path: TomlPath, table: Mapping[str, Any]) -> Iterable[str]:
        """Returns the names of the records that an edit targets; empty for a record."""
        if path[0] not in EDITS:
            return ()
        target = table.get("target")
        return [entry.id for entry in self.content.of(str(path[1]))] if target is None else short_ids([target])


def short_ids(names: Iterable[str]) -> set[str]:
    """Returns names without their pack prefixes."""
    return {name.rpartition(":")[2] for name in names}


def _places(names: Iterable[tuple[str, str, TomlPath]]) -> Places:
    places: dict[str, set[tuple[str, TomlPath]]] = {}
    for name, file, path in names:
        places.setdefault(name, set()).add((file, path))
    return places


def _tables(data: Mapping[str, Any], path: TomlPath) -> Iterator[tuple[TomlPath, Mapping[str, Any]]]:
    """Yields the records and edits of a file."""
    for key, value in data.items():
        if key in EDITS and isinstance(value, dict):
            yield from _tables(value, (key,))
        elif key != ONLY_IF and isinstance(value, list):
            yield from (((*path, key, index), table) for index, table in enumerate(value) if isinstance(table, dict))


def _depends(table: Mapping[str, Any]) -> bool:
    """Returns whether a record or edit is conditional; conditions on the form of a cost do not count."""
    return any(set(row) - {"cost"} for row in table.get("when", ()) if isinstance(row, dict))


# --- texts --------------------------------------------------------------------------------------------------------
#
# Collects all texts and keys in the files of packs, including files and records that do not apply.


INSERTED = ("value", "after", "before")
"""The keys of `insert` whose texts are in the list that it changes."""


def _texts(value: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """Yields all texts in a value, each with its key, and all keys with the word `key`."""
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield name, "key"
            yield from _texts(inner, key if name in INSERTED else name)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner, key)
    elif isinstance(value, str):
        yield value, key


def _used(table: Mapping[str, Any]) -> set[str]:
    """Returns the keys of a record or edit, and its texts that can refer to anything, as short ids."""
    return short_ids(text for text, key in _texts(table) if key not in SAYS_NOTHING)


class Texts:
    """The texts and keys in the files of some packs, with the keys under which each occurs."""

    def __init__(self, packs: Iterable[Pack]) -> None:
        self.words: dict[str, set[str]] = {}
        self.options: set[tuple[str, str]] = set()
        """The pack and name of every option that a value or a `when` uses."""
        for pack in packs:
            for text, key in (found for source in pack.files.content for found in _texts(source.data)):
                owner, _, word = text.rpartition(":")
                self.words.setdefault(word, set()).add(key)
                if key == OPTION_KEY:
                    self.options.add((owner or pack.id, word))

    def keys_naming(self, word: str) -> set[str]:
        """Returns the keys under which a word occurs, and `key` if it is a key itself; `id` does not count."""
        return self.words.get(word, set()) - {"id"}


# --- rows together ------------------------------------------------------------------------------------------------
#
# Finds rows of one `if` that rule each other out.


CLASH = "SA507", "conditions that can never hold together"


class NumberSet(NamedTuple):
    """The multiples of `step` from `least` to `most`; None for no end."""

    least: int | None
    most: int | None
    step: int = 1

    def __and__(self, other: NumberSet) -> NumberSet:
        """Returns the numbers that are in both."""
        lows = [end for end in (self.least, other.least) if end is not None]
        highs = [end for end in (self.most, other.most) if end is not None]
        step = lcm(self.step, other.step)
        least, most = max(lows, default=None), min(highs, default=None)
        return NumberSet(None if least is None else -(-least // step) * step, None if most is None else most // step * step, step)

    @property
    def is_empty(self) -> bool:
        """True if no number is in it."""
        return self.least is not None and self.most is not None and self.least > self.most


def reach_together(bounds: Bounds, rows: Sequence[IfRow]) -> Iterator[Bound]:
    """Yields a bound for each row of an `if` that reads what another row reads: it rules that out.

    Args:
        bounds: the content of the table.
        rows: the value of the key `if` of the word that is queried.
    """
    for alike in _alike(rows):
        every = NumberSet(*range_of(bounds, next(iter(alike.values()))))
        kept = {at: every & NumberSet(row.min, row.max, row.every or 1) for at, row in alike.items()}
        is_judged = not any(numbers.is_empty for numbers in kept.values())  # a row that never holds by itself is reported alone
        for at, row in reversed([*alike.items()]):
            numbers = kept.pop(at)
            left = reduce(and_, kept.values(), every)
            idle = is_judged and not left.is_empty and (left & numbers).is_empty
            others = listed(f"`{rows[other]}`" for other in kept or (at,))
            why = f"no number is in this range and in that of {others}"
            set_by = (row.of,) if isinstance(row.of, str) else ()
            yield Bound(CLASH, ("if", at), idle, why, "write ranges that have a number in common", set_by=set_by)


def _alike(rows: Sequence[IfRow]) -> Iterator[Mapping[int, IfRow]]:
    """Yields the rows that read the same number, by their indexes, where there are several."""
    groups: dict[IfRow, dict[int, IfRow]] = {}
    for at, row in enumerate(rows):
        groups.setdefault(attrs.evolve(row, min=None, max=None, every=None), {})[at] = row
    yield from (group for group in groups.values() if len(group) > 1)


# --- content bounds -----------------------------------------------------------------------------------------------
#
# Implements `Bounds`: the content of a table, for words that report idle values and clashes.


Service = TypeVar("Service")
Answer = TypeVar("Answer")


class ContentBounds:
    """The content of a table as `Bounds`; each answer is computed once."""

    here: Entry

    def __init__(self, content: Content, opened_phases: Collection[str] = ()) -> None:
        self.content = content
        self.opened_phases = opened_phases
        self.conditional = ConditionalNames(content)
        self._words: dict[type, Sequence[Located]] = {}
        self._services: dict[Any, Any] = {}
        self._answered: dict[str, Sequence[tuple[Entry, TomlPath, Any]]] = {}

    def answers(self, method: str) -> Sequence[tuple[Entry, TomlPath, Any]]:
        """Returns everything that a method (`reach` or `clashes`) of each word yields, with the word's record and path."""
        if method not in self._answered:
            self._answered[method] = [*self._asked(method)]
        return self._answered[method]

    def _asked(self, method: str) -> Iterator[tuple[Entry, TomlPath, Any]]:
        for use, name in _with_names(self.words(object)):
            self.here = use.at  # type: ignore[assignment]
            for ask in self._questions(use.word, name, method):
                for answer in ask():
                    yield self.here, use.path, answer

    def _questions(self, word: Any, name: str, method: str) -> Iterator[Callable[[], Sequence[Any]]]:
        """Yields functions that return the results of a method of a word; what they raise names the plugin of the word."""
        guard = self.content.language.guard
        kind = form_of_class(type(word)).counted_by(word, self.content.language.quantities)
        if kind is not None:
            if hasattr(kind, method):
                yield guard(partial(_answers, getattr(kind, method), self, word.of), f"quantity {word.name}", method)
            if method == "reach":
                yield guard(partial(_answers, constant, self, word), f"quantity {word.name}", "span")
        if hasattr(word, method):
            yield guard(partial(_answers, getattr(word, method), self), name, method)
        if method == "reach" and (rows := getattr(word, "if_", ())):
            yield guard(partial(_answers, reach_together, self, rows), name, "span")
        for keys in word.added_keys if isinstance(word, ContentRecord) else ():
            yield guard(partial(_answers, getattr(keys, method), word, self), f"record {keys.table}", method)

    # --- the protocol `Bounds` ----------------------------------------------------------------------------------------

    @property
    def players(self) -> int:
        return self.content.settings.players

    @cached_property
    def player_counts(self) -> range:
        counts = [counts for entry in self.content if (counts := entry.record.player_counts()) is not None]
        return counts[0] if counts else range(self.players, self.players + 1)

    @cached_property
    def _named(self) -> tuple[set[str], set[str]]:
        """Returns the names that are gained and those that are read; a reference marked neither `gives` nor `loses` is both."""
        got: set[str] = set()
        read: set[str] = set()
        for use in self.words(object):
            for _, name, metadata in form_of_class(type(use.word)).names(use.word):
                if not metadata.get("loses"):
                    got.add(name)
                    read.update(() if metadata.get("gives") else (name,))
        for use in self.words(Cost):
            read.update((use.word.of,) if use.word.of else use.word.amounts)
        for use in self.words(Quantity):
            kinds = self.content.language.quantities[use.word.name].counts or ()
            read.update((use.word.of,) if isinstance(use.word.of, str) else ())
            read.update(entry.name for kind in kinds for entry in self.content.of(kind))
        return got, read

    @property
    def got(self) -> Collection[str]:
        return self._named[0]

    @property
    def read(self) -> Collection[str]:
        return self._named[1]

    @cached_property
    def counts_unknown(self) -> bool:
        quantities = self.content.language.quantities
        return any(quantities[use.word.name].counts is None for use in self.words(Quantity))

    def declared(self, kind: str) -> Sequence[Entry]:
        return self.content.of(kind)

    def find(self, kind: str, name: str) -> Any:
        return self.content.by_name[kind, name].record

    def group(self, kind: str, name: str) -> Sequence[str]:
        return [entry.name for entry in self.content.of(kind) if name in getattr(entry.record, "groups", ())]

    def words(self, sort: type) -> Sequence[Located]:
        if object not in self._words:
            self._words[object] = [
                Located(entry, path, word) for entry in self.content if entry.copy < 2 for path, word in walked(entry.record)
            ]
        if sort not in self._words:
            self._words[sort] = [use for use in self._words[object] if isinstance(use.word, sort)]
        return self._words[sort]

    def word(self, sort: str, name: str) -> Any:
        return self.content.language.word(sort, name)

    @cached_property
    def texts(self) -> Texts:
        """The texts and keys in the files of all packs."""
        return Texts(self.content.packs)

    def keys_naming(self, id: str) -> Collection[str]:
        return self.texts.keys_naming(id)

    def joins_later(self, kind: str, group: str) -> bool:
        return any(path[0] == kind for _, path in self.conditional.named.get(group, ()))

    def service(self, make: Callable[[Bounds], Service]) -> Service:
        if make not in self._services:
            self._services[make] = make(self)
        service: Service = self._services[make]
        return service


def _answers(ask: Callable[..., Iterator[Answer]], *args: Any) -> Sequence[Answer]:
    return tuple(ask(*args))


def _with_names(words: Sequence[Located]) -> Iterator[tuple[Located, str]]:
    """Yields each word with its registered name, such as `verb gain`; a nested table has the name of the word around it."""
    around: list[tuple[TomlPath, str]] = []
    for use in words:
        while around and (not use.path or use.path[: len(around[-1][0])] != around[-1][0]):
            around.pop()
        if isinstance(use.word, Verb):
            name = f"verb {use.word.do}"
        else:
            name = around[-1][1] if len(around) > 1 else _record_name(use)
        around.append((use.path, name))
        yield use, name


def _record_name(use: Located) -> str:
    """Returns the name under which a record is registered, or the mechanism's keys that a table within the record belongs to."""
    added = [keys for keys in use.at.record.added_keys if not fields_of(keys).keys().isdisjoint(use.path[:1])]
    return f"record {added[0].table if added else use.at.kind}"


# --- consistency --------------------------------------------------------------------------------------------------
#
# Reports records that are valid on their own but cannot be played together.
#
# Content that is allowed but odd is reported by `lint`.


def clashes(content: Content) -> Iterator[Diagnostic]:
    """Yields a diagnostic for every surplus record of a single-record kind, and for every clash that words report."""
    for entries in content.entries.values():
        for second in entries[1:] if entries and entries[0].record.is_single else ():
            yield _second(entries[0], second)
    for entry, path, clash in ContentBounds(content).answers("clashes"):
        yield _diagnostic(content, clash.at or entry, clash.path if clash.at else path + clash.path, clash)


def _diagnostic(content: Content, entry: Entry, path: Path, clash: Clash) -> Diagnostic:
    origin, rest = entry.origin_of(path)
    edited = origin.operation.leaves_gap if clash.is_missing else origin.operation is not DEFINED
    origins = [other.origin_of(path) for other, path, _ in clash.others]  # type: ignore[attr-defined]
    others = [where.place(on, label) for (where, on), (_, _, label) in zip(origins, clash.others, strict=True)]
    removals = [record.removal for record in content.edited if record.removal is not None and record.kind == clash.removed]
    why = f"{clash.why}, and there are {clash.left}" if clash.removed and not removals else clash.why
    place = origin.place(rest, why)
    if clash.is_missing:
        place = origin.place((), why) if edited else entry.source.place((*entry.path, "id"), why)
    first, *more = [*_removal_places(removals, clash.left), place]
    return Diagnostic(
        clash.code,
        clash.title,
        first,
        others=(*more, *others),
        notes=(clash.note,) if clash.note else (),
        help=clash.help_if_edited if edited and clash.help_if_edited else clash.help,
        packs=tuple(dict.fromkeys((*(gone.pack for gone in reversed(removals)), origin.pack, *(o.pack for o, _ in origins)))),
    )


def _removal_places(removals: Sequence[Provenance], left: int) -> Iterator[TextPlace]:
    """Yields the place of each removal, with the number of records removed, last edit first; one edit may remove several."""
    counts = Counter((gone.pack, gone.place()) for gone in reversed(removals))
    for number, ((pack, place), count) in enumerate(counts.items()):
        removed = f"{count} of {left + len(removals)}: {left} are left" if number == 0 else f"{count} more"
        yield attrs.evolve(place, label=f"{pack} removes {removed}")


SAME = "delete this one: it says what the first says"


def _second(first: Entry, second: Entry) -> Diagnostic:
    edit = _as_edit(first, second)
    return Diagnostic(
        "SA213",
        f"a second `{second.kind}`; there can be only one",
        second.source.place((*second.path, "id"), "this one is too many"),
        others=(first.source.place((*first.path, "id"), "this is the first"),),
        help="\n  ".join(["instead of this record, write", *edit]) if edit else SAME,
        packs=tuple(dict.fromkeys((second.pack, first.pack))),
    )


def _as_edit(first: Entry, second: Entry) -> Sequence[str]:
    """Returns the lines of an edit that gives the first record the values of the second that differ."""
    old, new = first.raw_record.data, second.raw_record.data
    changes = [f"set.{key} = {written(value)}" for key, value in new.items() if key != "id" and old.get(key) != value]
    return (f"[[patch.{second.kind}]]", f'target = "{first.pack}:{first.id}"', *changes) if changes else ()
