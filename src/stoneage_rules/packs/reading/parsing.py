"""Parses the texts of files, and remembers those that were parsed last, as most tables have the base game's files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import tomli

from stoneage_rules.packs.reading.bounds import size_fault
from stoneage_rules.packs.reading.newer_syntax import Newer, find_toml_1_1

__all__ = ["parsed"]

MOST_KEPT, LONGEST_KEPT = 64, 100_000
"""The number of texts that are remembered, and the most letters that one may have."""

Parsed = tuple[Mapping[str, Any], str, Sequence[Newer]]
"""The data of a text, which nothing may change, what exceeds the limits in it, and its uses of syntax newer than TOML 1.0."""


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
    fault = size_fault(data)
    return data, fault, () if fault else find_toml_1_1(text)


_parsed_before = lru_cache(maxsize=MOST_KEPT)(_parse)
