"""The fixtures of `cli`."""

from __future__ import annotations

from cli.conftest import games, pack, recorded, says

__all__ = ["games", "pack", "recorded", "says"]
