"""Edits of one pack to the records of others: patch, replace, remove; and who set which value.

Edits work on the plain tables, before these are structured, and in the same words for every kind of content.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from stoneage_rules.packs.find import Source
from stoneage_rules.packs.positions import Path
from stoneage_rules.packs.structure import Fault, unknown_word, wrong_type

__all__ = ["EDITS", "Edit", "Entity", "Origin", "Touch", "apply_edit", "gather_edits"]

EDITS = ("patch", "replace", "remove")
OPERATORS = ("expect", "unset", "drop", "set", "adjust", "append", "insert")
"""In the order in which they work within one patch."""
AROUND = ("target", "where", "when", "why")


@attrs.frozen(eq=False)
class Origin:
    """Who set a value, where and how."""

    pack: str
    source: Source
    path: Path
    deed: str = "defined"
    why: str = ""


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
    """The path in words: elements of lists by their `id` or `do`."""


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

    def note(self, path: Path, origin: Origin, value: Any = None, before: Any = None) -> None:
        """Notes who has done what to the value at a path."""
        self.changes.setdefault(path, []).append(origin)
        self.touches.append(Touch(self.address, path, origin.deed, value, before, origin, self.in_words(path)))

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
            words.append(holder.get("id") or holder.get("do") or step if named else step)
        return tuple(words)

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
    """The edits of a file, and the faults of their headers."""
    for word in EDITS:
        tables = source.data.get(word, {})
        if type(tables) is not dict:
            yield Fault("SA201", f"edits are written `[[{word}.KIND]]`", at_key=True, path=(word,))
            continue
        for kind, edits in tables.items():
            if kind not in kinds:
                yield unknown_word("SA205", "an edit of a kind that does not exist", kind, kinds, "no kind", at_key=True, path=(word, kind))
            elif type(edits) is not list or any(type(edit) is not dict for edit in edits):
                yield Fault("SA201", f"edits are written `[[{word}.{kind}]]`", "with two brackets", at_key=True, path=(word, kind))
            else:
                for index, data in enumerate(edits):
                    yield Edit(word, kind, pack, source, (word, kind, index), data)


def apply_edit(
    edit: Edit, entities: dict[tuple[str, str, str], Entity], find: Callable[[str], list[Entity]], view: Sequence[str]
) -> Iterator[Fault]:
    """Carries an edit out, and yields what is wrong with it.

    Args:
        edit: the edit.
        entities: every record so far, by kind, pack and id.
        find: the records that a target can mean, from the pack's point of view.
        view: the packs that the edit's pack knows of, itself among them; `where` sees their records alone.
    """
    for key in edit.data:
        known = (*AROUND, *OPERATORS) if edit.word == "patch" else ("target", "why", "when", "record")
        if key not in known:
            yield unknown_word("SA202", "a key that nothing reads", key, known, "no key", at_key=True, path=(key,))
    seen = {key: entity for key, entity in entities.items() if entity.pack in view}
    targets = list(_targets(edit, seen, find))
    for target in targets:
        if isinstance(target, Fault):
            yield target
        elif edit.word == "remove":
            target.note((), edit.origin((), "removed"))
            del entities[target.key]
        elif edit.word == "replace":
            yield from _replace(edit, target)
        else:
            yield from _patch(edit, target)


def _targets(
    edit: Edit, entities: Mapping[tuple[str, str, str], Entity], find: Callable[[str], list[Entity]]
) -> Iterator[Entity | Fault]:
    if "where" in edit.data:
        wanted = edit.data["where"]
        if type(wanted) is not dict:
            yield attrs.evolve(wrong_type(wanted, "a table of conditions"), path=("where",))
            return
        found = [entity for entity in list(entities.values()) if entity.kind == edit.kind and _fits(entity.data, wanted)]
        if not found:
            yield Fault("SA305", "an edit that changes nothing", f"no {edit.kind} fits", path=("where",))
        yield from found
        return
    target = edit.data.get("target")
    if type(target) is not str:
        yield Fault("SA204", "an edit without `target`", "which record it edits must be said here")
        return
    found = find(target)
    if len(found) == 1:
        yield found[0]
    elif found:
        message = f"`{target}` is the id of more than one {edit.kind}"
        yield Fault("SA203", message, "write one of " + ", ".join(f"{e.pack}:{e.id}" for e in found), path=("target",))
    else:
        known = sorted({f"{entity.pack}:{entity.id}" for entity in entities.values() if entity.kind == edit.kind})
        yield unknown_word("SA203", "an edit of a record that does not exist", target, known, f"no {edit.kind}", path=("target",))


def _fits(data: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    for key, want in wanted.items():
        have = data.get(key)
        if isinstance(want, dict) and set(want) <= {"min", "max"}:
            if type(have) is not int or not want.get("min", have) <= have <= want.get("max", have):
                return False
        elif isinstance(want, dict):
            if not isinstance(have, dict) or not _fits(have, want):
                return False
        elif isinstance(want, list):
            if not isinstance(have, list) or any(element not in have for element in want):
                return False
        elif have != want:
            return False
    return True


def _replace(edit: Edit, target: Entity) -> Iterator[Fault]:
    new = edit.data.get("record")
    if type(new) is not dict:
        yield Fault("SA204", "a replacement without `record`", "the new record belongs here")
        return
    target.touch()
    target.data = {"id": target.id, **copy.deepcopy(new)}
    target.changes.clear()
    target.note((), edit.origin(("record",), "replaced"), new)
    target.origin = edit.origin(("record",), "replaced")


def _patch(edit: Edit, target: Entity) -> Iterator[Fault]:
    if not any(word in edit.data for word in OPERATORS):
        yield Fault("SA305", "an edit that changes nothing", "none of " + ", ".join(OPERATORS) + " is here")
    target.touch()
    for word in OPERATORS:
        if word == "unset" and word in edit.data:
            yield from _unset(edit, target)
        elif word in edit.data:
            yield from _descend(edit, target, word, edit.data[word], target.data, (), (word,))


def _unset(edit: Edit, target: Entity) -> Iterator[Fault]:
    for index, way in enumerate(edit.data["unset"] if type(edit.data["unset"]) is list else [edit.data["unset"]]):
        path = ("unset", index)
        if type(way) is not str:
            yield attrs.evolve(wrong_type(way, "text such as `a.b`"), path=path)
            continue
        steps = way.split(".")
        holder: Any = target.data
        for step in steps[:-1]:
            holder = _inside(holder, step)[1]
        if not isinstance(holder, dict) or steps[-1] not in holder or steps == ["id"]:
            yield Fault("SA305", "an edit that changes nothing", f"`{way}` is not set", path=path)
        else:
            before = holder.pop(steps[-1])
            target.note(tuple(steps), edit.origin(path, "unset"), None, before)


def _inside(holder: Any, step: str) -> tuple[Any, Any]:
    """The key or index, and the value, to which a step leads; None where it leads nowhere."""
    if isinstance(holder, dict):
        return (step, holder[step]) if step in holder else (step, None)
    if isinstance(holder, list):
        fits = [
            (index, element)
            for index, element in enumerate(holder)
            if isinstance(element, dict) and step in (element.get("id"), element.get("do"))
        ]
        if len(fits) == 1:
            return fits[0]
    return None, None


def _descend(
    edit: Edit, target: Entity, word: str, value: Any, holder: Any, path: Path, way: Path
) -> Iterator[Fault]:
    """Follows the keys of an operator to the values it is about."""
    if type(value) is not dict:
        yield attrs.evolve(wrong_type(value, f"a table of what to {word}"), path=way)
        return
    for key, inner in value.items():
        step, there = _inside(holder, key)
        here = (*way, key)
        if step is None:
            yield _no_step(holder, key, here)
        elif _goes_on(word, inner, there):
            yield from _descend(edit, target, word, inner, there, (*path, step), here)
        else:
            fault = DEEDS[word](edit, target, holder, step, inner, (*path, step), here)
            if fault is not None:
                yield attrs.evolve(fault, path=fault.path or here)


def _no_step(holder: Any, key: str, here: Path) -> Fault:
    known = [str(e.get("id") or e.get("do")) for e in holder if isinstance(e, dict)] if isinstance(holder, list) else []
    if known.count(key) > 1:
        return Fault("SA203", f"more than one element is called `{key}`", "give them an `id` to tell them apart", path=here, at_key=True)
    return unknown_word("SA203", "an edit of a value that is not there", key, known, "no element", path=here, at_key=True)


def _goes_on(word: str, value: Any, there: Any) -> bool:
    """Whether a table in an edit leads further in, rather than being the value meant."""
    if type(value) is not dict or there is None:
        return False
    if word == "adjust":
        return not (type(there) is int)
    if word == "insert":
        return not ("value" in value and isinstance(there, list))
    return isinstance(there, (dict, list))


Deed = Callable[[Edit, Entity, Any, Any, Any, Path, Path], "Fault | None"]
UNSET = object()


def _expect(edit: Edit, target: Entity, holder: Any, step: Any, value: Any, path: Path, way: Path) -> Fault | None:
    there = holder.get(step, UNSET) if isinstance(holder, dict) else holder[step]
    if there == value and type(there) is type(value):
        return None
    setter = target.origin_of(path)[0]
    found = "nothing" if there is UNSET else f"{there!r}, from {setter.pack}"
    return Fault("SA306", "a value that is not what this pack expects", f"there is {found}")


def _set(edit: Edit, target: Entity, holder: Any, step: Any, value: Any, path: Path, way: Path) -> Fault | None:
    if path == ("id",):
        return Fault("SA207", "an id that cannot be changed", "ids are how records are found")
    if isinstance(holder, dict) and step in holder and holder[step] == value and type(holder[step]) is type(value):
        return Fault("SA305", "an edit that changes nothing", f"it is {value!r} already")
    before = holder.get(step) if isinstance(holder, dict) else holder[step]
    holder[step] = copy.deepcopy(value)
    for old in [old for old in target.changes if old[: len(path)] == path and old != path]:
        del target.changes[old]
    target.note(path, edit.origin(way, "set"), value, before)
    return None


def _adjust(edit: Edit, target: Entity, holder: Any, step: Any, value: Any, path: Path, way: Path) -> Fault | None:
    there = holder.get(step) if isinstance(holder, dict) else holder[step]
    if type(there) is not int:
        return Fault("SA203", "an adjustment of something that is no number", "a whole number must be there", at_key=True)
    if type(value) is not dict or not value or not set(value) <= {"add", "times", "round"}:
        return wrong_type(value, "{ add = 1 } or { times = [3, 2], round = \"down\" },")
    new = there
    if "times" in value:
        times = value["times"]
        if type(times) is not list or len(times) != 2 or any(type(n) is not int for n in times) or times[1] < 1:
            return attrs.evolve(wrong_type(times, "a fraction such as [3, 2]"), path=(*way, "times"))
        product = new * times[0]
        new = -(-product // times[1]) if value.get("round", "down") == "up" else product // times[1]
    if "add" in value:
        if type(value["add"]) is not int:
            return attrs.evolve(wrong_type(value["add"], "a whole number"), path=(*way, "add"))
        new += value["add"]
    if new == there:
        return Fault("SA305", "an edit that changes nothing", f"it stays {there}")
    holder[step] = new
    target.note(path, edit.origin(way, "adjusted"), value, there)
    return None


def _append(edit: Edit, target: Entity, holder: Any, step: Any, value: Any, path: Path, way: Path) -> Fault | None:
    if type(value) is not list:
        return wrong_type(value, "a list of what to append")
    there = holder.setdefault(step, []) if isinstance(holder, dict) else holder[step]
    if type(there) is not list:
        return Fault("SA203", "something that is no list", "only a list can be appended to", at_key=True)
    for index, element in enumerate(value):
        if not isinstance(element, dict) and element in there:
            return Fault("SA305", "an edit that changes nothing", f"{element!r} is there already", path=(*way, index))
        there.append(copy.deepcopy(element))
        target.note((*path, len(there) - 1), edit.origin((*way, index), "appended"), element)
    return None


def _drop(edit: Edit, target: Entity, holder: Any, step: Any, value: Any, path: Path, way: Path) -> Fault | None:
    there = holder.get(step) if isinstance(holder, dict) else holder[step]
    if type(value) is not list:
        return wrong_type(value, "a list of what to drop")
    for index, element in enumerate(value):
        names = [e if not isinstance(e, dict) else e.get("id") or e.get("do") for e in there or ()]
        if element not in names:
            known = ", ".join(map(str, names)) or "nothing"
            return Fault("SA305", "an edit that changes nothing", f"there is no {element!r}", f"there is {known}", path=(*way, index))
        spot = names.index(element)
        del there[spot]  # type: ignore[index]
        target.moved(path, spot + 1, -1)
        target.note((*path, f"without {element}"), edit.origin((*way, index), "dropped"), element, element)
    return None


def _insert(edit: Edit, target: Entity, holder: Any, step: Any, value: Any, path: Path, way: Path) -> Fault | None:
    there = holder.get(step) if isinstance(holder, dict) else holder[step]
    neighbours = {"after", "before"} & set(value) if type(value) is dict else set()
    if type(there) is not list or len(neighbours) != 1 or "value" not in value:
        return wrong_type(value, "{ value = ..., after = \"...\" } for a list")
    side = neighbours.pop()
    names = [e if not isinstance(e, dict) else e.get("id") or e.get("do") for e in there]
    if value[side] not in names:
        return unknown_word("SA203", "a neighbour that is not there", str(value[side]), list(map(str, names)), "no element", path=(*way, side))
    spot = names.index(value[side]) + (side == "after")
    target.moved(path, spot, 1)
    there.insert(spot, copy.deepcopy(value["value"]))
    target.note((*path, spot), edit.origin((*way, "value"), "inserted"), (side, value[side]))
    return None


DEEDS: Mapping[str, Deed] = {
    "expect": _expect,
    "set": _set,
    "adjust": _adjust,
    "append": _append,
    "drop": _drop,
    "insert": _insert,
}
