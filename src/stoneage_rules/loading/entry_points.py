"""Reads the entry points of modules and policies from the lists that installers leave, as `importlib.metadata` would.

That library takes longer to import than all lists to read, so it is asked only about what is unusual: packages that are no
folders, finders of other makers, and lists that are malformed.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from importlib import import_module
from importlib.machinery import PathFinder
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from stoneage_rules.language.described import Described

if TYPE_CHECKING:
    from importlib.metadata import Distribution

__all__ = ["MODULES", "POLICIES", "EntryPoint", "points_of"]

MODULES = "stoneage.modules"
"""The entry-point group of modules; the name of an entry point is the module's id."""

POLICIES = "stoneage.policies"
"""The entry-point group of policies; the name of an entry point is the policy's."""

LIST = "entry_points.txt"
UNLIKE = re.compile("[-_.]+")
"""Characters that are alike in names of packages."""
VALUE = re.compile(r"(?P<module>[\w.]+)\s*(:\s*(?P<attr>[\w.]+)\s*)?((?P<extras>\[.*\])\s*)?$")


class _Unusual(Exception):
    """Packages that only `importlib.metadata` can read."""


@attrs.frozen
class EntryPoint(Described):
    """An entry point of a module or policy: its name and the module or object that it names."""

    name: str
    value: str
    folder: Path | None = attrs.field(default=None, eq=False)
    """The folder with the metadata of its package, if it was read from there."""
    package: Distribution | None = attrs.field(default=None, eq=False, repr=False)

    @property
    def is_own(self) -> bool:
        """True if it comes with the library itself."""
        return self.folder is not None and self.folder.name.startswith("stoneage_rules-")

    @property
    def package_name(self) -> str:
        """The Python package that it names, or in which its module is."""
        return self.module.partition(".")[0]

    @property
    def module(self) -> str:
        """The Python module; empty if the value is malformed."""
        match = VALUE.match(self.value)
        return match["module"] if match else ""

    @property
    def attr(self) -> str:
        """The object in the module; empty if the module itself is meant, or if the value is malformed."""
        match = VALUE.match(self.value)
        return match["attr"] or "" if match else ""

    @property
    def dist(self) -> Distribution | None:
        """The package that brings it."""
        if self.folder is None:
            return self.package
        from importlib.metadata import Distribution

        return Distribution.at(self.folder)

    def load(self) -> Any:
        """Imports what it names."""
        return reduce(getattr, filter(None, self.attr.split(".")), import_module(self.module))


def points_of(group: str) -> list[EntryPoint]:
    """Returns all entry points of a group, of the lists that can be read; imports none of what they name."""
    try:
        return [point for folder in _folders() for point in _points_in(folder, group)]
    except _Unusual:
        return list(_points_of_library(group))


def _folders() -> Iterator[str]:
    """Yields the folders with the metadata of installed packages, of each package the one that comes first."""
    if any(hasattr(finder, "find_distributions") for finder in sys.meta_path if finder is not PathFinder):
        raise _Unusual
    met: set[str] = set()
    for place in sys.path:
        if not isinstance(place, str) or os.path.isfile(place) or place.endswith(".egg"):
            raise _Unusual
        for name, entry in _packages_at(place):
            if name not in met:
                met.add(name)
                yield os.path.join(place, entry)


def _packages_at(place: str) -> Sequence[tuple[str, str]]:
    """Returns the packages in a folder, each with the name of its metadata; none if it cannot be read."""
    try:
        now = os.stat(place or ".")
        return _packages_in(place or ".", (now.st_dev, now.st_ino, now.st_mtime_ns))
    except OSError:
        return ()


@lru_cache(maxsize=100)
def _packages_in(place: str, as_it_was: tuple[int, ...]) -> Sequence[tuple[str, str]]:
    """Lists the packages in a folder once for each time that something comes or goes there."""
    split = [(entry, *os.path.splitext(entry.lower())) for entry in os.listdir(place)]
    found = [(entry, stem) for entry, stem, suffix in split if suffix in (".dist-info", ".egg-info")]
    return [(UNLIKE.sub("_", stem.partition("-")[0]), entry) for entry, stem in found]


def _points_in(folder: str, group: str) -> Iterator[EntryPoint]:
    """Yields the entry points of a group in the list of a package."""
    try:
        with open(os.path.join(folder, LIST), "rb") as file:
            content = file.read()
        text = content.decode("utf-8") if group.encode() in content else ""
    except OSError:
        return
    except UnicodeDecodeError:
        raise _Unusual from None
    section = None
    for line in map(str.strip, text.splitlines()):
        if line.startswith("[") and line.endswith("]"):
            section = line.strip("[]")
        elif section is not None and line and not line.startswith("#"):
            name, equals, value = line.partition("=")
            if not equals:
                raise _Unusual
            if section == group:
                yield EntryPoint(name.strip(), value.strip(), Path(folder))


def _points_of_library(group: str) -> Iterator[EntryPoint]:
    """Yields the entry points of a group as `importlib.metadata` finds them."""
    from importlib.metadata import distributions, entry_points

    try:
        points: Iterable[Any] = entry_points(group=group)
    except Exception:
        # One malformed list makes the common look-up fail for all packages.
        points = [point for package in distributions() for point in _readable(package, group)]
    for point in points:
        yield EntryPoint(point.name, point.value, package=point.dist)


def _readable(package: Distribution, group: str) -> list[Any]:
    """Returns the entry points of one package in a group; none if its list is malformed."""
    try:
        return list(package.entry_points.select(group=group))
    except Exception:
        return []
