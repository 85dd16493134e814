"""Characters that steer a terminal or turn the direction of writing, kept out of what people are shown.

Texts may come from strangers: ids and names of packs, lines of files, notes of records.
"""

from __future__ import annotations

__all__ = ["UNSAFE", "safe"]

UNSAFE = frozenset(map(chr, [*range(0x20), *range(0x7F, 0xA0), *range(0x2028, 0x202F), *range(0x2066, 0x206A)]))
"""Control characters, separators of lines, and marks, overrides and isolates of direction."""

_SHOWN = dict.fromkeys(map(ord, UNSAFE), "\ufffd")
_SHOWN_OVER_LINES = {code: shown for code, shown in _SHOWN.items() if code != ord("\n")}


def safe(text: object, *, lines: bool = False) -> str:
    """Returns a text with the replacement character for each unsafe one.

    Args:
        text: the text, or what has it as `str()`.
        lines: whether line feeds may stay.
    """
    return str(text).translate(_SHOWN_OVER_LINES if lines else _SHOWN)
