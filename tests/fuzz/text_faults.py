"""Faults of texts that have lines and words: records, notation, TOML as text.

Nothing here knows what a line means.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

from fuzz.faults import UNWANTED, pick

STRANGE = (
    *"\x00 \u202e \ufeff \udcff \u0663 ² ½ İ ß \" ' # = [ ]] { } \\ --- ? - + , . 0 -1 1e9 nan true check".split(" "),
    *"\r\n\t\x0b\x85\u2028", "\x1b[2J", "9" * 30, "a" * 3000,
)  # fmt: skip
"""Letters and words that stand where others belong."""


class Spoilt(NamedTuple):
    """A text into which faults are put."""

    text: str
    others: Sequence[str]
    """Texts of the same sort, from which pieces are taken."""
    source: Random

    def spot(self) -> int:
        """A place in the text."""
        return int(self.source.random() * (len(self.text) + 1))

    def lines(self) -> tuple[list[str], int]:
        """The lines, and the number of one."""
        lines = self.text.split("\n")
        return lines, int(self.source.random() * len(lines))

    def pick(self, found: Sequence[Any]) -> Any:
        """One of several things, by chance."""
        return pick(found, self.source)

    def foreign(self) -> Spoilt:
        """One of the other texts."""
        return self._replace(text=self.pick(self.others))


Fault = Callable[[Spoilt], str]


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
        text = fault(Spoilt(text, others, source))
        names.append(fault.__name__)
    return text, ", ".join(names)


def spoil_bytes(data: bytes, source: Random) -> bytes:
    """Bytes of which some are others, are missing or stand twice."""
    start = int(source.random() * (len(data) + 1))
    end = min(len(data), start + pick((0, 1, 2, 50), source))
    new = pick((b"", b"\xff", b"\x00", b"\xc3\x28", b"\xef\xbb\xbf", data[start:end] * 2, b"\xed\xa0\x80"), source)
    return data[:start] + new + data[end:]


def cut_off(spoilt: Spoilt) -> str:
    return spoilt.text[: spoilt.spot()]


def cut_out(spoilt: Spoilt) -> str:
    start = spoilt.spot()
    return spoilt.text[:start] + spoilt.text[start + spoilt.pick((1, 1, 2, 10, 200)) :]


def remove_line(spoilt: Spoilt) -> str:
    lines, spot = spoilt.lines()
    return "\n".join(lines[:spot] + lines[spot + 1 :])


def repeat_lines(spoilt: Spoilt) -> str:
    lines, spot = spoilt.lines()
    return "\n".join(lines[: spot + spoilt.pick((1, 1, 5))] + lines[spot:])


def swap_lines(spoilt: Spoilt) -> str:
    lines, one = spoilt.lines()
    other = min(len(lines) - 1, one + 1) if spoilt.source.random() < 0.5 else spoilt.lines()[1]
    lines[one], lines[other] = lines[other], lines[one]
    return "\n".join(lines)


def splice_line(spoilt: Spoilt) -> str:
    """A line of another text, in place of one or before it."""
    lines, spot = spoilt.lines()
    foreign, there = spoilt.foreign().lines()
    lines[spot : spot + spoilt.pick((0, 1))] = [foreign[there]]
    return "\n".join(lines)


def splice_end(spoilt: Spoilt) -> str:
    """The end of another text after the beginning of this one."""
    other = spoilt.foreign()
    return spoilt.text[: spoilt.spot()] + other.text[other.spot() :]


def insert_strange(spoilt: Spoilt) -> str:
    start = spoilt.spot()
    return spoilt.text[:start] + spoilt.pick(STRANGE) + spoilt.text[start:]


def change_number(spoilt: Spoilt) -> str:
    numbers = list(re.finditer("[0-9]+", spoilt.text))
    if not numbers:
        return spoilt.text
    found = spoilt.pick(numbers)
    new = spoilt.pick(
        (*"0 -1 7 99 10000001 1000000000 999999999999 1.5 ٣ ² 0x1".split(), "9" * 30, found[0] + "1", found[0][:-1])
    )
    return spoilt.text[: found.start()] + new + spoilt.text[found.end() :]


def change_word(spoilt: Spoilt) -> str:
    """A word in place of another: one of this text or of another one, or a strange one."""
    words = list(re.finditer(r"[^\s\"\[\],=]+", spoilt.text))
    if not words:
        return spoilt.text
    found = spoilt.pick(words)
    others_words = re.findall(r"[^\s\"\[\],=]+", spoilt.foreign().text) or ["x"]
    new = spoilt.pick((spoilt.pick(words)[0], spoilt.pick(others_words), spoilt.pick(STRANGE), "", found[0].upper()))
    return spoilt.text[: found.start()] + new + spoilt.text[found.end() :]


def taint(spoilt: Spoilt) -> str:
    """A text in quotation marks, such as a name, with an escape in it for a character that it may not have."""
    spots = [found.start() + 1 for found in re.finditer('"', spoilt.text)]
    if not spots:
        return insert_strange(spoilt)
    spot, unwanted = spoilt.pick(spots), spoilt.pick(UNWANTED)
    return spoilt.text[:spot] + "".join(f"\\U{ord(character):08x}" for character in unwanted) + spoilt.text[spot:]


FAULTS: Sequence[Fault] = (
    cut_off, cut_out, cut_out, remove_line, repeat_lines, swap_lines, splice_line, splice_line, splice_end, insert_strange,
    change_number, change_number, change_word, change_word, taint,
)  # fmt: skip
