"""Reads records with the contexts of their effects, and remembers those without faults, which most tables have in common."""

from __future__ import annotations

import marshal
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from stoneage_rules.language.word import ContentRecord, Verb
from stoneage_rules.packs.findings.faults import Fault
from stoneage_rules.packs.records.belonging import belonging_faults
from stoneage_rules.packs.records.structure import Structurer
from stoneage_rules.packs.records.values import read_record

__all__ = ["read_again", "read_with_contexts", "structurer_of"]

MOST_KEPT = 4_000
"""The number of records that are remembered: ten times those of the largest table."""
PLAIN_FORM = 2
"""The version of `marshal` in which equal values have equal bytes."""


@lru_cache(maxsize=8)
def structurer_of(verbs: tuple[tuple[str, type[Verb]], ...], quantities: tuple[tuple[str, Any], ...]) -> Structurer:
    """Returns the structurer of some words, the same one each time."""
    return Structurer(dict(verbs), dict(quantities))


def read_with_contexts(structurer: Structurer, data: Mapping[str, Any], model: type[ContentRecord]) -> tuple[Any, list[Fault]]:
    """Returns the record in a table, as far as it can be read, and all its faults, those of misplaced effects included."""
    record, faults = read_record(structurer, data, model)
    return record, [*faults, *belonging_faults(record, structurer.verbs, structurer.quantities)]


def read_again(structurer: Structurer, data: Any, model: Any) -> Any:
    """Returns the record in a table, the same one each time, or None if it has faults or is not made of plain values."""
    try:
        return _whole(structurer, marshal.dumps(data, PLAIN_FORM), model)
    except ValueError:  # from a date, or from the marker of a value with an error
        return None


@lru_cache(maxsize=MOST_KEPT)
def _whole(structurer: Structurer, data: bytes, model: Any) -> Any:
    """Returns the record in a table; None if it has faults."""
    record, faults = read_with_contexts(structurer, marshal.loads(data), model)
    return None if faults else record
