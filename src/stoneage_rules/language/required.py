"""Methods that a derived class must define, marked where they are declared, and found missing in what plugins hand over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, TypeVar

__all__ = ["missing_methods", "required", "required_if"]

Method = TypeVar("Method", bound=Callable[..., Any])
MARK = "_required_if"


def required(method: Method) -> Method:
    """Marks a method that every derived class must define."""
    return required_if("")(method)


def required_if(trait: str) -> Callable[[Method], Method]:
    """Returns the decorator of a method that must be defined where a trait of the class or object is true."""

    def mark(method: Method) -> Method:
        setattr(method, MARK, trait)
        return method

    return mark


def missing_methods(thing: Any) -> Iterator[tuple[type, str]]:
    """Yields the methods that a class, or the class of an object, should define: the class that declares each, and its name."""
    for base, name, trait in _marked(thing if isinstance(thing, type) else type(thing)):
        method = getattr(thing, name)
        if getattr(method, "__func__", method) is vars(base)[name] and (not trait or getattr(thing, trait)):
            yield base, name


@lru_cache(maxsize=1000)
def _marked(own: type) -> tuple[tuple[type, str, str], ...]:
    """Returns the marked methods of a class: where each is declared, its name and its trait."""
    members = [(base, name, getattr(member, MARK, None)) for base in reversed(own.__mro__) for name, member in vars(base).items()]
    return tuple((base, name, trait) for base, name, trait in members if trait is not None)
