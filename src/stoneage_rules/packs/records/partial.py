"""Reads as much as possible of records with errors, so that one error does not hide another.

A partial record is checked like a whole one; the marker `REPORTED` replaces each value that cannot be read.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, get_args

import attrs

from stoneage_rules.errors import PluginError
from stoneage_rules.language.fields import Amount, Cost, Quantity
from stoneage_rules.language.word import toml_key
from stoneage_rules.packs.findings.reported import REPORTED
from stoneage_rules.packs.records.parts import is_effect, is_mapping, is_tuple, typed_fields
from stoneage_rules.packs.records.shapes import likely_cost, likely_quantity
from stoneage_rules.packs.records.structure import PLAIN_NUMBER, Structurer
from stoneage_rules.text.spelling import nearest

__all__ = ["Partial", "is_whole", "read_in_part", "without_reported"]


class Partial:
    """Mixin of records with errors, which are also instances of their record class."""

    __slots__ = ()


def is_whole(value: Any) -> bool:
    """Returns whether a value contains no `REPORTED`."""
    if isinstance(value, tuple):
        return all(map(is_whole, value))
    if isinstance(value, Mapping):
        return all(map(is_whole, value.values()))
    return value is not REPORTED and not isinstance(value, Partial)


def read_in_part(structurer: Structurer, value: Any, kind: Any) -> Any:
    """Returns a value of a type, with `REPORTED` for each part that cannot be read."""
    try:
        return structurer.converter.structure(value, kind)
    except PluginError:
        raise
    except Exception:  # cattrs raises groups of any exceptions; their faults have been reported
        readable = _in_part(structurer, value, kind)
        return REPORTED if readable is None else readable


def _in_part(structurer: Structurer, value: Any, kind: Any) -> Any:
    """Returns the readable parts of a value with errors, or None."""
    kind = _member(kind)
    if kind == Amount or kind is Quantity:
        return likely_quantity(value, structurer.quantities)
    if kind is Cost:
        return likely_cost(value)
    if is_tuple(kind) and type(value) is list:
        return tuple(read_in_part(structurer, element, get_args(kind)[0]) for element in value)
    if type(value) is not dict:
        return None
    if is_mapping(kind):
        return _mapping(structurer, value, *get_args(kind))
    if is_effect(kind):
        word = value.get("do")
        kind = structurer.verbs.get(word) if type(word) is str else None
    return _record(structurer, value, kind) if attrs.has(kind) else None


def _member(kind: Any) -> Any:
    """Returns the type inside `T | None`; other types are returned unchanged."""
    members = [member for member in get_args(kind) if member is not type(None)]
    return members[0] if type(None) in get_args(kind) and len(members) == 1 else kind


def _mapping(structurer: Structurer, value: Mapping[str, Any], key: Any, kind: Any) -> Mapping[Any, Any]:
    words = [word for word in value if key is not int or PLAIN_NUMBER.fullmatch(word)]
    return {key(word): read_in_part(structurer, value[word], kind) for word in words}


def _record(structurer: Structurer, value: Mapping[str, Any], kind: Any) -> Any:
    record = object.__new__(_partial_class(kind))
    known = {toml_key(attribute.name) for attribute in typed_fields(kind)}
    strange = [key for key in value if key not in known]
    for attribute in typed_fields(kind):
        key = toml_key(attribute.name)
        if key in value:
            field_value = read_in_part(structurer, value[key], attribute.type)
        else:
            # A misspelt key may be this one.
            field_value = REPORTED if nearest(key, strange) else _default(attribute.default)
        object.__setattr__(record, attribute.name, field_value)
    return record


def _default(default: Any) -> Any:
    if isinstance(default, attrs.Factory):  # type: ignore[arg-type]
        return default.factory()
    return REPORTED if default is attrs.NOTHING else default


def without_reported(value: Any, instead: Mapping[str, Any]) -> Any:
    """Returns a value without `REPORTED`: drops elements and entries that contain it, and gives fields their defaults.

    `instead` has the values for keys without a default; those that it lacks become empty text.
    """
    if is_whole(value):
        return value
    if isinstance(value, tuple):
        return tuple(filter(is_whole, value))
    if isinstance(value, Mapping):
        return {key: inner for key, inner in value.items() if is_whole(inner)}
    kept = {}
    for attribute in typed_fields(type(value)):
        inner = getattr(value, attribute.name)
        if inner is not REPORTED:
            kept[attribute.name] = without_reported(inner, instead)
        elif attribute.default is attrs.NOTHING:
            kept[attribute.name] = instead.get(attribute.name, "")
    return type(value).__bases__[0](**kept)


@lru_cache(maxsize=1000)
def _partial_class(kind: Any) -> Any:
    """Returns the subclass for partial records of a record class."""
    return type(kind.__name__, (kind, Partial), {"__slots__": ()})
