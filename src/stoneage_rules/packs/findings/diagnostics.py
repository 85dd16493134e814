"""Diagnostics as values, sorting them, and applying their fixes to a text.

`render` shows them; `codes` explains their codes.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable
from itertools import accumulate

import attrs

from stoneage_rules.language.described import Described
from stoneage_rules.packs.reading.spans import Span

__all__ = ["NOWHERE", "Diagnostic", "Severity", "TextEdit", "TextPlace", "edited", "in_order"]


NOWHERE = Span(0, 0, 0, 0)
"""The span of something that is in no file; the `file` of its place describes it instead."""


class Severity(enum.Enum):
    """The severity of a diagnostic; only errors keep a pack from being loaded."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@attrs.frozen
class TextPlace(Described):
    """A span of a file, with the label shown there."""

    file: str
    span: Span
    label: str = ""


@attrs.frozen
class TextEdit(Described):
    """A part of a fix: the text that replaces a span."""

    file: str
    span: Span
    text: str


@attrs.frozen
class Diagnostic(Described):
    """One error, warning or note about a pack.

    `title`, labels, `notes` and `help` are written without a capital and without a full stop, with names in
    backticks. `help` may have several lines: those that begin with two blanks are the items of a list, those with four
    belong to the item above. The edits of `fixes` belong together: all of them make the one fix. `packs` are the ids of
    the packs concerned.
    """

    code: str
    title: str
    place: TextPlace
    severity: Severity = Severity.ERROR
    others: tuple[TextPlace, ...] = ()
    notes: tuple[str, ...] = ()
    help: str = ""
    fixes: tuple[TextEdit, ...] = ()
    packs: tuple[str, ...] = ()
    datum: str = ""
    """The value that packs disagree about, as the table's `resolve` names it."""


def in_order(diagnostics: Iterable[Diagnostic], files: Iterable[str] = ()) -> list[Diagnostic]:
    """Sorts diagnostics by file, line, column and code, and removes duplicates; the input order makes no difference.

    Those in `files` come first, in the order of the files.
    """
    ranks = {file: rank for rank, file in enumerate(files)}

    def order(diagnostic: Diagnostic) -> tuple[int, str, int, int, str, str]:
        file, span = diagnostic.place.file, diagnostic.place.span
        return ranks.get(file, len(ranks)), file, span.line, span.column, diagnostic.code, repr(diagnostic)

    return sorted(set(diagnostics), key=order)


def edited(text: str, edits: Iterable[TextEdit]) -> str:
    """Applies edits, which must not overlap, to a text."""
    starts = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]
    # From the end to the beginning, so that the spans of the remaining edits stay valid.
    for edit in sorted(edits, key=lambda edit: edit.span.start, reverse=True):
        start = starts[edit.span.line - 1] + edit.span.column - 1
        end = starts[edit.span.end_line - 1] + edit.span.end_column - 1
        text = text[:start] + edit.text + text[end:]
    return text
