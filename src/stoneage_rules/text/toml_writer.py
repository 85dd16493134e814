"""Values, keys and tables as TOML 1.0, so that a reader of TOML gets back what was written."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from stoneage_rules.text.terminal import UNSAFE

__all__ = ["tables", "written", "written_key"]

BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
UNSAFE_IN_TEXT = str.maketrans({sign: f"\\u{ord(sign):04x}" if sign < "\U00010000" else f"\\U{ord(sign):08x}" for sign in UNSAFE})


def written(value: Any) -> str:
    """Returns a value as TOML on one line: text, number, truth value, date, list or mapping."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        # JSON spells quotation marks, backslashes and control characters as TOML does, but leaves some of these alone.
        return json.dumps(value, ensure_ascii=False).translate(UNSAFE_IN_TEXT)
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{written_key(key)} = {written(item)}" for key, item in value.items()) + " }" if value else "{}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(written, value)) + "]"
    return str(value)


def written_key(key: object) -> str:
    """Returns a key as TOML, in quotation marks where it needs them."""
    return str(key) if BARE_KEY.fullmatch(str(key)) else written(str(key))


Keys = tuple[str | int, ...]
"""The keys and indexes that lead to a value."""
Lines = Callable[[Mapping[str, Any], Keys], Iterable[str]]
"""Returns the lines of the plain values of a table, which stands at a path."""


def _plain_lines(values: Mapping[str, Any], path: Keys) -> Iterator[str]:
    yield from (f"{written_key(key)} = {written(value)}" for key, value in values.items())


def tables(name: str, values: Mapping[str, Any], *, listed: bool = False, lines: Lines = _plain_lines) -> Iterator[str]:
    """Yields the lines of a table, with tables of their own for the mappings in it and in its lists.

    Args:
        name: the name of the table, as its header writes it.
        values: what stands in the table.
        listed: whether the table is an element of a list: `[[name]]`.
        lines: makes the lines of those values that get no table of their own.
    """
    yield from _lines(f"[[{name}]]" if listed else f"[{name}]", name, values, (), lines)


def _lines(header: str, name: str, values: Mapping[str, Any], path: Keys, lines: Lines) -> Iterator[str]:
    """Yields the lines of a table below its header."""
    yield header
    inner = [key for key, value in values.items() if isinstance(value, Mapping) or _is_list_of_tables(value)]
    yield from lines({key: value for key, value in values.items() if key not in inner}, path)
    for key in inner:
        below, value = f"{name}.{written_key(key)}", values[key]
        several = isinstance(value, (list, tuple))
        for index, table in enumerate(value if several else [value]):
            yield ""
            steps = (*path, key, index) if several else (*path, key)
            yield from _lines(f"[[{below}]]" if several else f"[{below}]", below, table, steps, lines)


def _is_list_of_tables(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and bool(value) and all(isinstance(item, Mapping) for item in value)
