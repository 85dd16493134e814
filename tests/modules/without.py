"""A pytest plugin that plays as if one module were not installed: `STONEAGE_WITHOUT=igloos pytest -p modules.without`.

It shows that a module and its tests can be taken away together, and nothing else breaks.
"""

from __future__ import annotations

import os
from importlib.metadata import EntryPoint, entry_points

from stoneage_rules import installed

HIDDEN = os.environ["STONEAGE_WITHOUT"]


def without_the_hidden_one(*, group: str) -> list[EntryPoint]:
    """The entry points of a group, but for the hidden module's."""
    return [point for point in entry_points(group=group) if point.name != HIDDEN]


installed.entry_points = without_the_hidden_one  # type: ignore[assignment]
