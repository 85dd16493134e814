"""Types of the fields of attrs classes, from annotations that are text."""

from __future__ import annotations

import sys
from functools import lru_cache
from inspect import get_annotations
from typing import Any, ForwardRef, get_args
from weakref import WeakSet

import attrs

__all__ = ["resolve", "resolve_own"]

_resolved: WeakSet[type] = WeakSet()
"""The classes that `resolve` has gone through, so that what many classes hold is not gone through for each."""


def resolve(kind: Any) -> Any:
    """Resolves string annotations of an attrs class, and of the attrs classes that its fields hold; returns the class.

    Raises:
        NameError: an annotation uses a name that its module does not have.
    """
    if kind in _resolved:
        return kind
    resolve_own(kind)
    _resolved.add(kind)
    for attribute in attrs.fields(kind):
        for part in (attribute.type, *get_args(attribute.type)):
            if isinstance(part, type) and attrs.has(part) and part is not kind:
                resolve(part)
    return kind


def resolve_own(kind: Any) -> None:
    """Resolves string annotations of an attrs class, each once however many classes inherit it.

    Raises:
        NameError: an annotation uses a name that its module does not have.
    """
    texts = [attribute for attribute in attrs.fields(kind) if isinstance(attribute.type, str)]
    try:
        types = [_type_of(_home_of(kind, attribute.name), attribute.name) for attribute in texts]
    except Exception:
        attrs.resolve_types(kind)
        return
    for attribute, type_ in zip(texts, types, strict=True):
        object.__setattr__(attribute, "type", type_)  # as attrs itself does


def _home_of(kind: Any, name: str) -> type:
    """Returns the class that annotates an attribute of a class."""
    homes: list[type] = [base for base in kind.__mro__ if name in get_annotations(base)]
    return homes[0]


@lru_cache(maxsize=2000)
def _type_of(home: type, name: str) -> Any:
    """Returns the type in an annotation, which is text; raises if it is none of those that fields of content have."""
    kind = eval(get_annotations(home)[name], vars(sys.modules[home.__module__]), dict(vars(home)))
    if kind is None or any(isinstance(part, (str, ForwardRef)) for part in (kind, *get_args(kind))):
        raise TypeError(name)
    return kind
