"""Where the values of a ruleset come from: who set each, and all that packs change.

The history itself is kept by `packs`; this is its door for users.
"""

from __future__ import annotations

from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.packs.editing import provenance
from stoneage_rules.packs.editing.provenance import Change, HistoryStep

__all__ = ["Change", "HistoryStep", "diff", "why"]


def why(rules: Ruleset, address: str) -> tuple[HistoryStep, ...]:
    """The history of a value, the last word first: who set it, in which file and line, and why.

    Args:
        rules: the rules in question.
        address: `KIND PACK:ID PATH`, such as `limit base:ID at_most.2`; the path may be left out, or cut to words
            that mean one value alone.

    Raises:
        KeyError: there is no such record or value; the message names the nearest.
    """
    return provenance.why(rules.content, address)


def diff(rules: Ruleset) -> tuple[Change, ...]:
    """Everything that the enabled packs add to, change of or take from the base game."""
    return provenance.diff(rules.content)
