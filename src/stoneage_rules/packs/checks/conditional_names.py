"""Finds the names used in conditional records and edits: at another table, the named records may matter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from stoneage_rules.packs.content import Content
from stoneage_rules.packs.editing.tables import EDITS
from stoneage_rules.packs.findings.option_values import is_option
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.packs.records.ids import ONLY_IF

__all__ = ["ConditionalNames", "short_ids"]

Places = Mapping[str, set[tuple[str, Path]]]
"""The files and paths at which each short id occurs."""

SAYS_NOTHING = ("id", "rules", "name", "why", "when", "reconstructed")
"""Keys whose texts do not refer to anything that the record or edit uses."""


class ConditionalNames:
    """The names that conditional records and edits use, in the files of a table's packs."""

    def __init__(self, content: Content) -> None:
        self.content = content

    @cached_property
    def named(self) -> Places:
        """The places in conditional records and edits that use a name; there, the named record may be read."""
        return _places((word, file, path) for file, path, table in self._conditional for word in _words(table))

    @cached_property
    def edited(self) -> Places:
        """The conditional edits of each record, by its name."""
        return _places((name, file, path) for file, path, table in self._conditional for name in self._edited_by(path, table))

    @cached_property
    def by_options(self) -> frozenset[str]:
        """The names of records with a value taken from an option, which can differ at another table."""
        sources = [source for pack in self.content.packs for source in pack.files.content]
        tables = [(path, table) for source in sources for path, table in _tables(source.data, ()) if _has_option(table)]
        return frozenset(name for path, table in tables for name in self._edited_by(path, table) or (table.get("id", ""),))

    @cached_property
    def _conditional(self) -> Sequence[tuple[str, Path, Mapping[str, Any]]]:
        """The file, path and table of each conditional record and edit."""
        at_table = {pack.id for pack in self.content.packs}
        entries = []
        for source in (source for pack in self.content.packs for source in pack.files.content):
            unused = not set(source.data.get(ONLY_IF, {}).get("packs", ())) <= at_table
            entries += [(source.file, path, table) for path, table in _tables(source.data, ()) if unused or _depends(table)]
        return entries

    def _edited_by(self, path: Path, table: Mapping[str, Any]) -> Iterable[str]:
        """Returns the names of the records that an edit targets; empty for a record."""
        if path[0] not in EDITS:
            return ()
        target = table.get("target")
        return [entry.id for entry in self.content.of(str(path[1]))] if target is None else short_ids([target])


def short_ids(names: Iterable[str]) -> set[str]:
    """Returns names without their pack prefixes."""
    return {name.rpartition(":")[2] for name in names}


def _places(names: Iterable[tuple[str, str, Path]]) -> Places:
    places: dict[str, set[tuple[str, Path]]] = {}
    for name, file, path in names:
        places.setdefault(name, set()).add((file, path))
    return places


def _tables(data: Mapping[str, Any], path: Path) -> Iterator[tuple[Path, Mapping[str, Any]]]:
    """Yields the records and edits of a file."""
    for key, value in data.items():
        if key in EDITS and isinstance(value, dict):
            yield from _tables(value, (key,))
        elif key != ONLY_IF and isinstance(value, list):
            yield from (((*path, key, index), table) for index, table in enumerate(value) if isinstance(table, dict))


def _depends(table: Mapping[str, Any]) -> bool:
    """Returns whether a record or edit is conditional; conditions on the form of a cost do not count."""
    return any(set(row) - {"cost"} for row in table.get("when", ()) if isinstance(row, dict))


def _has_option(value: Any) -> bool:
    """Returns whether a value, or one nested in it, is taken from an option."""
    if isinstance(value, list):
        return any(map(_has_option, value))
    return isinstance(value, Mapping) and (is_option(value) or any(_has_option(value[key]) for key in value if key != "when"))


def _words(value: Any, key: str = "") -> Iterator[str]:
    """Yields all texts and keys, reduced to short ids."""
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield name
            yield from _words(inner, name)
    elif isinstance(value, list) and key not in SAYS_NOTHING:
        for inner in value:
            yield from _words(inner, key)
    elif isinstance(value, str) and key not in SAYS_NOTHING:
        yield value.rpartition(":")[2]
