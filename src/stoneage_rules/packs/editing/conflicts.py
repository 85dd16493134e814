"""Finds edits of one record that disagree: those for which it matters which of their packs comes first.

`merge` says which pairs of packs are compared; what two edits by the same operation do is known to `operation`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from stoneage_rules.packs.editing.edit import AppliedEdit
from stoneage_rules.packs.findings.reported import REPORTED

__all__ = ["disagree", "disagreements", "overridden"]


def overridden(edits: Sequence[AppliedEdit]) -> dict[AppliedEdit, AppliedEdit]:
    """Returns those of one pack's edits of one record that a later one undoes, with that one."""
    undone = {}
    for index, edit in enumerate(edits):
        for later in edits[index + 1 :]:
            if later.operation.covers_all and not later.renames and _is_within(edit, later):
                undone[edit] = later
    return undone


def disagreements(first: Sequence[AppliedEdit], second: Sequence[AppliedEdit]) -> Iterator[tuple[AppliedEdit, AppliedEdit]]:
    """Yields the pairs over which two packs disagree, of their edits of one record."""
    undone = {**overridden(first), **overridden(second)}
    ours, theirs = ([edit for edit in edits if edit not in undone and edit.value is not REPORTED] for edits in (first, second))
    if [_as_data(edit) for edit in ours] == [_as_data(edit) for edit in theirs]:
        # Both do the same: it would be odd to say that one's first step is at odds with the other's second.
        yield from ((a, b) for a, b in zip(ours, theirs, strict=True) if disagree(a, b))
    else:
        yield from ((a, b) for a in ours for b in theirs if disagree(a, b))


def _as_data(edit: AppliedEdit) -> str:
    return json.dumps([edit.operation.done, edit.words, edit.value, edit.beside], sort_keys=True, default=str)


def disagree(first: AppliedEdit, second: AppliedEdit) -> bool:
    """Returns whether it matters which of two edits of one record comes first."""
    if first.scope == second.scope:
        return not _commute(first, second)
    outer, inner = sorted((first, second), key=lambda edit: len(edit.scope))
    if not _is_within(inner, outer):
        return False
    if outer.is_on_list:
        # The inner edit finds its way by the name of an element: with another of that name, or none, it would not.
        return inner.scope[len(outer.scope)] in outer.names
    return outer.operation.covers_all


def _is_within(inner: AppliedEdit, outer: AppliedEdit) -> bool:
    return inner.scope[: len(outer.scope)] == outer.scope


def _commute(first: AppliedEdit, second: AppliedEdit) -> bool:
    """Returns whether two edits with one scope can come in either order."""
    if first.operation is second.operation:
        commutes = first.operation.commutes_with_itself(first, second)
        if commutes is not None:
            return commutes
    if first.is_on_list and second.is_on_list:
        return not (first.names & _named_by(second) or second.names & _named_by(first))
    return False


def _named_by(edit: AppliedEdit) -> frozenset[str]:
    """Returns the elements of a list that an edit changes or goes by."""
    return edit.names | {edit.beside[1]} if edit.beside is not None else edit.names
