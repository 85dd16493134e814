"""A finding about a pack as a value, with what is needed to build, sort and mend.

How a finding is shown is in `render`, what its code means in `codes`; no check is here.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable
from itertools import accumulate

import attrs

from stoneage_rules.packs.reading.spans import Span

__all__ = ["NOWHERE", "Diagnostic", "Edit", "Place", "Severity", "edited", "in_order"]


NOWHERE = Span(0, 0, 0, 0)
"""Of something that stands in no file: then the `file` of its place says what it is."""


class Severity(enum.Enum):
    """How grave a finding is: only errors keep a pack from being loaded."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@attrs.frozen
class Place:
    """A stretch of a file, as shown to the user, and what is to be said about it."""

    file: str
    span: Span
    label: str = ""


@attrs.frozen
class Edit:
    """A part of a fix: the text to be written instead of a span."""

    file: str
    span: Span
    text: str


@attrs.frozen
class Diagnostic:
    """One finding: one fault, one report.

    `title`, labels, `notes` and `help` are written without a capital and without a full stop, with names in
    backticks. `help` may have several lines: those that begin with two blanks are the items of a list, those with four
    belong to the item above. The edits of `fixes` belong together: all of them make the one fix. `packs` are the ids of
    the packs concerned.
    """

    code: str
    title: str
    place: Place
    severity: Severity = Severity.ERROR
    others: tuple[Place, ...] = ()
    notes: tuple[str, ...] = ()
    help: str = ""
    fixes: tuple[Edit, ...] = ()
    packs: tuple[str, ...] = ()
    datum: str = ""
    """The value that packs disagree over, as the table's `resolve` names it."""


def in_order(diagnostics: Iterable[Diagnostic], files: Iterable[str] = ()) -> list[Diagnostic]:
    """Sorted by file, line, column and code, each finding once; the order they come in makes no difference.

    Those in `files` come first, in the order of these.
    """
    ranks = {file: rank for rank, file in enumerate(files)}

    def order(diagnostic: Diagnostic) -> tuple[int, str, int, int, str, str]:
        file, span = diagnostic.place.file, diagnostic.place.span
        return ranks.get(file, len(ranks)), file, span.line, span.column, diagnostic.code, repr(diagnostic)

    return sorted(set(diagnostics), key=order)


def edited(text: str, edits: Iterable[Edit]) -> str:
    """The text after edits that do not overlap."""
    starts = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]
    # From the end to the beginning, so that the places of the remaining edits stay right.
    for edit in sorted(edits, key=lambda edit: (edit.span.line, edit.span.column), reverse=True):
        start = starts[edit.span.line - 1] + edit.span.column - 1
        end = starts[edit.span.end_line - 1] + edit.span.end_column - 1
        text = text[:start] + edit.text + text[end:]
    return text
