"""Edits of one pack to the records of others: patch, replace, remove; and who set which value.

Edits work on the plain tables, before these are structured, and in the same words for every kind of content.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from stoneage_rules.language.fields import EffectSpec
from stoneage_rules.packs.findings.diagnostics import TextPlace
from stoneage_rules.packs.findings.faults import Fault, not_in_double_brackets, unknown_word
from stoneage_rules.packs.reading.find import Source
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.packs.records.addressing import name_of

__all__ = ["EDITS", "KEYS", "OPERATORS", "Edit", "Entity", "Origin", "Touch", "gather_edits"]

EDITS = ("replace", "patch", "remove")
"""In the order in which those of one pack work, so that it makes no difference in which of its files they stand."""
OPERATORS = ("expect", "unset", "drop", "set", "adjust", "append", "insert")
"""In the order in which they work within one patch."""
KEYS: Mapping[str, Sequence[str]] = {
    "patch": ("target", "where", "when", "why", *OPERATORS),
    "replace": ("target", "when", "why", "record"),
    "remove": ("target", "where", "when", "why"),
}
"""What each edit may say."""


@attrs.frozen(eq=False)
class Origin:
    """Who set a value, where and how."""

    pack: str
    source: Source
    path: Path
    deed: str = "defined"
    why: str = ""

    def place(self, rest: Path = (), label: str = "") -> TextPlace:
        """Where it stands, or what is on the way on from there, as a place of a diagnostic."""
        return self.source.place(self.path + rest, label)


@attrs.frozen(eq=False)
class Touch:
    """What one edit did to one value: what conflicts are judged by."""

    address: str
    path: Path
    deed: str
    value: Any
    before: Any
    origin: Origin
    words: Path
    """The path in words, as it was before: elements of lists by their `id` or `do`."""
    key: tuple[str, str, str]
    """Of the record: kind, pack and id."""
    names: frozenset[str] = frozenset()
    """The elements of a list that were added, dropped or renamed, by their names."""
    beside: tuple[str, Any] | None = None
    """Of an element that was inserted: `after` or `before`, and its neighbour's name."""
    result: int | None = None
    """Of a number that was adjusted: what it is now."""


@attrs.define(eq=False)
class Entity:
    """A record on its way through the edits."""

    kind: str
    pack: str
    id: str
    data: dict[str, Any]
    origin: Origin
    verbs: Mapping[str, type[EffectSpec]]
    """The verbs that its effects may name."""
    changes: dict[Path, list[Origin]] = attrs.field(factory=dict)
    """Origins of values that edits have set, by their path, the last one last."""
    as_defined: dict[str, Any] | None = None
    """The table before any edit; None while there has been none."""
    touches: list[Touch] = attrs.field(factory=list)
    """What edits did here, in their order."""
    claims: list[Touch] = attrs.field(factory=list)
    """What edits say about values here, whether they had to change them or not: what conflicts are judged by."""

    @property
    def address(self) -> str:
        """`KIND PACK:ID`."""
        return f"{self.kind} {self.id}" if self.kind == "statement" else f"{self.kind} {self.pack}:{self.id}"

    def origin_of(self, path: Path) -> tuple[Origin, Path]:
        """Who set the value at a path, and the way on from there."""
        for length in range(len(path), 0, -1):
            found = self.changes.get(path[:length])
            if found:
                return found[-1], path[length:]
        return self.origin, path

    @property
    def key(self) -> tuple[str, str, str]:
        """Kind, pack and id: statements need no pack."""
        return self.kind, "" if self.kind == "statement" else self.pack, self.id

    def touch(self) -> None:
        """Keeps the table as it was defined, before the first edit changes it."""
        if self.as_defined is None:
            self.as_defined = self.data
            self.data = copy.deepcopy(self.data)

    def note(
        self,
        path: Path,
        origin: Origin,
        value: Any = None,
        before: Any = None,
        *,
        words: Path | None = None,
        names: Iterable[str] = (),
        idle: bool = False,
        **more: Any,
    ) -> None:
        """Notes who has done what to the value at a path, and more of what a `Touch` says; `idle` where it was so already."""
        words = self.in_words(path) if words is None else words
        touch = Touch(self.address, path, origin.deed, value, before, origin, words, self.key, frozenset(names), **more)
        self.claims.append(touch)
        if not idle:
            self.changes.setdefault(path, []).append(origin)
            self.touches.append(touch)

    def in_words(self, path: Path) -> Path:
        """A path with the elements of lists named by their `id` or `do`, as edits write it."""
        words: list[str | int] = []
        holder: Any = self.data
        for step in path:
            try:
                holder = holder[step]
            except (KeyError, IndexError, TypeError):
                holder = None
            named = isinstance(step, int) and isinstance(holder, dict)
            name = name_of(holder) if named else None
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

    word: str
    kind: str
    pack: str
    source: Source
    path: Path
    data: Mapping[str, Any]
    doubtful: bool = False
    """Whether nobody knows if it applies, because of what is wrong with its `when`."""

    def origin(self, path: Path, deed: str) -> Origin:
        """This edit as the origin of a value."""
        return Origin(self.pack, self.source, self.path + path, deed, str(self.data.get("why", "")))


def gather_edits(pack: str, source: Source, kinds: Sequence[str]) -> Iterator[Edit | Fault]:
    """The edits of a file, in the order in which they work, and the faults of their headers."""
    for word in EDITS:
        tables = source.data.get(word, {})
        if type(tables) is not dict:
            yield not_in_double_brackets("an edit", f"{word}.KIND", tables, (word,), "")
            continue
        for kind, edits in tables.items():
            if kind not in kinds:
                message = "an edit of a kind that does not exist"
                yield unknown_word("SA205", message, kind, kinds, "kind", at_key=True, path=(word, kind))
            elif type(edits) is not list or any(type(edit) is not dict for edit in edits):
                path = (word, kind)
                yield not_in_double_brackets("an edit", f"{word}.{kind}", edits, path, source.written_at(path))
            else:
                for index, data in enumerate(edits):
                    yield Edit(word, kind, pack, source, (word, kind, index), data)
