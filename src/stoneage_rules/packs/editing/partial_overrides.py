"""Finds edits that override part of a table so that its keys contradict each other, to blame the edit and not the table.

Faults are found in `structure` and `values`, and reported in `assemble`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import attrs

from stoneage_rules.packs.editing.edit import AppliedEdit, Provenance, RawRecord
from stoneage_rules.packs.editing.operators import OPERATORS
from stoneage_rules.packs.findings.faults import Fault
from stoneage_rules.packs.findings.mends import Put
from stoneage_rules.packs.reading.paths import value_at
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.text.toml_writer import written

__all__ = ["caused_by_override"]

FaultsOf = Callable[[Mapping[str, Any]], list[Fault]]
"""Returns the faults of a record's table."""
TAKES_AWAY = next(word for word, operator in OPERATORS.items() if operator.leaves_gap)
"""The operator that takes a whole table away."""
IN_A_TABLE = ("SA202", "SA204", "SA207")
"""Codes of faults that can result from combining the keys of one table."""


def caused_by_override(record: RawRecord, fault: Fault, faults_of: FaultsOf) -> tuple[Fault, Provenance] | None:
    """Returns the fault moved to the edit that caused it by overriding part of a table, or None if no edit did.

    Args:
        record: the record, after its edits.
        fault: a fault of that record.
        faults_of: returns the faults that the record would have with another table.
    """
    if fault.code not in IN_A_TABLE or record.as_defined is None:
        return None
    table = fault.path if isinstance(value_at(record.data, fault.path), dict) else fault.path[:-1]
    within = [edit for edit in record.applied if len(edit.path) > len(table) and edit.path[: len(table)] == table]
    if not table or not within or not _is_new(fault, faults_of(record.as_defined)):
        return None
    edits = [edit for edit in within if _edit(edit) == _edit(within[-1])]
    unset = _unset(record, table, edits, faults_of)
    origin, rest = record.origin_of(fault.path)
    if any((origin.source, origin.path[:3]) == _edit(edit) for edit in edits):
        return (_mended(fault, unset, edits[0], path=rest), origin) if unset else None
    step = ".".join(map(str, record.in_words(table)))
    label = f"with this, `{step}` has keys that do not go together: the others are from {origin.pack}"
    fault = attrs.evolve(fault, label=label, near=None, at_key=False, path=())
    return (_mended(fault, unset, edits[0]) if unset else fault), edits[0].origin


def _unset(record: RawRecord, table: Path, edits: list[AppliedEdit], faults_of: FaultsOf) -> Put | None:
    """Suggests that an edit unset the table, if the table has no faults with only the keys that the edit sets."""
    given = {edit.path[len(table)] for edit in edits if not edit.operation.leaves_gap and edit.operation.covers_all}
    current = value_at(record.data, table)
    alone = {key: value for key, value in current.items() if key in given}
    if not alone or len(alone) == len(current) or faults_of(_with(record.data, table, alone)):
        return None
    return Put(TAKES_AWAY, written([".".join(map(str, record.in_words(table)))]))


def _mended(fault: Fault, unset: Put, edit: AppliedEdit, **changes: Any) -> Fault:
    """Returns the fault with the mend; an edit that unsets something already is left to its author."""
    source, path = _edit(edit)
    mend = None if TAKES_AWAY in value_at(source.data, path) else unset
    return attrs.evolve(fault, help=f"add `{unset}` to this edit", mend=mend, mend_at=(source, path), **changes)


def _edit(edit: AppliedEdit) -> tuple[Any, Path]:
    return edit.origin.source, edit.origin.path[:3]


def _is_new(fault: Fault, before: list[Fault]) -> bool:
    return all((old.code, old.path) != (fault.code, fault.path) for old in before)


def _with(value: Any, path: Path, new: Any) -> Any:
    """Returns a copy of a value with the value at a path replaced."""
    if not path:
        return new
    items: Iterator[tuple[Any, Any]] = iter(value.items() if isinstance(value, dict) else enumerate(value))
    changed = {key: _with(inner, path[1:], new) if key == path[0] else inner for key, inner in items}
    return changed if isinstance(value, dict) else list(changed.values())
