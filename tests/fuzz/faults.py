"""One wrong value in plain data, as that of a saved state or of a TOML file: every kind of fault that a stranger's can have.

Nothing here knows what an entry means; a fault is a place in the data and something else in its stead.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

Path = tuple[str | int, ...]

STRANGE = (
    None, True, False, -1, 0, 1, 2, 3, 7, 99, 10**7 + 1, 10**9, 10**12, -(10**12), 2**63 - 1, 1.5, "", "nowhere", "1", "a\x00b",
    "\x1b]0;\x07\u202e", "a" * 3000, [], {}, [0], {"a": 1},
)  # fmt: skip
"""Values that stand where something else belongs."""

UNWANTED = (
    "\x00",
    "\x07",
    "\x1b[2J",
    "\n",
    "\x7f",
    "\x9b",
    "\u00ad",
    "\u061c",
    "\u200b",
    "\u200f",
    "\u202e",
    "\u2066",
    "\U000e0041",
)
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


def spoil(data: Any, source: random.Random, likely: Collection[str] = ()) -> str:
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
    return f"{fault.__name__} at {path}: {fault(data, path, every, source)}"


def pick(found: Sequence[Any], source: random.Random) -> Any:
    """One of several things, by chance."""
    return found[int(source.random() * len(found))]


def _put(data: Any, path: Path, new: Any) -> str:
    holder = at(data, path[:-1])
    old, holder[path[-1]] = holder[path[-1]], new
    return f"{str(old)[:60]} -> {str(new)[:60]}"


def replace(data: Any, path: Path, every: list[Path], source: random.Random) -> str:
    """Something of another kind."""
    return _put(data, path, pick(STRANGE, source))


def nudge(data: Any, path: Path, every: list[Path], source: random.Random) -> str:
    """A number that is a little off."""
    numbers = [path for path in every if type(at(data, path)) is int]
    path = path if path in numbers else pick(numbers, source)
    return _put(data, path, at(data, path) + pick((-2, -1, 1, 2, 3), source))


def borrow(data: Any, path: Path, every: list[Path], source: random.Random) -> str:
    """A value of the same type from elsewhere."""
    alike = [other for other in every if type(at(data, other)) is type(at(data, path))]
    return _put(data, path, copy.deepcopy(at(data, pick(alike, source))))


def exchange(data: Any, path: Path, every: list[Path], source: random.Random) -> str:
    """Two values of the same type change places."""
    alike = [other for other in every if type(at(data, other)) is type(at(data, path)) and not _nested(other, path)]
    if not alike:
        return "nothing to exchange with"
    other = pick(alike, source)
    mine, theirs = at(data, path), at(data, other)
    _put(data, path, theirs)
    return f"with {other}: {_put(data, other, mine)}"


def taint(data: Any, path: Path, every: list[Path], source: random.Random) -> str:
    """A text with a character in it that no name may have, or that steers a terminal."""
    texts = [path for path in every if type(at(data, path)) is str]
    path = path if path in texts else pick(texts, source)
    text = at(data, path)
    spot = int(source.random() * (len(text) + 1))
    return ascii(_put(data, path, text[:spot] + pick(UNWANTED, source) + text[spot:]))


def remove(data: Any, path: Path, every: list[Path], source: random.Random) -> str:
    """A key or an element that is missing."""
    del at(data, path[:-1])[path[-1]]
    return "gone"


def repeat(data: Any, path: Path, every: list[Path], source: random.Random) -> str:
    """An element twice, or a key that does not belong."""
    holder = at(data, path[:-1])
    if isinstance(holder, list):
        holder.insert(int(path[-1]), copy.deepcopy(at(data, path)))
    else:
        holder[f"{path[-1]}-again"] = copy.deepcopy(at(data, path))
    return "twice"


def _nested(one: Path, other: Path) -> bool:
    return one[: len(other)] == other or other[: len(one)] == one


FAULTS: tuple[Callable[[Any, Path, list[Path], random.Random], str], ...] = (
    replace,
    nudge,
    borrow,
    exchange,
    taint,
    remove,
    repeat,
)
