"""Every value of every shipped record has an address: the words that an edit writes lead back to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from packs.everything import content
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.packs.records.addressing import at_words


def values(value: Any, path: Path = ()) -> Iterator[Path]:
    """The way to every text, number and truth, and to the list that it stands in where it is an element."""
    items: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, inner in items:
        if isinstance(inner, (dict, list)):
            yield from values(inner, (*path, step))
        else:
            yield path if isinstance(step, int) else (*path, step)


def test_every_value_of_every_record_has_an_address() -> None:
    tried, lost = 0, []
    for entry in content():
        for path in set(values(entry.raw_record.data)):
            tried += 1
            if at_words(entry.raw_record.data, entry.raw_record.in_words(path))[0] != path:
                lost.append((entry.address, path))
    assert not lost
    assert tried > 1000
