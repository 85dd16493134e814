"""The characters that may steer a terminal: no text that is shown to people has one."""

from __future__ import annotations

RANGES = [(0, 0x20), (0x7F, 0xA0), (0x2028, 0x202F), (0x2066, 0x206A), (0xE0000, 0xE0080)]
UNSAFE = frozenset("\u00ad\u061c\u200b\u200e\u200f").union(*(map(chr, range(*codes)) for codes in RANGES))
