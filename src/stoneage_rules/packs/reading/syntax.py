"""Rewords the messages of the TOML parser for readers who do not know it."""

from __future__ import annotations

import re
from collections.abc import Mapping

import attrs
import tomli

from stoneage_rules.packs.findings.diagnostics import Diagnostic, TextEdit, TextPlace
from stoneage_rules.packs.findings.faults import YES_OR_NO
from stoneage_rules.packs.reading.spans import (
    BASIC,
    LITERAL,
    LONG_BASIC,
    LONG_LITERAL,
    Lines,
    given_twice,
    position_of_syntax_error,
)
from stoneage_rules.packs.reading.word_processors import BYTE_ORDER_MARK, CURLY, plain_marks

__all__ = ["in_words", "not_toml"]

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
