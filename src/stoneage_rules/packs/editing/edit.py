"""Edits, the raw records that they change, and the provenance of every value.

Edits work on the plain tables, before these are structured, and in the same words for every kind of content.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import attrs

from stoneage_rules.language.word import ContentRecord, Verb
from stoneage_rules.packs.editing.operation import DEFINED, Operation, as_path
from stoneage_rules.packs.findings.diagnostics import TextPlace
from stoneage_rules.packs.findings.reported import REPORTED
from stoneage_rules.packs.reading.find import Source
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.packs.records.addressing import name_of
from stoneage_rules.packs.records.kinds import owner_of

if TYPE_CHECKING:
    from stoneage_rules.packs.editing.tables.edit_table import EditTable

__all__ = ["AppliedEdit", "Edit", "Provenance", "RawRecord", "RecordKey", "value_address"]

RecordKey = tuple[str, str, str]
"""Kind, pack and id of a record; the pack is empty where the ids of a kind need none."""


def value_address(record: str, words: Path) -> str:
    """Returns the printable address of a value: `building base:bld-01 cost.wood`."""
    return f"{record} {as_path(words)}".rstrip()


@attrs.frozen(eq=False)
class Provenance:
    """Who set a value, where and how."""

    pack: str
    source: Source
    path: Path
    operation: Operation = DEFINED
    why: str = ""

    def place(self, rest: Path = (), label: str = "") -> TextPlace:
        """Returns the position of the value, or of one within it, as a place of a diagnostic."""
        return self.source.place(self.path + rest, label)


@attrs.frozen(eq=False)
class AppliedEdit:
    """One edit's effect on one value: what conflicts are judged by."""

    address: str
    path: Path
    value: Any
    before: Any
    origin: Provenance
    words: Path
    """The path in words, as it was before: elements of lists by their `id` or `do`."""
    key: RecordKey
    names: frozenset[str] = frozenset()
    """The elements of a list that were added, dropped or renamed, by their names."""
    beside: tuple[str, Any] | None = None
    """Of an element that was inserted: `after` or `before`, and its neighbour's name."""
    result: int | None = None
    """Of a number that was adjusted: what it is now."""

    @property
    def operation(self) -> Operation:
        """The operation."""
        return self.origin.operation

    @property
    def renames(self) -> bool:
        """True if it changes the name by which an element of a list is found."""
        return bool(self.names) and not self.operation.on_list

    @property
    def is_on_list(self) -> bool:
        """True if it changes which elements a list has, or how they are called."""
        return self.operation.on_list or self.renames

    @property
    def scope(self) -> Path:
        """The words of the value that it is about, or of the list whose elements it adds, drops or renames."""
        return self.words[:-2] if self.renames else self.words[:-1] if self.operation.on_list else self.words

    @property
    def value_address(self) -> str:
        """The printable address of the value; for an element that was added or dropped, of its list."""
        return value_address(self.address, self.words[:-1] if self.operation.on_list else self.words)


@attrs.define(eq=False)
class RawRecord:
    """A record as a plain table, on its way through the edits."""

    kind: str
    pack: str
    id: str
    data: dict[str, Any]
    origin: Provenance
    model: type[ContentRecord]
    """The class of the kind's records."""
    verbs: Mapping[str, type[Verb]]
    """The verbs that its effects may name."""
    changes: dict[Path, list[Provenance]] = attrs.field(factory=dict)
    """Provenance of values that edits have set, by their path, the last one last."""
    as_defined: dict[str, Any] | None = None
    """The table before any edit; None while there has been none."""
    applied: list[AppliedEdit] = attrs.field(factory=list)
    """The effects of edits on the record, in their order."""
    claims: list[AppliedEdit] = attrs.field(factory=list)
    """The edits' wishes for values here, fulfilled before or not: conflicts are judged by these."""

    @property
    def address(self) -> str:
        """`KIND PACK:ID`."""
        owner = owner_of(self.model, self.pack)
        return f"{self.kind} {owner}:{self.id}" if owner else f"{self.kind} {self.id}"

    @property
    def label(self) -> str:
        """The address without the kind."""
        return self.address.split()[1]

    @property
    def key(self) -> RecordKey:
        """Kind, pack and id; no pack where all packs share their ids."""
        return self.kind, owner_of(self.model, self.pack), self.id

    def fresh(self) -> RawRecord:
        """Returns the record without any history of edits."""
        return attrs.evolve(self, changes={}, applied=[], claims=[], as_defined=None)

    def origin_of(self, path: Path) -> tuple[Provenance, Path]:
        """Returns who set the value at a path, and the rest of the path from there."""
        for length in range(len(path), 0, -1):
            origins = self.changes.get(path[:length])
            if origins:
                return origins[-1], path[length:]
        return self.origin, path

    def keep_original(self) -> None:
        """Keeps the table as it was defined, before the first edit changes it."""
        if self.as_defined is None:
            self.as_defined = self.data
            self.data = copy.deepcopy(self.data)

    def note(
        self,
        path: Path,
        origin: Provenance,
        value: Any = None,
        before: Any = None,
        *,
        words: Path | None = None,
        names: Iterable[str] = (),
        idle: bool = False,
        **more: Any,
    ) -> None:
        """Notes who has done what to the value at a path; `idle` where it was so already.

        The other arguments are fields of `AppliedEdit`.
        """
        words = self.in_words(path) if words is None else words
        applied = AppliedEdit(self.address, path, value, before, origin, words, self.key, frozenset(names), **more)
        self.claims.append(applied)
        if not idle:
            self.changes.setdefault(path, []).append(origin)
            self.applied.append(applied)

    def in_words(self, path: Path) -> Path:
        """Returns a path with the elements of lists named by their `id` or `do`, as edits write it."""
        words: list[str | int] = []
        holder: Any = self.data
        for step in path:
            try:
                holder = holder[step]
            except (KeyError, IndexError, TypeError):
                holder = None
            is_named = isinstance(step, int) and isinstance(holder, dict)
            name = name_of(holder) if is_named else None
            words.append(step if name is None else str(name))
        return tuple(words)

    def pin(self, path: Path, count: int) -> None:
        """Notes where the elements of a list come from, before their places in it change."""
        for index in range(count):
            origin, rest = self.origin_of((*path, index))
            self.changes.setdefault((*path, index), [attrs.evolve(origin, path=origin.path + rest)])

    def forget(self, path: Path) -> None:
        """Forgets who set the value at a path and what is within: it is given anew, or gone."""
        for old in [old for old in self.changes if old[: len(path)] == path]:
            del self.changes[old]

    def moved(self, path: Path, at: int, by: int) -> None:
        """Notes that the elements of a list from `at` on have moved."""
        depth = len(path)
        self.changes = {
            (*path, step + by, *old[depth + 1 :])
            if len(old) > depth and old[:depth] == path and isinstance(step := old[depth], int) and step >= at
            else old: origins
            for old, origins in self.changes.items()
        }


@attrs.frozen(eq=False)
class Edit:
    """One `[[patch.KIND]]`, `[[replace.KIND]]` or `[[remove.KIND]]`."""

    table: EditTable
    kind: str
    model: type[ContentRecord]
    """The class of the kind's records."""
    pack: str
    source: Source
    path: Path
    data: Mapping[str, Any]

    @property
    def may_apply(self) -> bool:
        """True if nobody knows if it applies, because of an error in its `when`."""
        return self.data.get("when") is REPORTED

    @property
    def word(self) -> str:
        """`patch`, `replace` or `remove`."""
        return self.table.word

    def origin(self, path: Path, operation: Operation = DEFINED) -> Provenance:
        """Returns this edit as the provenance of a value."""
        return Provenance(self.pack, self.source, self.path + path, operation, str(self.data.get("why", "")))
