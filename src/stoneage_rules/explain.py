"""The origins of the values of a ruleset: who set each of them, and everything that packs change."""

from __future__ import annotations

from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.loading.table_changes import changed_options, compared_settings
from stoneage_rules.packs.editing import provenance
from stoneage_rules.packs.editing.comparison import compared
from stoneage_rules.packs.editing.provenance import Change, HistoryStep
from stoneage_rules.packs.reading.find import Source

__all__ = ["Change", "HistoryStep", "diff", "why"]


def why(rules: Ruleset, address: str) -> tuple[HistoryStep, ...]:
    """Returns the history of a value, the last change first: who set it, in which file and line, and why.

    Args:
        rules: the rules with the value.
        address: `KIND PACK:ID PATH`, such as `limit base:ID at_most.2`; the path may be left out, or cut to words
            that mean one value alone.

    Raises:
        UnknownName: there is no such record or value; the message names the nearest.
    """
    return provenance.why(rules.content, address)


def diff(rules: Ruleset, before: Ruleset | None = None, *, table: Source | None = None) -> tuple[Change, ...]:
    """Returns everything that a table changes: options, and what the enabled packs add, change and take.

    Args:
        rules: the rules of the table.
        before: the rules that they are compared with, value by value; without them the base game, edit by edit.
        table: the file of the table, for the lines of its settings.
    """
    if before is None:
        return (*changed_options(rules.content, table), *provenance.diff(rules.content))
    settings = compared_settings(before.content, rules.content, table)
    return (*settings, *compared(before.content, rules.content))
