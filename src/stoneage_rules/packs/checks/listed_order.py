"""Sorts records whose order another record lists, and checks that it lists each exactly once.

A field with `orders` holds such a list.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from stoneage_rules.packs.content import Content, Entry
from stoneage_rules.packs.editing.edit import value_address
from stoneage_rules.packs.findings.faults import Fault
from stoneage_rules.packs.findings.report import Report
from stoneage_rules.packs.records.parts import Part, parts_of
from stoneage_rules.text.wording import a, noun_of

__all__ = ["check_listed", "in_listed_order"]


def _orders(kind: Any) -> tuple[Part, ...]:
    """Returns the fields of a class that list the order of other records."""
    return tuple(part for part in parts_of(kind) if part.metadata.get("orders"))


def _lists(content: Content) -> Iterator[tuple[Entry, Part, str]]:
    """Yields each record that lists an order, with the field and the kind that it orders."""
    for entries in content.entries.values():
        for part in _orders(type(entries[0].record)) if entries else ():
            yield from ((entry, part, part.refs[0]) for entry in entries)


def in_listed_order(content: Content) -> Content:
    """Returns the content with records in their listed order; those not listed come last."""
    entries = dict(content.entries)
    for entry, part, kind in _lists(content):
        ranks = {name: rank for rank, name in reversed([*enumerate(getattr(entry.record, part.name))])}
        entries[kind] = tuple(sorted(entries[kind], key=lambda each: ranks.get(each.name, len(ranks))))
    return attrs.evolve(content, entries=entries)


def check_listed(content: Content, report: Report) -> None:
    """Reports records that are missing from the list of their order, or listed twice."""
    for entry, part, kind in _lists(content):
        names = getattr(entry.record, part.name)
        for index, name in enumerate(names):
            if name in names[:index]:
                origin, rest = entry.origin_of((part.key, index))
                fault = Fault("SA207", f"`{name}` stands twice in one list", "this one has no effect", path=rest)
                report.add(fault, origin.source, origin.path, origin.pack)
        if value_address(entry.address, (part.key,)) in content.settled:
            continue  # Packs disagree about the list; the table resolves that.
        for missing in [each for each in content.of(kind) if each.name not in names]:
            report.add(_not_listed(missing, entry, part.key), missing.source, missing.path, missing.pack)


def _not_listed(missing: Entry, holder: Entry, key: str) -> Fault:
    label = f"`{missing.id}` stands nowhere in `{key}` of the {noun_of(holder.kind)} {holder.pack}:{holder.id}"
    help = f"name it in `{key}`, or delete these lines"
    if missing.pack != holder.pack:
        edit = f"[[patch.{holder.kind}]]", f'target = "{holder.pack}:{holder.id}"', f'append.{key} = ["{missing.id}"]'
        help = "\n  ".join(["say when it comes, for example after all others", *edit])
    return Fault("SA217", f"{a(noun_of(missing.kind))} that never comes", label, help=help, path=("id",))
