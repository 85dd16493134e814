"""Inspects the fields of records and their types, for code that walks through records or describes them.

Values of these types are read in `structure`.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import UnionType
from typing import Any, Union, get_args, get_origin

import attrs

from stoneage_rules.errors import PluginError
from stoneage_rules.language.annotations import resolve_own
from stoneage_rules.language.condition import IfRow
from stoneage_rules.language.cost import Cost
from stoneage_rules.language.described import Described
from stoneage_rules.language.fields import QUANTITY_KEYS, Amount, OwnForm, Quantity, refs_of
from stoneage_rules.language.word import Verb, toml_key
from stoneage_rules.packs.reading.spans import Path

__all__ = [
    "PLAIN", "Part", "about_of", "at_step", "element_of", "fields_of", "is_effect", "is_effect_class", "is_mapping",
    "is_never_negative", "is_own_form", "is_plain_union", "is_record", "is_tuple", "members_of", "parts_of", "plain_type",
    "quantity_fields", "typed_fields", "values_of", "walked",
]  # fmt: skip

PLAIN = frozenset({str, int, bool, type(None)})
"""Types of values that contain no others."""

BOUNDS = ("least", "most", "keys", "choices")
DEMANDS = ("not_empty", "not_zero")


@attrs.frozen
class Part(Described):
    """One field of a record."""

    name: str
    key: str
    """Its key in TOML."""
    metadata: Mapping[str, Any]
    refs: tuple[str, ...]
    """The kinds of record that it refers to."""
    is_bounded: bool
    """True if its metadata restricts plain values."""


def parts_of(record: Any) -> tuple[Part, ...]:
    """Returns the fields of a record, or of the records of a class."""
    return _parts(record if isinstance(record, type) else type(record))


@lru_cache(maxsize=1000)
def _parts(kind: Any) -> tuple[Part, ...]:
    return tuple(
        Part(
            field.name,
            field.metadata.get("key") or toml_key(field.name),
            field.metadata,
            refs_of(field),
            any(map(field.metadata.get, DEMANDS)) or any(field.metadata.get(bound) is not None for bound in BOUNDS),
        )
        for field in attrs.fields(kind)
        if field.metadata or not issubclass(kind, Quantity)  # what is counted is no key, but stands behind its word
    )


@lru_cache(maxsize=1)
def quantity_fields() -> Mapping[str, Any]:
    """Returns the fields of a quantity by their keys, with their types, besides the word that says what is counted."""
    resolve_own(Quantity)
    return {**QUANTITY_KEYS, "if": QUANTITY_KEYS["if"].evolve(type=tuple[IfRow, ...])}


def at_step(made: Any, step: Any) -> Any:
    """Returns the value at one step of a path, in a record, a list, a table or a quantity."""
    if isinstance(made, Quantity) and step == made.name:
        return made.of
    if isinstance(made, Cost):
        return made.of if step == "of" else made.kinds if step == "kinds" else made.amounts[step]
    if isinstance(made, Mapping):
        return made[step] if step in made else made[int(step)]
    return made[step] if isinstance(made, tuple) else next(getattr(made, p.name) for p in parts_of(made) if p.key == step)


def is_never_negative(metadata: Mapping[str, Any]) -> bool:
    """Returns whether a field's minimum is 0 or more."""
    least = metadata.get("least")
    return least is not None and least >= 0


def walked(made: Any) -> list[tuple[Path, Any]]:
    """Returns a record and every record, effect, cost and quantity within it, each with its path."""
    met: list[tuple[Path, Any]] = []
    _walk(made, (), met)
    return met


def _walk(made: Any, path: Path, met: list[tuple[Path, Any]]) -> None:
    if type(made) in PLAIN:
        return
    if isinstance(made, tuple):
        for index, element in enumerate(made):
            _walk(element, (*path, index), met)
    elif attrs.has(type(made)):
        met.append((path, made))
        if isinstance(made, Quantity):
            _walk(made.of, (*path, made.name), met)
        if isinstance(made, Cost):
            _walk(made.amounts, path, met)
            return
        for part in parts_of(made):
            value = getattr(made, part.name)
            if type(value) not in PLAIN:
                _walk(value, (*path, part.key), met)
    elif isinstance(made, Mapping):
        for key, element in made.items():
            _walk(element, (*path, str(key)), met)


# --- types of fields ---------------------------------------------------------------------------------------------------


def typed_fields(kind: Any) -> tuple[Any, ...]:
    """Returns the fields of a record class, after resolving annotations that are still text.

    Raises:
        PluginError: content cannot be read into the type of a field.
    """
    return _typed_fields(kind)


@lru_cache(maxsize=1000)
def _typed_fields(kind: Any) -> tuple[Any, ...]:
    try:
        resolve_own(kind)
    except NameError as error:
        raise _not_readable(kind, "annotations", str(error)) from error
    fields = tuple(attribute for attribute in attrs.fields(kind) if attribute.init)
    for attribute in fields:
        if not _is_known(attribute.type):
            raise _not_readable(kind, f"field `{attribute.name}`", attribute.type)
    return fields


def _is_known(kind: Any) -> bool:
    """Returns whether a type is one that `structure` reads."""
    if kind in (Any, str, int, bool, Amount, Cost, Quantity, IfRow) or is_effect(kind) or is_own_form(kind):
        return True
    if get_origin(kind) in (Union, UnionType):
        members = [member for member in get_args(kind) if member is not type(None)]
        return {*members} <= {str, int, bool} or kind == Amount | None or (len(members) == 1 and _is_known(members[0]))
    if is_tuple(kind):
        return get_args(kind)[1] is Ellipsis and _is_known(get_args(kind)[0])
    return _is_known(get_args(kind)[1]) if is_mapping(kind) else attrs.has(kind)


def _not_readable(kind: Any, what: str, why: Any) -> PluginError:
    return PluginError(
        f"{kind.__module__}.{kind.__qualname__}, {what}: {why} is no type that content can be read into; there are str, int, "
        "bool, Amount, Cost, Quantity, records, tuple[..., ...] and Mapping[str, ...]"
    )


def is_tuple(kind: Any) -> bool:
    return get_origin(kind) is tuple and len(get_args(kind)) == 2


def is_mapping(kind: Any) -> bool:
    return (
        get_origin(kind) is not None
        and isinstance(get_origin(kind), type)
        and issubclass(get_origin(kind), Mapping)
        and get_origin(kind) is not dict
    )


def is_effect(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Verb) and not hasattr(kind, "do")


def members_of(annotation: Any) -> list[Any]:
    """Returns the members of a union except None, or the type itself."""
    either = get_args(annotation) if get_origin(annotation) in (Union, UnionType) else (annotation,)
    return [member for member in either if member is not type(None)]


def is_own_form(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, OwnForm)


def is_plain_union(kind: Any) -> bool:
    if get_origin(kind) not in (Union, UnionType):
        return False
    members = set(get_args(kind)) - {type(None)}
    return len(members) > 1 and members <= {str, int, bool}


# --- types in words ----------------------------------------------------------------------------------------------------


def about_of(kind: Any) -> str:
    """Returns the first paragraph of a class's docstring on one line."""
    return " ".join((inspect.getdoc(kind) or "").partition("\n\n")[0].split())


def plain_type(annotation: Any) -> Any:
    """Returns a type without None."""
    if get_origin(annotation) in (Union, UnionType):
        members = [member for member in get_args(annotation) if member is not type(None)]
        return members[0] if len(members) == 1 else Union[tuple(members)]  # noqa: UP007
    return annotation


def element_of(annotation: Any) -> Any:
    """Returns the element type of a list, or None for other types."""
    annotation = plain_type(annotation)
    return get_args(annotation)[0] if get_origin(annotation) is tuple else None


def values_of(annotation: Any) -> tuple[Any, Any] | None:
    """Returns the key and value types of a mapping, or None for other types."""
    annotation = plain_type(annotation)
    origin = get_origin(annotation)
    return get_args(annotation) if isinstance(origin, type) and issubclass(origin, Mapping) else None


def is_effect_class(annotation: Any) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, Verb)


def is_record(annotation: Any) -> bool:
    return attrs.has(annotation) and annotation not in (Cost, Quantity, IfRow) and not is_effect_class(annotation)


def fields_of(kind: Any) -> Iterator[tuple[str, Any, Mapping[str, Any]]]:
    """Yields the key, attribute and metadata of each field of a record class."""
    attrs.resolve_types(kind)
    for attribute in attrs.fields(kind):
        yield toml_key(attribute.name), attribute, attribute.metadata
