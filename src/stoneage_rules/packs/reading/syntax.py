"""Rewords the messages of the TOML parser for readers who do not know it."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["in_words"]

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


CURLY = "\u201c\u201d\u201e\u201f\u00ab\u00bb\u2018\u2019\u201a\u2039\u203a"
"""Quotation marks that word processors write."""


def in_words(message: str, text: str, character: str = "") -> str:
    """Rewords a syntax error reported by tomli, which gave up at some character, in plain language."""
    if character and character in CURLY:
        return 'these are curly quotation marks, as word processors make them; write " "'
    if text.startswith("\ufeff"):
        return "the file begins with a byte order mark; save it as UTF-8 without one"
    found = next((words for start, words in SYNTAX.items() if message.startswith(start)), "")
    plain = message.split(" (at ")[0]
    return found or plain[:1].lower() + plain[1:]
