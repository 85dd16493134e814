"""Faults of values as content writes them, the changes that mend them, and the marker in place of a value with one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from math import ceil, floor, isfinite
from typing import Any

import attrs

from stoneage_rules.text import choices_of, either, nearest, probable, shortened, written

Path = tuple[str | int, ...]
"""The path from a record to a value: keys, and indices counted from 0."""


# --- reported -----------------------------------------------------------------------------------------------------
# The marker that replaces a value whose error has been reported.
#
# It can replace any value: readers, checks and edits skip it without reporting anything.


class Reported(Enum):
    """The type of the marker: an enumeration, so that copies are the marker itself."""

    REPORTED = "a value with an error"


REPORTED = Reported.REPORTED


class Partial:
    """Mixin of records with errors, which are also instances of their record class."""

    __slots__ = ()


def is_whole(value: Any) -> bool:
    """Returns whether a value contains no `REPORTED`."""
    if isinstance(value, tuple):
        return all(map(is_whole, value))
    if isinstance(value, Mapping):
        return all(map(is_whole, value.values()))
    return value is not REPORTED and not isinstance(value, Partial)


# --- mends --------------------------------------------------------------------------------------------------------
# Changes of a TOML file that mend a fault: one value that gives both the help of a message and its fix.
#
# A mend belongs to the value that its message shows.  As text it is as a person would write it; `stoneage check --fix` writes it.


class Mend:
    """A change of a file that mends a fault."""

    __slots__ = ()


@attrs.frozen
class Write(Mend):
    """Writes something else in place of a value, or of its key."""

    text: str
    at_key: bool = False
    """True to write it in place of the key; the value stays."""

    def __str__(self) -> str:
        return self.text


@attrs.frozen
class Put(Mend):
    """Gives a key of a table a value, whether or not it has one; the table is the nearest around what the message shows."""

    key: str
    text: str
    """The value, as TOML."""

    def __str__(self) -> str:
        return f"{self.key} = {self.text}"


# --- faults -------------------------------------------------------------------------------------------------------
#
# Faults of single values: a fault has the path of its value, but no file.
#
# Readers of values raise them; `report` makes diagnostics of them.


UNREAD = "a key that nothing reads"
CONTRADICTION = "values that contradict each other"

WORDS = {
    str: "text",
    int: "a whole number",
    bool: "true or false",
    float: "a fraction",
    list: "a list",
    dict: "a set of keys",
}


@attrs.frozen
class Fault(Exception):
    """An error in a value: its code, the error, and the remedy."""

    code: str
    message: str
    label: str = ""
    note: str = ""
    """A fact that helps, such as the list of choices."""
    help: str = ""
    """The text to write, or how to find it."""
    near: str | None = None
    """The nearest word: it is shown, and never written."""
    mend: Mend | None = None
    """The change that mends it, ready to be made."""
    mend_at: tuple[Any, Path] | None = None
    """The source and the path of that change, if not at the value itself."""
    at_key: bool = False
    """True if the key, not the value, is at fault."""
    path: Path = ()
    outer: int = 0
    """How many tables further out such a key belongs; 0 if it is no key of a table around its own."""
    missing: Path = ()
    """The path of the key that is missing, if that is the fault."""
    suppresses: tuple[Fault, ...] = ()
    """Faults that only follow from this one: they are counted, and not reported."""
    is_suppressed: bool = False
    """True if it only follows from a fault that has been reported."""


def word_for(value: object) -> str:
    """Describes the type of a value: `text`, `a whole number`, `a set of keys`..., and by its name if TOML has none such."""
    if value is REPORTED:
        return str(value.value)
    other = "a date or time" if type(value).__module__ == "datetime" else f"a {type(value).__name__}"
    return "nothing" if value is None else WORDS.get(type(value), other)


def wrong_type(value: object, wanted: str, path: Path = ()) -> Fault:
    """Returns the fault of a value with the wrong type."""
    fault = Fault("SA201", f"{word_for(value)} where {wanted} belongs", f"this is {word_for(value)}", path=path)
    if value is REPORTED:
        return attrs.evolve(fault, label="", is_suppressed=True)
    single = value[0] if type(value) is list and len(value) == 1 else None
    if word_for(single) in wanted or (type(single) is dict and " such as " in wanted):
        return attrs.evolve(fault, help="one value has no square brackets around it", mend=Write(written(single)))
    fix = _as_wanted(value, wanted)
    if fix is not None:
        label = f"write {fix}, {'in' if wanted == WORDS[str] else 'without'} quotation marks"
        return attrs.evolve(fault, label=label, mend=Write(fix))
    if wanted == WORDS[int] and type(value) is float and isfinite(value):
        if value == int(value):
            return attrs.evolve(fault, label=f"write {int(value)}, without a point", mend=Write(str(int(value))))
        help = f"write {floor(value)} or {ceil(value)}"
        if 0 < value < 1:
            help = f"write 1; what is counted is made less by `divide = {round(1 / value)}` beside it"
        return attrs.evolve(fault, label=f"{value} is not whole", help=help)
    return fault


def _as_wanted(value: object, wanted: str) -> str | None:
    """Returns the value as it was most likely meant, if that is clear."""
    if wanted == WORDS[int] and isinstance(value, str) and PLAIN_NUMBER.fullmatch(value):
        return value
    if wanted == WORDS[bool] and isinstance(value, str):
        return YES_OR_NO.get(value.lower())
    if wanted == WORDS[str] and type(value) in (int, float, bool):
        return f'"{str(value).lower()}"'
    return None


PLAIN_NUMBER = re.compile("-?(0|[1-9][0-9]{0,8})")
YES_OR_NO = {"true": "true", "yes": "true", "on": "true", "false": "false", "no": "false", "off": "false"}


PLUGIN = "what no word or key says, a plugin can: docs/plugins.md"
"""The help for an unknown word of the rules that is like no known one."""


def unknown_word(code: str, message: str, word: str, choices: Iterable[object], noun: str, **more: Any) -> Fault:
    """Returns the fault of a word that is not among the choices, with the nearest of them."""
    known = [str(choice) for choice in choices]
    near = nearest(word, known)
    several = [choice for choice in known if choice.endswith(f":{word}")][1:]
    more = {
        "label": f"no {noun} is called `{shortened(word)}`",
        "note": choices_of(noun, known, near, word),
        "near": None if several else near,
        "help": f"did you mean {probable(word, known)}?" if several else "",
        **more,
    }
    return Fault(code, message, **more)


def unknown_key(key: str, known: Iterable[object], path: Path, message: str = UNREAD, help: str = "") -> Fault:
    """Returns the fault of a key that nothing reads, with the nearest known one; `path` leads to its table."""
    return unknown_word("SA202", message, key, known, "key", at_key=True, path=(*path, key), help=help)


def other_choice(message: str, word: str, choices: Iterable[str], key: object, **more: Any) -> Fault:
    """Returns the fault of a word that is not one of a key's few choices."""
    known = list(choices)
    near, wanted = nearest(word, known), either(map(written, known))
    fault = Fault("SA207", message, f"`{key}` cannot be {written(word)}", near=near, **more)
    return attrs.evolve(fault, note=f"`{key}` is {wanted}") if near else attrs.evolve(fault, help=f"write {wanted}")


# --- size ---------------------------------------------------------------------------------------------------------
#
# Limits on parsed files and on data from elsewhere: number of values, nesting depth, length of texts and numbers.


MOST_VALUES = 20_000
"""Maximum number of keys and list elements in all files of a pack; the base game has about 3,000."""
MOST_VALUES_OF_DATA = 5_000_000
"""The same for data: a simulation has some twenty values for each game."""
MOST_BITS, MOST_BITS_OF_DATA = 64, 1024
"""Maximum length of a whole number in a file, as TOML has it, and in data, where seeds may be longer."""
MOST_DEPTH = 40
MOST_TEXT = 10_000
TOO_DEEP = f"it is nested more than {MOST_DEPTH} deep"


def size_fault(data: Mapping[str, Any], most: int = MOST_VALUES, bits: int = MOST_BITS) -> str:
    """Describes the first limit that values exceed; empty if they do not."""
    level: list[Any] = [data]
    count = 0
    for _ in range(MOST_DEPTH + 1):
        inner = values_of(level)
        keys = [key for holder in level if isinstance(holder, dict) for key in holder]
        count += len(inner)
        if count > most:
            return f"it has more than {most} values"
        if not all(isinstance(key, str) for key in keys):
            return "it has a key that is no text"
        if any(type(value) is int and max(value, ~value).bit_length() >= bits for value in inner):
            return f"it has a whole number of more than {bits} bits"
        if any(type(value) is str and len(value) > MOST_TEXT for value in (*keys, *inner)):
            return f"it has a text of more than {MOST_TEXT} characters"
        level = [value for value in inner if isinstance(value, (dict, list, tuple))]
        if not level:
            return ""
    return TOO_DEEP


def values_of(holders: Sequence[Any]) -> list[Any]:
    """Returns all values directly in some tables and lists."""
    return [value for holder in holders for value in (holder.values() if isinstance(holder, dict) else holder)]


def data_fault(data: object) -> str:
    """Returns why plain data cannot be read, regardless of their meaning; empty if they can."""
    if not isinstance(data, Mapping):
        return "it is no table of keys and values"
    return size_fault(dict(data), MOST_VALUES_OF_DATA, MOST_BITS_OF_DATA)
