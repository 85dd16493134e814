"""Looks up the default of a value that a record does not write, at any depth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, get_args

import attrs

from stoneage_rules.language.cost import Cost
from stoneage_rules.language.fields import Quantity
from stoneage_rules.language.word import Verb, Word, toml_key
from stoneage_rules.packs.reading.paths import value_at
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.packs.records.parts import is_effect, is_mapping, is_tuple, members_of, quantity_fields, typed_fields

__all__ = ["default_of", "unwritten"]


def default_of(kind: type, data: Mapping[str, Any], path: Path, verbs: Mapping[str, type[Verb]]) -> str | int | bool | None:
    """Returns the default of a value if that is text, a whole number or a truth value, otherwise None.

    Args:
        kind: the class of the record.
        data: the record's table.
        path: the path of the value, which the table does not write.
        verbs: the verbs that effects may name.
    """
    default = getattr(_attribute(_class_at(kind, data, path[:-1], verbs), path[-1]), "default", None)
    return default if type(default) in (str, int, bool) else None


def unwritten(kind: type, data: Mapping[str, Any], path: Path, verbs: Mapping[str, type[Verb]]) -> Iterator[tuple[str, Any]]:
    """Yields the keys that a record, or an effect at a path in it, does not write, with those defaults that are not empty."""
    here, holder = _class_at(kind, data, path, verbs), value_at(data, path)
    for attribute in typed_fields(here) if attrs.has(here) and issubclass(here, Word) else ():
        key = toml_key(attribute.name)
        if key not in holder and type(attribute.default) in (str, int, bool) and attribute.default != "":
            yield key, attribute.default


def _class_at(kind: type, data: Mapping[str, Any], path: Path, verbs: Mapping[str, type[Verb]]) -> Any:
    """Returns the type of the value at a path: for an effect, the class of its verb."""
    here: Any = kind
    for length, step in enumerate(path, 1):
        here = _class_of(_inside(here, step), value_at(data, path[:length]), verbs)
    return here


def _inside(here: Any, step: str | int) -> Any:
    """Returns the type of the value at a step."""
    if is_tuple(here):
        return get_args(here)[0]
    if is_mapping(here):
        return get_args(here)[1]
    return getattr(_attribute(here, step), "type", None)


def _class_of(annotation: Any, value: Any, verbs: Mapping[str, type[Verb]]) -> Any:
    """Returns the list, mapping or record type in an annotation; for an effect, the class of its verb."""
    if is_effect(annotation):
        return verbs.get(str(value_at(value, ("do",))))
    return next((member for member in members_of(annotation) if member not in (str, int, bool)), None)


def _attribute(here: Any, key: object) -> Any:
    """Returns the field of a class with a TOML key, or None."""
    if here is Quantity:
        return quantity_fields().get(str(key))
    if not attrs.has(here) or here is Cost:
        return None
    return next((attribute for attribute in typed_fields(here) if toml_key(attribute.name) == key), None)
