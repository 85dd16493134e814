"""What the type of a record's field is made of: list, table or single value, and of what; for what is made from records."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from types import UnionType
from typing import Any, Union, get_args, get_origin

import attrs

from stoneage_rules.language.fields import Cost, EffectSpec, Quantity
from stoneage_rules.language.records import toml_key

__all__ = ["about_of", "element_of", "fields_of", "is_effect_class", "is_record", "plain_type", "values_of"]


def about_of(kind: Any) -> str:
    """The first paragraph of a docstring on one line."""
    return " ".join((inspect.getdoc(kind) or "").partition("\n\n")[0].split())


def plain_type(annotation: Any) -> Any:
    """The type without None."""
    if get_origin(annotation) in (Union, UnionType):
        members = [member for member in get_args(annotation) if member is not type(None)]
        return members[0] if len(members) == 1 else Union[tuple(members)]  # noqa: UP007
    return annotation


def element_of(annotation: Any) -> Any:
    """The type of a list's elements; None for what is no list."""
    annotation = plain_type(annotation)
    return get_args(annotation)[0] if get_origin(annotation) is tuple else None


def values_of(annotation: Any) -> tuple[Any, Any] | None:
    """The types of a table's keys and values; None for what is no table of one kind of value."""
    annotation = plain_type(annotation)
    origin = get_origin(annotation)
    return get_args(annotation) if isinstance(origin, type) and issubclass(origin, Mapping) else None


def is_effect_class(annotation: Any) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, EffectSpec)


def is_record(annotation: Any) -> bool:
    return attrs.has(annotation) and annotation not in (Cost, Quantity) and not is_effect_class(annotation)


def fields_of(kind: Any) -> Iterator[tuple[str, Any, Mapping[str, Any]]]:
    """Key, attribute and description of each field of a record."""
    attrs.resolve_types(kind)
    for attribute in attrs.fields(kind):
        yield toml_key(attribute.name), attribute, attribute.metadata
