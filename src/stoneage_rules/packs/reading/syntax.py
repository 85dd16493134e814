"""Rewords the messages of the TOML parser for readers who do not know it."""

from __future__ import annotations

from collections.abc import Mapping

import tomli

from stoneage_rules.packs.findings.diagnostics import Diagnostic, TextEdit, TextPlace
from stoneage_rules.packs.reading.spans import position_of_syntax_error
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
    "Unclosed array": "a list is not closed: a bracket ] or a comma is missing",
    "Unclosed inline table": "braces are not closed: a brace } or a comma is missing",
    "Unescaped '\\\\'": "a backslash in a text is written twice, or the text stands in single quotation marks",
}
"""The reworded messages, by the beginning of tomli's own."""


def not_toml(error: tomli.TOMLDecodeError, text: str, shown: str) -> Diagnostic:
    """Returns the diagnostic of a syntax error in a file."""
    character = error.doc[error.pos : error.pos + 1]
    place = TextPlace(shown, position_of_syntax_error(error), in_words(str(error), text, character))
    fixes = tuple(TextEdit(shown, *edit) for edit in plain_marks(text, character))
    return Diagnostic("SA101", "this is not TOML", place, fixes=fixes)


def in_words(message: str, text: str, character: str = "") -> str:
    """Rewords a syntax error reported by tomli, which gave up at some character, in plain language."""
    if character and character in CURLY:
        return 'these are curly quotation marks, as word processors make them; write " "'
    if text.startswith(BYTE_ORDER_MARK):
        return "the file begins with a byte order mark; save it as UTF-8 without one"
    found = next((words for start, words in SYNTAX.items() if message.startswith(start)), "")
    plain = message.split(" (at ")[0]
    return found or plain[:1].lower() + plain[1:]
