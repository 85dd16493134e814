"""How messages put lists and long texts into words; what is wrong with a pack is found elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

__all__ = ["choices_of", "counted", "listed", "plural", "shortened", "written"]

LONGEST_WORD = 60
MOST_CHOICES = 40


def shortened(text: str, longest: int = LONGEST_WORD) -> str:
    """A text that is not longer than a message can bear."""
    return text if len(text) <= longest else text[: longest - 3] + "..."


def plural(noun: str) -> str:
    """The plural of a noun, or of a group of words such as `group of goods`, by its first noun."""
    first, of, rest = noun.partition(" of ")
    if first.endswith("y") and first[-2:-1] not in "aeiou":
        first = first[:-1] + "ie"
    elif first.endswith(("s", "x", "ch", "sh")):
        first += "e"
    return f"{first}s{of}{rest}"


def counted(count: int, what: str) -> str:
    """A number and the thing counted, in the plural where it must be."""
    return f"{count} {what if count == 1 else plural(what)}"


def listed(words: Iterable[object]) -> str:
    """Words as one of a sentence: `2, 3 and 4`."""
    *most, last = map(str, words)
    return f"{', '.join(most)} and {last}" if most else last


def choices_of(noun: str, choices: Iterable[str]) -> str:
    """What there is to choose from: `goods are clay, food and wood`."""
    known = sorted(shortened(choice) for choice in choices)
    if not known:
        return f"there are no {plural(noun)}"
    if len(known) == 1:
        return f"the only {noun} is {known[0]}"
    more = f" and {len(known) - MOST_CHOICES} more" if len(known) > MOST_CHOICES else ""
    return f"{plural(noun)} are {', '.join(known[:MOST_CHOICES])}{more}"


def written(value: Any) -> str:
    """A value as TOML would write it, on one line."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, Mapping):
        if not value:
            return "{}"
        return "{ " + ", ".join(f"{key} = {written(item)}" for key, item in value.items()) + " }"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(written, value)) + "]"
    return str(value)
