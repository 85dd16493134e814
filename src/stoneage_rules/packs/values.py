"""Ranges and choices of single values, as the fields of the records state them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from stoneage_rules.fields import Cost, Quantity
from stoneage_rules.packs.models import toml_key
from stoneage_rules.packs.positions import Path
from stoneage_rules.packs.structure import Fault, unknown_word

__all__ = ["value_faults"]


def value_faults(made: Any, path: Path) -> Iterator[Fault]:
    """What the fields' own ranges and choices refuse, all the way down."""
    for attribute in attrs.fields(type(made)):
        value = getattr(made, attribute.name)
        here = (*path, toml_key(attribute.name))
        yield from _range_faults(value, attribute.metadata, here)
        for step, inner in _inside(value):
            yield from value_faults(inner, here + step)


def _inside(value: Any) -> Iterator[tuple[Path, Any]]:
    """The records within a field's value, each with the way to it."""
    if isinstance(value, (Cost, Quantity)):
        return
    if attrs.has(type(value)):
        yield (), value
    elif isinstance(value, tuple):
        for index, element in enumerate(value):
            for step, inner in _inside(element):
                yield (index, *step), inner
    elif isinstance(value, Mapping):
        for key, element in value.items():
            for step, inner in _inside(element):
                yield (str(key), *step), inner


def _range_faults(value: Any, metadata: Mapping[str, Any], path: Path) -> Iterator[Fault]:
    least, most, choices = metadata.get("least"), metadata.get("most"), metadata.get("choices")
    if metadata.get("not_empty") and not value:
        yield Fault("SA207", "at least one is needed here", "this is empty", path=path)
    numbers = {(): value} if type(value) is int else {}
    if isinstance(value, Mapping):
        numbers = {(str(key),): number for key, number in value.items() if type(number) is int}
    for step, number in numbers.items():
        if (least is not None and number < least) or (most is not None and number > most):
            span = f"{least} to {most}" if most is not None else f"{least} or more"
            yield Fault("SA207", "a number that cannot be", f"{span} belongs here", path=path + step)
    words = value if isinstance(value, tuple) else (value,)
    for index, word in enumerate(words):
        if choices and type(word) is str and word not in choices:
            step = (index,) if isinstance(value, tuple) else ()
            yield unknown_word("SA207", "a word that does not belong here", word, choices, "no choice", path=path + step)
