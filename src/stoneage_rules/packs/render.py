"""Diagnostics as text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import groupby

import attrs

from stoneage_rules.language.fields import Shown
from stoneage_rules.packs.diagnostics import NOWHERE, Diagnostic, TextEdit, TextPlace, edited
from stoneage_rules.packs.spans import TextSpan
from stoneage_rules.text import safe, shortened

_COLOURS = {
    "error": "1;31",
    "warning": "1;33",
    "note": "1;36",
    "title": "1",
    "frame": "1;34",
    "other": "1;34",
    "-": "31",
    "+": "32",
}

MOST_SHOWN = 100
"""Maximum number of diagnostics shown; the error has them all."""
LONGEST_LINE = 200
"""Longest line that is shown in full, in characters."""
LONGEST_TEXT = 4000

Paint = Callable[[str, str], str]


def render(diagnostics: Sequence[Diagnostic], sources: Mapping[str, str], *, colour: bool = False) -> str:
    """Renders the diagnostics as blocks of lines for a terminal, in the order given.

    Args:
        diagnostics: everything that is reported.
        sources: the text of each file, by the name that places use; a place in any other file is shown without its line.
        colour: whether to add colour escape sequences.
    """
    paint = _painted if colour else _unpainted
    blocks = ["\n".join(_Block(diagnostic, sources, paint).lines()) for diagnostic in diagnostics[:MOST_SHOWN]]
    more = [f"... and {len(diagnostics) - MOST_SHOWN} more"] if len(diagnostics) > MOST_SHOWN else []
    return "\n\n".join(blocks + more)


def _painted(part: str, text: str) -> str:
    return f"\x1b[{_COLOURS[part]}m{text}\x1b[0m"


def _unpainted(part: str, text: str) -> str:
    return text


@attrs.define
class _Block(Shown):
    """One diagnostic as lines for a terminal."""

    diagnostic: Diagnostic
    sources: Mapping[str, str]
    paint: Paint
    width: int = attrs.field(init=False)
    """The width of the column of line numbers."""

    @width.default
    def _width_of_the_largest_number(self) -> int:
        return max(len(str(place.span.line)) for place in self.places())

    def places(self) -> tuple[TextPlace, ...]:
        return (self.diagnostic.place, *self.diagnostic.others)

    def lines(self) -> Iterator[str]:
        diagnostic = self.diagnostic
        head = self.paint(diagnostic.severity.value, f"{diagnostic.severity.value}[{diagnostic.code}]")
        yield head + self.paint("title", f": {_safe(diagnostic.title)}")
        for number, file in enumerate(dict.fromkeys(place.file for place in self.places())):
            yield from self.snippet(file, "-->" if number == 0 else ":::")
        if diagnostic.help or diagnostic.fixes:
            yield from self.remark("help", diagnostic.help or "this would mend it")
            yield from self.fix()
        for note in diagnostic.notes:
            yield from self.remark("note", note)
        yield from self.remark("more", f"stoneage explain {diagnostic.code}")

    def snippet(self, file: str, arrow: str) -> Iterator[str]:
        """Yields the lines of one file that have places, with their marks; the header gives the primary or first place."""
        here = sorted((p for p in self.places() if p.file == file), key=lambda p: p.span.start)
        first = self.diagnostic.place if file == self.diagnostic.place.file else here[0]
        at = f" {_safe(file)}" + (f":{first.span.line}:{first.span.column}" if first.span != NOWHERE else "")
        yield " " * self.width + self.paint("frame", arrow) + at
        yield self.rail()
        previous = 0
        for line, places in groupby(here, key=lambda place: place.span.line):
            if 0 < previous < line - 1 and file in self.sources:
                yield self.paint("frame", "...")
            previous = line
            yield from self.marked(file, line, list(places))
        yield self.rail()

    def marked(self, file: str, line: int, places: Sequence[TextPlace]) -> Iterator[str]:
        if file not in self.sources:
            yield from (self.rail("", _safe(place.label)) for place in places if place.label)
            return
        source = "".join(_lines(self.sources[file])[line - 1 : line])
        source, left_out = _cropped(source, places[0].span.column - 1)
        yield self.rail(str(line), _safe(source))
        for place in places:
            part, sign = (self.diagnostic.severity.value, "^") if place is self.diagnostic.place else ("other", "-")
            indent, marks = _marks(source, place.span, sign, left_out)
            yield self.rail("", indent + self.paint(part, f"{marks} {_safe(place.label)}".rstrip()))

    def rail(self, number: str = "", text: str = "") -> str:
        frame = self.paint("frame", f"{number:>{self.width}} |")
        return f"{frame} {text}" if text else frame

    def remark(self, label: str, text: str) -> Iterator[str]:
        first, *others = text.split("\n")
        yield f"{' ' * self.width} {self.paint('frame', '=')} {self.paint('title', f'{label}:')} {_safe(first)}"
        for line in others:
            # List items are indented less than running text, as they are often long.
            indent = 5 if line.startswith(" ") else len(f" = {label}: ")
            yield " " * (self.width + indent) + _safe(line.removeprefix("  "))

    def fix(self) -> Iterator[str]:
        """Yields the lines that a fix removes and the lines that replace them."""
        for file in dict.fromkeys(edit.file for edit in _not_in_help(self.diagnostic)):
            indent = " " * (self.width + 7)
            if file != self.diagnostic.place.file:
                yield f"{' ' * (self.width + 5)}in {_safe(file)}"
            edits = [edit for edit in self.diagnostic.fixes if edit.file == file]
            for number, sign, line in _changes(self.sources.get(file), edits):
                yield f"{indent}{number:>{self.width}} " + self.paint(sign, f"{sign} {_safe(line)}".rstrip())


def _not_in_help(diagnostic: Diagnostic) -> tuple[TextEdit, ...]:
    """Returns the edits of the fix, unless it only adds lines that the help shows already."""
    lines = {line.strip() for edit in diagnostic.fixes for line in edit.text.split("\n")} - {""}
    shown = lines <= {line.strip() for line in diagnostic.help.split("\n")}
    return () if shown and all(edit.span.line == edit.span.end_line for edit in diagnostic.fixes) and lines else diagnostic.fixes


def _safe(text: str) -> str:
    return shortened(safe(text.replace("\t", " ")), LONGEST_TEXT)


@lru_cache(maxsize=64)
def _lines(text: str) -> tuple[str, ...]:
    # Not `splitlines`: in TOML, only these two end a line.
    return tuple(line.removesuffix("\r") for line in text.split("\n"))


def _cropped(line: str, around: int) -> tuple[str, int]:
    """Returns the part of a long line around a column, and how many characters are left out before it."""
    if len(line) <= LONGEST_LINE:
        return line, 0
    start = max(0, around - LONGEST_LINE // 3)
    dots = "..." if start else ""
    end = "..." if start + LONGEST_LINE < len(line) else ""
    return dots + line[start : start + LONGEST_LINE] + end, start - len(dots)


def _marks(source: str, span: TextSpan, sign: str, left_out: int) -> tuple[str, str]:
    """Returns the padding before a mark and the mark, which ends with its line and is never empty."""
    start = min(max(0, span.column - 1 - left_out), len(source))
    end = min(span.end_column - 1 - left_out, len(source)) if span.end_line == span.line else len(source)
    return " " * (start + _extra(source[:start])), sign * max(1, end - start + _extra(source[start:end]))


def _extra(text: str) -> int:
    """Returns the number of terminal columns that a text takes beyond its number of characters."""
    return sum(_EXTRA_BY_WIDTH.get(unicodedata.east_asian_width(c), 0) - _takes_no_column(c) for c in safe(text))


_EXTRA_BY_WIDTH = {"W": 1, "F": 1}


def _takes_no_column(character: str) -> bool:
    return unicodedata.category(character) in {"Mn", "Me", "Cf"}


def _changes(text: str | None, edits: Sequence[TextEdit]) -> Iterator[tuple[int, str, str]]:
    """Yields line numbers, `-` or `+`, and lines; without the text, only the lines to write."""
    if text is None:
        yield from ((edit.span.line, "+", line) for edit in edits for line in _lines(edit.text))
        return
    first, last = min(edit.span.line for edit in edits) - 1, max(edit.span.end_line for edit in edits)
    before = _lines(text)[first:last]
    after = _lines(edited("\n".join(before), [_moved_up(edit, first) for edit in edits]))
    first_change = next((column for column, (a, b) in enumerate(zip(before[0], after[0], strict=False)) if a != b), 0)
    before, after = (tuple(_cropped(line, first_change)[0] for line in lines) for lines in (before, after))
    for tag, i, i_end, j, j_end in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag != "equal":
            yield from ((first + i + n, "-", line) for n, line in enumerate(before[i:i_end], 1))
            yield from ((first + j + n, "+", line) for n, line in enumerate(after[j:j_end], 1))


def _moved_up(edit: TextEdit, lines: int) -> TextEdit:
    span = edit.span
    return attrs.evolve(edit, span=attrs.evolve(span, line=span.line - lines, end_line=span.end_line - lines))


def narrate(diagnostics: Iterable[Diagnostic]) -> str:
    """Renders each diagnostic as a paragraph of plain sentences, in the order given, for screen readers, logs and pipes."""
    return "\n\n".join(_safe(" ".join(_sentences(diagnostic))) for diagnostic in diagnostics)


def _sentences(diagnostic: Diagnostic) -> Iterator[str]:
    place = diagnostic.place
    yield f"{diagnostic.severity.value.capitalize()} {diagnostic.code} {_at(place, None)}: {_sentence(diagnostic.title, str)}"
    if place.label:
        yield _sentence(place.label)
    for other in diagnostic.others:
        yield _sentence(": ".join(filter(None, [_at(other, place.file), other.label])))
    if diagnostic.help:
        yield _sentence(_run_on(diagnostic.help))
    yield from (_sentence(f"to mend it, {_instruction(edit, place.file)}") for edit in _not_in_help(diagnostic))
    yield from (_sentence(note) for note in diagnostic.notes)


def _at(at: TextPlace | TextEdit, file: str | None) -> str:
    """Describes the line and column of a place or edit, and the file if it differs."""
    if at.span == NOWHERE:
        return f"in {at.file}".replace("`", "")
    where = "at" if at.file == file else f"in {at.file},"
    return f"{where} line {at.span.line}, column {at.span.column}"


def _instruction(edit: TextEdit, file: str) -> str:
    span = edit.span
    count = span.end_column - span.column
    old = f"{count} character{'s' if count > 1 else ''}" if count else ""
    if span.end_line > span.line:
        old = f"all up to line {span.end_line}, column {span.end_column}"
    if not edit.text:
        return f"{_at(edit, file)}, take away {old}"
    return f"{_at(edit, file)}, write {edit.text}" + (f" in place of {old}" if old else "")


def _run_on(help: str) -> str:
    """Joins lines into one sentence, with semicolons between the items of a list."""
    lines = help.split("\n")
    items: list[str] = []
    for line in lines:
        if line.startswith("    ") and items:
            items[-1] += f" {line.strip()}"
        elif line.startswith(" "):
            items.append(line)
    running = " ".join(line for line in lines if not line.startswith(" "))
    return f"{running}: {'; '.join(items)}" if items else running


def _capital(text: str) -> str:
    """Capitalizes the first letter of a text, unless its first word is a name."""
    return text[:1].upper() + text[1:] if _ORDINARY_WORD.match(text) else text


_ORDINARY_WORD = re.compile(r"[a-z]+(?![\w-])")


def _sentence(text: str, start: Callable[[str], str] = _capital) -> str:
    sentence = " ".join(start(text).replace("`", "").split())
    return sentence if sentence.endswith((".", "?", "!")) else f"{sentence}."
