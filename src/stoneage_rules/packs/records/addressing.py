"""Names elements of lists, so that the address of a value does not depend on the elements around it."""

from __future__ import annotations

from typing import Any

from stoneage_rules.language.condition import RANGE_KEYS
from stoneage_rules.language.fields import QUANTITY_KEYS
from stoneage_rules.packs.reading.spans import Path

__all__ = ["COMPUTING", "NAMES", "NAMING", "at_words", "inside", "name_of"]

RANGE = frozenset(RANGE_KEYS)
"""The keys by which a table is known as a row of `if`."""
BESIDE = frozenset(QUANTITY_KEYS)
"""The keys that can stand beside the word of a quantity."""
NAMING = ("id", "do", "at_start_of", "at_least", "option", "module")
"""The keys that name a table in a list, by precedence: for effects, standing effects, rates and rows of `when`."""

NAMES = frozenset({"do", "id"})
"""The keys that name a record or an effect, and are no values of it."""
COMPUTING = ("of", "rounded", "at_least")
"""The keys of quantities that say how they are computed."""


def name_of(element: Any) -> Any:
    """Returns the name by which edits find an element of a list, or None if it has none.

    A row of `if` is named by its `id`, otherwise by the word of its quantity.  Any other table is named by the first key of
    `NAMING` that it has, otherwise by its only text; other values name themselves.
    A quantity is named by what it counts: the texts and numbers of `COMPUTING` are no names beside that.
    """
    if not isinstance(element, dict):
        return element
    if not RANGE.isdisjoint(element) and "do" not in element:
        words = [key for key in element if key not in RANGE]
        return element.get("id") or next((word for word in words if word not in BESIDE), words[0] if words else None)
    texts = [value for key, value in element.items() if isinstance(value, str) and key not in COMPUTING]
    for key in NAMING:
        if key in element and not (texts and key in COMPUTING):
            return element[key]
    return texts[0] if len(texts) == 1 else None


def inside(holder: Any, step: str) -> tuple[Any, Any]:
    """Returns the key or index for a step in words, and the value there; None for each that does not exist."""
    if isinstance(holder, dict):
        return (step, holder[step]) if step in holder else (step, None)
    if isinstance(holder, list):
        tables = [(index, element) for index, element in enumerate(holder) if isinstance(element, dict)]
        fits = [(index, element) for index, element in tables if step == str(name_of(element))]
        if len(fits) == 1:
            return fits[0]
    return None, None


def at_words(data: Any, words: Path) -> tuple[Path, Any]:
    """Returns the path for words in a table, as far as it exists, and the value there, or None."""
    path: Path = ()
    for word in words:
        step, data = inside(data, str(word))
        if step is None:
            return path, None
        path = (*path, step)
    return path, data
