"""Reports conflicts between packs: what each does to the value, and lines to paste, any of which settles the conflict.

The conflicts are found in `conflicts` and `merge`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs

from stoneage_rules.language.described import Described
from stoneage_rules.packs.content import Pack
from stoneage_rules.packs.editing.edit import AppliedEdit, Provenance, RawRecord
from stoneage_rules.packs.editing.operation import Operation, as_path
from stoneage_rules.packs.findings.diagnostics import Diagnostic, TextPlace
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.packs.records.addressing import at_words
from stoneage_rules.text.toml_writer import written
from stoneage_rules.text.wording import noun_of, shortened

__all__ = ["Files", "conflict", "place_of", "undone"]


@attrs.frozen
class Files(Described):
    """The files in which a conflict can be settled."""

    packs: Mapping[str, Pack]
    """The packs by id; their order is declared in their manifests."""
    decided_inline: bool
    """True if the table file writes its decisions as one list."""


def place_of(edit: AppliedEdit, around: Path | None = None) -> TextPlace:
    """Returns an edit's location, labelled with its effect; names the value if the conflict is about an enclosing one."""
    origin = edit.origin
    it = "it" if around in (None, edit.scope) else f"`{as_path(edit.scope)}`"
    words = edit.operation.in_conflict.format(value=edit.operation.value_of(edit, _shown(edit.value)), it=it)
    return origin.place((), f"{origin.pack} {words}{_condition(origin)}")


def _condition(origin: Provenance) -> str:
    """Returns a note if an edit has a `when`, which the line shown does not include."""
    edit: Any = origin.source.data
    for step in origin.path[:3]:
        edit = edit[step]
    return ", where its `when` holds" if isinstance(edit, dict) and edit.get("when") else ""


def undone(pack: str, first: AppliedEdit, second: AppliedEdit) -> Diagnostic:
    """Returns the diagnostic of an edit that a later edit of the same pack undoes completely."""
    later = place_of(second)
    place = TextPlace(later.file, later.span, f"{later.label}, and nothing of the other is left")
    title, help = "an edit that another of the same pack undoes", "delete one of the two edits"
    return Diagnostic("SA307", title, place_of(first), others=(place,), help=help, packs=(pack,))


def conflict(name: str, pair: Sequence[AppliedEdit], defined: Mapping[Any, RawRecord], files: Files) -> Diagnostic:
    """Returns the diagnostic of two packs that disagree over a value and have no order.

    Args:
        name: the value's printable address.
        pair: the edit of each pack.
        defined: the records before any edit.
        files: the files in which the conflict can be settled.
    """
    first, second = sorted(pair, key=lambda edit: edit.origin.pack)
    kind, _, id = first.address.partition(" ")
    words = name.partition(" ")[2].partition(" ")[2]
    what = f"`{words}` of the {noun_of(kind)} {id}" if words else f"the {noun_of(kind)} {id}"
    around = min(first.scope, second.scope, key=len)
    ways = [*_by_order((first, second), around, files.packs), *_by_table(name, (first, second), around, files)]
    shared = Operation()
    if first.operation is second.operation:
        shared = first.operation
        ways += shared.ways_out(first, second, words)
    inner = max(first, second, key=lambda edit: len(edit.scope))
    return Diagnostic(
        "SA401",
        shared.conflict.format(what=what),
        place_of(first, around),
        others=(place_of(second, around), *(_as_defined(inner, around, defined) if shared.needs_original else ())),
        help=_numbered(ways),
        packs=(first.origin.pack, second.origin.pack),
        datum=name,
    )


def _numbered(ways: Sequence[str]) -> str:
    """Returns solutions as a numbered list; each begins with a line that is not indented."""
    lines = ["any one of these settles it"]
    number = 0
    for line in ways:
        number += not line.startswith(" ")
        lines.append(f"  {line}" if line.startswith(" ") else f"  {number}. {line}")
    return "\n".join(lines)


def _by_order(pair: tuple[AppliedEdit, AppliedEdit], around: Path, packs: Mapping[str, Pack]) -> Iterator[str]:
    for mine, other in (pair, pair[::-1]):
        # After an edit that removes its target, nothing is left for the other pack to edit.
        if not other.operation.ends_target:
            yield from _order_lines(packs[mine.origin.pack], other.origin.pack)
            yield f"  {_outcome(mine.operation.as_last, mine, around) or f'then {mine.origin.pack} comes last'}"


def _by_table(name: str, pair: tuple[AppliedEdit, AppliedEdit], around: Path, files: Files) -> Iterator[str]:
    outcomes = []
    for edit, other in (pair, pair[::-1]):
        pack, operation = edit.origin.pack, edit.operation
        outcome = _outcome(operation.if_alone, edit, around) or f"then only what {pack} does counts"
        outcomes.append((pack, outcome + (other.operation.if_dismissed if other.operation is not operation else "")))
    yield from _table_lines(name, outcomes, files)


def _table_lines(name: str, outcomes: Sequence[tuple[str, str]], files: Files) -> Iterator[str]:
    """Yields the lines for a table file that prefer one of two packs, with the outcome of each choice."""
    (use, outcome), (other, otherwise) = outcomes
    if files.decided_inline:
        yield "in the table file, as the first row of `resolve`:"
        yield f"  {written({'datum': name, 'use': use})},"
    else:
        # A `[[resolve]]` table can be added at the end of any file, any number of times.
        yield "in the table file, at the end:"
        yield from ("  [[resolve]]", f"  datum = {written(name)}", f"  use = {written(use)}")
    yield f"  {outcome}"
    yield f'  with `use = "{other}"` instead, {otherwise}'


def _order_lines(pack: Pack, after: str) -> Iterator[str]:
    """Yields the lines for a manifest that place its pack after another."""
    manifest = pack.files.manifest
    assert manifest is not None
    named = manifest.data.get("order", {}).get("after")
    if named is not None:
        yield f"in {manifest.file}, under [order], instead of `after`:"
    elif "order" in manifest.data:
        yield f"in {manifest.file}, under [order]:"
    else:
        yield f"in {manifest.file}, at the end:"
        yield "  [order]"
    yield f"  after = {written([*(named or ()), after])}"


def _outcome(words: str, edit: AppliedEdit, around: Path) -> str:
    """Returns the outcome of an edit, from a template; empty if it changes only part of the value in conflict."""
    neighbour = "" if edit.beside is None else _shown(edit.beside[1])
    values = {"value": _shown(edit.value), "pack": edit.origin.pack, "neighbour": neighbour}
    return words.format(**values) if edit.scope == around else ""


def _as_defined(edit: AppliedEdit, around: Path, defined: Mapping[Any, RawRecord]) -> tuple[TextPlace, ...]:
    """Returns the place of the value as its own pack defines it, if that pack writes it."""
    entity = next((entity for entity in defined.values() if entity.address == edit.address), None)
    # If one edit removes the whole record, show the value that the other edit changes.
    shown = around or edit.scope
    if entity is None or not shown:
        return ()
    path, value = at_words(entity.data, shown)
    if value is None:
        return ()
    origin = entity.origin
    it = "it" if shown == around else f"`{as_path(shown)}`"
    return (origin.place(path, f"in {entity.pack} {it} is {_shown(value)}"),)


def _shown(value: Any) -> str:
    return shortened(written(value))
