"""Refusals by rows of `if` that do not hold now."""

from __future__ import annotations

from collections.abc import Sequence

from stoneage_rules.kernel.legality import RecordKey, Shortfall
from stoneage_rules.kernel.state import State
from stoneage_rules.language.condition import IfRow, in_words, now_in_words
from stoneage_rules.language.phrases import Phrases

RowPath = tuple[str | int, ...]
"""The path to a row of `if` in its record."""


def refused_by(
    check: str, record: RecordKey, failing: Sequence[tuple[RowPath, IfRow]], what: str, state: State, seat: int
) -> Shortfall:
    """Returns the refusal of a named check whose rows do not hold: what they ask for, what is now, and the first one's line.

    Args:
        check: the name of the check.
        record: kind and id of the record with the rows.
        failing: the rows that do not hold, one or more, each with its path in the record.
        what: what is open only while they hold, with its verb: `the hut is open`.
        state: the state that is asked about.
        seat: the seat for which they do not hold.
    """
    phrases, rows = state.rules.service(Phrases), [row for _, row in failing]
    needed, found = f"{what} only {in_words(rows, phrases)}", now_in_words(rows, phrases, state, seat)
    return Shortfall(check, needed, found, record, named_only=True, path=failing[0][0])
