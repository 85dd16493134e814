"""Shows a record as TOML, with the path by which an edit finds each value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from stoneage_rules.packs.editing.defaults import unwritten
from stoneage_rules.packs.editing.edit import RawRecord
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.packs.records.addressing import NAMES, at_words
from stoneage_rules.text.toml_writer import tables, written, written_key

__all__ = ["as_edited"]


def as_edited(record: RawRecord) -> Iterator[str]:
    """Yields the lines of a record as TOML, with the path of each value behind it; defaults that count stand as comments."""

    def lines(values: Mapping[str, Any], path: Path) -> Iterator[str]:
        for key, value in values.items():
            yield f"{written_key(key)} = {written(value)}{_behind(record, path, key)}"
        for key, default in unwritten(record.model, record.data, path, record.verbs):
            yield f"# {key} = {written(default)}{_behind(record, path, key)}"

    yield f"# edited by `[[patch.{record.kind}]]` with `target = {written(record.label)}`; behind each value stands its path"
    yield from tables(record.kind, record.data, listed=True, lines=lines)


def _behind(record: RawRecord, path: Path, key: str) -> str:
    """Returns the remark behind a value: its path in an edit, if there is one."""
    words = record.in_words(path)
    if key in NAMES:
        return ""
    if at_words(record.data, words)[0] != path:
        return "  # no path: others here have the same name; an `id` would tell them apart"
    return f"  # set.{'.'.join(written_key(word) for word in (*words, key))}"
