"""What an edit does to the records that it means, value by value, and what can be wrong with it.

Which records these are, and how they keep who has done what, is in `edits`.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import attrs

from stoneage_rules.packs.editing.edit import KEYS, OPERATORS, Edit, Entity
from stoneage_rules.packs.editing.operators import DEEDS, INSERTION
from stoneage_rules.packs.editing.targets import is_misspelt
from stoneage_rules.packs.editing.value_lookup import called, renamed, several, shown
from stoneage_rules.packs.editing.where import keys_of_kind
from stoneage_rules.packs.findings.faults import UNREAD, WORDS, Fault, unknown_word, wrong_type
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.packs.records.addressing import inside, name_of
from stoneage_rules.text.wording import a, listed

__all__ = ["Skip", "apply_edit"]


Skip = Callable[[str, str, Path], bool]
"""Whether a pack's edit of the value at an address and path in words does not count at this table."""


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


def _replace(edit: Edit, target: Entity) -> Iterator[Fault]:
    new = edit.data.get("record")
    if is_misspelt(edit, "record"):
        return
    if type(new) is not dict:
        path: Path = ("record",)
        fault = Fault("SA204", "a replacement without `record`", "what is the new record?", help="write its keys under `record`")
        yield fault if new is None else attrs.evolve(wrong_type(new, WORDS[dict]), path=path)
        return
    if new.get("id", target.id) != target.id:
        yield Fault("SA207", "an id that cannot be changed", f"the record keeps the id `{target.id}`", path=("record", "id"))
        return
    made = {"id": target.id, **copy.deepcopy(new)}
    if _spelled(made) == _spelled(target.data):
        target.note((), edit.origin(("record",), "replaced"), new, idle=True)
        label = f"{called(target)} is this already"
        yield Fault("SA305", "an edit that changes nothing", label, help=_way_out(edit), path=("record",))
        return
    target.touch()
    target.data = made
    target.changes.clear()
    target.note((), edit.origin(("record",), "replaced"), new)
    target.origin = edit.origin(("record",), "replaced")


def _spelled(record: dict[str, Any]) -> str:
    """A record as text, whatever the order of its keys: `true` is not 1 there."""
    return json.dumps(record, sort_keys=True, default=str)


def _patch(edit: Edit, target: Entity, skip: Skip) -> Iterator[Fault]:
    if set(edit.data) <= {*KEYS["patch"]} - {*OPERATORS}:
        key = next((key for key, value in target.data.items() if type(value) is int), "name")
        changes = f"changes are written with {listed(f'`{word}`' for word in OPERATORS[1:])}"
        help = f"add a change, for example `set.{key} = ...`"
        yield Fault("SA305", "an edit without a change", "it does not say what to change", changes, help=help)
    target.touch()
    for word in OPERATORS:
        if word in edit.data:
            for fault in _operate(edit, target, word, skip):
                yield attrs.evolve(fault, help=fault.help or _way_out(edit)) if fault.code == "SA305" else fault


def _operate(edit: Edit, target: Entity, word: str, skip: Skip) -> Iterator[Fault]:
    if word == "unset":
        yield from _unset(edit, target, skip)
    else:
        yield from _descend(edit, target, word, edit.data[word], target.data, (), (word,), skip)


def _way_out(edit: Edit) -> str:
    """What to do about a line without effect: an edit that has no other says nothing any more without it."""
    changes = [edit.data[word] for word in OPERATORS if word in edit.data]
    while len(changes) == 1 and isinstance(changes[0], (dict, list)):
        changes = [*(changes[0].values() if isinstance(changes[0], dict) else changes[0])]
    return f"write something else, or delete this {'line' if len(changes) > 1 else 'edit'}"


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
        known = keys_of_kind(target.kind)
        if way.split(".")[0] not in known:
            message = "an edit of a key that records of this kind do not have"
            yield unknown_word("SA203", message, way.split(".")[0], known, "key", path=path)
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
    if _gives(edit, steps):
        return None  # `set` gives it anew, as a whole: that is one change, not two.
    words = target.in_words((*way, last))
    if not skip(edit.pack, target.address, words):
        before = holder.pop(last)
        names = renamed(holder, way, last, before)
        target.note((*way, last), edit.origin(path, "unset"), None, before, words=words, names=names)
    return None


def _gives(edit: Edit, steps: Sequence[str]) -> bool:
    """Whether an edit sets the value to which the steps lead, or something within it."""
    given: Any = edit.data.get("set")
    for step in steps:
        if type(given) is not dict or step not in given:
            return False
        given = given[step]
    return True


def _anew(edit: Edit, word: str, holder: Any, steps: Path) -> bool:
    """Whether an edit gives a value as a whole, since it unsets what was there."""
    unset = edit.data.get("unset")
    return word == "set" and type(unset) is list and ".".join(map(str, steps)) in unset and isinstance(holder, dict)


def _descend(
    edit: Edit, target: Entity, word: str, value: Any, holder: Any, path: Path, way: Path, skip: Skip
) -> Iterator[Fault]:
    """Follows the keys of an operator to the values it is about."""
    if type(value) is not dict:
        yield attrs.evolve(wrong_type(value, f"a set of keys to {word}"), path=way)
        return
    if not value:
        yield Fault("SA305", "an edit that changes nothing", "nothing is named here", path=way)
    for key, inner in value.items():
        step, there = inside(holder, key)
        here = (*way, key)
        if not path and key not in (known := keys_of_kind(target.kind)):
            yield unknown_word("SA202", UNREAD, key, known, "key", at_key=True, path=here)
        elif step is None:
            yield _no_step(target, holder, key, here)
        elif _goes_on(word, inner, there) and not _anew(edit, word, holder, here[1:]):
            yield from _descend(edit, target, word, inner, there, (*path, step), here, skip)
        elif word == "adjust" and there is None and _all_tables(inner):
            # The table is not written, but numbers in it may have defaults.
            fresh: dict[str, Any] = {}
            yield from _descend(edit, target, word, inner, fresh, (*path, step), here, skip)
            holder.update({step: fresh} if fresh else {})
        elif word == "expect" or not skip(edit.pack, target.address, target.in_words((*path, step))):
            for fault in DEEDS[word](edit, target, holder, step, inner, (*path, step), here):
                yield attrs.evolve(fault, path=fault.path or here)


def _no_step(target: Entity, holder: Any, key: str, here: Path) -> Fault:
    if not isinstance(holder, list):
        label = f"there is {shown(holder)}, and nothing within it"
        return Fault("SA203", "an edit of a value that is not there", label, path=here, at_key=True)
    known = [str(name) for element in holder if isinstance(element, dict) and (name := name_of(element)) is not None]
    if known.count(key) > 1:
        return attrs.evolve(several(key, here), at_key=True)
    noun = "effect" if any(isinstance(element, dict) and "do" in element for element in holder) else "entry"
    message, label = f"an edit of {a(noun)} that is not there", f"{called(target)} has no {noun} called `{key}`"
    return unknown_word("SA203", message, key, known, noun, label=label, path=here, at_key=True)


def _all_tables(value: Any) -> bool:
    return type(value) is dict and bool(value) and all(type(inner) is dict for inner in value.values())


def _goes_on(word: str, value: Any, there: Any) -> bool:
    """Whether a table in an edit leads further in, rather than being the value meant."""
    if type(value) is not dict or there is None:
        return False
    if word == "adjust":
        return type(there) is not int
    if word == "insert":
        return not (isinstance(there, list) and ({*INSERTION} & set(value) or not any(isinstance(e, dict) for e in there)))
    return isinstance(there, (dict, list))
