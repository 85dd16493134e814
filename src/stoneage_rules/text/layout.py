"""Plain text in lines and columns of a given width: words are never broken, and no line is too wide."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence

__all__ = ["aligned", "beside", "in_columns", "padded", "tables", "width_of", "within", "wrapped"]

Row = Sequence[str]

WIDE = "WF"
"""The classes of East Asian characters that take two columns."""


def width_of(text: str) -> int:
    """Returns how many columns of a terminal a text takes."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(character) else 1 + (unicodedata.east_asian_width(character) in WIDE) for character in text
    )


def within(text: str, width: int) -> str:
    """Returns a text, cut to a width with dots at its end if it is wider."""
    if width_of(text) <= width:
        return text
    cut = text
    while cut and width_of(cut) > width - 3:
        cut = cut[:-1]
    return cut + "..."


def padded(text: str, width: int, *, right: bool = False) -> str:
    """Returns a text with blanks at its end, or in front of it, so that it takes a width."""
    blanks = " " * (width - width_of(text))
    return blanks + text if right else text + blanks


def wrapped(text: str, width: int, indent: int = 0) -> list[str]:
    """Returns a text as lines of at most a width; all but the first are indented, and a word that is too wide is cut."""
    lines = [""]
    for word in (within(word, width - indent) for word in text.split()):
        longer = f"{lines[-1]} {word}" if lines[-1].strip() else lines[-1] + word
        if width_of(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(" " * indent + word)
    return lines


def beside(start: str, text: str, width: int) -> list[str]:
    """Returns a text behind the start of its first line; its other lines stand below it, or where it is narrow, further left."""
    room = width - width_of(start)
    if room * 2 < width:
        return wrapped(f"{start} {text}", width, 4)
    first, *more = wrapped(text, room)
    return [(start + first).rstrip(), *(" " * (width - room) + line for line in more)]


def aligned(rows: Sequence[Row], right: Iterable[int] = (), gap: int = 2) -> list[str]:
    """Returns rows of cells as lines with columns; those in `right` are flushed right."""
    flushed = set(right)
    widths = [max(map(width_of, column)) for column in zip(*rows, strict=True)]
    lines = ([padded(cell, widths[at], right=at in flushed) for at, cell in enumerate(row)] for row in rows)
    return [(" " * gap).join(line).rstrip() for line in lines]


def in_columns(cells: Row, width: int, gap: int = 2) -> list[str]:
    """Returns short texts in as many columns as there is room for, one column after the other."""
    for height in range(1, len(cells)):
        rows = [[*cells[at::height], ""][: -(-len(cells) // height)] for at in range(height)]
        lines = aligned(rows, gap=gap)
        if all(width_of(line) <= width for line in lines):
            return lines
    return [line for cell in cells for line in ([cell] if width_of(cell) <= width else wrapped(cell, width, gap))]


def tables(rows: Sequence[Row], width: int) -> Iterator[list[str]]:
    """Yields rows of cells as lines, in as many tables as the width needs; columns but the first are flushed right.

    The first row are heads; where it helps, they stand on two lines.
    Each table has the first column; a single other one that is too wide is cut.
    """
    start = 1
    while start < len(rows[0]):
        for stop in range(len(rows[0]), start, -1):
            table = _table([[row[0], *row[start:stop]] for row in rows], width)
            if table or stop == start + 1:
                yield table or [within(line, width) for line in aligned([[row[0], row[start]] for row in rows])]
                start = stop
                break


def _table(rows: Sequence[Row], width: int) -> list[str]:
    """Returns rows as a table with one or two blanks between columns, or heads on two lines; nothing if it is too wide."""
    right = range(1, len(rows[0]))
    forms = [aligned(rows, right, gap) for gap in (2, 1)]
    if len(rows[0]) > 2:
        forms += [_under_two_lines_of_heads(gap, *rows) for gap in (4, 3, 2, 1)]
    return next((lines for lines in forms if all(width_of(line) <= width for line in lines)), [])


def _under_two_lines_of_heads(gap: int, heads: Row, *rows: Row) -> list[str]:
    """Returns a table in which every head ends above its column, on the line on which it needs less room."""
    widths = [max(map(width_of, column)) for column in zip(*rows, strict=True)]
    widths[0] = max(widths[0], width_of(heads[0]))
    lines, end = ["", padded(heads[0], widths[0])], widths[0]
    for at, head in enumerate(heads[1:], 1):
        end += gap + widths[at]
        missing = [max(0, width_of(line) + 1 + width_of(head) - end) for line in lines]
        line = int(missing[1] <= missing[0])
        widths[at] += missing[line]
        end += missing[line]
        lines[line] = padded(lines[line], end - width_of(head)) + head
    body = [[padded(cell, widths[at], right=at > 0) for at, cell in enumerate(row)] for row in rows]
    return [*lines, *((" " * gap).join(row).rstrip() for row in body)]
