"""Edits, the raw records that they change, and the provenance of every value.

Edits change plain tables before these are structured, so they work alike for every kind of record.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import attrs

from stoneage_rules.language.described import Described
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
"""Kind, pack and id of a record; the pack is empty for kinds whose ids all packs share."""


def value_address(record: str, words: Path) -> str:
    """Returns the printable address of a value: `building base:bld-01 cost.wood`."""
    return f"{record} {as_path(words)}".rstrip()


@attrs.frozen(eq=False)
class Provenance(Described):
    """The pack, file and line that set a value, and the operation that did."""

    pack: str
    source: Source
    path: Path
    operation: Operation = DEFINED
    why: str = ""

    def place(self, rest: Path = (), label: str = "") -> TextPlace:
        """Returns the position of the value, or of one within it, as a place of a diagnostic."""
        return self.source.place(self.path + rest, label)


@attrs.frozen(eq=False)
class AppliedEdit(Described):
    """The effect of one edit on one value; conflicts are found by comparing these."""

    address: str
    path: Path
    value: Any
    before: Any
    origin: Provenance
    words: Path
    """The path before the edit, with the elements of lists named by their `id` or `do`."""
    key: RecordKey
    names: frozenset[str] = frozenset()
    """The names of the elements of a list that were added, dropped or renamed."""
    beside: tuple[str, Any] | None = None
    """For an inserted element: `after` or `before`, and the name of its neighbour."""
    result: int | None = None
    """For an adjusted number: its new value."""
    shift: tuple[int, int] | None = None
    """For an element that was added to a list or dropped: its index, and by how much the indexes after it changed."""

    @property
    def operation(self) -> Operation:
        """The operation that the edit performed."""
        return self.origin.operation

    @property
    def renames(self) -> bool:
        """True if the edit changes the name of an element of a list."""
        return bool(self.names) and not self.operation.on_list

    @property
    def is_on_list(self) -> bool:
        """True if the edit changes the elements of a list, or their names."""
        return self.operation.on_list or self.renames

    @property
    def scope(self) -> Path:
        """The path in words of the edited value, or of the list whose elements are added, dropped or renamed."""
        return self.words[:-2] if self.renames else self.words[:-1] if self.operation.on_list else self.words

    @property
    def value_address(self) -> str:
        """The printable address of the value, or of the list if an element was added or dropped."""
        return value_address(self.address, self.words[:-1] if self.operation.on_list else self.words)


@attrs.define(eq=False)
class RawRecord(Described):
    """A record as a plain table, with the history of its edits."""

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
    """The provenance of edited values by path, the latest last."""
    as_defined: dict[str, Any] | None = None
    """The table before any edit; None until the first edit."""
    defined_by: Provenance | None = None
    """The origin of that table, which a replacement of the record does not change; None until the first edit."""
    applied: list[AppliedEdit] = attrs.field(factory=list)
    """The effects of edits that changed the record, in order."""
    claims: list[AppliedEdit] = attrs.field(factory=list)
    """The effects of all edits of the record, including those that changed nothing; conflicts are found among these."""

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
        """Kind, pack and id; the pack is empty for kinds whose ids all packs share."""
        return self.kind, owner_of(self.model, self.pack), self.id

    def fresh(self) -> RawRecord:
        """Returns a copy of the record without its history of edits."""
        return RawRecord(self.kind, self.pack, self.id, self.data, self.origin, self.model, self.verbs)

    def origin_of(self, path: Path) -> tuple[Provenance, Path]:
        """Returns the provenance of the value at a path, and the rest of the path below the value that it set."""
        for length in range(len(path), 0, -1):
            origins = self.changes.get(path[:length])
            if origins:
                return origins[-1], path[length:]
        return self.origin, path

    def keep_original(self) -> None:
        """Keeps the table as defined and copies it for editing, before the first edit."""
        if self.as_defined is None:
            self.as_defined, self.defined_by = self.data, self.origin
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
        """Records the effect of an edit on the value at a path; `idle` means that it changed nothing.

        The other arguments are fields of `AppliedEdit`.
        """
        words = self.in_words(path) if words is None else words
        applied = AppliedEdit(self.address, path, value, before, origin, words, self.key, frozenset(names), **more)
        self.claims.append(applied)
        if not idle:
            self.changes.setdefault(path, []).append(origin)
            self.applied.append(applied)

    def in_words(self, path: Path) -> Path:
        """Returns a path as edits write it: with the elements of lists named by their `id` or `do`."""
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
        """Fixes the provenance of each element of a list, before their indexes change."""
        for index in range(count):
            origin, rest = self.origin_of((*path, index))
            self.changes.setdefault((*path, index), [attrs.evolve(origin, path=origin.path + rest)])

    def forget(self, path: Path) -> None:
        """Drops the provenance of the value at a path and of everything within it, which is to be replaced or removed."""
        for old in [old for old in self.changes if old[: len(path)] == path]:
            del self.changes[old]

    def moved(self, path: Path, at: int, by: int) -> None:
        """Shifts the provenance of the elements of a list from index `at` on, by `by`."""
        depth = len(path)
        self.changes = {
            (*path, step + by, *old[depth + 1 :])
            if len(old) > depth and old[:depth] == path and isinstance(step := old[depth], int) and step >= at
            else old: origins
            for old, origins in self.changes.items()
        }


@attrs.frozen(eq=False)
class Edit(Described):
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
        """True if an error in its `when` leaves open whether it applies."""
        return self.data.get("when") is REPORTED

    @property
    def word(self) -> str:
        """`patch`, `replace` or `remove`."""
        return self.table.word

    def origin(self, path: Path, operation: Operation = DEFINED) -> Provenance:
        """Returns this edit as the provenance of a value."""
        return Provenance(self.pack, self.source, self.path + path, operation, str(self.data.get("why", "")))
