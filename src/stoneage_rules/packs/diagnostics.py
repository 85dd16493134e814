"""Diagnostics, as values with a place; faults of option values and of syntax."""

from __future__ import annotations

import enum
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate
from typing import Any

import attrs
import tomli

from stoneage_rules.language.faults import YES_OR_NO, Fault, Write, word_for
from stoneage_rules.language.fields import BESIDE, PublicValue
from stoneage_rules.packs.spans import (
    BASIC,
    LITERAL,
    LONG_BASIC,
    LONG_LITERAL,
    Lines,
    TextSpan,
    TomlPath,
    given_twice,
    position_of_syntax_error,
)

NOWHERE = TextSpan(0, 0, 0, 0)
"""The span of something that is in no file; the `file` of its place describes it instead."""


class Severity(enum.Enum):
    """The severity of a diagnostic; only errors keep a pack from being loaded."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@attrs.frozen
class TextPlace(PublicValue):
    """A span of a file, with the label shown there."""

    file: str
    """The name of the file."""
    span: TextSpan = attrs.field(metadata=BESIDE)
    """The stretch of its text."""
    label: str = ""
    """The text shown there."""


@attrs.frozen
class TextEdit(PublicValue):
    """A part of a fix: the text that replaces a span."""

    file: str
    """The name of the file."""
    span: TextSpan = attrs.field(metadata=BESIDE)
    """The stretch that is replaced."""
    text: str
    """The new text."""


@attrs.frozen
class Diagnostic(PublicValue):
    """One error, warning or note about a pack.

    `title`, labels, `notes` and `help` are written without a capital and without a full stop, with names in
    backticks. `help` may have several lines: those that begin with two blanks are the items of a list, those with four
    belong to the item above. The edits of `fixes` belong together: all of them make the one fix. `packs` are the ids of
    the packs concerned.
    """

    code: str
    """The code, such as `SA203`."""
    severity: Severity = attrs.field(default=Severity.ERROR, kw_only=True)
    """Its kind: error, warning or note."""
    title: str
    """The fault in a few words."""
    place: TextPlace
    """The text at fault."""
    others: tuple[TextPlace, ...] = ()
    """Further texts that take part in it."""
    notes: tuple[str, ...] = ()
    """Sentences with further facts."""
    help: str = ""
    """The remedy."""
    fixes: tuple[TextEdit, ...] = ()
    """The edits of the one fix."""
    packs: tuple[str, ...] = ()
    """The ids of the packs concerned."""
    datum: str = ""
    """The value that packs disagree about, as the table's `resolve` names it."""


def sorted_diagnostics(diagnostics: Iterable[Diagnostic], files: Iterable[str] = ()) -> list[Diagnostic]:
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


# --- brackets ---------------------------------------------------------------------------------------------------


def not_in_double_brackets(noun: str, header: str, value: object, path: TomlPath, written_as: str) -> Fault:
    """Returns the fault of records or edits that lack their own headers; `written_as` is the line in the file."""
    wanted = f"[[{header}]]"
    if type(value) is dict and written_as.startswith("[") and not written_as.startswith("[["):
        return Fault("SA201", f"{noun} in single brackets", f"{noun} stands in double brackets", mend=Write(wanted), path=path)
    return Fault(
        "SA201", f"{word_for(value)} where `{wanted}` belongs", f"{noun} stands under `{wanted}`", at_key=True, path=path
    )


# --- option values ------------------------------------------------------------------------------------------------
#
# Recognizes values that content takes from a table's options: `{ option = "NAME" }`.


OPTION_KEY = "option"
"""The only key of a table that represents an option's value."""
ONLY_IF = "only_if"
"""The key of a file with the packs without which the file is not used."""
WRONG_TYPE = "SA201"


def is_option(written: Any) -> bool:
    """Returns whether a value is written as `{ option = "NAME" }`."""
    return isinstance(written, dict) and set(written) == {OPTION_KEY}


def names_option(written: Any) -> bool:
    """Returns whether a written value is, or contains, `{ option = "NAME" }`; rows of `when` test options, and are no values."""
    if isinstance(written, dict):
        return is_option(written) or any(names_option(inner) for key, inner in written.items() if key != "when")
    return isinstance(written, list) and any(map(names_option, written))


def as_option_fault(fault: Fault, written: Any) -> Fault:
    """Returns a fault reworded for the option that supplies the value, if one does."""
    if not is_option(written) or fault.at_key:
        return fault
    name = written[OPTION_KEY]
    if fault.code == WRONG_TYPE:
        help = "write the value itself, or name an option of another type"
        return attrs.evolve(fault, label=f"this is what the option `{name}` gives", help=help, near=None, mend=None)
    return attrs.evolve(fault, note=f"the value is that of the option `{name}`", near=None, mend=None)


# --- word processors ----------------------------------------------------------------------------------------------
#
# Marks of word processors and editors that TOML does not allow, with the replacements that are sure.


BYTE_ORDER_MARK = "\ufeff"
_DOUBLE, _SINGLE = "\u201c\u201d\u201e\u201f\u00ab\u00bb", "\u2018\u2019\u201a\u2039\u203a"
CURLY = _DOUBLE + _SINGLE
"""Quotation marks that word processors write."""

# Text within one line, where a key or value can stand, without anything that would have to be escaped between plain marks.
_TEXT = "|".join(rf"[{marks}][^{marks}\"\\\r\n]*[{marks}\"]" for marks in (_DOUBLE, _SINGLE))
_QUOTED = rf"(?<![^\s=\[,{{.])(?P<quoted>{_TEXT})(?=[ \t]*(?:[=.,\]}}#\r\n]|\Z))"
_PROCESSOR_MARK = "|".join([_QUOTED, r"#[^\r\n]*", LONG_BASIC, LONG_LITERAL, BASIC, LITERAL])  # compiled when it is needed


def plain_marks(text: str, character: str) -> Iterator[tuple[TextSpan, str]]:
    """Yields the replacements of all such marks outside texts and comments, if they are why TOML is not read at a character."""
    if text.startswith(BYTE_ORDER_MARK):
        yield TextSpan(1, 1, 1, 2), ""
    elif character and character in CURLY:
        span = Lines(text).span
        for met in re.finditer(_PROCESSOR_MARK, text):
            if met["quoted"]:
                yield span(*met.span()), f'"{met["quoted"][1:-1]}"'


# --- syntax -------------------------------------------------------------------------------------------------------
#
# Rewords the messages of the TOML parser for readers who do not know it.


SYNTAX: Mapping[str, str] = {
    "Illegal character '\\n'": "the line ends within a text: a quotation mark is missing",
    "Illegal character '\\r'": "the line ends within a text: a quotation mark is missing",
    "Unterminated string": "the file ends within a text: a quotation mark is missing",
    "Expected '=' after a key": "an equals sign belongs here",
    "Expected newline or end of document": "the line should end here; is a quotation mark or comma missing before?",
    "Expected ']' at the end of a table": "a closing bracket belongs here",
    "Expected ']]' at the end of an array": "two closing brackets belong here",
    "Invalid statement": "no line can begin like this",
    "Invalid initial character": "a key is made of letters, digits, hyphens and underscores",
    "Invalid value": "no value looks like this; text stands in quotation marks",
    "Invalid date": "there is no such date or time",
    "Cannot declare": "this heading is there already",
    "Cannot overwrite": "this key is given twice",
    "Cannot mutate": "the braces of this key are closed already; write everything of it in one place",
    "Cannot redefine": "this heading is there already",
    "Duplicate inline table key": "this key is given twice",
    "Unclosed array": "here at the latest a bracket ] or a comma is missing",
    "Unclosed inline table": "here at the latest a brace } or a comma is missing",
    "Unescaped '\\\\'": "a backslash in a text is written twice, or the text stands in single quotation marks",
}
"""The reworded messages, by the beginning of tomli's own."""
TWICE = ("Cannot declare", "Cannot overwrite", "Duplicate")
UNCLOSED, NO_VALUE = "Unclosed", ("Invalid value", "Invalid initial character")
CLOSED_BY = {"[": "]", "{": "}"}
_MARK = re.compile("|".join([r"#[^\n]*", LONG_BASIC, LONG_LITERAL, BASIC, LITERAL, r"[\[\]{}]"]))
_HEADER = re.compile(r"[ \t]*\[[^\n=]*\][ \t]*(?:#|$)", re.MULTILINE)
_WORD = re.compile(r"\w+")


def not_toml(error: tomli.TOMLDecodeError, text: str, shown: str) -> Diagnostic:
    """Returns the diagnostic of a syntax error in a file."""
    message, doc = str(error), error.doc
    character = doc[error.pos : error.pos + 1]
    place = TextPlace(shown, position_of_syntax_error(error), in_words(message, text, character))
    fixes = tuple(TextEdit(shown, *edit) for edit in plain_marks(text, character))
    found = Diagnostic("SA101", "this is not TOML", place, fixes=fixes)
    word = _WORD.match(doc, error.pos)
    meant = YES_OR_NO.get(word.group().lower()) if word and message.startswith(NO_VALUE) else None
    if meant and word:
        place = TextPlace(shown, attrs.evolve(place.span, end_column=place.span.column + len(word.group())), f"write {meant}")
        return attrs.evolve(found, place=place, fixes=(TextEdit(shown, place.span, meant),))
    if message.startswith("Expected '='") and character == ":":
        place = attrs.evolve(place, label="an equals sign belongs here, and no colon")
        return attrs.evolve(found, place=place, fixes=(TextEdit(shown, place.span, " ="),))
    if message.startswith(TWICE) and (keys := given_twice(doc[: error.pos])):
        first = TextPlace(shown, keys[0], "given here first")
        return attrs.evolve(found, place=attrs.evolve(place, span=keys[1]), others=(first,))
    return _not_closed(found, message, doc, error.pos) or found


def _not_closed(found: Diagnostic, message: str, doc: str, end: int) -> Diagnostic | None:
    """Returns the diagnostic of a list or of braces that are not closed, at the line where they begin; None for other errors."""
    if message.startswith(NO_VALUE):
        start = doc.rfind("\n", 0, end) + 1
        # A list with a comma behind its last element goes on into the header below it, or to the end of the file.
        end = start if _HEADER.match(doc, start) else end
        if end < len(doc) and end != start:
            return None
    elif not message.startswith(UNCLOSED):
        return None
    opened: list[int] = []
    for met in _MARK.finditer(doc, 0, end):
        if met.group() in CLOSED_BY:
            opened.append(met.start())
        elif met.group() in CLOSED_BY.values() and opened:
            opened.pop()
    if not opened:
        return None
    mark = doc[opened[-1]]
    label = "this list is not closed" if mark == "[" else "these braces are not closed"
    begun = TextPlace(found.place.file, Lines(doc).span(opened[-1], opened[-1] + 1), label)
    name = SYNTAX["Unclosed array" if mark == "[" else "Unclosed inline table"]
    return attrs.evolve(found, place=begun, others=(attrs.evolve(found.place, label=name),))


def in_words(message: str, text: str, character: str = "") -> str:
    """Rewords a syntax error reported by tomli, which gave up at some character, in plain language."""
    if character and character in CURLY:
        return 'these are curly quotation marks, as word processors make them; write " "'
    if text.startswith(BYTE_ORDER_MARK):
        return "the file begins with a byte order mark; save it as UTF-8 without one"
    found = next((words for start, words in SYNTAX.items() if message.startswith(start)), "")
    plain = message.split(" (at ")[0]
    return found or plain[:1].lower() + plain[1:]
