"""The base of attrs classes that show themselves in one common way."""

from __future__ import annotations

from typing import Any

import attrs

__all__ = ["Described"]


class Described:
    """A base of attrs classes with one `__repr__` for all: to compile one for each takes half of making the class."""

    __slots__ = ()

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        if "__repr__" not in cls.__dict__:
            cls.__repr__ = _described  # type: ignore[method-assign]


def _described(self: Any) -> str:
    """Returns what attrs would: the name of the class and its values by name."""
    fields = attrs.fields(type(self))
    values = [f"{field.name}={getattr(self, field.name, attrs.NOTHING)!r}" for field in fields if field.repr]
    return f"{type(self).__qualname__.rsplit('>.', 1)[-1]}({', '.join(values)})"
