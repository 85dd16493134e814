"""Operations on records and values, with their wording in messages, `why` and `diff`.

The operators of a patch are in `operators`, the operations on whole records in `tables`.
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
    """Base class of operations on a record or a value.

    The texts may use `{it}` (the value in conflict), `{value}` and `{pack}` (those of the edit), and `{neighbour}`.
    """

    done: ClassVar[str] = ""
    """The past participle, for `diff`."""
    in_history: ClassVar[str] = ""
    """The start of a line of `why`."""
    in_conflict: ClassVar[str] = ""
    """The label at the edit's line in the report of a conflict."""
    as_last: ClassVar[str] = ""
    """The outcome if the edit comes last; empty if that depends on earlier edits."""
    if_alone: ClassVar[str] = ""
    """The outcome if only this edit counts; empty if that depends on the previous value."""
    if_dismissed: ClassVar[str] = ""
    """The outcome if the edit is ignored."""
    conflict: ClassVar[str] = "two packs disagree over {what}, and nothing says which counts"
    """The title of a conflict between two edits with this operation."""
    needs_original: ClassVar[bool] = True
    """True if the report of a conflict should show the value as defined."""
    covers_all: ClassVar[bool] = False
    """True if it replaces or removes everything within the value."""
    on_list: ClassVar[bool] = False
    """True if it adds or drops elements of a list, which are identified by name."""
    ends_target: ClassVar[bool] = False
    """True if it leaves nothing for another pack to edit."""
    leaves_gap: ClassVar[bool] = False
    """True if it removes a key."""
    removes_record: ClassVar[bool] = False
    """True if it removes the record."""

    def commutes_with_itself(self, first: AppliedEdit, second: AppliedEdit) -> bool | None:
        """Returns whether two edits of one value by this operation give the same result in either order.

        None means that this depends on the names of the list elements concerned.
        """
        if self.covers_all and first.words == second.words:
            return is_same_toml(first.value, second.value)
        return None

    def ways_out(self, first: AppliedEdit, second: AppliedEdit, words: str) -> Sequence[str]:
        """Returns lines that suggest another way to settle a conflict between two edits by this operation."""
        return ()

    def history_of(self, applied: AppliedEdit) -> str:
        """Returns the start of the line of `why` for an edit."""
        return self.in_history

    def value_of(self, applied: AppliedEdit, written: str) -> str:
        """Returns the text for an edit's value in the report of a conflict, from its TOML text."""
        return written


class OwnDefinition(Operation):
    """The definition of a record by its own pack."""

    done = "defined"


class TableDecision(Operation):
    """A table's decision between packs that disagree."""

    done = "resolved"
    in_history = "is preferred by the table:"


DEFINED = OwnDefinition()
RESOLVED = TableDecision()


def is_same_toml(first: Any, second: Any) -> bool:
    """Returns whether two values are equal in TOML, where 1 and true differ."""
    return json.dumps(first, sort_keys=True, default=str) == json.dumps(second, sort_keys=True, default=str)


def as_path(path: Path) -> str:
    """Returns a path as dotted text: `cost.wood`."""
    return ".".join(map(str, path))
