"""Lines and columns of the keys and values of a text, and paths to them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import attrs
import tomli

from stoneage_rules.language.fields import Described, PublicValue, Shown

TomlPath = tuple[str | int, ...]
"""The path from the document to a value: keys, and array indices counted from 0."""


@attrs.frozen
class TextSpan(PublicValue):
    """A stretch of text. Lines and columns count from 1, columns count characters, the end is exclusive."""

    line: int
    """The first line."""
    column: int
    """The first column."""
    end_line: int
    """The last line."""
    end_column: int
    """The column behind the last character."""

    @property
    def start(self) -> tuple[int, int]:
        """The line and column of the first character."""
        return self.line, self.column

    @property
    def end(self) -> tuple[int, int]:
        """The line and column behind the last character."""
        return self.end_line, self.end_column


@attrs.frozen
class TextPosition(Described):
    """The position of one entry of a document.

    `key` is the part of a key or header that names the entry first; for an element of an array it equals `value`.
    `value` is the written value; for a table without braces its own header, or the part of a dotted key that implies
    it; for an array of tables the header of its first element.
    """

    key: TextSpan
    value: TextSpan


def index_positions(text: str) -> dict[TomlPath, TextPosition]:
    """Returns the position of every table, array, element and value of a document that tomli accepts."""
    span = Lines(text).span
    return {path: TextPosition(span(*key), span(*value)) for path, (key, value) in _Scanner(text).run().found.items()}


def given_twice(text: str) -> tuple[TextSpan, TextSpan] | None:
    """Returns the keys of an earlier entry and of the last one of a text, if that gives it again."""
    span, (first, again) = Lines(text).span, _Scanner(text).run().last
    return None if first is None else (span(*first), span(*again))


@lru_cache(maxsize=64)
def newer_syntax(text: str) -> list[tuple[TextSpan, str]]:
    """Returns the syntax in a document that is newer than TOML 1.0, each with its span and the TOML 1.0 form."""
    span = Lines(text).span
    return [(span(*at), instead) for at, instead in _Scanner(text).run().newer.items()]


def position_of_syntax_error(error: tomli.TOMLDecodeError) -> TextSpan:
    """Returns the span of the character where tomli gave up; at the end of the document, after its last visible character."""
    line, column = error.lineno, error.colno
    if error.pos >= len(error.doc):
        # tomli counts trailing empty lines too, where there is nothing to show.
        visible = error.doc.rstrip()
        line, column = visible.count("\n") + 1, len(visible) - visible.rfind("\n")
    return TextSpan(line, column, line, column + 1)


class Lines:
    """Converts offsets in a text to lines and columns."""

    def __init__(self, text: str) -> None:
        self.starts = [0, *(newline.end() for newline in re.finditer("\n", text))]

    def span(self, start: int, end: int) -> TextSpan:
        return TextSpan(*self.line_and_column(start), *self.line_and_column(end))

    def line_and_column(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1


BASIC = r'"(?:[^"\\]|\\.)*+"'
LITERAL = r"'[^']*+'"
LONG_BASIC = r'"""(?:[^"\\]|\\[\s\S]|"(?!""))*+"{3,5}'
LONG_LITERAL = r"'''(?:[^']|'(?!''))*+'{3,5}"
# Only a date followed by a time has a space in it.
_PLAIN = r"[^\s,\]}#]++(?: \d\d:[^\s,\]}#]+)?"

_FILLER = re.compile(r"(?:[ \t]+|#[^\r\n]*)+")
_NEWLINE = re.compile(r"\r?\n")
_ESCAPE = re.compile(r"\\[\s\S]")
_SHORT_TIME = re.compile(r"(?:[0-9-]+[Tt ])?\d\d:\d\d(?:[Zz]|[+-]\d\d:\d\d)?")

ON_ONE_LINE = "braces stand on one line; what is longer has a header"
NO_COMMA = "no comma stands behind the last entry in braces"
WITH_SECONDS = "a time has seconds: `:00`"
ESCAPED = {"\\e": "write `\\u001B`", "\\x": "write `\\u00` in place of `\\x`"}
_NAME = re.compile(rf"{BASIC}|{LITERAL}|[A-Za-z0-9_-]+")
_DOT = re.compile(r"[ \t]*\.[ \t]*")
_EQUALS = re.compile(r"[ \t]*=[ \t]*")
_HEADER_START = re.compile(r"\[{1,2}[ \t]*")
_HEADER_END = re.compile(r"[ \t]*\]{1,2}")
_SIMPLE = re.compile("|".join([LONG_BASIC, LONG_LITERAL, BASIC, LITERAL, _PLAIN]))

Stretch = tuple[int, int]

_DOCUMENT, _ARRAY, _INLINE = "", "[", "{"


@attrs.define
class _Open(Shown):
    """A container whose end has not been reached yet."""

    kind: str
    path: TomlPath
    key: Stretch | None = None
    start: int = 0
    count: int = 0


class _Scanner:
    """Scans a valid document once, with an explicit stack, so that deep nesting cannot exhaust Python's."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.open = [_Open(_DOCUMENT, ())]
        self.last_element: dict[TomlPath, int] = {}
        self.found: dict[TomlPath, tuple[Stretch, Stretch]] = {}
        self.last: tuple[Stretch | None, Stretch] = None, (0, 0)
        """The key of the last entry, and before it the key of an earlier entry of the same path, if there is one."""
        self.newer: dict[Stretch, str] = {}
        """The stretches that TOML 1.0 does not have, with its own form of each."""
        self.comma_at = -1
        """The offset of a comma with no entry behind it yet, or -1."""

    def run(self) -> _Scanner:
        while self.at < len(self.text):
            _STEPS.get(self.text[self.at], _Scanner.entry)(self)
        return self

    def filler(self) -> None:
        self.take(_FILLER)

    def newline(self) -> None:
        inside = self.open[-1]
        if inside.kind == _INLINE:
            self.newer[(inside.start, inside.start + 1)] = ON_ONE_LINE
        self.take(_NEWLINE)

    def comma(self) -> None:
        self.comma_at = self.at
        self.at += 1

    def close(self) -> None:
        closed = self.open.pop()
        if closed.kind == _INLINE and self.comma_at >= 0:
            self.newer[(self.comma_at, self.comma_at + 1)] = NO_COMMA
        self.comma_at = -1
        self.at += 1
        self.record(closed.path, closed.key, closed.start)

    def entry(self) -> None:
        self.comma_at = -1
        inside = self.open[-1]
        if inside.kind == _ARRAY:
            inside.count += 1
            self.value((*inside.path, inside.count - 1), None)
        elif inside.kind == _DOCUMENT and self.text[self.at] == "[":
            self.header()
        else:
            path, key = self.keys(inside.path)
            self.take(_EQUALS)
            self.value(path, key)

    def header(self) -> None:
        start = self.at
        is_element = self.take(_HEADER_START).startswith("[[")
        path, key = self.keys(())
        self.take(_HEADER_END)
        whole = (start, self.at)
        if is_element:
            self.found.setdefault(path, (key, whole))
            number = self.last_element[path] = self.last_element.get(path, -1) + 1
            path = (*path, number)
            self.found[path] = (whole, whole)
        else:
            earlier = self.found.get(path, (None,))[0]
            self.last = earlier, key
            self.found[path] = (earlier or key, whole)
        self.open[0].path = path

    def keys(self, path: TomlPath) -> tuple[TomlPath, Stretch]:
        """Reads a key, dotted or not, and records the tables that its dots imply."""
        while True:
            start = self.at
            path = (*path, _unquoted(self.key_or_value(_NAME)))
            part = (start, self.at)
            if not self.take(_DOT):
                return path, part
            self.found.setdefault(path, (part, part))
            if path in self.last_element:
                path = (*path, self.last_element[path])

    def value(self, path: TomlPath, key: Stretch | None) -> None:
        start = self.at
        if self.text[start] in (_ARRAY, _INLINE):
            self.open.append(_Open(self.text[start], path, key, start))
            self.at += 1
            return
        if _SHORT_TIME.fullmatch(self.key_or_value(_SIMPLE)):
            self.newer[(start, self.at)] = WITH_SECONDS
        self.record(path, key, start)

    def record(self, path: TomlPath, key: Stretch | None, start: int) -> None:
        whole = (start, self.at)
        self.last = self.found.get(path, (None,))[0], key or whole
        self.found[path] = (key or whole, whole)

    def key_or_value(self, pattern: re.Pattern[str]) -> str:
        """Takes a key or a value, and notes the escapes in it that TOML 1.0 does not have."""
        start, taken = self.at, self.take(pattern)
        for met in _ESCAPE.finditer(taken) if taken.startswith('"') else ():
            if met.group() in ESCAPED:
                self.newer[(start + met.start(), start + met.end())] = ESCAPED[met.group()]
        return taken

    def take(self, pattern: re.Pattern[str]) -> str:
        """Advances past the pattern's match at the current offset, if any, and returns it."""
        met = pattern.match(self.text, self.at)
        if not met:
            return ""
        self.at = met.end()
        return met.group()


_STEPS: Mapping[str, Callable[[_Scanner], None]] = {
    " ": _Scanner.filler,
    "\t": _Scanner.filler,
    "#": _Scanner.filler,
    "\n": _Scanner.newline,
    "\r": _Scanner.newline,
    ",": _Scanner.comma,
    "]": _Scanner.close,
    "}": _Scanner.close,
}
"""The handler of each character between entries; any other character begins an entry."""


def _unquoted(name: str) -> str:
    if name[0] == '"':
        unescaped: str = tomli.loads(f"name = {name}")["name"]
        return unescaped
    return name.strip("'")


# --- paths --------------------------------------------------------------------------------------------------------
#
# Paths into TOML values.


def value_at(value: Any, path: TomlPath) -> Any:
    """Returns the value at a path of keys and indices; None if there is none."""
    for step in path:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return None
    return value
