"""Faults of texts that have lines and words: records, notation, TOML as text.

Nothing here knows what a line means.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

from fuzz.faults import UNWANTED, pick

STRANGE = (
    *"\x00 \u202e \ufeff \udcff \u0663 ² ½ İ ß \" ' # = [ ]] { } \\ --- ? - + , . 0 -1 1e9 nan true check".split(" "),
    *"\r\n\t\x0b\x85\u2028", "\x1b[2J", "9" * 30, "a" * 3000,
)  # fmt: skip
"""Letters and words that stand where others belong."""

Fault = Callable[[str, Sequence[str], Random], str]


def spoil_text(text: str, others: Sequence[str], source: Random) -> tuple[str, str]:
    """A text with one fault or several, and the faults in words.

    Args:
        text: the text.
        others: texts of the same sort, from which pieces are taken.
        source: the source of choices.
    """
    names = []
    for _ in range(1 + int(source.random() * 1.6) + int(source.random() * 1.2)):
        fault = pick(FAULTS, source)
        text = fault(text, others, source)
        names.append(fault.__name__)
    return text, ", ".join(names)


def spoil_bytes(data: bytes, source: Random) -> bytes:
    """Bytes of which some are others, are missing or stand twice."""
    start = int(source.random() * (len(data) + 1))
    end = min(len(data), start + pick((0, 1, 2, 50), source))
    new = pick((b"", b"\xff", b"\x00", b"\xc3\x28", b"\xef\xbb\xbf", data[start:end] * 2, b"\xed\xa0\x80"), source)
    return data[:start] + new + data[end:]


def _spot(text: str, source: Random) -> int:
    return int(source.random() * (len(text) + 1))


def _lines(text: str, source: Random) -> tuple[list[str], int]:
    lines = text.split("\n")
    return lines, int(source.random() * len(lines))


def cut_off(text: str, others: Sequence[str], source: Random) -> str:
    return text[: _spot(text, source)]


def cut_out(text: str, others: Sequence[str], source: Random) -> str:
    start = _spot(text, source)
    return text[:start] + text[start + pick((1, 1, 2, 10, 200), source) :]


def remove_line(text: str, others: Sequence[str], source: Random) -> str:
    lines, spot = _lines(text, source)
    return "\n".join(lines[:spot] + lines[spot + 1 :])


def repeat_lines(text: str, others: Sequence[str], source: Random) -> str:
    lines, spot = _lines(text, source)
    return "\n".join(lines[: spot + pick((1, 1, 5), source)] + lines[spot:])


def swap_lines(text: str, others: Sequence[str], source: Random) -> str:
    lines, one = _lines(text, source)
    other = min(len(lines) - 1, one + 1) if source.random() < 0.5 else _lines(text, source)[1]
    lines[one], lines[other] = lines[other], lines[one]
    return "\n".join(lines)


def splice_line(text: str, others: Sequence[str], source: Random) -> str:
    """A line of another text, in place of one or before it."""
    lines, spot = _lines(text, source)
    foreign, there = _lines(pick(others, source), source)
    lines[spot : spot + pick((0, 1), source)] = [foreign[there]]
    return "\n".join(lines)


def splice_end(text: str, others: Sequence[str], source: Random) -> str:
    """The end of another text after the beginning of this one."""
    other = pick(others, source)
    return text[: _spot(text, source)] + other[_spot(other, source) :]


def insert_strange(text: str, others: Sequence[str], source: Random) -> str:
    start = _spot(text, source)
    return text[:start] + pick(STRANGE, source) + text[start:]


def change_number(text: str, others: Sequence[str], source: Random) -> str:
    numbers = list(re.finditer("[0-9]+", text))
    if not numbers:
        return text
    found = pick(numbers, source)
    new = pick(
        (*"0 -1 7 99 10000001 1000000000 999999999999 1.5 ٣ ² 0x1".split(), "9" * 30, found[0] + "1", found[0][:-1]), source
    )
    return text[: found.start()] + new + text[found.end() :]


def change_word(text: str, others: Sequence[str], source: Random) -> str:
    """A word in place of another: one of this text or of another one, or a strange one."""
    words = list(re.finditer(r"[^\s\"\[\],=]+", text))
    if not words:
        return text
    found, foreign = pick(words, source), pick(others, source)
    others_words = re.findall(r"[^\s\"\[\],=]+", foreign) or ["x"]
    new = pick((pick(words, source)[0], pick(others_words, source), pick(STRANGE, source), "", found[0].upper()), source)
    return text[: found.start()] + new + text[found.end() :]


def taint(text: str, others: Sequence[str], source: Random) -> str:
    """A text in quotation marks, such as a name, with an escape in it for a character that it may not have."""
    spots = [found.start() + 1 for found in re.finditer('"', text)]
    if not spots:
        return insert_strange(text, others, source)
    spot, unwanted = pick(spots, source), pick(UNWANTED, source)
    return text[:spot] + "".join(f"\\U{ord(character):08x}" for character in unwanted) + text[spot:]


FAULTS: Sequence[Fault] = (
    cut_off, cut_out, cut_out, remove_line, repeat_lines, swap_lines, splice_line, splice_line, splice_end, insert_strange,
    change_number, change_number, change_word, change_word, taint,
)  # fmt: skip
