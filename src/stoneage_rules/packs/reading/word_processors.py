"""Marks of word processors and editors that TOML does not allow, with the replacements that are sure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from stoneage_rules.packs.reading.spans import BASIC, LITERAL, LONG_BASIC, LONG_LITERAL, Lines, Span

__all__ = ["BYTE_ORDER_MARK", "CURLY", "plain_marks"]

BYTE_ORDER_MARK = "\ufeff"
_DOUBLE, _SINGLE = "\u201c\u201d\u201e\u201f\u00ab\u00bb", "\u2018\u2019\u201a\u2039\u203a"
CURLY = _DOUBLE + _SINGLE
"""Quotation marks that word processors write."""

# Text within one line, where a key or value can stand, without anything that would have to be escaped between plain marks.
_TEXT = "|".join(rf"[{marks}][^{marks}\"\\\r\n]*[{marks}\"]" for marks in (_DOUBLE, _SINGLE))
_QUOTED = rf"(?<![^\s=\[,{{.])(?P<quoted>{_TEXT})(?=[ \t]*(?:[=.,\]}}#\r\n]|\Z))"
_MARK = re.compile("|".join([_QUOTED, r"#[^\r\n]*", LONG_BASIC, LONG_LITERAL, BASIC, LITERAL]))


def plain_marks(text: str, character: str) -> Iterator[tuple[Span, str]]:
    """Yields the replacements of all such marks outside texts and comments, if they are why TOML is not read at a character."""
    if text.startswith(BYTE_ORDER_MARK):
        yield Span(1, 1, 1, 2), ""
    elif character and character in CURLY:
        span = Lines(text).span
        for met in _MARK.finditer(text):
            if met["quoted"]:
                yield span(*met.span()), f'"{met["quoted"][1:-1]}"'
