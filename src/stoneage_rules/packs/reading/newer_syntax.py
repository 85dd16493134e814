"""Finds syntax newer than TOML 1.0 in documents that tomli accepts."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator, Sequence

import attrs

from stoneage_rules.language.described import Described
from stoneage_rules.packs.reading.spans import BASIC, LITERAL, LONG_BASIC, LONG_LITERAL, Lines, Span, Stretch

__all__ = ["Newer", "find_toml_1_1"]

_ESCAPE = re.compile(r"\\(?:x[0-9A-Fa-f]{2}|[\s\S])")
_NEW_ESCAPES = ("\\e", "\\x")
_SHORT_TIME = re.compile(r"(?:\d{4}-\d\d-\d\d[Tt ])?\d\d:\d\d(?!:)")
_TIME = r"(?<![\w:.+-])(?:\d{4}-\d\d-\d\d[Tt ])?\d\d:\d\d[^\s,\]}#]*"
_COMMENT = r"#[^\r\n]*"
_LAST_COMMA = rf",(?=(?:\s++|{_COMMENT}+)*+\}})"
_OUTSIDE = [_COMMENT, LONG_BASIC, LONG_LITERAL, BASIC, LITERAL, _TIME]
_MARK_OUTSIDE_BRACES = re.compile("|".join([*_OUTSIDE, "{"]))
"""Matches candidates for newer syntax, and the tokens that could be mistaken for them."""
_MARK = re.compile("|".join([*_OUTSIDE, r"[\[\]{}]", r"\r?\n", _LAST_COMMA]))
"""Matches the same inside braces, where brackets, breaks and commas matter, too."""


_BREAK = re.compile(r"[ \t]*\r?\n\s*")

Newer = tuple[Span, str, list[tuple[Span, str]]]
"""A use of newer syntax: its span, its name, and the replacements."""
_Newer = tuple[Stretch, str, Sequence[tuple[Stretch, str]]]


def find_toml_1_1(text: str) -> list[Newer]:
    """Returns the uses of TOML 1.1 syntax in a document that tomli accepts."""
    span = Lines(text).span
    found = sorted(_newer(text), key=lambda newer: newer[0])
    return [(span(*met), words, [(span(*old), new) for old, new in mend]) for met, words, mend in found]


@attrs.define
class _Braces(Described):
    """An open bracket or brace, with the line breaks inside braces."""

    mark: str
    start: int
    breaks: list[tuple[Stretch, str]] = attrs.field(factory=list)
    has_comment: bool = False


def _newer(text: str) -> Iterator[_Newer]:
    """Yields the stretches of a valid document that TOML 1.0 refuses, each with its replacements."""
    end = 0
    while met := _MARK_OUTSIDE_BRACES.search(text, end):
        end = met.end()
        if met.group() == "{":
            end = yield from _newer_in_braces(text, met.start())
        else:
            yield from _newer_value(met)


def _newer_in_braces(text: str, start: int) -> Generator[_Newer, None, int]:
    """Yields those between a brace and the one that closes it; returns where that ends."""
    opened: list[_Braces] = []
    for met in _MARK.finditer(text, start):
        mark, stretch = met.group(), met.span()
        if mark in ("[", "{"):
            opened.append(_Braces(mark, met.start()))
        elif mark in ("]", "}"):
            yield from _broken(opened.pop())
            if not opened:
                return met.end()
        elif mark == ",":
            yield stretch, "a comma after the last entry between braces", [(stretch, "")]
        elif mark[0] == "#":
            for braces in opened:
                braces.has_comment = True
        elif mark in ("\n", "\r\n"):
            if opened[-1].mark == "{":
                around = _BREAK.match(text, len(text[: met.start()].rstrip(" \t")))
                assert around is not None
                opened[-1].breaks.append((around.span(), " "))
        else:
            yield from _newer_value(met)
    return len(text)


def _newer_value(met: re.Match[str]) -> Iterator[_Newer]:
    """Yields those in a text or time; a comment or text in single quotes has none."""
    mark = met.group()
    if mark[0] == '"':
        yield from _new_escapes(mark, met.start())
    elif short := _SHORT_TIME.match(mark):
        end = met.start() + short.end()
        yield met.span(), "a time without seconds", [((end, end), ":00")]


def _broken(braces: _Braces) -> Iterator[_Newer]:
    """Yields one entry for all line breaks inside braces; without a fix if there is a comment, which would hide what follows."""
    if braces.breaks:
        label = "what begins with this brace must end on the same line"
        yield (braces.start, braces.start + 1), label, () if braces.has_comment else _apart(braces.breaks)


def _apart(breaks: Sequence[tuple[Stretch, str]]) -> list[tuple[Stretch, str]]:
    """Returns the breaks without those inside the one before, as in a break over several lines."""
    found: list[tuple[Stretch, str]] = []
    for stretch, text in breaks:
        if not found or stretch[0] >= found[-1][0][1]:
            found.append((stretch, text))
    return found


def _new_escapes(mark: str, start: int) -> Iterator[_Newer]:
    for escape in _ESCAPE.finditer(mark) if "\\" in mark else ():
        if escape.group().startswith(_NEW_ESCAPES):
            stretch = start + escape.start(), start + escape.end()
            code = escape.group()[2:] or "1b"
            yield stretch, f"the escape {escape.group()}", [(stretch, f"\\u00{code}")]
