"""The origin of values: the pack, file and line that set them, over which others; comparison of two tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from stoneage_rules.errors import UnknownName
from stoneage_rules.packs.content import Content, Entry
from stoneage_rules.packs.edit import Provenance, RawRecord, overridden, value_address
from stoneage_rules.packs.operators import OPERATORS, SET, UNSET, unwritten
from stoneage_rules.packs.parts import NAMES, at_words
from stoneage_rules.packs.spans import TomlPath, value_at
from stoneage_rules.text import nearest, toml_tables, unknown, written, written_key

# --- provenance ---------------------------------------------------------------------------------------------------
#
# Traces the history of a value (`why`), and lists everything that packs change in the base game (`diff`).
#
# Both read the histories of records (`Provenance`).


@attrs.frozen
class HistoryStep:
    """One step in the history of a value."""

    address: str
    operation: str
    value: Any
    result: int | None
    """The new value of an adjusted number."""
    pack: str
    version: str
    file: str
    line: int
    reason: str
    statements: tuple[str, ...] = ()

    def __str__(self) -> str:
        because = f": {self.reason}" if self.reason else ""
        return f"{self.pack} {self.version} {_done(self)} in {self.file}:{self.line}{because}"


@attrs.frozen
class Change:
    """One change that a pack makes to the base game."""

    address: str
    operation: str
    before: Any
    value: Any
    result: int | None
    """The new value of an adjusted number."""
    pack: str
    file: str
    line: int
    reason: str

    def __str__(self) -> str:
        over = f", before {written(self.before)}" if self.before is not None else ""
        because = f": {self.reason}" if self.reason else ""
        where = f"{self.file}:{self.line}" if self.line else self.file
        return f"{self.address}  {_done(self)}{over}  ({self.pack}, {where}){because}"


def _done(step: HistoryStep | Change) -> str:
    value = f" {written(step.value)}" if step.value is not None and step.operation != "added" else ""
    return step.operation + value + (f" to {step.result}" if step.result is not None else "")


def history_of(content: Content, address: str) -> tuple[HistoryStep, ...]:
    """Returns the history of a value, the latest step first.

    Args:
        content: the content of a ruleset.
        address: `KIND PACK:ID PATH`; without a path, the whole record; the path may be shortened to any of its words
            that identify a single value.

    Raises:
        UnknownName: there is no such record or value; the message suggests the nearest.
    """
    versions = {pack.id: pack.manifest.pack.version for pack in content.packs}
    gone = _removed(content, address)
    if gone is not None:
        return tuple(_step(edit, versions) for edit in reversed(gone.applied))
    entry, words = _find(content, address)
    path = _path_of(entry, words)
    decisions: list[HistoryStep] = []
    found: list[HistoryStep] = []
    for origin, former in entry.raw_record.back_from(path):
        if origin is entry.raw_record.definition:
            found += _defined(entry, path, former, versions)
        elif origin.sets(former) or origin.at[: len(former)] == former:
            found.append(_step(origin, versions))
            if content.settled.get(value_address(origin.address, origin.scope)) == origin.pack:
                name = value_address(origin.address, origin.words)
                decisions.append(attrs.evolve(found[-1], address=name, operation="is preferred by the table:"))
    return (*decisions, *found)


def _removed(content: Content, address: str) -> RawRecord | None:
    """Returns the record with an address that an edit has removed, if there is one."""
    kind, id = (*address.split(), "", "")[:2]
    gone = (record for record in content.edited if record.removal is not None and record.kind == kind)
    return next((record for record in gone if id in (record.id, record.label)), None)


def _find(content: Content, address: str) -> tuple[Entry, list[str]]:
    parts = address.split()
    kinds = [kind for kind, entries in content.entries.items() if entries]
    if len(parts) < 2:
        raise UnknownName("a value is named by kind, id and path, such as `KIND PACK:ID PATH`; kinds are " + ", ".join(kinds))
    kind, id = parts[0], parts[1]
    if kind not in kinds:
        raise UnknownName(unknown("kind of record", kind, kinds))
    fits = [entry for entry in content.of(kind) if id in (entry.id, f"{entry.pack}:{entry.id}", entry.name)]
    if not fits:
        known = [f"{entry.pack}:{entry.id}" for entry in content.of(kind)]
        near = nearest(id, [*known, *(entry.id for entry in content.of(kind))])
        raise UnknownName(f"no {kind} is called `{id}`" + (f"; did you mean `{near}`?" if near else ""))
    return fits[0], [word for part in parts[2:] for word in part.split(".")]


def _path_of(entry: Entry, words: list[str]) -> TomlPath:
    """Returns the path of the value that the words identify."""
    if not words:
        return ()
    record = entry.raw_record
    every = list(_paths(record.data))
    spelled = {path: [str(word) for word in record.in_words(path)] for path in every}
    exact = [path for path in every if spelled[path] == words]
    leaves = [path for path in every if not isinstance(value_at(record.data, path), (dict, list)) and path[-1] not in NAMES]
    loose = [path for path in leaves if _is_within(words, spelled[path])]
    for found in (exact, loose):
        if len(found) == 1:
            return found[0]
    if not loose:
        unset = [edit for edit in record.applied if edit.operation.leaves_gap and [str(word) for word in edit.words] == words]
        holder = at_words(record.data, unset[-1].words[:-1])[0] if unset else ()
        if unset and len(holder) == len(unset[-1].at) - 1:
            return (*holder, unset[-1].at[-1])
        near = nearest(".".join(words), [".".join(spelled[path]) for path in every])
        raise UnknownName(f"{entry.address} has no `{'.'.join(words)}`" + (f"; did you mean `{near}`?" if near else ""))
    raise UnknownName(f"`{'.'.join(words)}` may mean " + " or ".join(".".join(spelled[path]) for path in loose))


def _is_within(words: list[str], spelled: list[str]) -> bool:
    """Returns whether the words occur in a path in this order."""
    rest = iter(spelled)
    return all(word in rest for word in words)


def _paths(value: Any, path: TomlPath = ()) -> Iterator[TomlPath]:
    steps: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, inner in steps:
        yield (*path, step)
        yield from _paths(inner, (*path, step))


def _defined(entry: Entry, path: TomlPath, former: TomlPath, versions: Mapping[str, str]) -> Iterator[HistoryStep]:
    """Yields the definition of the value at a path, which `former` is in the definition; nothing if edits began the value."""
    record, origin = entry.raw_record, entry.raw_record.definition
    value = value_at(record.as_defined, former)
    if value is not None:
        name = value_address(record.address, record.in_words(path))
        line, version = origin.place(former).span.line, versions[origin.pack]
        operation, shown = ("defines it as", value) if path else ("defines it", None)
        yield HistoryStep(name, operation, shown, None, origin.pack, version, origin.source.file, line, "", entry.record.rules)


def _step(edit: Provenance, versions: Mapping[str, str]) -> HistoryStep:
    operation, version, place = edit.operation.in_history.format(beside=edit.beside), versions[edit.pack], edit.place()
    name, line = edit.value_address, place.span.line
    return HistoryStep(name, operation, edit.value, edit.result, edit.pack, version, place.file, line, edit.why)


def pack_changes(content: Content) -> tuple[Change, ...]:
    """Returns everything that the enabled packs add to, change in or remove from the base game, in pack order.

    Changes that later edits undid or reverted are left out; `why` shows them.
    """
    base = {pack.id for pack in content.packs if pack.manifest.pack.kind == "base"}
    order = {pack.id: index for index, pack in enumerate(content.packs)}
    changes = []
    for entry in content:
        if entry.pack not in base and entry.copy < 2:
            changes.append(_change(entry, (), "added", None, entry.raw_record.data))
    for record in content.edited:
        gone = overridden(record.applied)
        changes += [_edited(edit) for edit in record.applied if edit not in gone and not _is_back(record, edit)]
    return tuple(sorted(changes, key=lambda change: (order[change.pack], change.file, change.line, change.address)))


def _edited(edit: Provenance) -> Change:
    """Returns the change that an edit makes."""
    operation, place = edit.operation, edit.place()
    before = None if operation.on_list or not edit.at else edit.before
    name, line = edit.value_address, place.span.line
    return Change(name, operation.done, before, edit.value, edit.result, edit.pack, place.file, line, edit.why)


def _is_back(record: RawRecord, edit: Provenance) -> bool:
    """Returns whether an edited value ends up as it was defined."""
    if edit.operation.on_list or not edit.words:
        return False
    return bool(at_words(record.as_defined, edit.words)[1] == at_words(record.data, edit.words)[1])


# --- comparison ---------------------------------------------------------------------------------------------------
#
# Compares the content of two tables, value by value.


def compared(before: Content, after: Content) -> Iterator[Change]:
    """Yields the differences between the records of two tables: added and removed records, and changed values.

    Reports a change where the second table sets it, a removal where the first defined it.
    """
    old, new = ({entry.address: entry for entry in content} for content in (before, after))
    for address, entry in new.items():
        if address not in old:
            yield _change(entry, (), "added", None, entry.raw_record.data)
        else:
            yield from _values(old[address], entry)
    for address, entry in old.items():
        if address not in new:
            yield _change(entry, (), "gone", None, None)


def _values(old: Entry, new: Entry) -> Iterator[Change]:
    """Yields the values that differ between two forms of a record."""
    for path in _differing(old.raw_record.data, new.raw_record.data):
        before, value = (value_at(entry.raw_record.data, path) for entry in (old, new))
        operator = OPERATORS[UNSET if value is None else SET]
        yield _change(old if value is None else new, path, operator.done, before, value)


def _differing(old: Any, new: Any, path: TomlPath = ()) -> Iterator[TomlPath]:
    """Yields the paths of the values that differ; a list of another length differs as a whole."""
    if isinstance(old, dict) and isinstance(new, dict):
        steps: list[Any] = [*dict.fromkeys((*old, *new))]
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        steps = [*range(len(new))]
    else:
        if old != new:
            yield path
        return
    for step in steps:
        yield from _differing(value_at(old, (step,)), value_at(new, (step,)), (*path, step))


def _change(entry: Entry, path: TomlPath, operation: str, before: Any, value: Any) -> Change:
    origin, rest = entry.origin_of(path)
    place = origin.place(rest)
    address = value_address(entry.address, entry.raw_record.in_words(path))
    return Change(address, operation, before, value, None, origin.pack, place.file, place.span.line, origin.why)


# --- as edited ----------------------------------------------------------------------------------------------------
# Shows a record as TOML, with the path of each value for edits.


def as_edited(record: RawRecord) -> Iterator[str]:
    """Yields the lines of a record as TOML, each value followed by its path; defaults that count appear as comments."""

    def lines(values: Mapping[str, Any], path: TomlPath) -> Iterator[str]:
        for key, value in values.items():
            yield f"{written_key(key)} = {written(value)}{_behind(record, path, key)}"
        for key, default in unwritten(record, path, is_listed=True).items():
            yield f"# {key} = {written(default)}{_behind(record, path, key)}"

    yield f"# edited by `[[patch.{record.kind}]]` with `target = {written(record.label)}`; behind each value stands its path"
    yield from toml_tables(record.kind, record.data, listed=True, lines=lines)


def _behind(record: RawRecord, path: TomlPath, key: str) -> str:
    """Returns the comment behind a value: its path in an edit, if there is one."""
    words = record.in_words(path)
    if key in NAMES:
        return ""
    if at_words(record.data, words)[0] != path:
        return "  # no path: others here have the same name; an `id` would tell them apart"
    return f"  # set.{'.'.join(written_key(word) for word in (*words, key))}"
