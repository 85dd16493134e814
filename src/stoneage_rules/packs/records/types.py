"""What types the fields of records may have: those that TOML can say strictly, and no others.

How values of them are read is in `structure`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import UnionType
from typing import Any, Union, get_args, get_origin

import attrs

from stoneage_rules.errors import PluginError
from stoneage_rules.language.fields import Amount, Cost, EffectSpec, OwnForm, Quantity

__all__ = ["is_effect", "is_mapping", "is_own_form", "is_plain_union", "is_tuple", "members_of", "typed_fields"]


def typed_fields(kind: Any) -> tuple[Any, ...]:
    """The fields of a record with their types; where annotations are still texts, they become types first.

    Raises:
        PluginError: a field is of a type that content cannot have.
    """
    if any(isinstance(attribute.type, str) for attribute in attrs.fields(kind)):
        try:
            attrs.resolve_types(kind)
        except NameError as error:
            raise _not_readable(kind, "annotations", str(error)) from error
    fields = tuple(attribute for attribute in attrs.fields(kind) if attribute.init)
    for attribute in fields:
        if not _is_known(attribute.type):
            raise _not_readable(kind, f"field `{attribute.name}`", attribute.type)
    return fields


def _is_known(kind: Any) -> bool:
    """Whether one of our hooks is for a type; cattrs has hooks for many more, which would turn one value into another."""
    if kind in (Any, str, int, bool, Amount, Cost, Quantity) or is_effect(kind) or is_own_form(kind):
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
    return isinstance(kind, type) and issubclass(kind, EffectSpec) and not hasattr(kind, "do")


def members_of(annotation: Any) -> list[Any]:
    """What a value may be, apart from not being there."""
    either = get_args(annotation) if get_origin(annotation) in (Union, UnionType) else (annotation,)
    return [member for member in either if member is not type(None)]


def is_own_form(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, OwnForm)


def is_plain_union(kind: Any) -> bool:
    if get_origin(kind) not in (Union, UnionType):
        return False
    members = set(get_args(kind)) - {type(None)}
    return len(members) > 1 and members <= {str, int, bool}
