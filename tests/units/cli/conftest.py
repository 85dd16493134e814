"""The fixtures of `cli`."""

from __future__ import annotations

from cli.conftest import games, loaded_once, stoneage

__all__ = ["games", "loaded_once", "stoneage"]
