"""Faults written into the text of a pack, one or many at a time, and the places where they must be found.

Nothing is asserted here; which faults there are is in `test_loading` and `test_every_fault`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import attrs

import stoneage_base
from packs.toy import LANGUAGE
from stoneage_rules.errors import ContentError
from stoneage_rules.packs.build import build_content, read_manifest
from stoneage_rules.packs.content import Pack, Settings
from stoneage_rules.packs.diagnostics import Diagnostic, Edit, edited
from stoneage_rules.packs.find import PackFiles, Source, parse_source, read_pack
from stoneage_rules.packs.positions import Path as TomlPath
from stoneage_rules.packs.positions import Span
from stoneage_rules.packs.report import Report
from stoneage_rules.packs.structure import structurer_for

__all__ = ["BASE", "FILES", "Fault", "diagnostics_with", "keys_of", "scalars_of"]

BASE = Path(stoneage_base.__file__).parent
"""The folder of the base game."""

FILES: Mapping[str, Source] = {source.file: source for source in read_pack(BASE, "base").content}
"""The content files of the base game by the name that messages show."""


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
        """The record it stands in."""
        return self.file, *self.path[:2]

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
    """Every key within a record, with its span."""
    for path, _ in entries(source.data):
        if len(path) > 2 and isinstance(path[-1], str):
            yield path, path[-1], source.positions[path].key


def diagnostics_with(faults: Iterable[Fault]) -> tuple[Diagnostic, ...]:
    """What is found in the base game when these faults are in it."""
    edits: dict[str, list[Edit]] = {}
    for fault in faults:
        edits.setdefault(fault.file, []).append(Edit(fault.file, fault.span, fault.text))
    texts = {file: edited(source.text, edits.get(file, ())) for file, source in FILES.items()}
    try:
        build_content((_pack(texts),), Settings(2, {"base": {"edition": "2018"}}), LANGUAGE)
    except ContentError as error:
        return tuple(error.diagnostics)
    return ()


def _pack(texts: Mapping[str, str]) -> Pack:
    """The base game with these texts."""
    as_read = read_pack(BASE, "base")
    sources = []
    for file, text in texts.items():
        source, found, _ = parse_source(text.encode(), file)
        assert source is not None, found
        sources.append(source)
    files = PackFiles(BASE, as_read.manifest, tuple(sources), (), texts)
    manifest = read_manifest(files, structurer_for({}, {}), Report())
    assert manifest is not None
    return Pack(manifest, files)
