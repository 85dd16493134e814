"""Finds values that no game reads or reaches, by querying the words at several tables with the pack.

A value may matter at one table and not at another, with a different player count or other modules, so a value is reported
only if it matters at none of the tables given.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from stoneage_rules.language.reach import Bound
from stoneage_rules.packs.checks.conditional_names import short_ids
from stoneage_rules.packs.checks.content_bounds import ContentBounds
from stoneage_rules.packs.content import Entry
from stoneage_rules.packs.findings.diagnostics import Diagnostic, in_order
from stoneage_rules.packs.findings.option_values import is_option
from stoneage_rules.packs.lint.conditions import edited_by_strangers, steady_conditions
from stoneage_rules.packs.lint.warnings import odd
from stoneage_rules.packs.reading.paths import value_at
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.text.wording import counted, noun_of

__all__ = ["idle_here", "unread"]


def unread(tables: Iterable[ContentBounds]) -> list[Diagnostic]:
    """Returns warnings about values that are in the content of some tables but matter at none."""
    warnings: dict[object, Diagnostic] = {}
    needed: set[object] = set()
    for bounds in tables:
        for value, warning in (*_judged(bounds), *steady_conditions(bounds)):
            if warning is None:
                needed.add(value)
            else:
                warnings.setdefault(value, warning)
    return in_order(warning for value, warning in warnings.items() if value not in needed)


def idle_here(bounds: ContentBounds) -> Iterator[Diagnostic]:
    """Yields warnings about values that are idle at this table, regardless of other tables (`at_any_table`)."""
    for entry, path, bound in bounds.answers("reach"):
        if bound.at_any_table and bound.idle and not _set_by_strangers(bounds, entry, path, bound):
            yield _warning(bound, entry, path + bound.path, bound.why)


def _set_by_strangers(bounds: ContentBounds, entry: Entry, path: Path, bound: Bound) -> bool:
    """Returns whether a pack that the author of a value need not know has edited what makes the value idle."""
    setters = [other for other in bounds.content if other.name in (bound.set_by or ())]
    return edited_by_strangers(bounds.content, entry.origin_of(path + bound.path)[0].pack, setters)


def _judged(bounds: ContentBounds) -> Iterator[tuple[object, Diagnostic | None]]:
    """Yields each value that may be idle, with a warning if it is."""
    for entry, path, bound in bounds.answers("reach"):
        for holder, whole, more in _holders(entry, path, bound) if not bound.at_any_table else ():
            origin, rest = holder.origin_of(whole)
            value = bound.sort, origin.source.file, origin.path + rest, whole[-1:]
            is_idle = bound.idle and not _may_matter(bounds, entry, holder, whole, bound)
            yield value, _warning(bound, holder, whole, f"{bound.why}{more}") if is_idle else None


def _holders(entry: Entry, path: Path, bound: Bound) -> Iterator[tuple[Entry, Path, str]]:
    """Yields the record with the value and its path; of several records, the first of each pack, with a note on the others."""
    if bound.at is None:
        yield entry, path + bound.path, ""
        return
    by_pack: dict[str, list[Entry]] = {}
    for holder in bound.at:
        assert isinstance(holder, Entry)
        if holder.copy > 1:
            continue  # The first copy speaks for all.
        by_pack.setdefault(holder.origin_of(bound.path)[0].pack, []).append(holder)
    for first, *others in by_pack.values():
        more = f"; so it is with {counted(len(others), f'other {noun_of(first.kind)}')}" if others else ""
        yield first, bound.path, more


def _may_matter(bounds: ContentBounds, entry: Entry, holder: Entry, path: Path, bound: Bound) -> bool:
    """Returns whether the value may matter at another table, because of an option or a conditional record or edit."""
    origin, rest = holder.origin_of(path)
    if is_option(value_at(origin.source.data, origin.path + rest)):
        return True
    conditional = bounds.conditional
    names = short_ids((entry.name, *(bound.about if bound.set_by is None else bound.set_by)))
    places = conditional.named if bound.set_by is None else conditional.edited
    itself = holder.source.file, holder.path
    return bool(conditional.by_options & names) or any(places.get(name, set()) - {itself} for name in names)


def _warning(bound: Bound, entry: Entry, path: Path, why: str) -> Diagnostic:
    origin, rest = entry.origin_of(path)
    return odd(*bound.sort, origin.source, origin.path + rest, why, origin.pack, at_key=bound.at_key, help=bound.help)
