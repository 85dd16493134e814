"""What can be wrong with a single value, as values: a fault knows the way to what it is about, but no file.

How faults are found is in `structure` and `values`; how they become diagnostics is in `report`.
"""

from __future__ import annotations

from typing import Any

import attrs

from stoneage_rules.packs.diagnostics import nearest
from stoneage_rules.packs.positions import Path
from stoneage_rules.packs.wording import choices_of, shortened

__all__ = ["UNREAD", "WORDS", "Fault", "unknown_word", "word_for", "wrong_type"]

UNREAD = "a key that nothing reads"

WORDS = {
    str: "text",
    int: "a whole number",
    bool: "true or false",
    float: "a number with a point",
    list: "a list",
    dict: "a table",
}


@attrs.frozen
class Fault(Exception):
    """One thing wrong with a value: its code, what is wrong, and what would be right."""

    code: str
    message: str
    label: str = ""
    help: str = ""
    fix: str | None = None
    """The word to write instead, when there is an obvious one."""
    at_key: bool = False
    """Whether the key, not the value, is at fault."""
    path: Path = ()


def word_for(value: object) -> str:
    """What a TOML value is called: `text`, `a whole number`, `a table`..."""
    return WORDS.get(type(value), "a date or time")


def wrong_type(value: object, wanted: str) -> Fault:
    """The fault of a value that is something else than wanted."""
    fix = None
    if wanted == WORDS[int] and isinstance(value, str) and value.lstrip("-").isdigit():
        fix = value
    elif wanted == WORDS[str] and type(value) in (int, float, bool):
        fix = f'"{str(value).lower()}"'
    label = f"write {fix}, {'without' if wanted == WORDS[int] else 'in'} quotation marks" if fix else f"this is {word_for(value)}"
    return Fault("SA201", f"{word_for(value)} where {wanted} belongs", label, fix=fix)


def unknown_word(code: str, message: str, word: str, choices: Any, what: str, **more: Any) -> Fault:
    """The fault of a word that is not among the choices, with the nearest right one."""
    label = f"no {what} is called `{shortened(word)}`"
    return Fault(code, message, label, choices_of(what, map(str, choices)), fix=nearest(word, choices), **more)
