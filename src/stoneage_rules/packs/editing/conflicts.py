"""Whether two edits of one record disagree: whether it matters which of their packs comes first.

Which pairs of packs are compared, and what becomes of those that disagree, is in `merge`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from stoneage_rules.packs.editing.edit import Touch
from stoneage_rules.packs.reading.spans import Path

__all__ = ["ON_LISTS", "disagree", "disagreements", "overridden", "scope"]

ON_LISTS = ("appended", "dropped", "inserted")
WHOLE = ("set", "unset", "replaced", "removed")
"""What is done to a value together with all that is within it."""


def scope(touch: Touch) -> Path:
    """What an edit is about, in words: a value, or the list whose elements it adds, drops or renames."""
    return touch.words[:-2] if _renames(touch) else touch.words[:-1] if touch.deed in ON_LISTS else touch.words


def overridden(touches: Sequence[Touch]) -> dict[Touch, Touch]:
    """Of one pack's edits of one record those that a later one undoes, with that one."""
    found = {}
    for index, touch in enumerate(touches):
        for later in touches[index + 1 :]:
            around = scope(later)
            if later.deed in WHOLE and not _renames(later) and scope(touch)[: len(around)] == around:
                found[touch] = later
    return found


def disagreements(first: Sequence[Touch], second: Sequence[Touch]) -> Iterator[tuple[Touch, Touch]]:
    """The pairs over which two packs disagree, of their edits of one record."""
    gone = {**overridden(first), **overridden(second)}
    ours, theirs = ([touch for touch in touches if touch not in gone] for touches in (first, second))
    if [_as_data(touch) for touch in ours] == [_as_data(touch) for touch in theirs]:
        # Both do the same: it would be odd to say that one's first step is at odds with the other's second.
        yield from ((a, b) for a, b in zip(ours, theirs, strict=True) if disagree(a, b))
    else:
        yield from ((a, b) for a in ours for b in theirs if disagree(a, b))


def _as_data(touch: Touch) -> str:
    return json.dumps([touch.deed, touch.words, touch.value, touch.beside], sort_keys=True, default=str)


def disagree(first: Touch, second: Touch) -> bool:
    """Whether it matters which of two edits of one record comes first."""
    if scope(first) == scope(second):
        return not _commute(first, second)
    outer, inner = sorted((first, second), key=lambda touch: len(scope(touch)))
    around, within = scope(outer), scope(inner)
    if within[: len(around)] != around:
        return False
    if _is_on_list(outer):
        # The inner edit finds its way by the name of an element: with another of that name, or none, it would not.
        return within[len(around)] in outer.names
    return outer.deed in WHOLE


def _renames(touch: Touch) -> bool:
    return bool(touch.names) and touch.deed not in ON_LISTS


def _is_on_list(touch: Touch) -> bool:
    return touch.deed in ON_LISTS or _renames(touch)


def _commute(first: Touch, second: Touch) -> bool:
    """The same for two edits with one scope."""
    if first.words == second.words and first.deed == second.deed in WHOLE:
        return _same(first.value, second.value)
    if _is_on_list(first) and _is_on_list(second):
        return _commute_on_list(first, second)
    if first.deed == second.deed == "adjusted":
        return set(first.value) == set(second.value) == {"add"}
    return False


def _commute_on_list(first: Touch, second: Touch) -> bool:
    if first.deed == second.deed in ("appended", "dropped"):
        return True
    if first.deed == second.deed == "inserted" and first.beside == second.beside:
        return False
    return not (first.names & _named_by(second) or second.names & _named_by(first))


def _named_by(touch: Touch) -> frozenset[str]:
    """The elements that an edit of a list changes or goes by."""
    return touch.names | {touch.beside[1]} if touch.beside is not None else touch.names


def _same(first: Any, second: Any) -> bool:
    """Whether two values are one in TOML, where 1 and true are two."""
    return json.dumps(first, sort_keys=True, default=str) == json.dumps(second, sort_keys=True, default=str)
