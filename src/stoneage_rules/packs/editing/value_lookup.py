"""The spot in a record that an operator is about: what is there, what it counts as, and what people call it."""

from __future__ import annotations

from typing import Any

from stoneage_rules.language.records import KINDS, Item
from stoneage_rules.packs.editing.defaults import default_of
from stoneage_rules.packs.editing.edit import Entity
from stoneage_rules.packs.findings.faults import WORDS, Fault
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.packs.records.addressing import NAMING, name_of
from stoneage_rules.text.toml_writer import written
from stoneage_rules.text.wording import shortened

__all__ = ["UNSET", "as_word", "called", "counts_as", "renamed", "several", "shown", "there_at", "value_called"]


def several(name: object, path: Path) -> Fault:
    """A name that more than one effect has."""
    label, help = f"which `{name}` is meant?", "give each of them an `id` to tell them apart"
    return Fault("SA203", "a name of more than one effect", label, help=help, path=path)


def called(target: Entity) -> str:
    """A record, for people."""
    return target.address.split()[1]


def value_called(path: Path, target: Entity) -> str:
    """A value of a record, for people."""
    return f"`{'.'.join(str(word) for word in target.in_words(path))}` of {called(target)}"


def renamed(holder: Any, way: Path, key: Any, before: Any) -> tuple[str, ...]:
    """The old and new name of an element of a list, if setting the key has changed how edits find it, or what it is."""
    if not way or not isinstance(way[-1], int) or not isinstance(holder, dict):
        return ()
    was = {name: value for name, value in {**holder, key: before}.items() if value is not None}
    names = {*as_word(name_of(was)), *as_word(name_of(holder))}
    return tuple(names) if key in NAMING or len(names) > 1 else ()


UNSET: Any = object()
"""In place of a value that is not written."""


def there_at(holder: Any, step: Any) -> Any:
    return holder.get(step, UNSET) if isinstance(holder, dict) else holder[step]


def counts_as(target: Entity, path: Path) -> str | int | bool | None:
    """What a value counts as that is not written."""
    return default_of(KINDS.get(target.kind, Item), target.data, path, target.verbs)


def shown(value: Any) -> str:
    """A value as it is shown in a message: short, and as TOML spells it."""
    if value is UNSET:
        return "nothing"
    return WORDS[dict] if isinstance(value, dict) else shortened(written(value))


def as_word(name: Any) -> tuple[str, ...]:
    """A name as paths have it; nothing where there is none."""
    return (str(name),) if type(name) in (str, int) else ()
