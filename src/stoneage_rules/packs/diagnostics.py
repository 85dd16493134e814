"""Faults and diagnostics, as values with a place; the marker that stands where a value has an error; faults of syntax."""

from __future__ import annotations

import enum
import re
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from itertools import accumulate
from math import ceil, floor, isfinite
from typing import TYPE_CHECKING, Any

import attrs
import tomli

from stoneage_rules.language.fields import BESIDE, PublicValue
from stoneage_rules.packs.spans import (
    BASIC,
    LITERAL,
    LONG_BASIC,
    LONG_LITERAL,
    Lines,
    Span,
    TomlPath,
    given_twice,
    position_of_syntax_error,
)
from stoneage_rules.text import choices_of, either, nearest, shortened, written

if TYPE_CHECKING:
    from stoneage_rules.packs.find import Source


NOWHERE = Span(0, 0, 0, 0)
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
    span: Span = attrs.field(metadata=BESIDE)
    label: str = ""


@attrs.frozen
class TextEdit(PublicValue):
    """A part of a fix: the text that replaces a span."""

    file: str
    span: Span = attrs.field(metadata=BESIDE)
    text: str


@attrs.frozen
class Diagnostic(PublicValue):
    """One error, warning or note about a pack.

    `title`, labels, `notes` and `help` are written without a capital and without a full stop, with names in
    backticks. `help` may have several lines: those that begin with two blanks are the items of a list, those with four
    belong to the item above. The edits of `fixes` belong together: all of them make the one fix. `packs` are the ids of
    the packs concerned.
    """

    code: str
    severity: Severity = attrs.field(default=Severity.ERROR, kw_only=True)
    title: str
    place: TextPlace
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


# --- reported -----------------------------------------------------------------------------------------------------
#
# The marker that stands in place of a value whose error has been reported.
#
# It can replace any value: readers, checks and edits skip it without reporting anything.


class Reported(Enum):
    """The type of the marker: an enumeration, so that copies are the marker itself."""

    REPORTED = "a value with an error"


REPORTED = Reported.REPORTED


class Partial:
    """Mixin of records with errors, which are also instances of their record class."""

    __slots__ = ()


def is_whole(value: Any) -> bool:
    """Returns whether a value contains no `REPORTED`."""
    if isinstance(value, tuple):
        return all(map(is_whole, value))
    if isinstance(value, Mapping):
        return all(map(is_whole, value.values()))
    return value is not REPORTED and not isinstance(value, Partial)


# --- mends --------------------------------------------------------------------------------------------------------
#
# Changes of a TOML file that mend a fault: one value, from which both the help of a message and its fix are made.
#
# A mend belongs to the value that its message shows.  As text it is what a person would write; `stoneage check --fix` writes it.


class Mend:
    """A change of a file that mends a fault."""

    __slots__ = ()


@attrs.frozen
class Write(Mend):
    """Writes something else in place of a value, or of its key."""

    text: str
    at_key: bool = False
    """True to write it in place of the key; the value stays."""

    def __str__(self) -> str:
        return self.text


@attrs.frozen
class Put(Mend):
    """Gives a key of a table a value, whether or not it has one; the table is the nearest around what the message shows."""

    key: str
    text: str
    """The value, as TOML."""

    def __str__(self) -> str:
        return f"{self.key} = {self.text}"


# --- faults -------------------------------------------------------------------------------------------------------
#
# Faults of single values: a fault has the path of its value, but no file.
#
# Readers of values raise them; `report` makes diagnostics of them.


UNREAD = "a key that nothing reads"

WORDS = {
    str: "text",
    int: "a whole number",
    bool: "true or false",
    float: "a fraction",
    list: "a list",
    dict: "a set of keys",
}


@attrs.frozen
class Fault(Exception):
    """An error in a value: its code, the error, and the remedy."""

    code: str
    message: str
    label: str = ""
    note: str = ""
    """A fact that helps, such as the list of choices."""
    help: str = ""
    """The text to write, or how to find it."""
    near: str | None = None
    """The nearest word: it is shown, and never written."""
    mend: Mend | None = None
    """The change that mends it, ready to be made."""
    mend_at: tuple[Source, TomlPath] | None = None
    """The source and the path in it at which that change is made, if not at the value itself."""
    at_key: bool = False
    """True if the key, not the value, is at fault."""
    path: TomlPath = ()
    missing: TomlPath = ()
    """The path of the key that is missing, if that is the fault."""
    suppresses: tuple[Fault, ...] = ()
    """Faults that only follow from this one: they are counted, and not reported."""
    is_suppressed: bool = False
    """True if it only follows from a fault that has been reported."""


def word_for(value: object) -> str:
    """Describes the type of a TOML value: `text`, `a whole number`, `a set of keys`..."""
    return value.value if value is REPORTED else WORDS.get(type(value), "a date or time")


def wrong_type(value: object, wanted: str) -> Fault:
    """Returns the fault of a value with the wrong type."""
    message = f"{word_for(value)} where {wanted} belongs"
    if value is REPORTED:
        return Fault("SA201", message, is_suppressed=True)
    fix = _as_wanted(value, wanted)
    if fix is not None:
        return Fault(
            "SA201", message, f"write {fix}, {'in' if wanted == WORDS[str] else 'without'} quotation marks", mend=Write(fix)
        )
    if wanted == WORDS[int] and type(value) is float and isfinite(value):
        return _not_whole(value, message)
    return Fault("SA201", message, f"this is {word_for(value)}")


def _not_whole(value: float, message: str) -> Fault:
    if value == int(value):
        return Fault("SA201", message, f"write {int(value)}, without a point", mend=Write(str(int(value))))
    return Fault("SA201", message, f"{value} is not whole", help=f"write {floor(value)} or {ceil(value)}")


def _as_wanted(value: object, wanted: str) -> str | None:
    """Returns the value as it was most likely meant, if that is clear."""
    if wanted == WORDS[int] and isinstance(value, str) and PLAIN_NUMBER.fullmatch(value):
        return value
    if wanted == WORDS[bool] and isinstance(value, str):
        return YES_OR_NO.get(value.lower())
    if wanted == WORDS[str] and type(value) in (int, float, bool):
        return f'"{str(value).lower()}"'
    return None


PLAIN_NUMBER = re.compile("-?(0|[1-9][0-9]{0,8})")
YES_OR_NO = {"true": "true", "yes": "true", "on": "true", "false": "false", "no": "false", "off": "false"}


def unknown_word(code: str, message: str, word: str, choices: Iterable[object], noun: str, **more: Any) -> Fault:
    """Returns the fault of a word that is not among the choices, with the nearest of them."""
    known = [str(choice) for choice in choices]
    near = nearest(word, known)
    more = {
        "label": f"no {noun} is called `{shortened(word)}`",
        "note": choices_of(noun, known, near, word),
        "near": near,
        **more,
    }
    return Fault(code, message, **more)


def other_choice(message: str, word: str, choices: Iterable[str], key: object, **more: Any) -> Fault:
    """Returns the fault of a word that is not one of a key's few choices."""
    known = list(choices)
    near, wanted = nearest(word, known), either(map(written, known))
    fault = Fault("SA207", message, f"`{key}` cannot be {written(word)}", near=near, **more)
    return attrs.evolve(fault, note=f"`{key}` is {wanted}") if near else attrs.evolve(fault, help=f"write {wanted}")


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
"""The one key of a table that stands for an option's value."""
WRONG_TYPE = "SA201"


def is_option(written: Any) -> bool:
    """Returns whether a value is written as `{ option = "NAME" }`."""
    return isinstance(written, dict) and set(written) == {OPTION_KEY}


def names_option(written: Any) -> bool:
    """Returns whether a written value is, or contains, `{ option = "NAME" }`."""
    if isinstance(written, dict):
        return is_option(written) or any(map(names_option, written.values()))
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
_PROCESSOR_MARK = re.compile("|".join([_QUOTED, r"#[^\r\n]*", LONG_BASIC, LONG_LITERAL, BASIC, LITERAL]))


def plain_marks(text: str, character: str) -> Iterator[tuple[Span, str]]:
    """Yields the replacements of all such marks outside texts and comments, if they are why TOML is not read at a character."""
    if text.startswith(BYTE_ORDER_MARK):
        yield Span(1, 1, 1, 2), ""
    elif character and character in CURLY:
        span = Lines(text).span
        for met in _PROCESSOR_MARK.finditer(text):
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
