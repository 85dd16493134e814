"""Tables of Markdown, for the pages that are made of the code."""

from __future__ import annotations

from collections.abc import Iterable


def table(columns: str, rows: Iterable[Iterable[str]]) -> str:
    """Returns a table, without a line break at its end; bars divide the names of its columns."""
    head, *lines = (f"| {' | '.join(cells)} |" for cells in (columns.split(" | "), *rows))
    return "\n".join([head, f"|{'---|' * (columns.count(' | ') + 1)}", *lines])
