"""Characters that steer a terminal or turn the direction of writing, kept out of what people are shown.

Texts may come from strangers: ids and names of packs, lines of files, notes of records.
"""

from __future__ import annotations

__all__ = ["UNSAFE", "safe"]

_RANGES = [(0, 0x20), (0x7F, 0xA0), (0x2028, 0x202F), (0x2066, 0x206A), (0xE0000, 0xE0080)]
UNSAFE = frozenset("\u00ad\u061c\u200b\u200e\u200f").union(*(map(chr, range(*codes)) for codes in _RANGES))
"""Control characters, separators of lines, marks, overrides and isolates of direction, and invisible characters.

The joiners U+200C and U+200D are not among them: Persian words and families of emoji are written with them.  Tags, which can
hide a whole text, cost no more than the flags of three regions.
"""

_SHOWN = dict.fromkeys(map(ord, UNSAFE), "\ufffd")
_SHOWN_OVER_LINES = {code: shown for code, shown in _SHOWN.items() if code != ord("\n")}


def safe(text: object, *, lines: bool = False) -> str:
    """Returns a text with the replacement character for each unsafe one.

    Args:
        text: the text, or what has it as `str()`.
        lines: whether line feeds may stay.
    """
    return str(text).translate(_SHOWN_OVER_LINES if lines else _SHOWN)
