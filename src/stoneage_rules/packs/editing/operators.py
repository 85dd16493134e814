"""The operators of a patch: what each does to one value of a record, and what can be wrong with it.

How an edit finds its way to the value is in `deeds`.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from stoneage_rules.packs.editing.edit import Edit, Entity
from stoneage_rules.packs.editing.value_lookup import UNSET, as_word, counts_as, renamed, several, shown, there_at, value_called
from stoneage_rules.packs.editing.where import is_same
from stoneage_rules.packs.findings.faults import UNREAD, WORDS, Fault, other_choice, unknown_word, wrong_type
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.packs.records.addressing import name_of
from stoneage_rules.text.toml_writer import written
from stoneage_rules.text.wording import choices_of

__all__ = ["DEEDS", "INSERTION"]

INSERTION = ("value", "after", "before")


Deed = Callable[[Edit, Entity, Any, Any, Any, Path, Path], Iterator[Fault]]


def _expect(edit: Edit, target: Entity, holder: Any, step: Any, value: Any, path: Path, way: Path) -> Iterator[Fault]:
    there = there_at(holder, step)
    if not is_same(there, value):
        setter = target.origin_of(path)[0]
        label = f"expected {shown(value)}, but {setter.pack} has {shown(there)}"
        help = "" if there is UNSET else f"if your edit still makes sense, write `{'.'.join(map(str, way))} = {written(there)}`"
        yield Fault("SA306", "a value that differs from what this edit expects", label, help=help)


def _set(edit: Edit, target: Entity, holder: Any, step: Any, value: Any, path: Path, way: Path) -> Iterator[Fault]:
    if path == ("id",):
        yield Fault("SA207", "an id that cannot be changed", "ids are how records are found", at_key=True)
        return
    before = there_at(holder, step)
    unsaid = before is UNSET and is_same(value, counts_as(target, path))
    if unsaid or is_same(value, before):
        target.note(path, edit.origin(way, "set"), value, None if unsaid else before, idle=True)
        label = f"it is {shown(value)} already" + (", without being written" if unsaid else "")
        yield Fault("SA305", "an edit that changes nothing", label)
        return
    words = target.in_words(path)
    before = None if before is UNSET else before
    holder[step] = copy.deepcopy(value)
    target.forget(path)
    names = renamed(holder, path[:-1], step, before)
    target.note(path, edit.origin(way, "set"), value, before, words=words, names=names)


def _adjust(edit: Edit, target: Entity, holder: Any, step: Any, value: Any, path: Path, way: Path) -> Iterator[Fault]:
    there = there_at(holder, step)
    there = counts_as(target, path) if there is UNSET else there
    if type(there) is not int:
        yield _no_number(target, there, path, way)
        return
    faults = list(_adjustment_faults(value, way))
    if type(value) is int:
        key = ".".join(map(str, way[1:]))
        help = f"to add {value}, write `adjust.{key} = {{ add = {value} }}`"
        help += f"; to make it {value}, write `set.{key} = {value}`" if value != there else ""
        note = '`{ times = [3, 2], round = "down" }` is a change, too'
        faults = [Fault("SA201", "a number where a change belongs", f"{value} is no change", note, help)]
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
    words = target.in_words(path)
    holder[step] = new
    names = renamed(holder, path[:-1], step, there)
    target.note(path, edit.origin(way, "adjusted"), value, there, words=words, names=names, result=new)


def _no_number(target: Entity, there: Any, path: Path, way: Path) -> Fault:
    message = "an adjustment of something that is no number"
    if there is not None:
        return Fault("SA203", message, f"there is {shown(there)}; only a whole number can be adjusted", at_key=True)
    label = f"{value_called(path, target)} is not written, and has no number by default"
    return Fault("SA203", message, label, help=f"give it one: `set.{'.'.join(map(str, way[1:]))} = ...`", at_key=True)


def _adjustment_faults(value: Any, way: Path) -> Iterator[Fault]:
    strange = set(value) - {"add", "times", "round"} if type(value) is dict else set()
    if strange or type(value) is not dict or not {"add", "times"} & set(value):
        yield from _unknown_keys(value, ("add", "times", "round"), "a change such as `{ add = 1 }`", way)
    if type(value) is not dict:
        return
    if "times" in value and not _is_fraction(value["times"]):
        yield attrs.evolve(_no_fraction(value["times"]), path=(*way, "times"))
    if "add" in value and type(value["add"]) is not int:
        yield attrs.evolve(wrong_type(value["add"], "a whole number"), path=(*way, "add"))
    if value.get("round", "down") not in ("down", "up"):
        yield other_choice("a word that does not belong here", value["round"], ("down", "up"), "round", path=(*way, "round"))
    elif "round" in value and "times" not in value and "add" in value:
        label = "only `times` is rounded"
        yield Fault("SA207", "a word that does not belong here", label, path=(*way, "round"), at_key=True)


def _no_fraction(times: Any) -> Fault:
    if type(times) is list and len(times) == 2 and times[1] == 0 and {type(number) for number in times} == {int}:
        return Fault("SA207", "a fraction by 0", "nothing can be divided by 0", help="write a fraction such as `[3, 2]`")
    return wrong_type(times, "a fraction such as [3, 2]")


def _is_fraction(times: Any) -> bool:
    return type(times) is list and len(times) == 2 and all(type(number) is int for number in times) and times[1] > 0


def _append(edit: Edit, target: Entity, holder: Any, step: Any, value: Any, path: Path, way: Path) -> Iterator[Fault]:
    if type(value) is not list:
        yield wrong_type(value, WORDS[list])
        return
    if not value:
        yield Fault("SA305", "an edit that changes nothing", "nothing is named here")
        return
    there = there_at(holder, step)
    if there is UNSET:
        there = holder[step] = []
        target.changes.setdefault(path, []).append(edit.origin(way, "appended"))
    if type(there) is not list:
        yield Fault("SA203", "something that is no list", f"there is {shown(there)}", at_key=True)
        return
    words = target.in_words(path)
    for index, element in enumerate(value):
        if not isinstance(element, dict) and element in there:
            label = f"{shown(element)} is there already"
            origin = edit.origin((*way, index), "appended")
            target.note((*path, index), origin, element, words=(*words, element), names=as_word(element), idle=True)
            yield Fault("SA305", "an edit that changes nothing", label, path=(*way, index))
            continue
        there.append(copy.deepcopy(element))
        name = name_of(element)
        target.note(
            (*path, len(there) - 1), edit.origin((*way, index), "appended"), element,
            words=(*words, *(as_word(name) or (len(there) - 1,))), names=as_word(name),
        )  # fmt: skip


def _drop(edit: Edit, target: Entity, holder: Any, step: Any, value: Any, path: Path, way: Path) -> Iterator[Fault]:
    there = there_at(holder, step)
    if type(value) is not list:
        yield wrong_type(value, WORDS[list])
        return
    if not value:
        yield Fault("SA305", "an edit that changes nothing", "nothing is named here")
    if there is not UNSET and type(there) is not list:
        yield Fault("SA203", "something that is no list", f"there is {shown(there)}", at_key=True)
        return
    for index, element in enumerate(value):
        elements = [] if there is UNSET else there
        names = [name_of(e) for e in elements]
        spots = [spot for spot, name in enumerate(names) if name == element and type(name) is type(element)]
        if not spots:
            known = choices_of("entry", [str(name) for name in names if name is not None])
            label = f"{value_called(path, target)} has no {shown(element)}"
            origin = edit.origin((*way, index), "dropped")
            words = (*target.in_words(path), element)
            target.note((*path, index), origin, element, words=words, names=as_word(element), idle=True)
            yield Fault("SA305", "an edit that changes nothing", label, known, path=(*way, index))
            continue
        if len(spots) > 1 and isinstance(elements[spots[0]], dict):
            yield several(element, (*way, index))
            continue
        words = (*target.in_words(path), element)
        target.pin(path, len(elements))
        del elements[spots[0]]
        target.forget((*path, spots[0]))
        target.moved(path, spots[0] + 1, -1)
        gone = (*path, f"without {element}")
        target.note(gone, edit.origin((*way, index), "dropped"), element, element, words=words, names=as_word(element))


def _insert(edit: Edit, target: Entity, holder: Any, step: Any, value: Any, path: Path, way: Path) -> Iterator[Fault]:
    there = there_at(holder, step)
    names = [name_of(element) for element in there] if type(there) is list else []
    faults = list(_insertion_faults(target, there, names, value, path, way))
    yield from faults
    if faults:
        return
    side = "after" if "after" in value else "before"
    element, beside = value["value"], (side, value[side])
    if not isinstance(element, dict) and element in there:
        label = f"{shown(element)} is there already"
        origin = edit.origin((*way, "value"), "inserted")
        words = (*target.in_words(path), element)
        target.note(path, origin, element, words=words, names=as_word(element), idle=True, beside=beside)
        yield Fault("SA305", "an edit that changes nothing", label, path=(*way, "value"))
        return
    spot = names.index(value[side]) + (side == "after")
    name = name_of(element)
    words = (*target.in_words(path), *(as_word(name) or (spot,)))
    target.pin(path, len(there))
    target.moved(path, spot, 1)
    there.insert(spot, copy.deepcopy(element))
    target.note((*path, spot), edit.origin((*way, "value"), "inserted"), element, words=words, names=as_word(name), beside=beside)


def _insertion_faults(target: Entity, there: Any, names: Sequence[Any], value: Any, path: Path, way: Path) -> Iterator[Fault]:
    """What is wrong with `{ value = ..., after = "..." }`, and with the list it is meant for."""
    sides = {"after", "before"} & set(value) if type(value) is dict else set()
    if type(there) is not list:
        yield Fault("SA203", "something that is no list", f"there is {shown(there)}", path=way, at_key=True)
    elif len(sides) != 1 and type(value) is dict and "value" in value and set(value) <= set(INSERTION):
        example = f"for example `after = {written(names[-1])}`" if names else "the list is empty: write `append` instead"
        note = choices_of("entry", [str(name) for name in names if name is not None])
        yield attrs.evolve(_NEIGHBOURS[len(sides)], path=way, help=f"{example}, within the brackets", note=note)
    elif len(sides) != 1 or set(value) != {"value", *sides}:
        yield from _unknown_keys(value, INSERTION, '`{ value = ..., after = "..." }`', way)
    else:
        side = sides.pop()
        neighbour, where = value[side], (*way, side)
        same = [name for name in names if name == neighbour and type(name) is type(neighbour)]
        wanted = int if names and all(type(name) is int for name in names) else str
        if type(neighbour) is not wanted:
            yield attrs.evolve(wrong_type(neighbour, WORDS[wanted]), path=where)
        elif len(same) > 1:
            yield several(neighbour, where)
        elif not same:
            label = f"{value_called(path, target)} has no {shown(neighbour)}"
            message = "a neighbour that is not there"
            yield unknown_word(
                "SA203", message, str(neighbour), [n for n in names if n is not None], "entry", label=label, path=where
            )


_NEIGHBOURS = {
    0: Fault("SA204", "an insertion without a neighbour", "write `after` or `before`, the element that it shall stand beside"),
    2: Fault("SA207", "an insertion with two neighbours", "write one of `after` and `before`"),
}


def _unknown_keys(value: Any, known: Sequence[str], form: str, way: Path) -> Iterator[Fault]:
    """A small set of keys that is not of its form: at the key that does not belong there, or as a whole."""
    strange = [key for key in value if key not in known] if type(value) is dict else []
    for key in strange:
        yield unknown_word("SA202", UNREAD, key, known, "key", at_key=True, path=(*way, key))
    if not strange:
        yield attrs.evolve(wrong_type(value, form), path=way)


DEEDS: Mapping[str, Deed] = {
    "expect": _expect,
    "set": _set,
    "adjust": _adjust,
    "append": _append,
    "drop": _drop,
    "insert": _insert,
}
