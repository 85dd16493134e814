"""Tables of test files: the settings of an entry on top of those of its file, and rules that are loaded once for each."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path as FilePath

import attrs

from stoneage_rules.errors import ContentError
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.loading.load import load
from stoneage_rules.loading.table import Table, is_path
from stoneage_rules.packs.findings.diagnostics import NOWHERE
from stoneage_rules.packs.reading.find import Source
from stoneage_rules.packs.reading.spans import Path, Span

__all__ = ["EntrySettings", "Loader", "loading_once"]

Loader = Callable[[Table], Ruleset]


def loading_once(load: Loader) -> Loader:
    """Returns a loader that asks another one once for each table."""
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
        index: the entry's place in its list.
        players: which number in a property's list of player counts is the table's, if one is.
    """

    def __init__(self, source: Source, kind: str, index: int, players: int | None = None) -> None:
        self.own = source.data[kind][index].get("table", {})
        super().__init__(source.file, source.text, {**source.data.get("table", {}), **self.own})
        if players is not None:
            self.data = {**self.data, "players": source.data[kind][index]["for"]["players"][players]}
        self.entry: Path = (kind, index)
        self.players = players

    def span(self, path: Path, *, key: bool = False) -> Span:
        """Returns the span of a setting in the table of the entry, or in that of the file."""
        if path == ("players",) and self.players is not None:
            return super().span((*self.entry, "for", "players", self.players))
        return super().span((*(self.entry if path and path[0] in self.own else ()), "table", *path), key=key)

    @property
    def table(self) -> Table:
        """The settings together; packs are looked for from the file's folder."""
        table = Table.from_dict(self.data)
        folder = FilePath(self.file).parent.resolve()
        modules = (str((folder / module).resolve()) if is_path(module) else module for module in table.modules)
        return attrs.evolve(table, modules=tuple(modules))

    def located(self, error: ContentError, table: Table) -> ContentError:
        """Returns the error of a table that was loaded as a value, with the places at which its settings stand."""
        if all(diagnostic.place.span != NOWHERE for diagnostic in error.diagnostics):
            return error
        try:
            load(table, source=self)
        except ContentError as same:
            return same
        return error
