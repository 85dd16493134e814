"""The tables of test files: the settings of one entry on top of those of its file, and where each stands."""

from __future__ import annotations

from pathlib import Path as FilePath

import attrs

from stoneage_rules.errors import ContentError
from stoneage_rules.loading.load import load
from stoneage_rules.loading.table import Table, is_path
from stoneage_rules.packs.findings.diagnostics import NOWHERE
from stoneage_rules.packs.reading.find import Source
from stoneage_rules.packs.reading.spans import Path, Span

__all__ = ["EntrySettings"]


class EntrySettings(Source):
    """The settings of one entry of a file, as the place of messages about them."""

    def __init__(self, source: Source, kind: str, index: int, players: int | None = None) -> None:
        self.own = source.data[kind][index].get("table", {})
        super().__init__(source.file, source.text, {**source.data.get("table", {}), **self.own})
        if players is not None:
            self.data = {**self.data, "players": source.data[kind][index]["for"]["players"][players]}
        self.entry: Path = (kind, index)
        self.players = players
        """Of a property, which number of its list is the player count."""

    def span(self, path: Path, *, key: bool = False) -> Span:
        """In the table of the entry, or in that of the file."""
        if path == ("players",) and self.players is not None:
            return super().span((*self.entry, "for", "players", self.players))
        return super().span((*(self.entry if path and path[0] in self.own else ()), "table", *path), key=key)

    @property
    def table(self) -> Table:
        """The settings together; packs are looked for from the file's folder."""
        made = Table.from_dict(self.data)
        folder = FilePath(self.file).parent.resolve()
        modules = (str((folder / module).resolve()) if is_path(module) else module for module in made.modules)
        return attrs.evolve(made, modules=tuple(modules))

    def located(self, error: ContentError, table: Table) -> ContentError:
        """The error of a table that was loaded as a value, with the places at which its settings stand."""
        if all(found.place.span != NOWHERE for found in error.diagnostics):
            return error
        try:
            load(table, source=self)
        except ContentError as same:
            return same
        return error
