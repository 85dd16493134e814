"""Turns mends into edits of the text of a file: only what is mended changes, and comments and layout stay as they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from stoneage_rules.language.mends import Add, Append, Delete, Mend, Put, Replace, Write
from stoneage_rules.packs.findings.diagnostics import TextEdit
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
    if isinstance(mend, (Put, Delete)):
        path = path[: len(path) - mend.up]
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
        return _added([f"[{'.'.join(map(written_key, path))}]", line], source)
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


def _append(mend: Any, source: Source, path: Path) -> Edits:
    elements = value_at(source.data, (*path, mend.key))
    if not elements:
        return _put(Put(mend.key, f"[{mend.text}]"), source, path)
    position = source.positions.get((*path, mend.key, len(elements) - 1))
    if position is None:
        return ()  # The settings of a scenario or property stand in a table of its file.
    last = position.value
    if not _stands_alone(source, last.start, last.end):
        return (TextEdit(source.file, Span(*last.end, *last.end), f", {mend.text}"),)
    line, behind = source.lines[last.line - 1], source.lines[last.end_line - 1][last.end_column - 1 :]
    has_comma = behind.lstrip().startswith(",")
    below = _below(last.end_line, line[: last.column - 1] + mend.text + "," * has_comma, source)
    return below if has_comma else (TextEdit(source.file, Span(*last.end, *last.end), ","), *below)


# --- lines at the end ----------------------------------------------------------------------------------------------


def _add(mend: Any, source: Source, path: Path) -> Edits:
    return _added(mend.lines, source)


def _added(lines: Any, source: Source) -> Edits:
    """Returns the edit that adds lines at the end of a file, with an empty line above each header."""
    newline, last = _newline(source), len(source.lines)
    apart = [line for given in lines for line in (("", given) if given.startswith("[") else (given,))]
    column = len(source.lines[-1]) + 1
    ended = not source.lines[-1]
    text = newline.join(apart if ended else ["", *apart]) + newline
    if ended and (last == 1 or not source.lines[-2].strip()):
        text = text.removeprefix(newline)
    return (TextEdit(source.file, Span(last, column, last, column), text),)


def _replace(mend: Any, source: Source, path: Path) -> Edits:
    lines = _lines_of(source, path)
    if lines is None:
        return ()
    first, last = lines
    end = len(source.lines[last - 1].removesuffix("\r")) + 1
    return (TextEdit(source.file, Span(first, 1, last, end), _newline(source).join(mend.lines)),)


# --- taken away ----------------------------------------------------------------------------------------------------


def _delete(mend: Any, source: Source, path: Path) -> Edits:
    if path not in source.positions:
        return ()
    around = next((path[:depth] for depth in range(len(path) - 1, 0, -1) if _encloses(source, path[:depth], path)), None)
    if around is None:
        return _delete_lines(source, path)
    if len(path) != len(around) + 1:
        return ()  # Dots between braces.
    siblings = list(value_at(source.data, around)) if isinstance(value_at(source.data, around), Mapping) else None
    if siblings is not None and len(siblings) == 1:
        return _delete(mend, source, around)
    count = len(value_at(source.data, around))
    keys = siblings or list(range(count))
    return _delete_one_of(source, around, keys, keys.index(path[-1]))


def _encloses(source: Source, outer: Path, inner: Path) -> bool:
    """Returns whether a value is written between the brackets or braces of another one."""
    if outer not in source.positions:
        return False
    whole, part = source.positions[outer].value, source.positions[inner].value
    return whole.start < part.start and part.end < whole.end


def _delete_one_of(source: Source, around: Path, keys: list[Any], index: int) -> Edits:
    """Returns the edit that deletes one part of a list or of a set of keys between braces, with the comma beside it."""
    spans = [(position.key.start, position.value.end) for position in (source.positions[(*around, k)] for k in keys)]
    if len({start for start, _ in spans}) < len(spans):
        return ()
    start, end = spans[index]
    if _stands_alone(source, start, end):
        return (TextEdit(source.file, Span(start[0], 1, end[0] + 1, 1), ""),)
    if index + 1 < len(spans):
        end = spans[index + 1][0]
    elif index:
        start = spans[index - 1][1]
    if any("#" in line for line in source.lines[start[0] - 1 : end[0] - 1]):
        return ()  # A comment between them is about one or the other.
    return (TextEdit(source.file, Span(*start, *end), ""),)


def _stands_alone(source: Source, start: tuple[int, int], end: tuple[int, int]) -> bool:
    """Returns whether a part of a list has its lines for itself, but for a comma and a comment."""
    before, after = source.lines[start[0] - 1][: start[1] - 1], source.lines[end[0] - 1][end[1] - 1 :].strip()
    after = after.removeprefix(",").strip()
    return not before.strip() and (not after or after.startswith("#"))


def _delete_lines(source: Source, path: Path) -> Edits:
    """Returns the edit that deletes the lines of an entry, a record or a table, with the empty lines below a table."""
    lines = _lines_of(source, path)
    if lines is None:
        return ()
    first, last = lines
    if source.lines[first - 1].lstrip().startswith("["):
        while last < len(source.lines) and not source.lines[last].strip():
            last += 1
    return (TextEdit(source.file, _whole_lines(source, first, last), ""),)


def _lines_of(source: Source, path: Path) -> tuple[int, int] | None:
    """Returns the first and the last line of an entry, a record or a table; None if something else stands between them."""
    parts = [position for other, position in source.positions.items() if other[: len(path)] == path]
    if not parts:
        return None
    first, last = min(position.key.line for position in parts), max(position.value.end_line for position in parts)
    for other, position in source.positions.items():
        if first <= position.key.line <= last and other[: len(path)] != path and other != path[: len(other)]:
            return None
    return first, last


def _whole_lines(source: Source, first: int, last: int) -> Span:
    """Returns the span of whole lines; at the end of the file with the empty lines above them."""
    if last < len(source.lines):
        return Span(first, 1, last + 1, 1)
    while first > 1 and not source.lines[first - 2].strip():
        first -= 1
    at_end = Span(first, 1, last, len(source.lines[-1]) + 1)
    if source.lines[-1] or first == 1:
        # The break before them goes with the last line that had none behind it.
        return (
            at_end
            if first == 1
            else Span(first - 1, len(source.lines[first - 2].removesuffix("\r")) + 1, last, at_end.end_column)
        )
    return at_end


_WAYS: Mapping[type, Callable[[Any, Source, Path], Edits]] = {
    Write: _write,
    Put: _put,
    Append: _append,
    Add: _add,
    Delete: _delete,
    Replace: _replace,
}
