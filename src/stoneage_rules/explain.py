"""The origins of the values of a ruleset: who set each of them, and everything that packs change."""

from __future__ import annotations

from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.packs.editing import provenance
from stoneage_rules.packs.editing.provenance import Change, HistoryStep

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


def diff(rules: Ruleset) -> tuple[Change, ...]:
    """Returns everything that the enabled packs add to, change of or take from the base game."""
    return provenance.diff(rules.content)
