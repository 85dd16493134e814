"""The characters that may steer a terminal: no text that is shown to people has one."""

from __future__ import annotations


def between(first: int, last: int) -> frozenset[str]:
    return frozenset(map(chr, range(first, last + 1)))


STEERING = (
    between(0, 0x1F) | between(0x7F, 0x9F) | between(0x2028, 0x202E) | between(0x2066, 0x2069) | {"\u061c", "\u200e", "\u200f"}
)
"""Control characters, separators of lines, and what turns the direction of writing."""

IGNORABLE = frozenset("\u00ad\u034f\u061c\u3164\ufeff\uffa0").union(
    between(0x115F, 0x1160), between(0x17B4, 0x17B5), between(0x180B, 0x180F), between(0x200B, 0x200F), between(0x202A, 0x202E),
    between(0x2060, 0x206F), between(0xFE00, 0xFE0F), between(0xFFF0, 0xFFF8), between(0x1BCA0, 0x1BCA3),
    between(0x1D173, 0x1D17A), between(0xE0000, 0xE0FFF),
)  # fmt: skip
"""The default-ignorable code points of Unicode, as DerivedCoreProperties.txt lists them."""

WRITTEN = frozenset("\u200c\u200d\u180f") | between(0x180B, 0x180D) | between(0xFE00, 0xFE0F) | between(0xE0100, 0xE01EF)
"""Those that words, emoji and rare forms of characters are written with: joiners and selectors of variants."""

BLANK = frozenset("\u2800\U0001d159") | between(0xFFF9, 0xFFFB)
"""Signs that are no blanks, and shown as nothing: a pattern and a note without a dot, annotations between lines."""

UNSAFE = STEERING | IGNORABLE - WRITTEN | BLANK
