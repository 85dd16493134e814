"""Copies of records: one record that says how many there are becomes as many records of the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from stoneage_rules.packs.content import Content, Entry
from stoneage_rules.packs.findings.diagnostics import Diagnostic
from stoneage_rules.packs.findings.reported import is_whole
from stoneage_rules.text.wording import noun_of, plural

__all__ = ["ids_of_copies", "shared_names", "with_copies"]


def ids_of_copies(entry: Entry) -> Sequence[str]:
    """Returns the ids of the copies of a record; empty if there is only one of it, or that cannot be read."""
    count = entry.record.count_in_play() if is_whole(entry.record) else 1
    return [f"{entry.id}-{number}" for number in range(1, count + 1)] if count > 1 else []


def with_copies(content: Content) -> Content:
    """Returns the content with every copy in place of its record."""
    entries = {kind: tuple(copy for entry in of_kind for copy in _copies(entry)) for kind, of_kind in content.entries.items()}
    return attrs.evolve(content, entries=entries)


def _copies(entry: Entry) -> Iterator[Entry]:
    count = entry.record.count_in_play()
    for number in range(1, count + 1):
        yield attrs.evolve(entry, name=f"{entry.name}-{number}", copy=number) if count > 1 else entry


def shared_names(content: Content) -> Iterator[Diagnostic]:
    """Yields an error for every item of a pack that has the name of a copy, once for each record."""
    first: dict[str, Entry] = {}
    told: set[tuple[str, str]] = set()
    for entry in sorted(content.items(), key=lambda entry: not entry.copy):
        twin = first.setdefault(entry.name, entry)
        if twin is entry or (twin.address, entry.address) in told:
            continue
        told.add((twin.address, entry.address))
        label = f"a copy of it is called `{twin.id}-{twin.copy}`" if twin.copy else "first used here"
        yield Diagnostic(
            "SA206",
            f"two {plural(noun_of(entry.kind))} with the same id",
            entry.source.place((*entry.path, "id"), "used again here"),
            others=(twin.source.place((*twin.path, "id"), label),),
            help="give one of them another id",
            packs=(entry.pack,),
        )
