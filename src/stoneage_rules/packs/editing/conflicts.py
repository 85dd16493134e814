"""Finds edits of one record that disagree: their result depends on which pack comes first.

`merge` chooses the pairs of packs to compare; `operation` decides whether two edits by the same operation commute.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from stoneage_rules.packs.editing.edit import AppliedEdit
from stoneage_rules.packs.findings.reported import REPORTED

__all__ = ["disagree", "disagreements", "overridden"]


def overridden(edits: Sequence[AppliedEdit]) -> dict[AppliedEdit, AppliedEdit]:
    """Maps each edit of a record that later edits in the sequence undo to the last of them."""
    covering = {edit.scope: index for index, edit in enumerate(edits) if edit.operation.covers_all and not edit.renames}
    undone = {}
    for index, edit in enumerate(edits):
        scope = edit.scope
        last = max(covering.get(scope[:length], -1) for length in range(len(scope) + 1))
        if last > index:
            undone[edit] = edits[last]
    return undone


def disagreements(first: Sequence[AppliedEdit], second: Sequence[AppliedEdit]) -> Iterator[tuple[AppliedEdit, AppliedEdit]]:
    """Yields the pairs of edits that disagree, given the edits of one record by two packs."""
    undone = {**overridden(first), **overridden(second)}
    ours, theirs = ([edit for edit in edits if edit not in undone and edit.value is not REPORTED] for edits in (first, second))
    if [_as_data(edit) for edit in ours] == [_as_data(edit) for edit in theirs]:
        # Both packs make the same edits, so compare these step by step: one's first does not conflict with the other's second.
        yield from ((a, b) for a, b in zip(ours, theirs, strict=True) if disagree(a, b))
    else:
        yield from ((a, b) for a in ours for b in theirs if disagree(a, b))


def _as_data(edit: AppliedEdit) -> str:
    return json.dumps([edit.operation.done, edit.words, edit.value, edit.beside], sort_keys=True, default=str)


def disagree(first: AppliedEdit, second: AppliedEdit) -> bool:
    """Returns whether the order of two edits of one record matters."""
    if first.scope == second.scope:
        return not _commute(first, second)
    outer, inner = sorted((first, second), key=lambda edit: len(edit.scope))
    if not _is_within(inner, outer):
        return False
    if outer.is_on_list:
        # The inner edit finds an element by name, and fails if the outer edit adds another of that name, or removes it.
        return inner.scope[len(outer.scope)] in outer.names
    return outer.operation.covers_all


def _is_within(inner: AppliedEdit, outer: AppliedEdit) -> bool:
    return inner.scope[: len(outer.scope)] == outer.scope


def _commute(first: AppliedEdit, second: AppliedEdit) -> bool:
    """Returns whether two edits of the same scope give the same result in either order."""
    if first.operation is second.operation:
        commutes = first.operation.commutes_with_itself(first, second)
        if commutes is not None:
            return commutes
    if first.is_on_list and second.is_on_list:
        return not (first.names & _named_by(second) or second.names & _named_by(first))
    return False


def _named_by(edit: AppliedEdit) -> frozenset[str]:
    """Returns the names of the elements of a list that an edit changes or is placed beside."""
    return edit.names | {edit.beside[1]} if edit.beside is not None else edit.names
