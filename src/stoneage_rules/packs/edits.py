"""Edits of one pack to the records of others: patch, replace, remove; and who set which value.

Edits work on the plain tables, before these are structured, and in the same words for every kind of content.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from stoneage_rules.packs.faults import Fault, unknown_word, wrong_type
from stoneage_rules.packs.find import Source
from stoneage_rules.packs.positions import Path
from stoneage_rules.packs.wording import choices_of, shortened, written

__all__ = ["EDITS", "Edit", "Entity", "Origin", "Skip", "Touch", "aim_edit", "apply_edit", "gather_edits", "inside"]

EDITS = ("replace", "patch", "remove")
"""In the order in which those of one pack work, so that it makes no difference in which of its files they stand."""
OPERATORS = ("expect", "unset", "drop", "set", "adjust", "append", "insert")
"""In the order in which they work within one patch."""
KEYS: Mapping[str, Sequence[str]] = {
    "patch": ("target", "where", "when", "why", *OPERATORS),
    "replace": ("target", "when", "why", "record"),
    "remove": ("target", "when", "why"),
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


Skip = Callable[[str, str, Path], bool]
"""Whether a pack's edit of the value at an address and path in words does not count at this table."""


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
    ) -> None:
        """Notes who has done what to the value at a path; `idle` where it was so already."""
        words = self.in_words(path) if words is None else words
        touch = Touch(self.address, path, origin.deed, value, before, origin, words, self.key, frozenset(names))
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
            words.append(_name_of(holder) or step if named else step)
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
            yield Fault("SA201", f"edits are written `[[{word}.KIND]]`", at_key=True, path=(word,))
            continue
        for kind, edits in tables.items():
            if kind not in kinds:
                message = "an edit of a kind that does not exist"
                yield unknown_word("SA205", message, kind, kinds, "kind", at_key=True, path=(word, kind))
            elif type(edits) is not list or any(type(edit) is not dict for edit in edits):
                message = f"edits are written `[[{word}.{kind}]]`"
                yield Fault("SA201", message, "with two brackets", at_key=True, path=(word, kind))
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
            yield unknown_word("SA202", "a key that nothing reads", key, KEYS[edit.word], "key", at_key=True, path=(key,))
    if type(why := edit.data.get("why", "")) is not str:
        yield attrs.evolve(wrong_type(why, "text"), path=("why",))
    if "where" not in edit.data:
        yield from _target(edit, entities, find)
    elif "target" in edit.data:
        message = "an edit with both `target` and `where`"
        yield Fault("SA207", message, "`target` names one record, `where` all that fit: keep one", path=("where",), at_key=True)
    else:
        yield from _where(edit, entities)


def _where(edit: Edit, entities: Mapping[tuple[str, str, str], Entity]) -> Iterator[Entity | Fault]:
    wanted = edit.data["where"]
    if type(wanted) is not dict:
        yield attrs.evolve(wrong_type(wanted, "a table of conditions"), path=("where",))
        return
    found = [entity for entity in list(entities.values()) if entity.kind == edit.kind and _fits(entity.data, wanted)]
    if not found:
        yield Fault("SA305", "an edit that changes nothing", f"no {edit.kind} fits this", path=("where",))
    yield from found


def _target(
    edit: Edit, entities: Mapping[tuple[str, str, str], Entity], find: Callable[[str], list[Entity]]
) -> Iterator[Entity | Fault]:
    target = edit.data.get("target")
    if target is None:
        words = "`target`, or `where`," if edit.word == "patch" else "`target`"
        yield Fault("SA204", "an edit without `target`", f"{words} must say here which {edit.kind} is meant")
    elif type(target) is not str:
        yield attrs.evolve(wrong_type(target, "text"), path=("target",))
    elif len(found := find(target)) == 1:
        yield found[0]
    elif found:
        message = f"`{target}` is the id of more than one {edit.kind}"
        yield Fault("SA203", message, "write one of " + ", ".join(f"{e.pack}:{e.id}" for e in found), path=("target",))
    else:
        known = sorted({entity.address.split()[1] for entity in entities.values() if entity.kind == edit.kind})
        message = "an edit of a record that does not exist"
        yield unknown_word("SA203", message, target, known, edit.kind, path=("target",))


def apply_edit(
    edit: Edit, targets: Iterable[Entity], entities: dict[tuple[str, str, str], Entity], skip: Skip
) -> Iterator[Fault]:
    """Carries an edit out on its targets, and yields what is wrong with it.

    Args:
        edit: the edit.
        targets: the records that it means.
        entities: every record so far, by kind, pack and id.
        skip: whether a part of the edit does not count at this table.
    """
    for target in targets:
        if edit.word == "patch":
            yield from _patch(edit, target, skip)
        elif skip(edit.pack, target.address, ()):
            continue
        elif edit.word == "remove":
            target.note((), edit.origin((), "removed"))
            del entities[target.key]
        else:
            yield from _replace(edit, target)


def _fits(data: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    for key, want in wanted.items():
        have = data.get(key)
        if isinstance(want, dict) and want and set(want) <= {"min", "max"}:
            if type(have) is not int or any(type(bound) is not int for bound in want.values()):
                return False
            if not want.get("min", have) <= have <= want.get("max", have):
                return False
        elif isinstance(want, dict):
            if not isinstance(have, dict) or not _fits(have, want):
                return False
        elif isinstance(want, list):
            if not isinstance(have, list) or any(element not in have for element in want):
                return False
        elif have != want or type(have) is not type(want):
            return False
    return True


def _replace(edit: Edit, target: Entity) -> Iterator[Fault]:
    new = edit.data.get("record")
    if type(new) is not dict:
        path: Path = () if new is None else ("record",)
        yield Fault("SA204", "a replacement without `record`", "a table `record` with the new record belongs here", path=path)
        return
    if new.get("id", target.id) != target.id:
        yield Fault("SA207", "an id that cannot be changed", f"the record keeps the id `{target.id}`", path=("record", "id"))
        return
    target.touch()
    target.data = {"id": target.id, **copy.deepcopy(new)}
    target.changes.clear()
    target.note((), edit.origin(("record",), "replaced"), new)
    target.origin = edit.origin(("record",), "replaced")


def _patch(edit: Edit, target: Entity, skip: Skip) -> Iterator[Fault]:
    if set(edit.data) <= {*KEYS["patch"]} - {*OPERATORS}:
        yield Fault("SA305", "an edit that changes nothing", "what to do belongs here: " + ", ".join(OPERATORS))
    target.touch()
    for word in OPERATORS:
        if word == "unset" and word in edit.data:
            yield from _unset(edit, target, skip)
        elif word in edit.data:
            yield from _descend(edit, target, word, edit.data[word], target.data, (), (word,), skip)


def _unset(edit: Edit, target: Entity, skip: Skip) -> Iterator[Fault]:
    ways = edit.data["unset"]
    if type(ways) is not list:
        yield attrs.evolve(wrong_type(ways, 'a list such as ["a.b"]'), path=("unset",))
        return
    for index, way in enumerate(ways):
        path = ("unset", index)
        if type(way) is not str:
            yield attrs.evolve(wrong_type(way, "text such as `a.b`"), path=path)
            continue
        fault = _unset_one(edit, target, way.split("."), path, skip)
        if fault is not None:
            yield attrs.evolve(fault, path=path)


def _unset_one(edit: Edit, target: Entity, steps: Sequence[str], path: Path, skip: Skip) -> Fault | None:
    holder: Any = target.data
    way: Path = ()
    for step in steps[:-1]:
        key, holder = inside(holder, step)
        way = (*way, key)
    last = steps[-1]
    if not isinstance(holder, dict) or last not in holder:
        if isinstance(holder, dict):
            target.note((*way, last), edit.origin(path, "unset"), idle=True)
        return Fault("SA305", "an edit that changes nothing", f"`{'.'.join(steps)}` is not set")
    if steps == ["id"]:
        return Fault("SA207", "an id that cannot be changed", "ids are how records are found")
    words = target.in_words((*way, last))
    if not skip(edit.pack, target.address, words):
        before = holder.pop(last)
        names = _renamed(holder, way, last, before, None)
        target.note((*way, last), edit.origin(path, "unset"), None, before, words=words, names=names)
    return None


def inside(holder: Any, step: str) -> tuple[Any, Any]:
    """The key or index, and the value, to which a step leads; None where it leads nowhere."""
    if isinstance(holder, dict):
        return (step, holder[step]) if step in holder else (step, None)
    if isinstance(holder, list):
        fits = [
            (index, element) for index, element in enumerate(holder) if isinstance(element, dict) and step == _name_of(element)
        ]
        if len(fits) == 1:
            return fits[0]
    return None, None


def _name_of(element: Any) -> Any:
    """How an edit names an element of a list: a table by its `id` or `do`, anything else by itself."""
    return element.get("id") or element.get("do") if isinstance(element, dict) else element


def _renamed(holder: Any, way: Path, key: Any, before: Any, after: Any) -> tuple[str, ...]:
    """The old and new name of an element of a list, if setting the key has changed how edits find it."""
    if key not in ("id", "do") or not way or not isinstance(way[-1], int):
        return ()
    other = holder.get("id" if key == "do" else "do")
    return tuple({name for name in (before, after, other) if isinstance(name, str)})


def _descend(
    edit: Edit, target: Entity, word: str, value: Any, holder: Any, path: Path, way: Path, skip: Skip
) -> Iterator[Fault]:
    """Follows the keys of an operator to the values it is about."""
    if type(value) is not dict:
        yield attrs.evolve(wrong_type(value, f"a table of what to {word}"), path=way)
        return
    if not value:
        yield Fault("SA305", "an edit that changes nothing", "nothing is named here", path=way)
    for key, inner in value.items():
        step, there = inside(holder, key)
        here = (*way, key)
        if step is None:
            yield _no_step(holder, key, here)
        elif _goes_on(word, inner, there):
            yield from _descend(edit, target, word, inner, there, (*path, step), here, skip)
        elif word == "expect" or not skip(edit.pack, target.address, target.in_words((*path, step))):
            for fault in DEEDS[word](edit, target, holder, step, inner, (*path, step), here):
                yield attrs.evolve(fault, path=fault.path or here)


def _no_step(holder: Any, key: str, here: Path) -> Fault:
    message = "an edit of a value that is not there"
    if not isinstance(holder, list):
        return Fault("SA203", message, f"there is {_written(holder)}, and nothing within it", path=here, at_key=True)
    known = [str(name) for element in holder if isinstance(element, dict) and (name := _name_of(element))]
    if known.count(key) > 1:
        label = "give them an `id` to tell them apart"
        return Fault("SA203", f"more than one element is called `{key}`", label, path=here, at_key=True)
    return unknown_word("SA203", message, key, known, "element", path=here, at_key=True)


def _goes_on(word: str, value: Any, there: Any) -> bool:
    """Whether a table in an edit leads further in, rather than being the value meant."""
    if type(value) is not dict or there is None:
        return False
    if word == "adjust":
        return type(there) is not int
    if word == "insert":
        return not ("value" in value and isinstance(there, list))
    return isinstance(there, (dict, list))


Deed = Callable[[Edit, Entity, Any, Any, Any, Path, Path], Iterator[Fault]]
UNSET: Any = object()


def _there(holder: Any, step: Any) -> Any:
    return holder.get(step, UNSET) if isinstance(holder, dict) else holder[step]


def _written(value: Any) -> str:
    """A value as it is shown in a message: short, and as TOML spells it."""
    if value is UNSET:
        return "nothing"
    return "a table" if isinstance(value, dict) else shortened(written(value))


def _expect(edit: Edit, target: Entity, holder: Any, step: Any, value: Any, path: Path, way: Path) -> Iterator[Fault]:
    there = _there(holder, step)
    if not (there == value and type(there) is type(value)):
        setter = target.origin_of(path)[0]
        found = _written(there) + ("" if there is UNSET else f", from {setter.pack}")
        yield Fault("SA306", "a value that is not what this pack expects", f"there is {found}")


def _set(edit: Edit, target: Entity, holder: Any, step: Any, value: Any, path: Path, way: Path) -> Iterator[Fault]:
    if path == ("id",):
        yield Fault("SA207", "an id that cannot be changed", "ids are how records are found", at_key=True)
        return
    before = _there(holder, step)
    if before == value and type(before) is type(value):
        target.note(path, edit.origin(way, "set"), value, before, idle=True)
        yield Fault("SA305", "an edit that changes nothing", f"it is {_written(value)} already")
        return
    words = target.in_words(path)
    before = None if before is UNSET else before
    holder[step] = copy.deepcopy(value)
    target.forget(path)
    names = _renamed(holder, path[:-1], step, before, value)
    target.note(path, edit.origin(way, "set"), value, before, words=words, names=names)


def _adjust(edit: Edit, target: Entity, holder: Any, step: Any, value: Any, path: Path, way: Path) -> Iterator[Fault]:
    there = _there(holder, step)
    if type(there) is not int:
        label = f"there is {_written(there)}; only a whole number can be adjusted"
        yield Fault("SA203", "an adjustment of something that is no number", label, at_key=True)
        return
    faults = list(_adjustment_faults(value, way))
    yield from faults
    if faults:
        return
    new = there
    if "times" in value:
        product, divisor = new * value["times"][0], value["times"][1]
        new = -(-product // divisor) if value.get("round") == "up" else product // divisor
    new += value.get("add", 0)
    if new == there:
        target.note(path, edit.origin(way, "adjusted"), value, there, idle=True)
        yield Fault("SA305", "an edit that changes nothing", f"it stays {there}")
        return
    holder[step] = new
    target.note(path, edit.origin(way, "adjusted"), value, there)


def _adjustment_faults(value: Any, way: Path) -> Iterator[Fault]:
    if type(value) is not dict or not {"add", "times"} & set(value) or not set(value) <= {"add", "times", "round"}:
        fault = wrong_type(value, 'a change such as { add = 1 } or { times = [3, 2], round = "down" }')
        yield attrs.evolve(fault, label=f"to add {value}, write {{ add = {value} }}") if type(value) is int else fault
        return
    if "times" in value and not _is_fraction(value["times"]):
        yield attrs.evolve(wrong_type(value["times"], "a fraction such as [3, 2]"), path=(*way, "times"))
    if "add" in value and type(value["add"]) is not int:
        yield attrs.evolve(wrong_type(value["add"], "a whole number"), path=(*way, "add"))
    if "round" in value and "times" not in value:
        label = "only `times` needs rounding"
        yield Fault("SA207", "a word that does not belong here", label, path=(*way, "round"), at_key=True)
    elif value.get("round", "down") not in ("down", "up"):
        label = 'write "down" or "up"'
        yield Fault("SA207", "a word that does not belong here", label, path=(*way, "round"))


def _is_fraction(times: Any) -> bool:
    return type(times) is list and len(times) == 2 and all(type(number) is int for number in times) and times[1] > 0


def _append(edit: Edit, target: Entity, holder: Any, step: Any, value: Any, path: Path, way: Path) -> Iterator[Fault]:
    if type(value) is not list:
        yield wrong_type(value, "a list of what to append")
        return
    if not value:
        yield Fault("SA305", "an edit that changes nothing", "nothing is named here")
        return
    there = _there(holder, step)
    if there is UNSET:
        there = holder[step] = []
        target.changes.setdefault(path, []).append(edit.origin(way, "appended"))
    if type(there) is not list:
        yield Fault("SA203", "something that is no list", f"there is {_written(there)}", at_key=True)
        return
    words = target.in_words(path)
    for index, element in enumerate(value):
        if not isinstance(element, dict) and element in there:
            label = f"{_written(element)} is there already"
            origin = edit.origin((*way, index), "appended")
            target.note((*path, index), origin, element, words=(*words, element), names=_text(element), idle=True)
            yield Fault("SA305", "an edit that changes nothing", label, path=(*way, index))
            continue
        there.append(copy.deepcopy(element))
        name = _name_of(element)
        target.note(
            (*path, len(there) - 1), edit.origin((*way, index), "appended"), element,
            words=(*words, name if isinstance(name, str) else len(there) - 1), names=_text(name),
        )  # fmt: skip


def _drop(edit: Edit, target: Entity, holder: Any, step: Any, value: Any, path: Path, way: Path) -> Iterator[Fault]:
    there = _there(holder, step)
    if type(value) is not list:
        yield wrong_type(value, "a list of what to drop")
        return
    if not value:
        yield Fault("SA305", "an edit that changes nothing", "nothing is named here")
    if there is not UNSET and type(there) is not list:
        yield Fault("SA203", "something that is no list", f"there is {_written(there)}", at_key=True)
        return
    for index, element in enumerate(value):
        elements = [] if there is UNSET else there
        names = [_name_of(e) for e in elements]
        spots = [spot for spot, name in enumerate(names) if name == element and type(name) is type(element)]
        if not spots:
            known = choices_of("element", [str(name) for name in names if name is not None])
            label = f"there is no {_written(element)}"
            origin = edit.origin((*way, index), "dropped")
            words = (*target.in_words(path), element)
            target.note((*path, index), origin, element, words=words, names=_text(element), idle=True)
            yield Fault("SA305", "an edit that changes nothing", label, known, path=(*way, index))
            continue
        if len(spots) > 1 and isinstance(elements[spots[0]], dict):
            label = "give them an `id` to tell them apart"
            yield Fault("SA203", f"more than one element is called `{element}`", label, path=(*way, index))
            continue
        words = (*target.in_words(path), element)
        target.pin(path, len(elements))
        del elements[spots[0]]
        target.forget((*path, spots[0]))
        target.moved(path, spots[0] + 1, -1)
        gone = (*path, f"without {element}")
        target.note(gone, edit.origin((*way, index), "dropped"), element, element, words=words, names=_text(element))


def _insert(edit: Edit, target: Entity, holder: Any, step: Any, value: Any, path: Path, way: Path) -> Iterator[Fault]:
    there = _there(holder, step)
    neighbours = {"after", "before"} & set(value) if type(value) is dict else set()
    if type(there) is not list or len(neighbours) != 1 or set(value) != {"value", *neighbours}:
        yield wrong_type(value, '{ value = ..., after = "..." }, for a list,')
        return
    side = neighbours.pop()
    names = [_name_of(element) for element in there]
    if names.count(value[side]) != 1:
        if names.count(value[side]) > 1:
            label = "give them an `id` to tell them apart"
            yield Fault("SA203", f"more than one element is called `{value[side]}`", label, path=(*way, side))
            return
        known = [str(name) for name in names if name is not None]
        yield unknown_word("SA203", "a neighbour that is not there", str(value[side]), known, "element", path=(*way, side))
        return
    element = value["value"]
    if not isinstance(element, dict) and element in there:
        label = f"{_written(element)} is there already"
        origin = edit.origin((*way, "value"), "inserted")
        words = (*target.in_words(path), element)
        target.note(path, origin, (side, value[side]), words=words, names=_text(element), idle=True)
        yield Fault("SA305", "an edit that changes nothing", label, path=(*way, "value"))
        return
    spot = names.index(value[side]) + (side == "after")
    name = _name_of(element)
    words = (*target.in_words(path), name if isinstance(name, str) else spot)
    target.pin(path, len(there))
    target.moved(path, spot, 1)
    there.insert(spot, copy.deepcopy(element))
    target.note((*path, spot), edit.origin((*way, "value"), "inserted"), (side, value[side]), words=words, names=_text(name))


def _text(name: Any) -> tuple[str, ...]:
    return (name,) if isinstance(name, str) else ()


DEEDS: Mapping[str, Deed] = {
    "expect": _expect,
    "set": _set,
    "adjust": _adjust,
    "append": _append,
    "drop": _drop,
    "insert": _insert,
}
