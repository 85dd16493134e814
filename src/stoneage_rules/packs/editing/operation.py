"""Operations on records and values, with the words in which messages, `why` and `diff` speak of them.

Operations of a patch are in `operators`, those on whole records in `tables`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from stoneage_rules.packs.editing.edit import AppliedEdit
    from stoneage_rules.packs.reading.spans import Path

__all__ = ["DEFINED", "RESOLVED", "Operation", "is_same_toml"]


class Operation:
    """Something that happens to a record or a value.

    The texts may name `{it}` (the value), `{value}` (the edit's own), `{pack}` (the edit's) and `{neighbour}`.
    """

    done: ClassVar[str] = ""
    """The past participle, as `diff` lists it."""
    in_history: ClassVar[str] = ""
    """The beginning of a line of `why`."""
    in_conflict: ClassVar[str] = ""
    """The edit's effect, beside its line in the report of a conflict."""
    as_last: ClassVar[str] = ""
    """The outcome if the edit comes last; empty where that depends on what came before."""
    if_alone: ClassVar[str] = ""
    """The outcome if only this edit counts; empty where that depends on the value before."""
    if_dismissed: ClassVar[str] = ""
    """The outcome if the edit does not count."""
    conflict: ClassVar[str] = "two packs disagree over {what}, and nothing says which counts"
    """The title of a conflict between two edits with this operation."""
    needs_original: ClassVar[bool] = True
    """True if such a conflict is easier to decide with the value as it was defined."""
    covers_all: ClassVar[bool] = False
    """True if it concerns everything within the value, too."""
    on_list: ClassVar[bool] = False
    """True if it concerns an element of a list, found by its name."""
    ends_target: ClassVar[bool] = False
    """True if nothing is left that another pack could edit."""
    leaves_gap: ClassVar[bool] = False
    """True if a key is missing afterwards."""
    removes_record: ClassVar[bool] = False
    """True if the record is gone afterwards."""

    def commutes_with_itself(self, first: AppliedEdit, second: AppliedEdit) -> bool | None:
        """Returns whether two edits of one value by this operation can come in either order.

        None leaves the answer to the names of the elements that they concern.
        """
        if self.covers_all and first.words == second.words:
            return is_same_toml(first.value, second.value)
        return None

    def ways_out(self, first: AppliedEdit, second: AppliedEdit, words: str) -> Sequence[str]:
        """Returns further lines that would settle a conflict between two edits by this operation."""
        return ()

    def history_of(self, applied: AppliedEdit) -> str:
        """Returns the beginning of the line of `why` for an edit."""
        return self.in_history

    def value_of(self, applied: AppliedEdit, written: str) -> str:
        """Returns an edit's value as reports of conflicts show it, from the value as it is written."""
        return written


class Definition(Operation):
    """The record as its own pack has it."""

    done = "defined"


class TableDecision(Operation):
    """The decision of a table between packs that disagree."""

    done = "resolved"
    in_history = "is preferred by the table:"


DEFINED = Definition()
RESOLVED = TableDecision()


def is_same_toml(first: Any, second: Any) -> bool:
    """Returns whether two values are one in TOML, where 1 and true are two."""
    return json.dumps(first, sort_keys=True, default=str) == json.dumps(second, sort_keys=True, default=str)


def as_path(path: Path) -> str:
    """Returns a path as one text: `cost.wood`."""
    return ".".join(map(str, path))
