"""Parses the texts of files, and remembers those that were parsed last, as most tables have the base game's files."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import tomli

from stoneage_rules.packs.reading.bounds import size_fault

__all__ = ["parsed"]

MOST_KEPT, LONGEST_KEPT = 64, 100_000
"""The number of texts that are remembered, and the most letters that one may have."""

Parsed = tuple[Mapping[str, Any], str]
"""The data of a text, which nothing may change, and what exceeds the limits in it."""


def parsed(text: str) -> Parsed:
    """Parses a text.

    Raises:
        tomli.TOMLDecodeError: it is not TOML.
        RecursionError: it is nested too deep for tomli.
        ValueError: it has a number that is too long for Python.
    """
    return (_parsed_before if len(text) <= LONGEST_KEPT else _parse)(text)


def _parse(text: str) -> Parsed:
    data = tomli.loads(text)
    return data, size_fault(data)


_parsed_before = lru_cache(maxsize=MOST_KEPT)(_parse)
