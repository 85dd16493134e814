"""Reports records that are valid on their own but cannot be played together.

Content that is allowed but odd is reported by `lint`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import attrs

from stoneage_rules.language.reach import Clash, Path
from stoneage_rules.packs.checks.content_bounds import ContentBounds
from stoneage_rules.packs.content import Content, Entry
from stoneage_rules.packs.editing.edit import Provenance
from stoneage_rules.packs.editing.operation import DEFINED
from stoneage_rules.packs.findings.diagnostics import Diagnostic, TextPlace
from stoneage_rules.text.toml_writer import written

__all__ = ["clashes"]


def clashes(content: Content) -> Iterator[Diagnostic]:
    """Yields a diagnostic for every surplus record of a single-record kind, and for every clash that words report."""
    for entries in content.entries.values():
        for second in entries[1:] if entries and entries[0].record.is_single else ():
            yield _second(entries[0], second)
    for entry, path, clash in ContentBounds(content).answers("clashes"):
        yield _diagnostic(content, clash.at or entry, clash.path if clash.at else path + clash.path, clash)


def _diagnostic(content: Content, entry: Entry, path: Path, clash: Clash) -> Diagnostic:
    origin, rest = entry.origin_of(path)
    edited = origin.operation.leaves_gap if clash.is_missing else origin.operation is not DEFINED
    origins = [other.origin_of(path) for other, path, _ in clash.others]  # type: ignore[attr-defined]
    others = [where.place(on, label) for (where, on), (_, _, label) in zip(origins, clash.others, strict=True)]
    removed = [edit for edit in content.applied if edit.operation.removes_record and edit.key[0] == clash.removed]
    removals = [edit.origin for edit in removed]
    why = f"{clash.why}, and there are {clash.left}" if clash.removed and not removals else clash.why
    place = origin.place(rest, why)
    if clash.is_missing:
        place = origin.place((), why) if edited else entry.source.place((*entry.path, "id"), why)
    first, *more = [*_removal_places(removals, clash.left), place]
    return Diagnostic(
        clash.code,
        clash.title,
        first,
        others=(*more, *others),
        notes=(clash.note,) if clash.note else (),
        help=clash.help_if_edited if edited and clash.help_if_edited else clash.help,
        packs=tuple(dict.fromkeys((*(gone.pack for gone in reversed(removals)), origin.pack, *(o.pack for o, _ in origins)))),
    )


def _removal_places(removals: Sequence[Provenance], left: int) -> Iterator[TextPlace]:
    """Yields the place of each removal, with the number of records removed, last edit first; one edit may remove several."""
    counts = Counter((gone.pack, gone.place()) for gone in reversed(removals))
    for number, ((pack, place), count) in enumerate(counts.items()):
        removed = f"{count} of {left + len(removals)}: {left} are left" if number == 0 else f"{count} more"
        yield attrs.evolve(place, label=f"{pack} removes {removed}")


SAME = "delete this one: it says what the first says"


def _second(first: Entry, second: Entry) -> Diagnostic:
    edit = _as_edit(first, second)
    return Diagnostic(
        "SA213",
        f"a second `{second.kind}`; there can be only one",
        second.source.place((*second.path, "id"), "this one is too many"),
        others=(first.source.place((*first.path, "id"), "this is the first"),),
        help="\n  ".join(["instead of this record, write", *edit]) if edit else SAME,
        packs=tuple(dict.fromkeys((second.pack, first.pack))),
    )


def _as_edit(first: Entry, second: Entry) -> Sequence[str]:
    """Returns the lines of an edit that gives the first record the values in which the second differs."""
    old, new = first.raw_record.data, second.raw_record.data
    changes = [f"set.{key} = {written(value)}" for key, value in new.items() if key != "id" and old.get(key) != value]
    return (f"[[patch.{second.kind}]]", f'target = "{first.pack}:{first.id}"', *changes) if changes else ()
