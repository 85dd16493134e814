"""One wrong value in plain data, as that of a saved state or of a TOML file: every kind of fault that a stranger's can have.

Nothing here knows what an entry means; a fault is a place in the data and something else in its stead.
"""

from __future__ import annotations

import copy
from collections.abc import Collection, Iterator, Sequence
from random import Random
from typing import Any

Path = tuple[str | int, ...]

MOST = 10**9
"""The largest number that a state can hold."""

STRANGE = (
    None, True, False, -1, 0, 1, 2, 3, 7, 99, 10**7 + 1, MOST, 10**12, -(10**12), 2**63 - 1, 1.5, "", "nowhere", "1", "a\x00b",
    "\x1b]0;\x07\u202e", "a" * 3000, [], {}, [0], {"a": 1},
)  # fmt: skip
"""Values that stand where something else belongs."""

UNWANTED = (*"\x00\x07\n\x7f\x9b\u00ad\u061c\u200b\u200f\u202e\u2066\U000e0041\ufeff\u2060\u180e\u3164\u115f\u2800", "\x1b[2J")
"""Characters that no name may have, or that steer a terminal where they are shown."""


def places(value: Any, path: Path = ()) -> Iterator[Path]:
    """The way to every value in the data, the containers too."""
    if path:
        yield path
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, inner in inside:
        yield from places(inner, (*path, step))


def at(value: Any, path: Path) -> Any:
    """The value at a place."""
    for step in path:
        value = value[step]
    return value


def spoil(data: Any, source: Random, likely: Collection[str] = ()) -> str:
    """Puts one fault into the data, and returns it in words.

    Args:
        data: dicts, lists and values; it is changed.
        source: the source of choices.
        likely: keys at the top below which the fault stands more often than elsewhere.
    """
    every = list(places(data))
    path = pick(every, source)
    if likely and source.random() < 0.4:
        path = pick([path for path in every if path[0] in likely] or every, source)
    fault = pick(FAULTS, source)
    fault(data, path, every, source)
    return f"{fault.__name__} at {path}"


def pick(found: Sequence[Any], source: Random) -> Any:
    """One of several things, by chance."""
    return found[int(source.random() * len(found))]


def replace(data: Any, path: Path, every: list[Path], source: Random) -> None:
    """Something of another kind."""
    at(data, path[:-1])[path[-1]] = pick(STRANGE, source)


def nudge(data: Any, path: Path, every: list[Path], source: Random) -> None:
    """A number that is a little off."""
    path = _of_type(int, data, path, every, source)
    at(data, path[:-1])[path[-1]] += pick((-2, -1, 1, 2, 3), source)


def borrow(data: Any, path: Path, every: list[Path], source: Random) -> None:
    """A value of the same type from elsewhere."""
    alike = [other for other in every if type(at(data, other)) is type(at(data, path))]
    at(data, path[:-1])[path[-1]] = copy.deepcopy(at(data, pick(alike, source)))


def exchange(data: Any, path: Path, every: list[Path], source: Random) -> None:
    """Two values of the same type change places, if there is another one and neither lies in the other."""
    alike = [other for other in every if type(at(data, other)) is type(at(data, path))]
    other = pick([other for other in alike if other[: len(path)] != path and path[: len(other)] != other] or [path], source)
    mine, theirs = at(data, path), at(data, other)
    at(data, path[:-1])[path[-1]], at(data, other[:-1])[other[-1]] = theirs, mine


def taint(data: Any, path: Path, every: list[Path], source: Random) -> None:
    """A text with a character in it that no name may have, or that steers a terminal."""
    path = _of_type(str, data, path, every, source)
    text = at(data, path)
    spot = int(source.random() * (len(text) + 1))
    at(data, path[:-1])[path[-1]] = text[:spot] + pick(UNWANTED, source) + text[spot:]


def remove(data: Any, path: Path, every: list[Path], source: Random) -> None:
    """A key or an element that is missing."""
    del at(data, path[:-1])[path[-1]]


def repeat(data: Any, path: Path, every: list[Path], source: Random) -> None:
    """An element twice, or a key that does not belong."""
    holder = at(data, path[:-1])
    if isinstance(holder, list):
        holder.insert(int(path[-1]), copy.deepcopy(at(data, path)))
    else:
        holder[f"{path[-1]}-again"] = copy.deepcopy(at(data, path))


def _of_type(kind: type, data: Any, path: Path, every: list[Path], source: Random) -> Path:
    """Returns the path if a value of this type lies there, or that of another one."""
    found = [path for path in every if type(at(data, path)) is kind]
    return path if path in found else pick(found, source)


FAULTS = (replace, nudge, borrow, exchange, taint, remove, repeat)
