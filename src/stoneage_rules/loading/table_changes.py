"""Changes that a table makes by its settings: options that are not at their defaults, and the difference from another table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from stoneage_rules.packs.content import Content
from stoneage_rules.packs.editing.provenance import Change
from stoneage_rules.packs.reading.find import Source
from stoneage_rules.packs.reading.spans import Path

__all__ = ["changed_options", "compared_settings"]

TABLE = "table"
"""The name that changes by a table itself have in place of a pack's."""


def changed_options(content: Content, table: Source | None) -> Iterator[Change]:
    """Yields the options that a table sets to other values than their defaults; `table` is its file."""
    for pack in content.packs:
        for name, option in pack.manifest.options.items():
            value = content.settings.options[pack.id][name]
            if value != option.default:
                yield _setting(f"option {pack.id} {name}", ("options", pack.id, name), option.default, value, table)


def compared_settings(before: Content, after: Content, table: Source | None) -> Iterator[Change]:
    """Yields how the settings of two tables differ: players, packs with their versions, and options."""
    if before.settings.players != after.settings.players:
        yield _setting("players", ("players",), before.settings.players, after.settings.players, table)
    old, new = ({pack.id: pack.manifest.pack.version for pack in content.packs} for content in (before, after))
    for pack in dict.fromkeys((*old, *new)):
        if old.get(pack) != new.get(pack):
            yield _setting(f"pack {pack}", ("modules",), old.get(pack), new.get(pack), table)
    for pack in [pack for pack in new if pack in old]:
        was, now = before.settings.options[pack], after.settings.options[pack]
        for name in [name for name in now if name in was and was[name] != now[name]]:
            yield _setting(f"option {pack} {name}", ("options", pack, name), was[name], now[name], table)


def _setting(address: str, path: Path, before: Any, value: Any, table: Source | None) -> Change:
    """Returns the change of a setting, at its line in the table's file; a setting that is not written is at the first."""
    if path[-1] == "edition" and table is not None and "edition" in table.data:
        path = ("edition",)
    place = None if table is None else table.place(path)
    operation = "set" if before is not None and value is not None else "added" if before is None else "gone"
    shown = None if operation == "added" else before
    file, line = ("the settings", 0) if place is None else (place.file, place.span.line)
    return Change(f"{address} {value}" if operation == "added" else address, operation, shown, value, None, TABLE, file, line, "")
