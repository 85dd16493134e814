"""Reads the entries of test files as records, each with its table, and loads the rules of a table once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path as FilePath
from typing import Any, ClassVar

import attrs

from stoneage_rules.errors import ContentError
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.loading.load import load
from stoneage_rules.loading.table import Table, is_path, setting_of, table_error
from stoneage_rules.packs.findings.diagnostics import NOWHERE
from stoneage_rules.packs.findings.faults import Fault
from stoneage_rules.packs.findings.report import refusal
from stoneage_rules.packs.reading.find import Source, parse_source, read_source
from stoneage_rules.packs.reading.paths import value_at
from stoneage_rules.packs.reading.spans import Path, Span
from stoneage_rules.packs.records.structure import Structurer
from stoneage_rules.testing.names import Names

__all__ = ["EntrySettings", "FileEntry", "Loader", "Settings", "as_written", "loading_once", "read_entries"]

Loader = Callable[[Table], Ruleset]
Settings = Callable[[Mapping[str, Any]], Mapping[str, Any]]
"""Returns the table's settings for a test file, which has settings of its own."""


def loading_once(load: Loader) -> Loader:
    """Returns a loader that calls another one only once for each table."""
    loaded: dict[str, Ruleset] = {}

    def load_once(table: Table) -> Ruleset:
        key = repr(table.to_dict())
        if key not in loaded:
            loaded[key] = load(table)
        return loaded[key]

    return load_once


class EntrySettings(Source):
    """The settings of one entry of a file, as the source of diagnostics about them.

    Args:
        source: the file.
        kind: `scenario` or `property`.
        index: the index of the entry in its list.
        players: the index of the table's player count in a property's list, if it is from there.
    """

    is_whole = False

    def __init__(self, source: Source, kind: str, index: int, players: int | None = None) -> None:
        self.own = source.data[kind][index].get("table", {})
        super().__init__(source.file, source.text, {**source.data.get("table", {}), **self.own})
        if players is not None:
            self.data = {**self.data, "players": source.data[kind][index]["for"]["players"][players]}
        self.entry: Path = (kind, index)
        self.players = players

    @cached_property
    def _in_file(self) -> Mapping[str, Any]:
        """The settings as the file has them, without those that are given beside it."""
        source = parse_source(self.text.encode(), self.file)[0]
        return {**(source.data.get("table", {}) if source else {}), **self.own}

    def locate(self, path: Path) -> tuple[Source, Path]:
        """Returns the file with the path of a setting in it; of one that is given beside the file, that setting."""
        value = value_at(self.data, path)
        if path == ("players",) and self.players is not None:
            return self, path
        if path[:1] == ("modules",) and value in self._in_file.get("modules", ()):
            return self, ("modules", self._in_file["modules"].index(value))
        return (self if value_at(self._in_file, path) == value else setting_of(self.data, path)), path

    def span(self, path: Path, *, key: bool = False) -> Span:
        """Returns the span of a setting in the table of the entry, or in that of the file."""
        if path == ("players",) and self.players is not None:
            return super().span((*self.entry, "for", "players", self.players))
        return super().span((*(self.entry if path and path[0] in self.own else ()), "table", *path), key=key)

    @property
    def table(self) -> Table:
        """The settings as a table; paths of packs are relative to the file's folder."""
        table = Table.from_dict(self.data)
        folder = FilePath(self.file).parent.resolve()
        modules = (str((folder / module).resolve()) if is_path(module) else module for module in table.modules)
        return attrs.evolve(table, modules=tuple(modules))

    def located(self, error: ContentError, table: Table) -> ContentError:
        """Returns the error of a table that was loaded as a value, with the places of its settings in the file."""
        if all(diagnostic.place.span != NOWHERE for diagnostic in error.diagnostics):
            return error
        try:
            load(table, source=self)
        except ContentError as same:
            return same
        return error


@attrs.frozen(eq=False)
class FileEntry:
    """A scenario or property of a file."""

    kind: ClassVar[str]
    """The name of the file's table that holds such entries."""

    name: str
    rules: tuple[str, ...]
    """The ids of the statements that it tests."""
    table: Table
    _entry: Any
    _source: Source
    _index: int

    @property
    def where(self) -> str:
        """`file:line` of its name."""
        return self.locate("name")

    def locate(self, *path: str | int) -> str:
        """Returns `file:line` of a part of it, or of the nearest enclosing part that is written."""
        return f"{self._source.file}:{self._source.span((self.kind, self._index, *path)).line}"

    @property
    def _written(self) -> Mapping[str, Any]:
        """The entry as written in the file."""
        entry: Mapping[str, Any] = self._source.data[self.kind][self._index]
        return entry

    def unknown(self, rules: Ruleset) -> Iterator[Fault]:
        """Yields a fault for every name in it that does not exist at a table."""
        yield from Names(rules).unknown(self._entry, (self.kind, self._index))


def read_entries(
    path: FilePath,
    kind: str,
    model: type,
    check: Callable[[Any, Mapping[str, Any]], Iterable[Fault]],
    settings: Settings | None = None,
) -> Iterator[tuple[Any, Table, Source, int]]:
    """Yields every entry of a test file as a record, with its table, the file and its index in the list.

    Args:
        path: the file.
        kind: the name of the table that holds the entries.
        model: the record class of the whole file.
        check: yields further faults of the record of a file, and of its data.
        settings: adds to the settings of the file's table, or changes them.

    Raises:
        ContentError: the file cannot be read, or has the wrong form.
    """
    source, diagnostics, text = read_source(path, str(path))
    if source is None:
        raise refusal(diagnostics, {str(path): text})
    record, faults = Structurer({}, {}, defers=True).structure(_with_lists(source.data), model)
    faults = faults or list(check(record, source.data))
    if faults:
        raise table_error([*map(_told_where, as_written(faults, source.data))], source)
    if settings is not None:
        source.data = {**source.data, "table": settings(source.data.get("table", {}))}
    for index, entry in enumerate(getattr(record, kind)):
        yield entry, EntrySettings(source, kind, index).table, source, index


def _told_where(fault: Fault) -> Fault:
    """Adds to the fault of a key that no file of tests has where it belongs."""
    if fault.code != "SA202" or len(fault.path) != 1 or fault.near:
        return fault
    is_setting = fault.path[0] in attrs.fields_dict(Table)
    help = "settings stand under `[table]`" if is_setting else "content lies beside the folder of tests, and not in it"
    return attrs.evolve(fault, help=help)


def _with_lists(data: Mapping[str, Any]) -> dict[str, Any]:
    """Returns a file's data with a list around every single `refused` table."""
    scenarios = data.get("scenario")
    if not isinstance(scenarios, list):
        return dict(data)
    return {**data, "scenario": [{**entry, "refused": [entry["refused"]]} if _is_single(entry) else entry for entry in scenarios]}


def _is_single(entry: Any) -> bool:
    return isinstance(entry, dict) and isinstance(entry.get("refused"), dict)


def as_written(faults: Iterable[Fault], data: Mapping[str, Any]) -> Iterator[Fault]:
    """Yields faults with paths as in the file, without the list that was added around a single `refused`."""
    for fault in faults:
        path = fault.path
        single = len(path) > 3 and path[2] == "refused" and _is_single(data["scenario"][path[1]])
        yield attrs.evolve(fault, path=path[:3] + path[4:]) if single else fault
