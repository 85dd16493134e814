"""The fixtures of `play`."""

from __future__ import annotations

from play.conftest import finished, played, rules

__all__ = ["finished", "played", "rules"]
