"""The fields of a record as those see them who walk through records: found once for each class."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

import attrs

from stoneage_rules.language.fields import refs_of
from stoneage_rules.language.records import toml_key
from stoneage_rules.packs.reading.spans import Path

__all__ = ["PLAIN", "Part", "is_never_negative", "parts_of", "walked"]

PLAIN = frozenset({str, int, bool, type(None)})
"""Types of values with nothing inside: most values are of these."""

BOUNDS = ("least", "most", "keys", "choices")
DEMANDS = ("not_empty", "not_zero")


@attrs.frozen
class Part:
    """One field."""

    name: str
    key: str
    """What TOML calls it."""
    metadata: Mapping[str, Any]
    refs: tuple[str, ...]
    """The kinds of record that it refers to."""
    is_bounded: bool
    """Whether it asks anything of a plain value."""


def parts_of(record: Any) -> tuple[Part, ...]:
    """Returns the fields of a record, or of the records of a class."""
    return _parts(record if isinstance(record, type) else type(record))


@lru_cache(maxsize=1000)
def _parts(kind: Any) -> tuple[Part, ...]:
    return tuple(
        Part(
            field.name,
            toml_key(field.name),
            field.metadata,
            refs_of(field),
            any(map(field.metadata.get, DEMANDS)) or any(field.metadata.get(bound) is not None for bound in BOUNDS),
        )
        for field in attrs.fields(kind)
    )


def at_step(made: Any, step: Any) -> Any:
    """The value to which a step of a path leads, from a record, a list or a table."""
    if isinstance(made, Mapping):
        return made[step] if step in made else made[int(step)]
    return made[step] if isinstance(made, tuple) else next(getattr(made, p.name) for p in parts_of(made) if p.key == step)


def is_never_negative(metadata: Mapping[str, Any]) -> bool:
    """Whether a field's own bounds keep its number from falling below 0."""
    least = metadata.get("least")
    return least is not None and least >= 0


def walked(made: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """A record and every record, effect, cost and quantity within it, each with the way to it."""
    if isinstance(made, tuple):
        for index, element in enumerate(made):
            if type(element) not in PLAIN:
                yield from walked(element, (*path, index))
    elif attrs.has(type(made)):
        yield path, made
        for part in parts_of(made):
            value = getattr(made, part.name)
            if type(value) not in PLAIN:
                yield from walked(value, (*path, part.key))
    elif isinstance(made, Mapping):
        for key, element in made.items():
            if type(element) not in PLAIN:
                yield from walked(element, (*path, str(key)))
