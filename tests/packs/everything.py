"""The table where every edit of every module works: all modules that are there, with the options that ask for more."""

from __future__ import annotations

from functools import cache
from typing import Any

import stoneage_rules as sa
from shipped import HERE

OPTIONS = {"style-is-the-goal": {"older-tiles": True, "trade-needed": "used"}}
EVERYTHING = sa.Table(
    players=4, modules=HERE, options={module: values for module, values in OPTIONS.items() if module in HERE}
)  # fmt: skip


@cache
def content() -> Any:
    """All packs of the library as one."""
    return sa.load(EVERYTHING).content
