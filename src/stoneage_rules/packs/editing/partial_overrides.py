"""Tables that an edit has mixed: it sets some keys, others stay as they were, and together they contradict each other.

Which faults a record has is found in `structure` and `values`; who is told of them is in `assemble`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import attrs

from stoneage_rules.packs.editing.edit import AppliedEdit, Provenance, RawRecord
from stoneage_rules.packs.findings.faults import Fault
from stoneage_rules.packs.reading.paths import value_at
from stoneage_rules.packs.reading.spans import Path

__all__ = ["blamed_mixture"]

FaultsOf = Callable[[Mapping[str, Any]], list[Fault]]
"""Returns the faults of a record's table."""
IN_A_TABLE = ("SA202", "SA204", "SA207")
"""Faults that keys of one table can cause in each other."""


def blamed_mixture(entity: RawRecord, fault: Fault, faults_of: FaultsOf) -> tuple[Fault, Provenance] | None:
    """Returns a fault that an edit has brought into a table as that of the edit; None if it is not of that sort.

    Args:
        entity: the record, after its edits.
        fault: what is wrong with it.
        faults_of: what is wrong with another table in its place.
    """
    if fault.code not in IN_A_TABLE or entity.as_defined is None:
        return None
    table = fault.path if isinstance(value_at(entity.data, fault.path), dict) else fault.path[:-1]
    within = [touch for touch in entity.applied if len(touch.path) > len(table) and touch.path[: len(table)] == table]
    if not table or not within or not _is_new(fault, faults_of(entity.as_defined)):
        return None
    touches = [touch for touch in within if _edit(touch) == _edit(within[-1])]
    unset = _unset(entity, table, touches, faults_of)
    origin, rest = entity.origin_of(fault.path)
    if any((origin.source, origin.path[:3]) == _edit(touch) for touch in touches):
        return (attrs.evolve(fault, path=rest, help=unset), origin) if unset else None
    step = ".".join(map(str, entity.in_words(table)))
    label = f"with this, `{step}` has keys that do not go together: the others are from {origin.pack}"
    return attrs.evolve(fault, label=label, help=unset or fault.help, fix=None, at_key=False, path=()), touches[0].origin


def _unset(entity: RawRecord, table: Path, touches: list[AppliedEdit], faults_of: FaultsOf) -> str:
    """Returns what to add to an edit, if what it says were right without the rest of the table."""
    given = {touch.path[len(table)] for touch in touches if not touch.operation.leaves_gap and touch.operation.covers_all}
    there = value_at(entity.data, table)
    alone = {key: value for key, value in there.items() if key in given}
    if not alone or len(alone) == len(there) or faults_of(_with(entity.data, table, alone)):
        return ""
    return f'add `unset = ["{".".join(map(str, entity.in_words(table)))}"]` to this edit'


def _edit(touch: AppliedEdit) -> tuple[Any, Path]:
    return touch.origin.source, touch.origin.path[:3]


def _is_new(fault: Fault, before: list[Fault]) -> bool:
    return all((old.code, old.path) != (fault.code, fault.path) for old in before)


def _with(value: Any, path: Path, new: Any) -> Any:
    """Returns a value with something else at a path, and the old value as it was."""
    if not path:
        return new
    items: Iterator[tuple[Any, Any]] = iter(value.items() if isinstance(value, dict) else enumerate(value))
    made = {key: _with(inner, path[1:], new) if key == path[0] else inner for key, inner in items}
    return made if isinstance(value, dict) else list(made.values())
