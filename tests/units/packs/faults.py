"""Faults written into the text of a pack, one or many at a time; where they must be found, and which can be told together.

Nothing is asserted here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import attrs

from stoneage_rules._version import __version__
from stoneage_rules.language.forms import Structurer
from stoneage_rules.packs.build import build_content
from stoneage_rules.packs.content import Pack
from stoneage_rules.packs.diagnostics import TextEdit, edited
from stoneage_rules.packs.find import PackFiles, Source, parse_source
from stoneage_rules.packs.load_order import read_packs
from stoneage_rules.packs.options import is_for
from stoneage_rules.packs.patching import EDITS
from stoneage_rules.packs.report import Report
from stoneage_rules.packs.spans import TextSpan, TomlPath
from units.library import FEATURES
from units.packs.everything import content, entries, language, settings_of

__all__ = ["FILES", "Fault", "Where", "entries", "gathered", "hangs_alone", "keys_of", "places_of", "report_with", "scalars_of"]

PACKS = content().packs
"""Every pack of the library that is there."""
Where = tuple[str, int, int]
"""File, line and column."""

HINGES = {"id", "groups", "only_if", "when", "target", "where"}
"""Other values mean something else, or nothing, without these."""
EDITED = {(record.kind, record.id) for record in content().edited}
"""Records that are edited: what an edit says may be about any value of them."""


def _is_read(source: Source) -> bool:
    """Returns whether the packs are there that a file is for: without them nothing in it counts."""
    return is_for(source, {pack.id for pack in PACKS})


FILES: Mapping[str, Source] = {
    source.file: source
    for pack in PACKS
    for source in (pack.files.manifest, *pack.files.content)
    if source is not None and _is_read(source)
}
"""Their files by the name that messages show."""


@attrs.frozen
class Fault:
    """Something else in place of a key or value of a file."""

    file: str
    path: TomlPath
    span: TextSpan
    text: str

    @property
    def record(self) -> tuple[Any, ...]:
        """The record it stands in; a manifest is one."""
        return (self.file,) if self.is_manifest else (self.file, *self.path[: 3 if self.path[0] in EDITS else 2])

    @property
    def is_manifest(self) -> bool:
        """Returns whether it stands in a `pack.toml`, before which nothing else is read."""
        return self.file.endswith("/pack.toml")

    @property
    def reach(self) -> TomlPath:
        """The way to all that is read by what stands at the fault: an effect by its verb, an option's values by each other."""
        if self.path[0] == "options":
            return self.path[:2]
        return self.path[:-1] if self.path[-1] == "do" else self.path

    def __str__(self) -> str:
        return f"{self.file}:{self.span.line}:{self.span.column} {'.'.join(map(str, self.path))} = {self.text}"


def scalars_of(source: Source) -> Iterator[tuple[TomlPath, Any, TextSpan]]:
    """Every text, number and truth of a file, with its span."""
    for path, value in entries(source.data):
        if type(value) in (str, int, bool):
            yield path, value, source.positions[path].value


def keys_of(source: Source) -> Iterator[tuple[TomlPath, str, TextSpan]]:
    """Every key within a record or manifest, with its span."""
    outside = 0 if source.file.endswith("/pack.toml") else 2
    for path, _ in entries(source.data):
        if len(path) > outside + (path[0] in EDITS) and isinstance(path[-1], str):
            yield path, path[-1], source.positions[path].key


def report_with(faults: Iterable[Fault], *, other: bool = False) -> Report:
    """Returns the findings in the packs with these faults in them, at this table or the other one."""
    edits: dict[str, list[TextEdit]] = {}
    for fault in faults:
        edits.setdefault(fault.file, []).append(TextEdit(fault.file, fault.span, fault.text))
    report = Report()
    packs = read_packs([_with(pack, edits) for pack in PACKS], Structurer({}, {}), __version__, FEATURES, report)
    build_content(packs.loadable, settings_of(packs.read, other=other), language(), report=report)
    return report


def _with(pack: Pack, edits: Mapping[str, list[TextEdit]]) -> PackFiles:
    """A pack's files, edited so."""
    files = pack.files
    manifest, *sources = [_edited(source, edits) for source in (files.manifest, *files.content)]
    return attrs.evolve(files, manifest=manifest, content=tuple(sources))


def _edited(source: Source, edits: Mapping[str, list[TextEdit]]) -> Source:
    if source.file not in edits:
        return source
    made, found, _ = parse_source(edited(source.text, edits[source.file]).encode(), source.file)
    assert made is not None, found
    return made


# --- faults that have nothing to do with each other -----------------------------------------------------------------


def hangs_alone(fault: Fault) -> bool:
    """Returns whether with this fault others may not be there, or other ones be there too."""
    kind, number, *inside = fault.path + (0,) * (len(fault.path) == 1)
    if fault.is_manifest or kind in ("kind", "only_if") or HINGES & {*map(str, inside)}:
        return True
    if kind in EDITS:
        return False
    record = FILES[fault.file].data[kind][number]
    # What is reconstructed is named by keys and parts of them.
    return "reconstructed" in record or (kind, record["id"]) in EDITED


def places_of(faults: Iterable[Fault]) -> dict[Where, Fault]:
    """Tells where each of some faults stands when all of them are written: those before it on its line have moved it."""
    found, moved = {}, {}
    for fault in sorted(faults, key=lambda fault: fault.span.start):
        line = (fault.file, fault.span.line)
        by = moved.get(line, 0)
        found[*line, fault.span.column + by] = fault
        moved[line] = by + len(fault.text) - (fault.span.end_column - fault.span.column)
    return found


def gathered(faults: Iterable[Fault]) -> list[list[Fault]]:
    """Faults in as few groups as it takes for each to be there whatever becomes of the others of its group."""
    groups: list[dict[str, list[Fault]]] = []
    for fault in faults:
        fits = (group for group in groups if all(_are_independent(fault, other) for other in group.get(fault.file, ())))
        group = next(fits, None)
        if group is None:
            groups.append(group := {})
        group.setdefault(fault.file, []).append(fault)
    return [[fault for beside in group.values() for fault in beside] for group in groups]


def _are_independent(one: Fault, other: Fault) -> bool:
    return one.path[: len(other.reach)] != other.reach and other.path[: len(one.reach)] != one.reach
