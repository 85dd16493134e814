"""Who set a value, where, over what and why; and everything that packs change of a base game.

The facts were noted while edits worked (`edits.Touch`); here they are found and put into words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from stoneage_rules.packs.content import Content, Entry
from stoneage_rules.packs.editing.conflicts import ON_LISTS, overridden
from stoneage_rules.packs.editing.edit import Entity, Origin, Touch
from stoneage_rules.packs.editing.merge import datum, value_path
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.packs.records.addressing import at_words
from stoneage_rules.text.spelling import nearest
from stoneage_rules.text.toml_writer import written

__all__ = ["Change", "Setting", "diff", "why"]

NO_VALUES = {"do", "id"}


@attrs.frozen
class Setting:
    """One step in the history of a value."""

    datum: str
    deed: str
    value: Any
    result: int | None
    """What an adjusted number is after this step."""
    pack: str
    version: str
    file: str
    line: int
    reason: str
    statements: tuple[str, ...] = ()

    def __str__(self) -> str:
        because = f": {self.reason}" if self.reason else ""
        value = f" {written(self.value)}" if self.value is not None else ""
        value += f" to {self.result}" if self.result is not None else ""
        return f"{self.pack} {self.version} {self.deed}{value} in {self.file}:{self.line}{because}"


@attrs.frozen
class Change:
    """One thing that packs change of the base game."""

    datum: str
    deed: str
    before: Any
    value: Any
    result: int | None
    """What an adjusted number is after this change."""
    pack: str
    file: str
    line: int
    reason: str

    def __str__(self) -> str:
        over = f", before {written(self.before)}" if self.before is not None else ""
        because = f": {self.reason}" if self.reason else ""
        value = f" {written(self.value)}" if self.value is not None and self.deed != "added" else ""
        value += f" to {self.result}" if self.result is not None else ""
        return f"{self.datum}  {self.deed}{value}{over}  ({self.pack}, {self.file}:{self.line}){because}"


def why(content: Content, address: str) -> tuple[Setting, ...]:
    """The history of a value, the last word first.

    Args:
        content: the content of a ruleset.
        address: `KIND PACK:ID PATH`; the path may be left out for the whole record, or cut to any words of it that
            mean one value alone.

    Raises:
        KeyError: there is no such record or value; the message names the nearest.
    """
    versions = {pack.id: pack.manifest.pack.version for pack in content.packs}
    gone = _removed(content, address)
    if gone:
        return tuple(_setting(touch, versions) for touch in reversed(gone))
    entry, words = _find(content, address)
    path = _path_of(entry, words)
    rules = entry.record.rules
    found = [_defined(entry.entity, path, versions, rules)]
    for touch in entry.entity.touches:
        if _concerns(touch, path):
            found.append(_setting(touch, versions))
    return tuple(reversed([setting for setting in found if setting is not None]))


def _removed(content: Content, address: str) -> list[Touch]:
    """What was done to a record that is no longer there; nothing where it is, or never was."""
    kind, id = (*address.split(), "", "")[:2]
    gone = [touch.key for touch in content.touches if touch.deed == "removed" and touch.key[0] == kind]
    named = next((key for key in gone if id in (key[2], f"{key[1]}:{key[2]}")), None)
    if named is None or any((entry.kind, entry.pack, entry.id) == named for entry in content.of(kind)):
        return []
    return [touch for touch in content.touches if touch.key == named]


def _concerns(touch: Touch, path: Path) -> bool:
    """Whether a touch is of the value at a path, of something around it or of something within."""
    shorter = min(len(touch.path), len(path))
    return touch.path[:shorter] == path[:shorter]


def _find(content: Content, address: str) -> tuple[Entry, list[str]]:
    parts = address.split()
    kinds = [kind for kind, entries in content.entries.items() if entries]
    if len(parts) < 2:
        raise KeyError("a value is named by kind, id and path, such as `KIND PACK:ID PATH`; kinds are " + ", ".join(kinds))
    kind, id = parts[0], parts[1]
    if kind not in kinds:
        near = nearest(kind, kinds)
        raise KeyError(f"no kind is called `{kind}`; " + (f"did you mean `{near}`?" if near else "kinds are " + ", ".join(kinds)))
    fits = [entry for entry in content.of(kind) if id in (entry.id, f"{entry.pack}:{entry.id}", entry.name)]
    if not fits:
        known = [f"{entry.pack}:{entry.id}" for entry in content.of(kind)]
        near = nearest(id, [*known, *(entry.id for entry in content.of(kind))])
        raise KeyError(f"no {kind} is called `{id}`" + (f"; did you mean `{near}`?" if near else ""))
    return fits[0], [word for part in parts[2:] for word in part.split(".")]


def _path_of(entry: Entry, words: list[str]) -> Path:
    """The path that some words of it mean."""
    if not words:
        return ()
    entity = entry.entity
    every = list(_paths(entity.data))
    spelled = {path: [str(word) for word in entity.in_words(path)] for path in every}
    exact = [path for path in every if spelled[path] == words]
    leaves = [path for path in every if not isinstance(_value(entity.data, path), (dict, list)) and path[-1] not in NO_VALUES]
    loose = [path for path in leaves if _is_within(words, spelled[path])]
    for found in (exact, loose):
        if len(found) == 1:
            return found[0]
    if not loose:
        unset = [touch.path for touch in entity.touches if touch.deed == "unset" and [str(word) for word in touch.words] == words]
        if unset:
            return unset[-1]
        near = nearest(".".join(words), [".".join(spelled[path]) for path in every])
        raise KeyError(f"{entry.address} has no `{'.'.join(words)}`" + (f"; did you mean `{near}`?" if near else ""))
    raise KeyError(f"`{'.'.join(words)}` may mean " + " or ".join(".".join(spelled[path]) for path in loose))


def _is_within(words: list[str], spelled: list[str]) -> bool:
    """Whether the words occur in a path, in their order."""
    rest = iter(spelled)
    return all(word in rest for word in words)


def _paths(value: Any, path: Path = ()) -> Iterator[Path]:
    steps: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, inner in steps:
        yield (*path, step)
        yield from _paths(inner, (*path, step))


def _value(data: Any, path: Path) -> Any:
    for step in path:
        data = data[step]
    return data


def _defined(entity: Entity, path: Path, versions: Mapping[str, str], rules: tuple[str, ...]) -> Setting | None:
    data: Any = entity.as_defined if entity.as_defined is not None else entity.data
    try:
        value = _value(data, path)
    except (KeyError, IndexError, TypeError):
        return None
    origin = entity.origin
    line = origin.source.span(origin.path + path).line
    name = datum(entity.address, entity.in_words(path))
    shown = value if path else None
    return Setting(
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


def _setting(touch: Touch, versions: Mapping[str, str]) -> Setting:
    origin = touch.origin
    name = datum(touch.address, value_path(touch, touch.words))
    deed = DEEDS[origin.deed] if touch.beside is None else "inserts {} {}:".format(*touch.beside)
    version, file, line = versions[origin.pack], origin.source.file, _line(origin)
    return Setting(name, deed, touch.value, touch.result, origin.pack, version, file, line, origin.why)


DEEDS: Mapping[str, str] = {
    "set": "sets it to",
    "adjusted": "adjusts it by",
    "appended": "appends",
    "dropped": "drops",
    "unset": "unsets it",
    "replaced": "replaces it by",
    "removed": "removes it",
    "resolved": "is preferred by the table:",
}


def _line(origin: Origin) -> int:
    return origin.source.span(origin.path).line


def diff(content: Content) -> tuple[Change, ...]:
    """Everything that the enabled packs add to, change of or take from the base game, in pack order.

    What a later pack has undone is not there, nor what it has set back to what it was; `why` tells of all of it.
    """
    base = {pack.id for pack in content.packs if pack.manifest.pack.kind == "base"}
    order = {pack.id: index for index, pack in enumerate(content.packs)}
    changes = []
    for entry in content:
        if entry.pack not in base:
            origin = entry.entity.origin
            changes.append(
                Change(entry.address, "added", None, entry.entity.data, None, entry.pack, origin.source.file, _line(origin), "")
            )
    for touch in _lasting(content):
        origin = touch.origin
        name = datum(touch.address, value_path(touch, touch.words))
        before = None if touch.deed in ON_LISTS else touch.before
        file, line = origin.source.file, _line(origin)
        changes.append(Change(name, origin.deed, before, touch.value, touch.result, origin.pack, file, line, origin.why))
    return tuple(sorted(changes, key=lambda change: (order[change.pack], change.file, change.line, change.datum)))


def _lasting(content: Content) -> Iterator[Touch]:
    """The touches that something is left of: what the table prefers is an edit, and listed as such."""
    entities = {entry.address: entry.entity for entry in content}
    by_record: dict[str, list[Touch]] = {}
    for touch in content.touches:
        if touch.origin.deed != "resolved":
            by_record.setdefault(touch.address, []).append(touch)
    for address, touches in by_record.items():
        gone = overridden(touches)
        entity = entities.get(address)
        yield from (touch for touch in touches if touch not in gone and not (entity and _is_back(entity, touch)))


def _is_back(entity: Entity, touch: Touch) -> bool:
    """Whether a value that was changed is in the end what it was."""
    if touch.deed in ON_LISTS or not touch.words or entity.as_defined is None:
        return False
    return bool(at_words(entity.as_defined, touch.words)[1] == at_words(entity.data, touch.words)[1])
