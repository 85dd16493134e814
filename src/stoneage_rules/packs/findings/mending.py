"""Turns mends into edits of the text of a file: only what is mended changes, and comments and layout stay as they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from stoneage_rules.packs.findings.diagnostics import TextEdit
from stoneage_rules.packs.findings.mends import Mend, Put, Write
from stoneage_rules.packs.reading.find import Source
from stoneage_rules.packs.reading.paths import value_at
from stoneage_rules.packs.reading.spans import Path, Span
from stoneage_rules.text.toml_writer import written_key

__all__ = ["edits_of"]

Edits = tuple[TextEdit, ...]


def edits_of(mend: Mend, source: Source, path: Path) -> Edits:
    """Returns the edits that carry out a mend at the value of a path.

    There are none where the value is not written in the file, or is written in a way in which nothing is sure.
    """
    return _WAYS[type(mend)](mend, source, path) if source.text and source.is_whole else ()


def _write(mend: Any, source: Source, path: Path) -> Edits:
    position = source.positions.get(path)
    if position is None:
        return ()
    return (TextEdit(source.file, position.key if mend.at_key else position.value, mend.text),)


# --- a key with its value ------------------------------------------------------------------------------------------


def _put(mend: Any, source: Source, path: Path) -> Edits:
    while path and path in source.positions and not isinstance(value_at(source.data, path), Mapping):
        path = path[:-1]
    line = f"{written_key(mend.key)} = {mend.text}"
    if (*path, mend.key) in source.positions:
        return _write(Write(mend.text), source, (*path, mend.key))
    if path and path not in source.positions:
        return _table_at_the_end(path, line, source)
    if path and source.written_at(path).startswith("{"):
        return _put_between_braces(line, source, path)
    header = source.positions[path].value.line if path else 0
    if path and not source.lines[header - 1].lstrip().startswith("["):
        return ()  # A table made by dots has no lines of its own.
    return _below(max([header, *_own_lines(source, path, header)]), line, source)


def _put_between_braces(line: str, source: Source, path: Path) -> Edits:
    ends = [span.end for span in _inside(source, path)]
    whole = source.positions[path].value
    if not ends:
        return (TextEdit(source.file, whole, f"{{ {line} }}"),)
    return (TextEdit(source.file, Span(*max(ends), *max(ends)), f", {line}"),)


def _inside(source: Source, path: Path) -> Iterator[Span]:
    """Yields the spans of all values in a container."""
    return (position.value for other, position in source.positions.items() if other[: len(path)] == path and other != path)


def _own_lines(source: Source, path: Path, header: int) -> Iterator[int]:
    """Yields the last lines of all values that stand below a header and above the next one."""
    last = min((line for line in _headers(source) if line > header), default=len(source.lines) + 1)
    yield from (span.end_line for span in _inside(source, path) if header < span.line < last)


def _headers(source: Source) -> Iterator[int]:
    """Yields the lines that are headers of tables: those that begin with a bracket, and not within a value."""
    within = {line for p in source.positions.values() for line in range(p.value.line + 1, p.value.end_line + 1)}
    for number, line in enumerate(source.lines, 1):
        if line.lstrip().startswith("[") and number not in within:
            yield number


def _below(number: int, line: str, source: Source) -> Edits:
    """Returns the edit that puts a line below another one, or above the first."""
    if number == len(source.lines):
        column = len(source.lines[-1].removesuffix("\r")) + 1
        return (TextEdit(source.file, Span(number, column, number, column), _newline(source) + line),)
    return (TextEdit(source.file, Span(number + 1, 1, number + 1, 1), line + _newline(source)),)


def _newline(source: Source) -> str:
    return "\r\n" if "\r\n" in source.text else "\n"


def _table_at_the_end(path: Path, line: str, source: Source) -> Edits:
    """Returns the edit that adds a table with one line at the end of a file, below an empty line."""
    newline, last = _newline(source), len(source.lines)
    column = len(source.lines[-1]) + 1
    ended = not source.lines[-1]
    text = newline.join([*([] if ended else [""]), "", f"[{'.'.join(map(written_key, path))}]", line, ""])
    if ended and (last == 1 or not source.lines[-2].strip()):
        text = text.removeprefix(newline)
    return (TextEdit(source.file, Span(last, column, last, column), text),)


_WAYS: Mapping[type, Callable[[Any, Source, Path], Edits]] = {Write: _write, Put: _put}
