"""Mutants of content: numbers one more and one less, flags flipped, ids left out or exchanged, effects and keys dropped.

Texts, sources and what cites statements are left out, and what lies in the box for reference alone (`[[edition]]`).
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import attrs
import tomli

from mutation.mutants import ROOT, Mutant, line_starts, numbered, read
from stoneage_rules.packs.spans import TextSpan, index_positions
from stoneage_rules.packs.spans import TomlPath as Path
from stoneage_rules.text import written

SILENT = frozenset(
    "id name text title summary help source why confidence reconstructed rules kernel license version format statements"
    " colour glyph".split()
)
"""Keys that only say something; an `id` is exchanged where it is used."""
REFERENCE = frozenset({"edition", "layout", "pack"})
"""Tables that no rule reads."""


def content_files() -> list[str]:
    """Returns the files that are mutated."""
    paths = [*ROOT.glob("content/*/*.toml"), *ROOT.glob("plugins/*/*.toml")]
    return sorted(path.relative_to(ROOT).as_posix() for path in paths)


def content_mutants(files: Sequence[str] | None = None) -> list[Mutant]:
    """Returns every mutant of some files, by default of all."""
    return [mutant for file in (content_files() if files is None else files) for mutant in numbered(_File(file).mutants())]


@cache
def _ids() -> Mapping[str, Sequence[str]]:
    """The ids of each kind, in the order of the files."""
    ids: dict[str, list[str]] = {}
    for file in content_files():
        for kind, records in tomli.loads(read(file)).items():
            if isinstance(records, list):
                ids.setdefault(kind, []).extend(record["id"] for record in records if "id" in record)
    return ids


def _other(id: str) -> str | None:
    """Returns another id of the same kind, or None for a text that is no id."""
    for ids in _ids().values():
        if id in ids and len(ids) > 1:
            return ids[(ids.index(id) + 1) % len(ids)]
    return None


@attrs.define(eq=False)
class _File:
    """One file, its data, and the walk through them."""

    file: str
    text: str = attrs.field(init=False)
    data: dict[str, Any] = attrs.field(init=False)
    positions: Mapping[Path, Any] = attrs.field(init=False)
    starts: list[int] = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self.text = read(self.file)
        self.data = tomli.loads(self.text)
        self.positions = index_positions(self.text)
        self.starts = line_starts(self.file)

    def mutants(self) -> Iterator[Mutant]:
        """Yields the mutants of the file; the text of each is the data with just that change."""
        for kind, value in self.data.items():
            if kind not in REFERENCE:
                yield from self._in((kind,), value)
            elif isinstance(value, Mapping):
                yield from self._in((kind,), {})

    def _in(self, path: Path, value: Any) -> Iterator[Mutant]:
        if path[-1] in SILENT or (path[0], path[-1]) == ("statement", "kind"):
            return
        yield from self._of_value(path, value)
        if isinstance(value, Mapping) and not _only_cites(value):
            for key, inner in value.items():
                yield from self._in((*path, key), inner)
        elif isinstance(value, list):
            for index, inner in enumerate(value):
                yield from self._in((*path, index), inner)

    def _of_value(self, path: Path, value: Any) -> Iterator[Mutant]:
        for other in _others(value):
            yield from self._with(path, other)
        if isinstance(value, list) and len(path) > 2 and value:
            for index in range(len(value)):
                yield from self._with(path, value[:index] + value[index + 1 :])
        if isinstance(path[-1], str) and len(path) > 2:
            yield from self._without(path)

    def _with(self, path: Path, value: Any) -> Iterator[Mutant]:
        """Yields the mutant that puts another value at a path."""
        start, end = self._stretch(self.positions[path].value)
        new = written(value) + "\n" * self.text.count("\n", start, end)
        expected, parent = _opened(self.data, path[:-1])
        parent[path[-1]] = value
        yield from self._checked(path, start, end, new, expected)

    def _without(self, path: Path) -> Iterator[Mutant]:
        """Yields the mutant that drops a key; none if the key is implied by its own keys, which are dropped one by one."""
        key, value = self.positions[path].key, self.positions[path].value
        start, end = self._stretch(TextSpan(key.line, key.column, value.end_line, value.end_column))
        lines = self.text.count("\n", start, end)
        if self.text[self.text.rfind("\n", 0, start) + 1 : start].strip():
            tail = self.text[end:]
            if tail.lstrip(" ").startswith(","):
                end += tail.index(",") + 1
            else:
                start = len(self.text[:start].rstrip(" "))
                start -= self.text[start - 1] == ","
        expected, parent = _opened(self.data, path[:-1])
        del parent[path[-1]]
        yield from self._checked(path, start, end, "\n" * lines, expected)

    def _checked(self, path: Path, start: int, end: int, new: str, expected: Any) -> Iterator[Mutant]:
        """Yields a mutant if its text is what it should be."""
        try:
            read_back = tomli.loads(self.text[:start] + new + self.text[end:])
        except tomli.TOMLDecodeError:
            return
        if read_back == expected:
            yield Mutant.of(self.file, self.text, start, end, new, **self._about(path))

    def _stretch(self, span: TextSpan) -> tuple[int, int]:
        return self.starts[span.line - 1] + span.column - 1, self.starts[span.end_line - 1] + span.end_column - 1

    def _about(self, path: Path) -> dict[str, Any]:
        """The record around a path by its id or target, and the statements that it carries out."""
        record = _at(self.data, path[:2]) if len(path) > 1 and isinstance(path[1], int) else {}
        if path[0] in ("patch", "replace") and len(path) > 2:
            record = _at(self.data, path[:3]) if isinstance(path[2], int) else {}
        name = record.get("id", record.get("target", path[1] if len(path) > 1 else ""))
        rules = [*record.get("rules", ()), *record.get("append", {}).get("rules", ())]
        return {"owner": f"{path[0]} {name}", "rules": tuple(rules) or (name,)}


def _only_cites(table: Mapping[str, Any]) -> bool:
    """Returns whether a table is a patch that adds nothing but statements to a record."""
    inner = [key for verb in ("append", "insert") for key in table.get(verb, {})]
    return "target" in table and table.keys() <= {"target", "append", "insert", "why"} and set(inner) == {"rules"}


def _others(value: Any) -> list[Any]:
    """Returns what can stand in place of a number, a flag or an id."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1]
    other = _other(value) if isinstance(value, str) else None
    return [] if other is None else [other]


def _at(data: Any, path: Path) -> Any:
    for step in path:
        data = data[step]
    return data


def _opened(data: Any, path: Path) -> tuple[Any, Any]:
    """Returns a copy of data and what stands in it at a path; all around it is shared, and what lies on the path is not."""
    whole = part = copy.copy(data)
    for step in path:
        part[step] = copy.copy(part[step])
        part = part[step]
    return whole, part
