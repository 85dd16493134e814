"""Finds the entry points of modules and policies by `importlib.metadata`, which is imported when it is asked."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import Distribution, EntryPoint

__all__ = ["MODULES", "POLICIES", "points_of"]

MODULES = "stoneage.modules"
"""The entry-point group of modules; the name of an entry point is the module's id."""

POLICIES = "stoneage.policies"
"""The entry-point group of policies; the name of an entry point is the policy's."""


def points_of(group: str) -> dict[str, list[EntryPoint]]:
    """Returns the entry points of a group by name, several if packages disagree; imports none of what they name."""
    from importlib.metadata import distributions, entry_points

    points: Iterable[EntryPoint]
    try:
        points = entry_points(group=group)
    except Exception:
        # One malformed list makes the common look-up fail for all packages.
        points = [point for package in distributions() for point in _readable(package, group)]
    by_name: dict[str, list[EntryPoint]] = {}
    for point in sorted(dict.fromkeys(points), key=lambda point: (point.name, point.value)):
        by_name.setdefault(point.name, []).append(point)
    return by_name


def _readable(package: Distribution, group: str) -> Iterable[EntryPoint]:
    """Returns the entry points of one package in a group; none if its list is malformed."""
    try:
        return package.entry_points.select(group=group)
    except Exception:
        return ()
