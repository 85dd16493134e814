"""Edits of one pack to the records of others: patch, replace, remove; and who set which value.

Edits work on the plain tables, before these are structured, and in the same words for every kind of content.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from stoneage_rules.packs.diagnostics import Place
from stoneage_rules.packs.elements import name_of
from stoneage_rules.packs.faults import UNREAD, Fault, not_in_double_brackets, unknown_word, wrong_type
from stoneage_rules.packs.find import Source
from stoneage_rules.packs.positions import Path
from stoneage_rules.packs.where import condition_faults, fits, keys_of_kind, nothing_fits
from stoneage_rules.packs.wording import choices_of, either, noun_of

__all__ = ["EDITS", "KEYS", "OPERATORS", "Edit", "Entity", "Origin", "Touch", "aim_edit", "gather_edits"]

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
WITH_REASON = ("replace", "remove")
"""The edits that must say why."""


@attrs.frozen(eq=False)
class Origin:
    """Who set a value, where and how."""

    pack: str
    source: Source
    path: Path
    deed: str = "defined"
    why: str = ""

    def place(self, rest: Path = (), label: str = "") -> Place:
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


def aim_edit(
    edit: Edit, entities: Mapping[tuple[str, str, str], Entity], find: Callable[[str], list[Entity]]
) -> Iterator[Entity | Fault]:
    """The records that an edit means, and what is wrong with its header.

    Args:
        edit: the edit.
        entities: the records that its pack knows of, by kind, pack and id.
        find: the records that a target can mean, from the pack's point of view.
    """
    for key in edit.data:
        if key not in KEYS[edit.word]:
            yield _unread(edit, key)
    yield from _reason(edit)
    if "where" in edit.data and "where" not in KEYS[edit.word]:
        return
    if "where" not in edit.data:
        yield from _target(edit, entities, find)
    elif "target" in edit.data:
        message = "an edit with both `target` and `where`"
        label, help = "`target` names one record, `where` all that fit", "delete one of the two"
        yield Fault("SA207", message, label, help=help, path=("where",), at_key=True)
    else:
        yield from _where(edit, entities)


def _reason(edit: Edit) -> Iterator[Fault]:
    """What is wrong with an edit's `why`: whoever misses a record must be able to learn the reason."""
    why = edit.data.get("why")
    if why is None and edit.word in WITH_REASON:
        help = 'add a line `why = "..."`: `stoneage why` and `stoneage diff` show it'
        yield Fault("SA204", "the key `why` is missing", "a whole record goes, and nothing says why", help=help)
    elif why is not None and type(why) is not str:
        yield attrs.evolve(wrong_type(why, "text"), path=("why",))
    elif why == "" or (why and not why.strip()):
        yield Fault("SA207", "an empty value", "nothing is said here", help="say the reason, or delete the line", path=("why",))


def _where(edit: Edit, entities: Mapping[tuple[str, str, str], Entity]) -> Iterator[Entity | Fault]:
    wanted = edit.data["where"]
    faults = [attrs.evolve(fault, path=("where", *fault.path)) for fault in condition_faults(wanted, edit.kind)]
    yield from faults
    if faults:
        return
    known = [entity for entity in entities.values() if entity.kind == edit.kind]
    found = [entity for entity in known if fits(entity.data, wanted)]
    if not found:
        yield attrs.evolve(nothing_fits(wanted, edit.kind, [entity.data for entity in known]), path=("where",))
    yield from found


def _unread(edit: Edit, key: str) -> Fault:
    """A key that an edit cannot have: one of the record itself is most likely to be changed."""
    if key == "where":
        label, help = "one new record cannot replace several", "name one record by `target`"
        return Fault("SA202", UNREAD, label, help=help, at_key=True, path=(key,))
    fault = unknown_word("SA202", UNREAD, key, KEYS[edit.word], "key", at_key=True, path=(key,))
    if edit.word != "patch" or key not in keys_of_kind(edit.kind):
        return fault
    appended = f" or `append.{key}`" if isinstance(edit.data[key], list) else ""
    label = f"`{key}` is a key of the record, not of its edit"
    return attrs.evolve(fault, label=label, help=f"to change it, write `set.{key}`{appended}", note="", fix=None)


def _target(
    edit: Edit, entities: Mapping[tuple[str, str, str], Entity], find: Callable[[str], list[Entity]]
) -> Iterator[Entity | Fault]:
    target = edit.data.get("target")
    if target is None:
        known = _addresses(edit.kind, entities)
        help = f'add a line `target = "{known[0] if known else "PACK:ID"}"`' + (
            ", or `where = { ... }` with what several have in common" if "where" in KEYS[edit.word] else ""
        )
        label = f"which {noun_of(edit.kind)} is meant?"
        yield Fault("SA204", "an edit without `target`", label, choices_of(noun_of(edit.kind), known), help=help)
    elif type(target) is not str:
        yield attrs.evolve(wrong_type(target, "text"), path=("target",))
    elif len(found := find(target)) == 1:
        yield found[0]
    elif found:
        message = f"an id of more than one {noun_of(edit.kind)}"
        help = f"write {either(f'`{e.pack}:{e.id}`' for e in found)}"
        yield Fault("SA203", message, f"which `{target}` is meant?", help=help, path=("target",))
    else:
        message = "an edit of a record that does not exist"
        yield unknown_word("SA203", message, target, _addresses(edit.kind, entities), noun_of(edit.kind), path=("target",))


def _addresses(kind: str, entities: Mapping[tuple[str, str, str], Entity]) -> list[str]:
    return sorted({entity.address.split()[1] for entity in entities.values() if entity.kind == kind})
