"""The fixtures of `plugins`."""

from __future__ import annotations

from plugins.conftest import pack

__all__ = ["pack"]
