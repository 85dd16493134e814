"""The origin of values: the pack, file and line that set them, over which others; comparison of two tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs

from stoneage_rules.errors import UnknownName
from stoneage_rules.packs.content import Content, Entry
from stoneage_rules.packs.edit import RESOLVED, AppliedEdit, Provenance, RawRecord, overridden, value_address
from stoneage_rules.packs.operator import unwritten
from stoneage_rules.packs.operators import SetOperator, UnsetOperator
from stoneage_rules.packs.parts import NAMES, at_words, name_of
from stoneage_rules.packs.spans import TomlPath, value_at
from stoneage_rules.text import nearest, toml_tables, unknown, written, written_key

# --- tracing ------------------------------------------------------------------------------------------------------
#
# Follows a value back through the edits of its record, by the path that it had before each of them.


def traced(applied: Sequence[AppliedEdit], path: TomlPath) -> tuple[list[AppliedEdit], TomlPath | None]:
    """Returns the edits that concern the value now at a path, in order, and its path as defined.

    The path is None if an edit brought the list element that the value belongs to.
    """
    edits: list[AppliedEdit] = []
    former: TomlPath | None = path
    for edit in reversed([edit for edit in applied if edit.operation is not RESOLVED]):
        if former is None:
            break
        edits += [edit] if _concerns(edit, former) else []
        former = _path_before(edit, former)
    lines = {_line_of(edit) for edit in edits}
    return [edit for edit in applied if _line_of(edit) in lines], former


def _line_of(edit: AppliedEdit) -> tuple[str, TomlPath, TomlPath]:
    """Returns what an edit and the table's decision for it have in common: the line, and the value that it changes."""
    return edit.origin.source.file, edit.origin.path, edit.path


def _concerns(edit: AppliedEdit, path: TomlPath) -> bool:
    """Returns whether an edit changes the value at a path, a value around it or a value within it."""
    shorter = min(len(edit.path), len(path))
    return edit.path[:shorter] == path[:shorter]


def _path_before(edit: AppliedEdit, path: TomlPath) -> TomlPath | None:
    """Returns the path before an edit of the value at a path after it; None if the edit brought it."""
    if path[: len(edit.path)] != edit.path:
        return edit.unshifted(path)
    if edit.shift is not None:
        return None
    return _by_name(edit, path) if len(edit.path) < len(path) else path


def _by_name(edit: AppliedEdit, path: TomlPath) -> TomlPath | None:
    """Returns the path of a value in the table or list that an edit replaced, with the elements of lists found by name."""
    new, old = edit.value, edit.before
    former = edit.path
    for step in path[len(former) :]:
        place: str | int | None = step
        if isinstance(step, int) and isinstance(value_at(new, (step,)), dict):
            place = _namesake(new, old, step)
        if place is None:
            return None
        new, old = value_at(new, (step,)), value_at(old, (place,))
        former = (*former, place)
    return former


def _namesake(new: list[Any], old: Any, index: int) -> int | None:
    """Returns the index in an old list of the element with the name of one in the new list; the second for the second."""
    name = name_of(new[index])
    earlier = sum(isinstance(element, dict) and name_of(element) == name for element in new[:index])
    elements = old if isinstance(old, list) else []
    same = [place for place, element in enumerate(elements) if isinstance(element, dict) and name_of(element) == name]
    return same[earlier] if earlier < len(same) else None


# --- provenance ---------------------------------------------------------------------------------------------------
#
# Traces the history of a value (`why`), and lists everything that packs change in the base game (`diff`).
#
# Both read the effects that were recorded while edits were applied (`AppliedEdit`).


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


def why(content: Content, address: str) -> tuple[HistoryStep, ...]:
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
    if gone:
        return tuple(_step(edit, versions) for edit in reversed(gone))
    entry, words = _find(content, address)
    path = _path_of(entry, words)
    rules = entry.record.rules
    edits, former = traced(entry.raw_record.applied, path)
    found = [_defined(entry.raw_record, path, former, versions, rules)]
    found += [_step(edit, versions) for edit in edits]
    return tuple(reversed([step for step in found if step is not None]))


def _removed(content: Content, address: str) -> list[AppliedEdit]:
    """Returns the edits of a removed record; empty if the record still exists or never did."""
    kind, id = (*address.split(), "", "")[:2]
    gone = [edit.key for edit in content.applied if edit.operation.removes_record and edit.key[0] == kind]
    named = next((key for key in gone if id in (key[2], f"{key[1]}:{key[2]}")), None)
    if named is None or any((entry.kind, entry.pack, entry.id) == named for entry in content.of(kind)):
        return []
    return [edit for edit in content.applied if edit.key == named]


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
    entity = entry.raw_record
    every = list(_paths(entity.data))
    spelled = {path: [str(word) for word in entity.in_words(path)] for path in every}
    exact = [path for path in every if spelled[path] == words]
    leaves = [path for path in every if not isinstance(value_at(entity.data, path), (dict, list)) and path[-1] not in NAMES]
    loose = [path for path in leaves if _is_within(words, spelled[path])]
    for found in (exact, loose):
        if len(found) == 1:
            return found[0]
    if not loose:
        unset = [edit for edit in entity.applied if edit.operation.leaves_gap and [str(word) for word in edit.words] == words]
        holder = at_words(entity.data, unset[-1].words[:-1])[0] if unset else ()
        if unset and len(holder) == len(unset[-1].path) - 1:
            return (*holder, unset[-1].path[-1])
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


def _defined(
    entity: RawRecord, path: TomlPath, former: TomlPath | None, versions: Mapping[str, str], rules: tuple[str, ...]
) -> HistoryStep | None:
    """Returns the definition of the value at a path, by its path as defined; None if an edit brought the value."""
    data: Any = entity.as_defined if entity.as_defined is not None else entity.data
    if former is None:
        return None
    value = value_at(data, former)
    if value is None:
        return None
    origin = entity.definition
    line = origin.source.span(origin.path + former).line
    name = value_address(entity.address, entity.in_words(path))
    shown = value if path else None
    return HistoryStep(
        name,
        "defines it as" if path else "defines it",
        shown,
        None,
        origin.pack,
        versions[origin.pack],
        origin.source.file,
        line,
        "",
        rules,
    )


def _step(edit: AppliedEdit, versions: Mapping[str, str]) -> HistoryStep:
    origin = edit.origin
    name = edit.value_address
    operation = edit.operation.history_of(edit)
    version, file, line = versions[origin.pack], origin.source.file, _line(origin)
    return HistoryStep(name, operation, edit.value, edit.result, origin.pack, version, file, line, origin.why)


def _line(origin: Provenance) -> int:
    return origin.source.span(origin.path).line


def diff(content: Content) -> tuple[Change, ...]:
    """Returns everything that the enabled packs add to, change in or remove from the base game, in pack order.

    Changes that later edits undid or reverted are left out; `why` shows them.
    """
    base = {pack.id for pack in content.packs if pack.manifest.pack.kind == "base"}
    order = {pack.id: index for index, pack in enumerate(content.packs)}
    changes = []
    for entry in content:
        if entry.pack not in base and entry.copy < 2:
            changes.append(_change(entry, (), "added", None, entry.raw_record.data))
    for edit in _lasting(content):
        origin = edit.origin
        name = edit.value_address
        before = None if edit.operation.on_list or not edit.path else edit.before
        file, line = origin.source.file, _line(origin)
        changes.append(Change(name, edit.operation.done, before, edit.value, edit.result, origin.pack, file, line, origin.why))
    return tuple(sorted(changes, key=lambda change: (order[change.pack], change.file, change.line, change.address)))


def _lasting(content: Content) -> Iterator[AppliedEdit]:
    """Yields the edits that are neither undone nor reverted; a table's decision is skipped, as the edit it prefers is listed."""
    entities = {entry.address: entry.raw_record for entry in content}
    by_record: dict[str, list[AppliedEdit]] = {}
    for edit in content.applied:
        if edit.operation is not RESOLVED:
            by_record.setdefault(edit.address, []).append(edit)
    for address, edits in by_record.items():
        gone = overridden(edits)
        entity = entities.get(address)
        yield from (edit for edit in edits if edit not in gone and not (entity and _is_back(entity, edit)))


def _is_back(entity: RawRecord, edit: AppliedEdit) -> bool:
    """Returns whether an edited value ends up as it was defined."""
    if edit.operation.on_list or not edit.words or entity.as_defined is None:
        return False
    return bool(at_words(entity.as_defined, edit.words)[1] == at_words(entity.data, edit.words)[1])


# --- comparison ---------------------------------------------------------------------------------------------------
#
# Compares the content of two tables, value by value.


def compared(before: Content, after: Content) -> Iterator[Change]:
    """Yields how the records of two tables differ: those that are added or gone, and each value that is another one.

    A change is told where the second table sets the value; of what is gone, where the first one has it.
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
        yield _change(
            old if value is None else new, path, UnsetOperator.done if value is None else SetOperator.done, before, value
        )


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
#
# Shows a record as TOML, with the path by which an edit finds each value.


def as_edited(record: RawRecord) -> Iterator[str]:
    """Yields the lines of a record as TOML, with the path of each value behind it; defaults that count stand as comments."""

    def lines(values: Mapping[str, Any], path: TomlPath) -> Iterator[str]:
        for key, value in values.items():
            yield f"{written_key(key)} = {written(value)}{_behind(record, path, key)}"
        for key, default in unwritten(record.model, record.data, path, record.verbs):
            yield f"# {key} = {written(default)}{_behind(record, path, key)}"

    yield f"# edited by `[[patch.{record.kind}]]` with `target = {written(record.label)}`; behind each value stands its path"
    yield from toml_tables(record.kind, record.data, listed=True, lines=lines)


def _behind(record: RawRecord, path: TomlPath, key: str) -> str:
    """Returns the remark behind a value: its path in an edit, if there is one."""
    words = record.in_words(path)
    if key in NAMES:
        return ""
    if at_words(record.data, words)[0] != path:
        return "  # no path: others here have the same name; an `id` would tell them apart"
    return f"  # set.{'.'.join(written_key(word) for word in (*words, key))}"
