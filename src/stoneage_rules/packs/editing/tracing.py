"""Follows a value back through the edits of its record, by the path that it had before each of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stoneage_rules.packs.editing.edit import AppliedEdit
from stoneage_rules.packs.editing.operation import RESOLVED
from stoneage_rules.packs.reading.paths import value_at
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.packs.records.addressing import name_of

__all__ = ["traced"]


def traced(applied: Sequence[AppliedEdit], path: Path) -> tuple[list[AppliedEdit], Path | None]:
    """Returns the edits that concern the value now at a path, in order, and its path as defined.

    The path is None if an edit brought the list element that the value belongs to.
    """
    edits: list[AppliedEdit] = []
    former: Path | None = path
    for edit in reversed([edit for edit in applied if edit.operation is not RESOLVED]):
        if former is None:
            break
        edits += [edit] if _concerns(edit, former) else []
        former = _path_before(edit, former)
    lines = {_line_of(edit) for edit in edits}
    return [edit for edit in applied if _line_of(edit) in lines], former


def _line_of(edit: AppliedEdit) -> tuple[str, Path, Path]:
    """Returns what an edit and the table's decision for it have in common: the line, and the value that it changes."""
    return edit.origin.source.file, edit.origin.path, edit.path


def _concerns(edit: AppliedEdit, path: Path) -> bool:
    """Returns whether an edit changes the value at a path, a value around it or a value within it."""
    shorter = min(len(edit.path), len(path))
    return edit.path[:shorter] == path[:shorter]


def _path_before(edit: AppliedEdit, path: Path) -> Path | None:
    """Returns the path before an edit of the value at a path after it; None if the edit brought it."""
    if edit.shift is not None:
        return _unshifted(edit.path[:-1], edit.shift, path)
    if len(edit.path) < len(path) and path[: len(edit.path)] == edit.path:
        return _by_name(edit, path)
    return path


def _unshifted(around: Path, shift: tuple[int, int], path: Path) -> Path | None:
    """Returns the path of a value before an element was added to the list around it, or dropped."""
    depth, (at, by) = len(around), shift
    if len(path) <= depth or path[:depth] != around:
        return path
    index = path[depth]
    if not isinstance(index, int) or index < at:
        return path
    return None if by > 0 and index == at else (*around, index - by, *path[depth + 1 :])


def _by_name(edit: AppliedEdit, path: Path) -> Path | None:
    """Returns the path of a value in the table or list that an edit replaced, with the elements of lists found by name."""
    new, old = edit.value, edit.before
    former = edit.path
    for step in path[len(former) :]:
        place: str | int | None = step
        if isinstance(step, int) and isinstance(value_at(new, (step,)), dict):
            place = _namesake(new, old, step)
        if place is None:
            return None
        new, old = value_at(new, (step,)), value_at(old, (place,))
        former = (*former, place)
    return former


def _namesake(new: list[Any], old: Any, index: int) -> int | None:
    """Returns the index in an old list of the element with the name of one in the new list; the second for the second."""
    name = name_of(new[index])
    earlier = sum(isinstance(element, dict) and name_of(element) == name for element in new[:index])
    elements = old if isinstance(old, list) else []
    same = [place for place, element in enumerate(elements) if isinstance(element, dict) and name_of(element) == name]
    return same[earlier] if earlier < len(same) else None
