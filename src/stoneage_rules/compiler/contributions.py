"""What the compiler is handed besides content: verbs, frames, quantities and counters, the plugins' share included."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

__all__ = ["Contributions"]


@attrs.frozen
class Contributions:
    """What content may say and the kernel can do, the plugins' share included."""

    verbs: Mapping[str, Any]
    frames: tuple[type[Any], ...]
    quantities: Mapping[str, Any]
    limits: Mapping[str, Any]
    owners: Mapping[str, str]
    """The plugin behind each verb (`verb NAME`), frame, quantity and counter that the kernel does not have itself."""
    code: tuple[str, ...] = ()
    """The plugins that bring more than content, sorted."""
