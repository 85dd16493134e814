"""What a pack says and no game reads in its place: found by looking at all tables at which the pack can be.

A key may matter at one table and not at another, with another number of players or another module beside it; told is
only what matters at none of those that were looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from stoneage_rules.packs.content import Content
from stoneage_rules.packs.findings.diagnostics import Diagnostic, in_order
from stoneage_rules.packs.lint.conditions import steady_conditions
from stoneage_rules.packs.lint.counting import counts
from stoneage_rules.packs.lint.idle_effects import idle_effects
from stoneage_rules.packs.lint.numbers import numbers
from stoneage_rules.packs.lint.prices import prices
from stoneage_rules.packs.lint.reach import Uses, Verdict
from stoneage_rules.packs.lint.supply import supplies

__all__ = ["unread"]

CHECKS: Sequence[Callable[[Uses], Iterator[Verdict]]] = (
    prices,
    numbers,
    supplies,
    idle_effects,
    counts,
    steady_conditions,
)


def unread(contents: Iterable[Content]) -> list[Diagnostic]:
    """What matters at none of these tables, though it stands in the content of one."""
    found: dict[object, Diagnostic] = {}
    needed: set[object] = set()
    for content in contents:
        uses = Uses(content)
        for verdict in (verdict for check in CHECKS for verdict in check(uses)):
            if verdict.found is None:
                needed.add(verdict.subject)
            else:
                found.setdefault(verdict.subject, verdict.found)
    return in_order(diagnostic for subject, diagnostic in found.items() if subject not in needed)
