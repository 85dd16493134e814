"""Compares the content of two tables, value by value."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from stoneage_rules.packs.content import Content, Entry
from stoneage_rules.packs.editing.edit import value_address
from stoneage_rules.packs.editing.operators.set import SetOperator
from stoneage_rules.packs.editing.operators.unset import UnsetOperator
from stoneage_rules.packs.editing.provenance import Change
from stoneage_rules.packs.reading.paths import value_at
from stoneage_rules.packs.reading.spans import Path

__all__ = ["compared"]


def compared(before: Content, after: Content) -> Iterator[Change]:
    """Yields how the records of two tables differ: those that are added or gone, and each value that is another one.

    A change is told where the second table sets the value; of what is gone, where the first one has it.
    """
    old, new = ({entry.address: entry for entry in content} for content in (before, after))
    for address, entry in new.items():
        if address not in old:
            yield _change(entry, (), "added", None, entry.raw_record.data)
        else:
            yield from _values(old[address], entry)
    for address, entry in old.items():
        if address not in new:
            yield _change(entry, (), "gone", None, None)


def _values(old: Entry, new: Entry) -> Iterator[Change]:
    """Yields the values that differ between two forms of a record."""
    for path in _differing(old.raw_record.data, new.raw_record.data):
        before, value = (value_at(entry.raw_record.data, path) for entry in (old, new))
        yield _change(
            old if value is None else new, path, UnsetOperator.done if value is None else SetOperator.done, before, value
        )


def _differing(old: Any, new: Any, path: Path = ()) -> Iterator[Path]:
    """Yields the paths of the values that differ; a list of another length differs as a whole."""
    if isinstance(old, dict) and isinstance(new, dict):
        steps: list[Any] = [*dict.fromkeys((*old, *new))]
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        steps = [*range(len(new))]
    else:
        if old != new:
            yield path
        return
    for step in steps:
        yield from _differing(value_at(old, (step,)), value_at(new, (step,)), (*path, step))


def _change(entry: Entry, path: Path, operation: str, before: Any, value: Any) -> Change:
    origin, rest = entry.origin_of(path)
    place = origin.place(rest)
    address = value_address(entry.address, entry.raw_record.in_words(path))
    return Change(address, operation, before, value, None, origin.pack, place.file, place.span.line, origin.why)
