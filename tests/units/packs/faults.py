"""Faults written into the text of a pack, one or many at a time, and the places where they must be found.

Nothing is asserted here; which faults there are is in `test_loading` and `test_every_fault`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import attrs

from stoneage_rules._version import __version__
from stoneage_rules.packs.build import build_content
from stoneage_rules.packs.content import Pack
from stoneage_rules.packs.diagnostics import Diagnostic, TextEdit, edited, in_order
from stoneage_rules.packs.find import PackFiles, Source, parse_source
from stoneage_rules.packs.load_order import read_packs
from stoneage_rules.packs.merge import EDITS
from stoneage_rules.packs.report import Report
from stoneage_rules.packs.spans import Span, TomlPath
from stoneage_rules.packs.structure import Structurer
from units.library import FEATURES
from units.packs.everything import content, language, settings_of

__all__ = ["FILES", "Fault", "diagnostics_with", "keys_of", "place_of", "report_with", "scalars_of"]

PACKS = content().packs
"""Every pack of the library that is there."""


def _is_read(source: Source) -> bool:
    """Returns whether the packs are there that a file is for: without them nothing in it counts."""
    return set(source.data.get("only_if", {}).get("packs", ())) <= {pack.id for pack in PACKS}


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
    span: Span
    text: str

    @property
    def place(self) -> tuple[str, int, int]:
        """File, line and column at which it must be found."""
        return self.file, self.span.line, self.span.column

    @property
    def record(self) -> tuple[Any, ...]:
        """The record it stands in; a manifest is one."""
        return (self.file,) if self.is_manifest else (self.file, *self.path[: 3 if self.path[0] in EDITS else 2])

    @property
    def is_manifest(self) -> bool:
        """Returns whether it stands in a `pack.toml`, before which nothing else is read."""
        return self.file.endswith("/pack.toml")

    def __str__(self) -> str:
        return f"{self.file}:{self.span.line}:{self.span.column} {'.'.join(map(str, self.path))} = {self.text}"


def entries(value: Any, path: TomlPath = ()) -> Iterator[tuple[TomlPath, Any]]:
    """Every value of a document, containers included, with the way to it."""
    if path:
        yield path, value
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, inner in inside:
        yield from entries(inner, (*path, step))


def scalars_of(source: Source) -> Iterator[tuple[TomlPath, Any, Span]]:
    """Every text, number and truth of a file, with its span."""
    for path, value in entries(source.data):
        if type(value) in (str, int, bool):
            yield path, value, source.positions[path].value


def keys_of(source: Source) -> Iterator[tuple[TomlPath, str, Span]]:
    """Every key within a record or manifest, with its span."""
    outside = 0 if source.file.endswith("/pack.toml") else 2
    for path, _ in entries(source.data):
        if len(path) > outside + (path[0] in EDITS) and isinstance(path[-1], str):
            yield path, path[-1], source.positions[path].key


def diagnostics_with(faults: Iterable[Fault], *, other: bool = False) -> tuple[Diagnostic, ...]:
    """Returns what is found in the packs when these faults are in them; at the other table, if so wanted."""
    return tuple(in_order(report_with(faults, other=other).diagnostics))


def report_with(faults: Iterable[Fault], *, other: bool = False) -> Report:
    """The same with what is held back and what could not be looked at."""
    edits: dict[str, list[TextEdit]] = {}
    for fault in faults:
        edits.setdefault(fault.file, []).append(TextEdit(fault.file, fault.span, fault.text))
    report = Report()
    files = [_with(pack, edits) for pack in PACKS]
    packs = read_packs(
        files,
        Structurer({}, {}),
        __version__,
        FEATURES,
        report,
    )
    build_content(packs.loadable, settings_of(packs.read, other=other), language(), report=report)
    return report


def place_of(found: Diagnostic) -> tuple[str, int, int]:
    """File, line and column of a finding."""
    return found.place.file, found.place.span.line, found.place.span.column


def _with(pack: Pack, edits: Mapping[str, list[TextEdit]]) -> PackFiles:
    """A pack's files, edited so."""
    files = pack.files
    assert files.manifest is not None
    manifest, *sources = [_edited(source, edits) for source in (files.manifest, *files.content)]
    return attrs.evolve(files, manifest=manifest, content=tuple(sources))


def _edited(source: Source, edits: Mapping[str, list[TextEdit]]) -> Source:
    if source.file not in edits:
        return source
    made, found, _ = parse_source(edited(source.text, edits[source.file]).encode(), source.file)
    assert made is not None, found
    return made
