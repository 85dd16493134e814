"""Readers: functions that turn a parsed TOML value into what a record holds, or refuse it with everything wrong with it.

Here are those of plain values, lists, tables and records; what a type is read by is decided in `structure`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import attrs

from stoneage_rules.packs.faults import UNREAD, WORDS, Fault, Faults, unknown_word, wrong_type

__all__ = ["Field", "Reader", "faults_of", "items", "one_of", "record", "strict", "table"]

Reader = Callable[[Any], Any]
"""Turns a parsed value into what a record holds; raises a `Fault`, or `Faults`."""

PLAIN_NUMBER = re.compile("0|[1-9][0-9]{0,8}")


@attrs.frozen
class Field:
    """How one key of a record is read."""

    name: str
    """What the record calls it."""
    read: Reader
    is_needed: bool


def strict(scalar: type) -> Reader:
    def read(value: Any) -> Any:
        if type(value) is not scalar:
            raise wrong_type(value, WORDS[scalar])
        return value

    return read


def one_of(scalars: list[type]) -> Reader:
    def read(value: Any) -> Any:
        if type(value) not in scalars:
            raise wrong_type(value, " or ".join(WORDS[scalar] for scalar in scalars))
        return value

    return read


def items(inner: Reader) -> Reader:
    def read(value: Any) -> tuple[Any, ...]:
        if type(value) is not list:
            raise wrong_type(value, "a list")
        return tuple(_each(enumerate(value), inner).values())

    return read


def table(key: type, inner: Reader) -> Reader:
    """What reads a table whose keys are ids, or whole numbers: TOML hands those over as text."""

    def read(value: Any) -> Mapping[Any, Any]:
        if type(value) is not dict:
            raise wrong_type(value, "a table")
        for word in value:
            if type(word) is not str:
                raise attrs.evolve(wrong_type(word, "text"), path=(word,))
            if key is int and not PLAIN_NUMBER.fullmatch(word):
                message = "a key that must be a whole number"
                raise Fault("SA201", message, f"`{word}` is none", at_key=True, path=(word,))
        made = _each(value.items(), inner)
        return {int(word): item for word, item in made.items()} if key is int else made

    return read


def _each(parts: Iterable[tuple[Any, Any]], inner: Reader) -> dict[Any, Any]:
    """What is read of every part, with the faults of all."""
    made, found = {}, []
    for step, value in parts:
        try:
            made[step] = inner(value)
        except (Fault, Faults) as refused:
            found += faults_of(refused, step)
    if found:
        raise Faults(found)
    return made


def faults_of(refused: Fault | Faults, *path: str | int) -> list[Fault]:
    """What was refused, with the way to the value in front."""
    found = refused.found if isinstance(refused, Faults) else (refused,)
    return [attrs.evolve(fault, path=path + fault.path) for fault in found]


def record(kind: type, fields: Mapping[str, Field]) -> Reader:
    """What reads the tables of a record: each field, in their order, and then whatever no field is for."""

    def read(value: Any) -> Any:
        if type(value) is not dict:
            raise wrong_type(value, "a table")
        made, found = {}, []
        for key, field in fields.items():
            if key in value:
                try:
                    made[field.name] = field.read(value[key])
                except (Fault, Faults) as refused:
                    found += faults_of(refused, key)
            elif field.is_needed:
                found.append(Fault("SA204", f"the key `{key}` is missing", f"`{key}` belongs here"))
        for key in sorted(value.keys() - fields.keys()):
            found.append(unknown_word("SA202", UNREAD, key, fields, "key", at_key=True, path=(key,)))
        if found:
            raise Faults(found)
        try:
            return kind(**made)
        except Exception as error:  # a plugin's own check of its fields
            raise Fault("SA207", str(error) or type(error).__name__) from error

    return read
